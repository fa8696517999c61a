/**
 * The service worker that shows notifications while no page is open, with the texts of the bell. It controls no page and keeps no files: its
 * scope is its own folder.
 */
import type { PushMessage } from '@feira/schemas/push-message';
import { isOwnPage } from '../notifications/describe.ts';
import { toSystemNotification } from './notification.ts';

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends WorkEvent {
  data: { json(): PushMessage } | null;
}
interface ClickEvent extends WorkEvent {
  notification: Notification;
}
interface OpenPage {
  url: string;
  focus(): Promise<unknown>;
}
/** The part of ServiceWorkerGlobalScope that is used; the types of pages and of workers cannot be loaded together. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<OpenPage[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: WorkEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, options } = toSystemNotification(event.data.json());
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const href: unknown = notification.data;
  event.waitUntil(openPage(typeof href === 'string' && isOwnPage(href) ? href : '/account'));
});

/** Shows the page in the tab that has it open, else in a new one. */
async function openPage(href: string): Promise<void> {
  const address = new URL(href, location.origin).href;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : worker.clients.openWindow(address));
}
