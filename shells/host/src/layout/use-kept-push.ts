import type { Client } from '@feira/shell-kit/client';
import type { Session } from '@feira/shell-kit/dashboard';
import { useEffect } from 'react';

/** Binds the notifications of this browser to the session, so that they end when the person signs out. */
export function useKeptPush(client: Client, { person, impersonator }: Session): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another session.
  useEffect(() => {
    if (impersonator || globalThis.Notification?.permission !== 'granted') return;
    import(/* webpackChunkName: "browser" */ '../notifications/browser-push.ts')
      .then(({ keepSubscription }) => keepSubscription(client))
      // The next page that is opened tries again.
      .catch(() => undefined);
  }, [client, person.id, impersonator]);
}
