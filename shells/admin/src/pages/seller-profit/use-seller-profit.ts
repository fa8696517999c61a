import { listSellerProfit } from '@feira/schemas/procedures/reports';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import type { MoneyFilter } from '../../components/money/money-filter.ts';
import { toReportInput } from '../../components/reports/report-filter.ts';

export const useSellerProfit = (filter: MoneyFilter<never>, after: string | null) =>
  useListQuery(listSellerProfit, toReportInput(filter, after));
