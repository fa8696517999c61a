/** This browser's subscription to push messages. */
import { keepPush } from '@feira/schemas/procedures/notifications';
import type { Client } from '@feira/shell-kit/client';

const WORKER = '/assets/push-worker/main.js';

/** Browsers offer it by https and on this machine only; those of iPhones only to pages on the home screen. */
export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Returns null where notifications were never turned on. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported() || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes anew, because a former subscription may have been for another key. The permission has been granted. */
export async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  await waitUntilActive(registration);
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function waitUntilActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker could not be installed.'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

/** Binds this browser to the session, with which its notifications end. Returns whether they are on for this person. */
export async function keepSubscription(client: Client): Promise<boolean> {
  const subscription = await findSubscription();
  return subscription !== null && (await client.call(keepPush, { endpoint: subscription.endpoint })).isOn;
}
