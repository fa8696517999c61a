/**
 * The secret of a mailed link. It travels in the fragment, which reaches no server, and leaves the address before anything
 * else happens, so that neither history nor a shared screen keeps it.
 */
import { useSyncExternalStore } from 'react';

const SHAPE = /^#([A-Za-z0-9_-]{43})$/;

/** Null where there was none: opened without it, or loaded anew after it was taken. */
let token: string | null = null;
const listeners = new Set<() => void>();

/** Takes the token out of the address. To be called once the page starts, before it asks for anything. */
export function takeToken(): void {
  const found = SHAPE.exec(location.hash)?.[1];
  if (!found) return;
  token = found;
  history.replaceState(history.state, '', location.pathname + location.search);
  for (const notify of listeners) notify();
}

/** The same page may get a newer link without being loaded anew, because only the fragment differs. */
function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  addEventListener('hashchange', takeToken);
  return () => {
    listeners.delete(notify);
    if (listeners.size === 0) removeEventListener('hashchange', takeToken);
  };
}

export const useToken = (): string | null => useSyncExternalStore(subscribe, () => token);

/** A used link opens nothing a second time. */
export function dropToken(): void {
  token = null;
}
