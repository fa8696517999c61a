import { type AddressChange, useAddress } from './use-address.ts';

/** Keeps the open tab of a page in the address, which does not name the first one. A tab opens at its first page. */
export function useTab<const T extends string>(tabs: readonly T[]) {
  const { search, change } = useAddress();
  const tab = tabs.find((known) => known === search.get('tab')) ?? tabs[0]!;
  const open = (next: T, changes: AddressChange = {}) =>
    change({ ...changes, tab: next === tabs[0] ? null : next, after: null });
  return [tab, open] as const;
}
