import type { Output } from '@feira/schemas/procedure';
import {
  addDisputeFile,
  answerDispute,
  getDispute,
  getDisputeFile,
  listCases,
  listDisputes,
  removeDisputeFile,
} from '@feira/schemas/procedures/disputes';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureMutation } from '@feira/shell-kit/use-procedure';

export type DisputeCase = Output<typeof getDispute>;
export type DisputeFile = DisputeCase['files'][number];

export const useFileAddition = () => useChange(addDisputeFile, getDispute);
export const useFileRemoval = () => useChange(removeDisputeFile, getDispute);
/** Reads a file on request, and caches nothing. */
export const useFileDownload = () => useProcedureMutation(getDisputeFile);
export const useDisputeAnswer = () => useChange(answerDispute, getDispute, listDisputes, listCases);
