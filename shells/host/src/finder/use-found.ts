import { find } from '@feira/schemas/procedures/lookup';
import { ApiError, type Client } from '@feira/shell-kit/client';
import { useEffect, useState } from 'react';
import type { Found, LookupDashboard } from './results.ts';

/** The server is asked once nobody has typed for this time, in ms. */
const PAUSE_MS = 120;
const SHORTEST = 2;
const NOTHING: Found = { people: [], sales: [] };

export interface Search {
  found: Found;
  state: 'idle' | 'searching' | 'done' | 'failed';
}

/** Finds people and sales while somebody types. An answer that comes after the next letter is dropped. */
export function useFound(
  client: Client,
  dashboard: LookupDashboard | null,
  typed: string,
  onLoginRequired: () => void,
) {
  const [search, setSearch] = useState<Search>({ found: NOTHING, state: 'idle' });
  const text = typed.trim();
  useEffect(() => {
    if (!dashboard || text.length < SHORTEST) {
      setSearch({ found: NOTHING, state: 'idle' });
      return;
    }
    const stop = new AbortController();
    setSearch(({ found }) => ({ found, state: 'searching' }));
    const timer = setTimeout(() => {
      client.call(find, { dashboard, search: text.slice(0, 100) }, { signal: stop.signal }).then(
        (found) => !stop.signal.aborted && setSearch({ found, state: 'done' }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          if (error instanceof ApiError && error.code === 'LOGIN_REQUIRED') onLoginRequired();
          setSearch({ found: NOTHING, state: 'failed' });
        },
      );
    }, PAUSE_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, dashboard, text, onLoginRequired]);
  return search;
}
