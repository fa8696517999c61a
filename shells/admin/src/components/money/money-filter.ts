/** Which of other people's money is listed, as it stands in the address. */
import { type PeriodChoice, readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';
import type { AddressChange } from '@feira/shell-kit/use-address';

export const PAGE_SIZE = 20;

export interface MoneyFilter<S extends string> {
  search: string;
  period: PeriodChoice;
  state: S | null;
}

const WHOLE_TIME: PeriodChoice = { kind: 'all' };

export function readMoneyFilter<S extends string>(address: URLSearchParams, states: readonly S[]): MoneyFilter<S> {
  return {
    search: readSearchText(address),
    period: readPeriod(address, WHOLE_TIME),
    state: states.find((state) => state === address.get('state')) ?? null,
  };
}

export const isMoneyFiltered = ({ search, period, state }: MoneyFilter<string>): boolean =>
  search.trim() !== '' || period.kind !== 'all' || state !== null;

/** Takes every filter out of the address. */
export const NO_MONEY_FILTER: AddressChange = { ...writePeriod(WHOLE_TIME), period: null, search: null, state: null };

/** Only what narrows: the server knows no empty filters. */
export function toMoneyInput<S extends string>({ search, period, state }: MoneyFilter<S>, after: string | null) {
  return {
    limit: PAGE_SIZE,
    ...(after && { after }),
    ...(search.trim() && { search: search.trim() }),
    ...(period.kind !== 'all' && toPeriod(period)),
    ...(state && { state }),
  };
}
