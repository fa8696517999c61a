import type { ListFilter } from './filter.ts';
import { type AddressChange, useAddress } from './use-address.ts';
import { usePages } from './use-pages.ts';

/** Changes the filter in the address; a replaced entry of the history is not gone back to. */
export type ChangeFilter = (changes: AddressChange, isReplaced?: boolean) => void;

/** The page of a filtered list, as the frame of the list takes it. */
export interface ListState {
  pages: ReturnType<typeof usePages>;
  isFiltered: boolean;
  onClear: () => void;
}

/**
 * Keeps the filter and the page of a list in the address. A changed filter begins at the first page; `beforeChange` runs
 * ahead of each change.
 */
export function useListFilter<F, I>(list: ListFilter<F, I>, beforeChange?: () => void) {
  const { search, change } = useAddress();
  const pages = usePages();
  const filter = list.read(search);
  const onChange: ChangeFilter = (changes, isReplaced = false) => {
    beforeChange?.();
    change({ ...changes, after: null }, { isReplaced });
  };
  return {
    filter,
    /** The input of the page that the address names. */
    input: list.toPage(filter, pages.after),
    pages,
    isFiltered: list.isNarrowed(filter),
    onChange,
    onClear: () => onChange(list.cleared),
  };
}
