import type { Output } from '@feira/schemas/procedure';
import type { countItems } from '@feira/schemas/procedures/inbox';
import type { Client } from '@feira/shell-kit/client';
import type { DashboardRoute, Session } from '@feira/shell-kit/dashboard';
import { useEffect, useState } from 'react';
import { isLoginRequired } from '../session/use-session.ts';

type Counts = Output<typeof countItems>['items'];

const POLL_MS = 60_000;
/** Only the team needs it: it is no part of the first load of everybody. */
const loadProcedures = () => import(/* webpackChunkName: "inbox-procedures" */ '@feira/schemas/procedures/inbox');
const readers = new Set<() => void>();

/** Reads the counts anew after a change: what waited may be done. */
export function publishChange(): void {
  for (const read of readers) read();
}

/**
 * Counts what waits for a member of the team: at once, every minute while the page is visible, when it becomes visible again, and after
 * every change. Other people have no inbox, and ask nothing.
 */
export function useWorkCounts(client: Client, session: Session | undefined, onLoginRequired: () => void): Counts {
  const [counts, setCounts] = useState<Counts>([]);
  const personId = session?.person.id;
  const isTeam = session?.roles.some((role) => role === 'admin' || role === 'manager') ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits for one person does not wait for another.
  useEffect(() => {
    setCounts([]);
    if (!isTeam) return;
    let isGone = false;
    const read = () => {
      if (document.visibilityState !== 'visible') return;
      loadProcedures()
        .then((inbox) => client.call(inbox.countItems, {}))
        .then(
          ({ items }) => !isGone && setCounts(items),
          (error: unknown) => {
            // After any other failure the menu keeps its counts and asks again.
            if (!isGone && isLoginRequired(error)) onLoginRequired();
          },
        );
    };
    read();
    readers.add(read);
    const timer = setInterval(read, POLL_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      isGone = true;
      readers.delete(read);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [client, isTeam, personId, onLoginRequired]);
  return counts;
}

/** Returns how much waits behind an entry of the menu. */
export const countWork = (counts: Counts, work: NonNullable<DashboardRoute['menu']>['work']): number =>
  work ? counts.reduce((sum, { kind, count }) => (work === 'ALL' || work.includes(kind) ? sum + count : sum), 0) : 0;
