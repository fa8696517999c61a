import { useCallback, useMemo } from 'react';
import { navigate, useHistoryState, useSearch } from 'wouter/use-browser-location';

export type AddressChange = Record<string, string | null>;

export interface AddressOptions {
  /** Replaces the history entry for changes with every key: going back should not undo them letter by letter. */
  isReplaced?: boolean;
  /** Kept beside the address by the browser, also across a reload; not shared with it. */
  state?: unknown;
}

/** The filters of a page as they stand in the address bar. */
export function useAddress() {
  const text = useSearch();
  const state: unknown = useHistoryState();
  const search = useMemo(() => new URLSearchParams(text), [text]);
  const change = useCallback((changes: AddressChange, { isReplaced = false, state = null }: AddressOptions = {}) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const query = next.toString();
    navigate(location.pathname + (query ? `?${query}` : ''), { replace: isReplaced, state });
  }, []);
  return { search, state, change };
}

/** Goes to another page of the dashboards, as a link would. */
export const openPage = (to: string): void => navigate(to);
