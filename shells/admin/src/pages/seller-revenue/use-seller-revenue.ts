import { listSellerRevenue } from '@feira/schemas/procedures/reports';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import type { MoneyFilter } from '../../components/money/money-filter.ts';
import { toReportInput } from '../../components/reports/report-filter.ts';

export const useSellerRevenue = (filter: MoneyFilter<never>, after: string | null) =>
  useListQuery(listSellerRevenue, toReportInput(filter, after));
