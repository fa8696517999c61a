import type { Output } from '@feira/schemas/procedure';
import { listNegativeSellers, listSellerProfit, writeOffDebt } from '@feira/schemas/procedures/reports';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { type MoneyFilter, toMoneyInput, WHOLE_TIME } from '../../components/money/money-filter.ts';

export type Debtor = Output<typeof listNegativeSellers>['items'][number];

export function useNegativeSellers(filter: MoneyFilter<never>, after: string | null) {
  const { state: _, ...input } = toMoneyInput({ ...filter, period: WHOLE_TIME }, after);
  return useListQuery(listNegativeSellers, input);
}

export const useWriteOff = () => useChange(writeOffDebt, listNegativeSellers, listSellerProfit);
