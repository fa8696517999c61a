import type { Output } from '@feira/schemas/procedure';
import {
  acceptDispute,
  closeDispute,
  correctDispute,
  type DISPUTE_KINDS,
  type DISPUTE_STATES,
  getDispute,
  listCases,
  openDispute,
} from '@feira/schemas/procedures/disputes';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { type MoneyFilter, toMoneyInput } from '../../components/money/money-filter.ts';

export type Case = Output<typeof listCases>['items'][number];
export type CaseKind = (typeof DISPUTE_KINDS)[number];
export type CaseFilter = MoneyFilter<(typeof DISPUTE_STATES)[number]>;

export function useCases(filter: CaseFilter, kind: CaseKind | null, after: string | null) {
  const { currency: _, ...input } = toMoneyInput(filter, after);
  return useListQuery(listCases, { ...input, ...(kind && { kind }) });
}

export const useCase = (disputeId: string) => useProcedureQuery(getDispute, { disputeId });
export const useCaseOpening = () => useChange(openDispute, listCases);
export const useCaseClosing = () => useChange(closeDispute, listCases, getDispute);
export const useCaseAcceptance = () => useChange(acceptDispute, listCases, getDispute);
export const useCaseCorrection = () => useChange(correctDispute, listCases, getDispute);
