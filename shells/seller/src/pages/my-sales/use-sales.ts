import type { Output } from '@feira/schemas/procedure';
import { listSales } from '@feira/schemas/procedures/sales';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { type SalesFilter, toListInput } from './sales-filter.ts';

export type SalesPage = Output<typeof listSales>;
export type Sale = SalesPage['sales'][number];

/** Returns one page of sales; the previous page stays on the screen until it has arrived. */
export const useSales = (filter: SalesFilter, after: string | null) =>
  useProcedureQuery(listSales, toListInput(filter, after));
