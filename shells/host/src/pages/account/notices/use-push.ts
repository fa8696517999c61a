import { subscribePush, unsubscribePush } from '@feira/schemas/procedures/notifications';
import type { Client } from '@feira/shell-kit/client';
import { useCallback, useEffect, useState } from 'react';
import { useSubmit } from '../../../components/use-submit.ts';
import { findSubscription, isPushSupported, keepSubscription, subscribe } from '../../../notifications/browser-push.ts';

/** Null while it is looked up. FAILED: the browser did not reach the push service of its maker. */
type PushState = 'UNSUPPORTED' | 'DENIED' | 'OFF' | 'FAILED' | 'ON' | null;

const isDenied = () => Notification.permission === 'denied';

/** Turns notifications in this browser on and off. The browser asks for permission on `turnOn` and never before. */
export function usePush(client: Client, isReadOnly: boolean) {
  const [state, setState] = useState<PushState>(null);
  const { failure, isBusy, submit } = useSubmit();

  useEffect(() => {
    if (!isPushSupported()) setState('UNSUPPORTED');
    else if (isDenied()) setState('DENIED');
    else if (isReadOnly) setState('OFF');
    else
      keepSubscription(client).then(
        (isOn) => setState(isOn ? 'ON' : 'OFF'),
        () => setState('OFF'),
      );
  }, [client, isReadOnly]);

  const turnOn = useCallback(
    (pushKey: string) =>
      submit(async () => {
        if ((await Notification.requestPermission()) !== 'granted') return setState(isDenied() ? 'DENIED' : 'OFF');
        const subscription = await subscribe(pushKey).catch(() => null);
        if (!subscription) return setState('FAILED');
        const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
        await client.call(subscribePush, { endpoint: subscription.endpoint, p256dh, auth });
        setState('ON');
      }),
    [client, submit],
  );
  const turnOff = useCallback(
    () =>
      submit(async () => {
        const subscription = await findSubscription();
        if (subscription) await client.call(unsubscribePush, { endpoint: subscription.endpoint });
        await subscription?.unsubscribe();
        setState('OFF');
      }),
    [client, submit],
  );
  return { state, failure, isBusy, turnOn, turnOff };
}
