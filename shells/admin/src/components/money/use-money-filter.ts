import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { isMoneyFiltered, NO_MONEY_FILTER, readMoneyFilter } from './money-filter.ts';

/** The filters of a list in the address, and its pages. Another filter is another list: it begins at its first page. */
export function useMoneyFilter<S extends string>(states: readonly S[]) {
  const { search, change } = useAddress();
  const pages = usePages();
  const filter = readMoneyFilter(search, states);
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  return {
    filter,
    pages,
    isFiltered: isMoneyFiltered(filter),
    onChange: changeFilter,
    onClear: () => changeFilter(NO_MONEY_FILTER),
  };
}
