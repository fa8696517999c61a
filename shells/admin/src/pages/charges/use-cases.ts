import type { Output } from '@feira/schemas/procedure';
import {
  acceptDispute,
  closeDispute,
  type DISPUTE_KINDS,
  type DISPUTE_STATES,
  getDispute,
  getDisputeFile,
  listCases,
  openDispute,
} from '@feira/schemas/procedures/disputes';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { type MoneyFilter, toMoneyInput } from '../../components/money/money-filter.ts';

export type Case = Output<typeof listCases>['items'][number];
export type CaseKind = (typeof DISPUTE_KINDS)[number];
export type CaseFilter = MoneyFilter<(typeof DISPUTE_STATES)[number]>;

export function useCases(filter: CaseFilter, kind: CaseKind | null, after: string | null) {
  const { currency: _, ...input } = toMoneyInput(filter, after);
  return useProcedureQuery(listCases, { ...input, ...(kind && { kind }) });
}

export const useCase = (disputeId: string) => useProcedureQuery(getDispute, { disputeId });
export const useCaseOpening = () => useChange(openDispute, listCases);
export const useCaseClosing = () => useChange(closeDispute, listCases, getDispute);
export const useCaseAcceptance = () => useChange(acceptDispute, listCases, getDispute);

/** Asked for only when somebody wants it, and kept by nobody: a file may weigh megabytes. */
export function useCaseFile(disputeId: string) {
  const { mutateAsync, error, isPending } = useProcedureMutation(getDisputeFile);
  const download = async (fileId: string) => {
    const file = await mutateAsync({ disputeId, fileId }).catch(() => undefined);
    if (file) saveFile(file);
  };
  return { download, error, isBusy: isPending };
}

function saveFile({ name, mediaType, content }: Output<typeof getDisputeFile>): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
