/**
 * The service worker of the dashboards. It answers pages alone, and only where the network does not: it keeps no file and no answer, so that a
 * new release is there at the next page, and nothing of a person stays on the device.
 */
import { writeOfflinePage } from './offline-page.ts';

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends Event {
  request: Request;
  /** The browser's own request for the page, which it sends while the worker starts. */
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
/** The part of ServiceWorkerGlobalScope that is used; the types of pages and of workers cannot be loaded together. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('activate', (event) => {
  const { navigationPreload } = worker.registration;
  if (navigationPreload) event.waitUntil(navigationPreload.enable());
});

worker.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answerPage(event));
});

async function answerPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return new Response(writeOfflinePage(navigator.language), {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'cache-control': 'no-store',
      },
    });
  }
}
