/** Delivers a simulator's webhooks to their receiver, and keeps the log of the deliveries. */

export interface WebhookDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface LoggedDelivery extends WebhookDelivery {
  /** Tries so far; 0 while collected or waiting. */
  tries: number;
  /** HTTP status of the last answer; undefined when none came. */
  status?: number;
}

export interface DeliveryOptions {
  /** deliver: POST to the address; collect: only log, for tests that hand the events over themselves. */
  webhook: 'deliver' | 'collect';
  /** Pauses before the second and third try. */
  retryDelaysMs?: number[];
}

const MOST_LOGGED = 1_000;
const DELIVERY_TIMEOUT_MS = 10_000;
const RETRY_DELAYS_MS = [1_000, 5_000];

export function createDeliveries({ webhook, retryDelaysMs = RETRY_DELAYS_MS }: DeliveryOptions) {
  const log: LoggedDelivery[] = [];
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function deliver(delivery: LoggedDelivery): Promise<void> {
    for (const delayMs of [0, ...retryDelaysMs]) {
      if (delayMs > 0) await pause(delayMs, stopping.signal);
      if (stopping.signal.aborted) return;
      delivery.tries += 1;
      delivery.status = await post(delivery, stopping.signal);
      if (delivery.status !== undefined && delivery.status >= 200 && delivery.status < 300) return;
    }
  }
  return {
    log,
    /** Never rejects: an event that the receiver never accepts is given up, as real providers do. */
    send(wanted: WebhookDelivery): Promise<void> {
      const delivery: LoggedDelivery = { ...wanted, tries: 0 };
      log.push(delivery);
      if (log.length > MOST_LOGGED) log.shift();
      if (webhook === 'collect') return Promise.resolve();
      const work = deliver(delivery).finally(() => underWay.delete(work));
      underWay.add(work);
      return work;
    },
    /** Resolves when nothing is being delivered. */
    async settle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    /** Gives up what is still waiting. */
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

async function post({ url, headers, body }: WebhookDelivery, stopping: AbortSignal): Promise<number | undefined> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(DELIVERY_TIMEOUT_MS)]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

function pause(delayMs: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, delayMs);
    function done() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      resolve();
    }
    stopping.addEventListener('abort', done);
    if (stopping.aborted) done();
  });
}
