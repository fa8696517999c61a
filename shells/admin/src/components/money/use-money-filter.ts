import type { PeriodChoice } from '@feira/shell-kit/period';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { isMoneyFiltered, NO_MONEY_FILTER, readMoneyFilter, WHOLE_TIME } from './money-filter.ts';

/** Keeps the filters and the page of a list in the address. A changed filter begins at the first page. */
export function useMoneyFilter<S extends string>(states: readonly S[], usual: PeriodChoice = WHOLE_TIME) {
  const { search, change } = useAddress();
  const pages = usePages();
  const filter = readMoneyFilter(search, states, usual);
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  return {
    filter,
    pages,
    isFiltered: isMoneyFiltered(filter, usual),
    onChange: changeFilter,
    onClear: () => changeFilter(NO_MONEY_FILTER),
  };
}
