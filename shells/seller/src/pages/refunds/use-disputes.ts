import type { Output } from '@feira/schemas/procedure';
import { getBalance, listHolds, listStatement } from '@feira/schemas/procedures/balances';
import {
  acceptDispute,
  addDisputeFile,
  answerDispute,
  getDispute,
  getDisputeFile,
  listDisputes,
  removeDisputeFile,
} from '@feira/schemas/procedures/disputes';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { type RefundsShown, toDisputesInput } from './refunds-address.ts';

export type Dispute = Output<typeof listDisputes>['items'][number];
export type DisputeCase = Output<typeof getDispute>;
export type DisputeFile = DisputeCase['files'][number];

export const useDisputes = (shown: RefundsShown, after: string | null) =>
  useProcedureQuery(listDisputes, toDisputesInput(shown, after));
export const useDispute = (disputeId: string) => useProcedureQuery(getDispute, { disputeId });

export const useFileAddition = () => useChange(addDisputeFile, getDispute);
export const useFileRemoval = () => useChange(removeDisputeFile, getDispute);
/** Read when it is asked for, and kept nowhere. */
export const useFileDownload = () => useProcedureMutation(getDisputeFile);
export const useDisputeAnswer = () => useChange(answerDispute, getDispute, listDisputes);
export const useDisputeAcceptance = () =>
  useChange(acceptDispute, getDispute, listDisputes, getBalance, listHolds, listStatement);
