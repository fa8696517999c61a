/** The filter of the list of sales, as it stands in the address. */
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { SALE_STATUS_FILTERS } from '@feira/schemas/options';
import type { Input } from '@feira/schemas/procedure';
import type { listSales } from '@feira/schemas/procedures/sales';
import { type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';

export const PAGE_SIZE = 20;
export type StatusFilter = (typeof SALE_STATUS_FILTERS)[number];

export interface SalesFilter {
  status: StatusFilter;
  method: PaymentMethod | null;
  search: string;
  period: PeriodChoice;
}

export function readFilter(address: URLSearchParams): SalesFilter {
  return {
    status: SALE_STATUS_FILTERS.find((status) => status === address.get('status')) ?? 'ALL',
    method: PAYMENT_METHODS.find((method) => method === address.get('method')) ?? null,
    search: readSearchText(address),
    period: readPeriod(address, { kind: 'all' }),
  };
}

export const isFiltered = ({ status, method, search, period }: SalesFilter): boolean =>
  status !== 'ALL' || method !== null || search !== '' || period.kind !== 'all';

/** Takes every filter out of the address. */
export const NO_FILTER = { status: null, method: null, search: null, period: null, from: null, to: null, after: null };

export function toListInput({ status, method, search, period }: SalesFilter, after: string | null, today?: string) {
  const input: Input<typeof listSales> = { limit: PAGE_SIZE };
  if (status !== 'ALL') input.status = status;
  if (method) input.method = method;
  if (search.trim()) input.search = search.trim();
  if (period.kind !== 'all') Object.assign(input, toPeriod(period, today));
  if (after) input.after = after;
  return input;
}
