/** Reads the filter of a list of sales from the address. */
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { SALE_STATUS_FILTERS } from '@feira/schemas/options';
import { type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';

export const PAGE_SIZE = 20;
type StatusFilter = (typeof SALE_STATUS_FILTERS)[number];

export interface SalesFilter {
  period: PeriodChoice;
  status: StatusFilter;
  method: PaymentMethod | null;
  productId: string | null;
  /** Always null in a seller's own list. */
  sellerId: string | null;
  search: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readId(address: URLSearchParams, name: string): string | null {
  const id = address.get(name);
  return id && UUID.test(id) ? id : null;
}

export const readFilter = (address: URLSearchParams, hasSellers: boolean): SalesFilter => ({
  period: readPeriod(address, { kind: 'all' }),
  status: SALE_STATUS_FILTERS.find((status) => status === address.get('status')) ?? 'ALL',
  method: PAYMENT_METHODS.find((method) => method === address.get('method')) ?? null,
  productId: readId(address, 'product'),
  sellerId: hasSellers ? readId(address, 'seller') : null,
  search: readSearchText(address),
});

export const isFiltered = (filter: SalesFilter): boolean => Object.keys(toSalesInput(filter)).length > 0;

/** Takes every filter out of the address. */
export const NO_FILTER = {
  period: null,
  from: null,
  to: null,
  status: null,
  method: null,
  product: null,
  seller: null,
  search: null,
  after: null,
};

/** Returns the filters that narrow, as lists and downloads take them. */
export const toSalesInput = ({ period, status, method, productId, sellerId, search }: SalesFilter, today?: string) => ({
  ...(period.kind !== 'all' && toPeriod(period, today)),
  ...(status !== 'ALL' && { status }),
  ...(method && { method }),
  ...(productId && { productId }),
  ...(sellerId && { sellerId }),
  ...(search.trim() && { search: search.trim() }),
});

export const toListInput = (filter: SalesFilter, after: string | null, today?: string) => ({
  ...toSalesInput(filter, today),
  limit: PAGE_SIZE,
  ...(after && { after }),
});
