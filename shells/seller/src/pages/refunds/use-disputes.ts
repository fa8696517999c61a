import type { Output } from '@feira/schemas/procedure';
import { getBalance, listHolds, listStatement } from '@feira/schemas/procedures/balances';
import { acceptDispute, getDispute, listDisputes } from '@feira/schemas/procedures/disputes';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { type RefundsShown, toDisputesInput } from './refunds-address.ts';

export type Dispute = Output<typeof listDisputes>['items'][number];

export const useDisputes = (shown: RefundsShown, after: string | null) =>
  useListQuery(listDisputes, toDisputesInput(shown, after));
export const useDispute = (disputeId: string) => useProcedureQuery(getDispute, { disputeId });

export const useDisputeAcceptance = () =>
  useChange(acceptDispute, getDispute, listDisputes, getBalance, listHolds, listStatement);
