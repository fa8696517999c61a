import type { Currency } from '@feira/schemas/common';
import { SUBSCRIPTION_METHODS, SUBSCRIPTION_STATUSES } from '@feira/schemas/subscription';
import { absent, days, defineFilter, type FilterOf, id, oneOf, words } from '@feira/shell-kit/filter';
import { addDays, findToday, toPeriod } from '@feira/shell-kit/period';

const PARTS = {
  /** The days on which subscriptions began. */
  period: days(),
  status: oneOf('status', SUBSCRIPTION_STATUSES),
  method: oneOf('method', SUBSCRIPTION_METHODS),
  offerId: id('offer'),
  sellerId: id('seller'),
  search: words(),
};

/** The filter of a list across sellers. */
export const SUBSCRIPTIONS_FILTER = defineFilter(PARTS);
/** The filter of a seller's own list. */
export const OWN_SUBSCRIPTIONS_FILTER = defineFilter({ ...PARTS, sellerId: absent(PARTS.sellerId) });
export type SubscriptionsFilter = FilterOf<typeof SUBSCRIPTIONS_FILTER>;

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
