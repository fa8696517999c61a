import type { Input, Output } from '@feira/schemas/procedure';
import { getBalance, listHolds, listStatement } from '@feira/schemas/procedures/balances';
import { acceptDispute, getDispute, listDisputes } from '@feira/schemas/procedures/disputes';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Dispute = Output<typeof listDisputes>['items'][number];

export const useDisputes = (input: Input<typeof listDisputes>) => useListQuery(listDisputes, input);
export const useDispute = (disputeId: string) => useProcedureQuery(getDispute, { disputeId });

export const useDisputeAcceptance = () =>
  useChange(acceptDispute, getDispute, listDisputes, getBalance, listHolds, listStatement);
