/** Reads the filter of the lists of other people's money from the address. */
import { CURRENCIES, type Currency } from '@feira/schemas/common';
import { type PeriodChoice, readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';
import type { AddressChange } from '@feira/shell-kit/use-address';

export const PAGE_SIZE = 20;

export interface MoneyFilter<S extends string> {
  search: string;
  period: PeriodChoice;
  state: S | null;
  /** Null means the platform's own currency. */
  currency: Currency | null;
}

export const WHOLE_TIME: PeriodChoice = { kind: 'all' };

export function readMoneyFilter<S extends string>(
  address: URLSearchParams,
  states: readonly S[],
  usual: PeriodChoice = WHOLE_TIME,
): MoneyFilter<S> {
  return {
    search: readSearchText(address),
    period: readPeriod(address, usual),
    state: states.find((state) => state === address.get('state')) ?? null,
    currency: CURRENCIES.find((currency) => currency === address.get('currency')) ?? null,
  };
}

/** Returns whether a filter narrows the list besides its usual days. */
export const isMoneyFiltered = (
  { search, period, state }: MoneyFilter<string>,
  usual: PeriodChoice = WHOLE_TIME,
): boolean =>
  search.trim() !== '' || state !== null || JSON.stringify(writePeriod(period)) !== JSON.stringify(writePeriod(usual));

/** Takes every filter out of the address. */
export const NO_MONEY_FILTER: AddressChange = { ...writePeriod(WHOLE_TIME), period: null, search: null, state: null };

/** Returns only the filters that narrow: the server accepts no empty ones. */
export function toMoneyInput<S extends string>(
  { search, period, state, currency }: MoneyFilter<S>,
  after: string | null,
) {
  return {
    limit: PAGE_SIZE,
    ...(after && { after }),
    ...(search.trim() && { search: search.trim() }),
    ...(period.kind !== 'all' && toPeriod(period)),
    ...(state && { state }),
    ...(currency && { currency }),
  };
}
