import { createContext, useContext } from 'react';
import type { Host } from './dashboard.ts';

export const HostContext = createContext<Host | null>(null);

/** Language, theme and session of the person who looks at the page. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('A page of a dashboard stands inside AppProviders.');
  return host;
}
