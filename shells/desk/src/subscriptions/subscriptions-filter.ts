/** Reads the filter of a list of subscriptions from the address. */
import type { Currency } from '@feira/schemas/common';
import {
  SUBSCRIPTION_METHODS,
  SUBSCRIPTION_STATUSES,
  type SubscriptionMethod,
  type SubscriptionStatus,
} from '@feira/schemas/subscription';
import { addDays, findToday, type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';

export const PAGE_SIZE = 20;

export interface SubscriptionsFilter {
  tab: 'list' | 'figures';
  /** The days on which subscriptions began. */
  period: PeriodChoice;
  status: SubscriptionStatus | null;
  method: SubscriptionMethod | null;
  offerId: string | null;
  /** Always null in a seller's own list. */
  sellerId: string | null;
  search: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readId(address: URLSearchParams, name: string): string | null {
  const id = address.get(name);
  return id && UUID.test(id) ? id : null;
}

export const readFilter = (address: URLSearchParams, hasSellers: boolean): SubscriptionsFilter => ({
  tab: address.get('tab') === 'figures' ? 'figures' : 'list',
  period: readPeriod(address, { kind: 'all' }),
  status: SUBSCRIPTION_STATUSES.find((status) => status === address.get('status')) ?? null,
  method: SUBSCRIPTION_METHODS.find((method) => method === address.get('method')) ?? null,
  offerId: readId(address, 'offer'),
  sellerId: hasSellers ? readId(address, 'seller') : null,
  search: readSearchText(address),
});

export const isFiltered = (filter: SubscriptionsFilter): boolean =>
  Object.keys(toSubscriptionsInput(filter)).length > 0;

/** Takes every filter out of the address. */
export const NO_FILTER = {
  period: null,
  from: null,
  to: null,
  status: null,
  method: null,
  offer: null,
  seller: null,
  search: null,
  after: null,
};

/** Returns the filters that narrow, as lists and downloads take them. */
export const toSubscriptionsInput = (
  { period, status, method, offerId, sellerId, search }: SubscriptionsFilter,
  today?: string,
) => ({
  ...(period.kind !== 'all' && toPeriod(period, today)),
  ...(status && { status }),
  ...(method && { method }),
  ...(offerId && { offerId }),
  ...(sellerId && { sellerId }),
  ...(search.trim() && { search: search.trim() }),
});

export const toListInput = (filter: SubscriptionsFilter, after: string | null, today?: string) => ({
  ...toSubscriptionsInput(filter, today),
  limit: PAGE_SIZE,
  ...(after && { after }),
});

const YEAR_DAYS = 365;

/** Figures need both ends of their days: without a choice they cover the last year. */
export const toFiguresInput = (
  { period, offerId, sellerId }: SubscriptionsFilter,
  currency: Currency | null,
  today = findToday(),
) => ({
  ...(period.kind === 'all' ? { from: addDays(today, 1 - YEAR_DAYS), to: today } : toPeriod(period, today)),
  ...(currency && { currency }),
  ...(offerId && { offerId }),
  ...(sellerId && { sellerId }),
});
