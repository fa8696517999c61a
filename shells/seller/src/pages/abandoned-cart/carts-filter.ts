/** Reads the filter of the list of carts from the address. */
import { CART_STATES } from '@feira/schemas/procedures/abandoned-carts';
import { type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';

/** The states, and the carts whose seller is to write by WhatsApp. */
export const CART_CHOICES = [...CART_STATES, 'CONTACT'] as const;

export interface CartsFilter {
  period: PeriodChoice;
  state: (typeof CART_CHOICES)[number] | null;
  productId: string | null;
  search: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readFilter(address: URLSearchParams): CartsFilter {
  const product = address.get('product');
  return {
    period: readPeriod(address, { kind: 'all' }),
    state: CART_CHOICES.find((state) => state === address.get('state')) ?? null,
    productId: product && UUID.test(product) ? product : null,
    search: readSearchText(address),
  };
}

/** Takes every filter out of the address. */
export const NO_FILTER = {
  period: null,
  from: null,
  to: null,
  state: null,
  product: null,
  search: null,
  after: null,
};

/** Returns the filters that narrow, as the list and the download take them. */
export const toCartsInput = ({ period, state, productId, search }: CartsFilter, today?: string) => ({
  ...(period.kind !== 'all' && toPeriod(period, today)),
  ...(state && (state === 'CONTACT' ? { isToContact: true } : { state })),
  ...(productId && { productId }),
  ...(search.trim() && { search: search.trim() }),
});

export const isFiltered = (filter: CartsFilter): boolean => Object.keys(toCartsInput(filter)).length > 0;
