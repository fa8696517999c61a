/**
 * Takes the secret of a mailed link. It travels in the fragment, which reaches no server, and leaves the address before anything
 * else happens, so that neither history nor a shared screen keeps it.
 */
import { useSyncExternalStore } from 'react';

/** The random bits of a mailed link, or the id and the signature of a purchase. */
const SHAPE = /^#([A-Za-z0-9_-]{43}|[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{22})$/;

/** Returns null where the page was opened without a token, or reloaded after the token was taken. */
let token: string | null = null;
const listeners = new Set<() => void>();

/** Takes the token out of the address. The page calls it at its start, before its first request. */
export function takeToken(): void {
  const found = SHAPE.exec(location.hash)?.[1];
  if (!found) return;
  token = found;
  history.replaceState(history.state, '', location.pathname + location.search);
  for (const notify of listeners) notify();
}

/** The same page may get a newer link without a reload, because only the fragment differs. */
function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  addEventListener('hashchange', takeToken);
  return () => {
    listeners.delete(notify);
    if (listeners.size === 0) removeEventListener('hashchange', takeToken);
  };
}

export const useToken = (): string | null => useSyncExternalStore(subscribe, () => token);

/** A used link is not kept. */
export function dropToken(): void {
  token = null;
}
