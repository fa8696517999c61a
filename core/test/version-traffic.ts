/** Runs two core processes behind one proxy, their provider, and buyers who buy continuously. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSimulator, startSimulator } from '@feira/plugin-kit/testing';
import { newId } from '../src/shared/ids.ts';
import { TEST_KEY, type TestNode } from './build.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { waitFor } from './wait-for.ts';
import { pixPurchase, SANDBOX_SECRETS, type World } from './world.ts';

/** The proxy for buyers and for the provider's events; it forwards to any running process. */
export interface Door {
  url: string;
  servers: ServerProcess[];
  close(): Promise<void>;
}

export async function openDoor(): Promise<Door> {
  const servers: ServerProcess[] = [];
  let turn = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.entries(request.headers).filter(
      ([name]) => !/^(host|connection|content-length)$/.test(name),
    );
    turn += 1;
    for (let tries = 0; tries < servers.length; tries++) {
      const target = servers[(turn + tries) % servers.length] as ServerProcess;
      try {
        const answer = await fetch(target.url + request.url, {
          method: request.method as string,
          headers: headers as [string, string][],
          body: Buffer.concat(chunks),
        });
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
        response.end(await answer.text());
        return;
      } catch {
        // The process was killed; the other one may take the request.
      }
    }
    response.writeHead(502).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    servers,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function openBank({ app }: TestNode): Promise<StartedSimulator> {
  const sandbox = app.providers.list().find(({ id }) => id === 'sandbox');
  const module = await sandbox?.loadSimulator?.();
  if (!module) throw new Error('The sandbox has no simulator.');
  return startSimulator(module, {
    credentials: { ...SANDBOX_SECRETS, publicKey: 'pk_test_0123456789' },
    webhook: 'deliver',
  });
}

/** Starts the processes behind the proxy. */
export async function startServers(door: Door, environment: Record<string, string>): Promise<void> {
  const servers = await Promise.all(
    [1, 2].map(() =>
      createServerProcess({ ENCRYPTION_KEY: TEST_KEY, SIMULATORS: 'on', PUBLIC_URL: door.url, ...environment }),
    ),
  );
  await Promise.all(servers.map((server) => server.start()));
  door.servers.push(...servers);
}

export interface Sale {
  key: string;
  paymentId: string;
}

export interface Traffic {
  sales: Sale[];
  /** Purchases that did not end as expected, with the response. */
  failures: string[];
  /** True if some buyers pay twice, and get one payment refunded. */
  isDoubling: boolean;
  /** The number of purchases that were paid twice. */
  doubled: number;
  /** Begins no further purchase; resolves when the last has ended. */
  stop(): Promise<void>;
}

/** The time a buyer waits after the server was killed on a busy machine. */
const PATIENCE_MS = 60_000;

/** Starts buyers who buy one sale after the other; each repeats an unanswered request with the same key. */
export function startTraffic(door: Door, world: World, bank: StartedSimulator, buyers: number): Traffic {
  let isStopped = false;
  const paid: Promise<void>[] = [];
  const taken = new Set<string>();

  async function buy(): Promise<void> {
    const key = newId();
    const answer = await waitFor(
      `the purchase ${key} is answered`,
      async () => {
        const sent = await fetch(`${door.url}/api/checkout.purchase`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(pixPurchase(world)),
        });
        const body = (await sent.json().catch(() => ({}))) as Record<string, unknown>;
        // The request is repeated without a limit, because the result is unknown or the process was just killed.
        return sent.status === 502 || sent.status === 503 || body.code === 'IDEMPOTENCY_KEY_IN_USE'
          ? null
          : { status: sent.status, body };
      },
      PATIENCE_MS,
    );
    const { paymentId, status } = answer.body;
    // A repeated request may be answered with the payment approved.
    if (answer.status !== 200 || (status !== 'PENDING' && status !== 'APPROVED')) {
      traffic.failures.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
      return;
    }
    traffic.sales.push({ key, paymentId: String(paymentId) });
    const [latest] = await bank.listCharges(1);
    // Every third sale stays unpaid; one of sixteen is paid twice: refunds are sent one a second.
    const count = traffic.sales.length;
    const times = traffic.isDoubling && traffic.doubled < count / 16 ? 2 : count % 3 === 0 ? 0 : 1;
    if (times === 0 || !latest || taken.has(latest.transactionId)) return;
    taken.add(latest.transactionId);
    traffic.doubled += times - 1;
    paid.push(bank.simulator.pay(latest.transactionId, { times }));
  }
  const traffic: Traffic = {
    sales: [],
    failures: [],
    isDoubling: true,
    doubled: 0,
    async stop() {
      isStopped = true;
      await Promise.all(running);
      await Promise.all(paid);
    },
  };
  const running = Array.from({ length: buyers }, async () => {
    while (!isStopped) await buy().catch((error: Error) => traffic.failures.push(error.message));
  });
  return traffic;
}
