import { listSellerProfit } from '@feira/schemas/procedures/reports';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import type { MoneyFilter } from '../../components/money/money-filter.ts';
import { toReportInput } from '../../components/reports/report-filter.ts';

export const useSellerProfit = (filter: MoneyFilter<never>, after: string | null) =>
  useProcedureQuery(listSellerProfit, toReportInput(filter, after));
