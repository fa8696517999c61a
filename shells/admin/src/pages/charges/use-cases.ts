import type { Output } from '@feira/schemas/procedure';
import {
  acceptDispute,
  closeDispute,
  correctDispute,
  DISPUTE_KINDS,
  DISPUTE_STATES,
  getDispute,
  listCases,
  openDispute,
} from '@feira/schemas/procedures/disputes';
import { days, defineFilter, oneOf, type PageOf, words } from '@feira/shell-kit/filter';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Case = Output<typeof listCases>['items'][number];
export const CASE_FILTER = defineFilter({
  search: words(),
  period: days(),
  state: oneOf('state', DISPUTE_STATES),
  kind: oneOf('kind', DISPUTE_KINDS),
});

export const useCases = (input: PageOf<typeof CASE_FILTER>) => useListQuery(listCases, input);

export const useCase = (disputeId: string) => useProcedureQuery(getDispute, { disputeId });
export const useCaseOpening = () => useChange(openDispute, listCases);
export const useCaseClosing = () => useChange(closeDispute, listCases, getDispute);
export const useCaseAcceptance = () => useChange(acceptDispute, listCases, getDispute);
export const useCaseCorrection = () => useChange(correctDispute, listCases, getDispute);
