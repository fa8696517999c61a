import type { Output } from '@feira/schemas/procedure';
import { listNotifications, markRead } from '@feira/schemas/procedures/notifications';
import type { Client } from '@feira/shell-kit/client';
import { useCallback, useEffect, useState } from 'react';
import { isLoginRequired } from '../session/use-session.ts';

export type NotificationList = Output<typeof listNotifications>;

const POLL_MS = 60_000;
const SHOWN = 20;

/** Reads the notifications of this person, if somebody is signed in, at once, every minute while the page is visible, and when it becomes visible again. */
export function useNotifications(client: Client, personId: string | null, onLoginRequired: () => void) {
  const [list, setList] = useState<NotificationList | null>(null);
  const load = useCallback(
    () =>
      client.call(listNotifications, { limit: SHOWN }).then(setList, (error: unknown) => {
        // After any other failure the bell keeps its count and asks again.
        if (isLoginRequired(error)) onLoginRequired();
      }),
    [client, onLoginRequired],
  );
  useEffect(() => {
    setList(null);
    if (personId === null) return;
    const poll = () => void (document.visibilityState === 'visible' && load());
    poll();
    const timer = setInterval(poll, POLL_MS);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [load, personId]);
  const markAllRead = useCallback(async () => {
    await client.call(markRead, {});
    await load();
  }, [client, load]);
  return { list, load, markAllRead };
}

export type Notifications = ReturnType<typeof useNotifications>;
