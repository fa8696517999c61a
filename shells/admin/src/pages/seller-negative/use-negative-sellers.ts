import type { Output } from '@feira/schemas/procedure';
import { listNegativeSellers, listSellerProfit, writeOffDebt } from '@feira/schemas/procedures/reports';
import { defineFilter, type PageOf } from '@feira/shell-kit/filter';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { MONEY_PARTS } from '../../components/money/money-filter.ts';

export type Debtor = Output<typeof listNegativeSellers>['items'][number];

const { search, currency } = MONEY_PARTS;
export const DEBTOR_FILTER = defineFilter({ search, currency });

export const useNegativeSellers = (input: PageOf<typeof DEBTOR_FILTER>) => useListQuery(listNegativeSellers, input);

export const useWriteOff = () => useChange(writeOffDebt, listNegativeSellers, listSellerProfit);
