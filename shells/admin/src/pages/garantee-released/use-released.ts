import type { Output } from '@feira/schemas/procedure';
import { listReleased } from '@feira/schemas/procedures/reports';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import type { MoneyFilter } from '../../components/money/money-filter.ts';
import { toReportInput } from '../../components/reports/report-filter.ts';

export type Released = Output<typeof listReleased>['items'][number];

export const useReleased = (filter: MoneyFilter<never>, after: string | null) =>
  useListQuery(listReleased, toReportInput(filter, after));
