/**
 * Opens a node with a simulated provider whose events are held in a mailbox: the test decides which of them are delivered, when, how often
 * and in which order.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { onTestFinished } from 'vitest';
import type { Clock } from '../src/plugins/clock.ts';
import { newId } from '../src/shared/ids.ts';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { BUYER_ADDRESS, buy, connect, createWorld, pixPurchase, type World } from './world.ts';

export interface Letter {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Market {
  node: TestNode;
  world: World;
  connectionId: string;
  /** Path of the connection's webhooks. */
  webhookPath: string;
  inspector: Inspector;
  clock: Clock & { forward(ms: number): void };
  letters: Letter[];
  host(): Promise<SimulatorHost>;
  /** Delivers an event to the node and returns the HTTP status. */
  deliver(letter: Omit<Letter, 'url'> & { url?: string }): Promise<number>;
  /** Buys, and returns the ids on both sides. */
  buyPix(key?: string): Promise<Bought>;
  readPayment(id: string): Promise<StoredPayment>;
  /** Makes the janitor's and the inbox's next attempts due now. */
  makeDue(): Promise<void>;
  /** Replaces this platform with a new one on the same node at the current time, so that no earlier rows remain. */
  replace(options?: Pick<MarketOptions, 'provider' | 'settings'>): Promise<Market>;
  close(): Promise<void>;
}

export interface Bought {
  publicId: string;
  paymentId: string;
  attemptId: string;
  transactionId: string | null;
}

export interface StoredPayment {
  status: string;
  settlement: string;
  paid_amount: number;
  refunded_amount: number;
  is_provisional: boolean;
  state: string;
  transaction_id: string | null;
  evidence: number;
  events: string[];
}

export interface MarketOptions {
  provider?: string;
  providerDirectory?: string;
  settings?: Record<string, string>;
  env?: Record<string, string>;
  /** True if sweeps and jobs run; the default. */
  isListening?: boolean;
}

/** Returns a clock that follows the machine's and can be put forward. */
export function movableClock(): Market['clock'] {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    forward(ms) {
      ahead += ms;
    },
  };
}

export async function openMarket({
  provider,
  providerDirectory,
  settings,
  env,
  isListening = true,
}: MarketOptions = {}): Promise<Market> {
  const mailbox = await openMailbox();
  const clock = movableClock();
  const node = await buildNode({
    clock,
    isListening,
    env: {
      PUBLIC_URL: mailbox.url,
      SWEEP_INTERVAL_MS: '200',
      ...(providerDirectory && { PROVIDER_DIRECTORIES: providerDirectory }),
      ...env,
    },
  });
  const inspector = await openInspector(node.databaseUrl);
  const close = async () => {
    await inspector.close();
    await node.close();
    await mailbox.close();
  };
  return openShop({ node, clock, inspector, letters: mailbox.letters, close }, '*', { provider, settings });
}

async function openShop(
  base: Pick<Market, 'node' | 'clock' | 'inspector' | 'letters' | 'close'>,
  domain: string,
  { provider = 'sandbox', settings }: Pick<MarketOptions, 'provider' | 'settings'>,
): Promise<Market> {
  const { node, clock, inspector } = base;
  const { app } = node;
  const world = await createWorld(app, { host: domain });
  const connection = await connect(app, world, {
    provider,
    settings: { publicKey: 'pk_test_0123456789', ...settings },
  });
  const webhookPath = `/webhooks/${provider}/${connection.token}`;
  return {
    ...base,
    world,
    connectionId: connection.id,
    webhookPath,
    async host() {
      // A connection's simulator starts with its first use.
      await app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}` });
      return (await app.simulators.get(connection.id)) as SimulatorHost;
    },
    async deliver({ url = webhookPath, headers, body }) {
      return (await app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
    },
    async buyPix(key) {
      const answer = await buy(app, pixPurchase(world, BUYER_ADDRESS), key);
      if (answer.statusCode !== 200) throw new Error(`The purchase was answered ${answer.statusCode}: ${answer.body}`);
      return findBought(inspector, answer.json().paymentId);
    },
    readPayment: (id) => readPayment(inspector, id),
    async makeDue() {
      await inspector.rows('UPDATE payment SET next_check_at = now() WHERE next_check_at IS NOT NULL');
      await inspector.rows('UPDATE webhook SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL');
    },
    async replace(options = {}) {
      const next = await openShop(base, `shop-${newId()}.example`, options);
      await inspector.rows(`UPDATE platform_domain SET platform_id = $1 WHERE host = '*'`, [next.world.platformId]);
      app.cache.forgetAll();
      clock.forward(Date.now() - clock.now().getTime());
      return next;
    },
  };
}

/** The market is closed when the running test ends, even if it fails. */
export async function openTestMarket(options?: MarketOptions): Promise<Market> {
  const market = await openMarket(options);
  onTestFinished(market.close);
  return market;
}

async function openMailbox() {
  const letters: Letter[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[name];
    letters.push({ url: request.url ?? '', headers, body: Buffer.concat(chunks).toString() });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    letters,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function findBought(inspector: Inspector, publicId: string): Promise<Bought> {
  const [row] = await inspector.rows<Bought>(
    `SELECT p.public_id AS "publicId", p.id AS "paymentId", a.id AS "attemptId", a.transaction_id AS "transactionId"
     FROM payment p JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id WHERE p.public_id = $1`,
    [publicId],
  );
  if (!row) throw new Error(`There is no payment ${publicId}.`);
  return row;
}

async function readPayment(inspector: Inspector, id: string): Promise<StoredPayment> {
  const [row] = await inspector.rows<StoredPayment>(
    `SELECT p.status, p.settlement, p.paid_amount, p.refunded_amount, p.is_provisional, a.state, a.transaction_id,
       (SELECT count(*)::int FROM payment_evidence e WHERE e.payment_id = p.id) AS evidence,
       (SELECT coalesce(array_agg(o.type ORDER BY o.created_at, o.id), '{}') FROM outbox o WHERE o.payment_id = p.id) AS events
     FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.id = $1`,
    [id],
  );
  if (!row) throw new Error(`There is no payment ${id}.`);
  return row;
}
