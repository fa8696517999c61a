/** Two nodes behind a balancer are restarted one after the other under constant load: no request is lost, and none is carried out twice. */
import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { buildNode, createDatabase } from './build.ts';
import { checkWorld } from './check-world.ts';
import { rounds } from './draw.ts';
import { openInspector } from './inspect.ts';
import type { ServerProcess } from './server-process.ts';
import { type Door, openBank, startServers } from './version-traffic.ts';
import { waitFor } from './wait-for.ts';
import { connect, createWorld, pixPurchase } from './world.ts';

const RESTARTS = rounds({ short: 1, long: 10 });
const REQUESTS = rounds({ short: 200, long: 2_000 });
const CALLERS = 4;
const LOOK_MS = 200;
/** Ten looks of the balancer, because a busy machine looks late. */
const DRAIN_SECONDS = 2;
/** A balancer leaves idle connections sooner than a stopping node closes them. */
const IDLE_MS = 1_000;

/**
 * A small balancer: it looks at /health/ready, keeps connections to nodes alive, and sends again elsewhere only what could not be sent at
 * all. Everything else that fails is lost.
 */
async function openBalancer(): Promise<Door & { isReady(server: ServerProcess): boolean }> {
  const servers: ServerProcess[] = [];
  const ready = new Set<ServerProcess>();
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  let turn = 0;

  function pass(request: IncomingMessage, response: ServerResponse, body: Buffer, targets: readonly ServerProcess[]) {
    const [target, ...others] = targets;
    if (!target) return void response.writeHead(502).end();
    const { hostname, port } = new URL(target.url);
    const { method, url: path } = request;
    const { connection: _, ...headers } = request.headers;
    const sent = send({ agent, hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? 'text/plain' });
      answer.pipe(response);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') pass(request, response, body, others);
      else if (!response.headersSent) response.writeHead(502).end(error.code);
    });
    sent.end(body);
  }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    turn += 1;
    const candidates = servers.filter((item) => ready.has(item));
    const first = turn % Math.max(1, candidates.length);
    pass(request, response, body, [...candidates.slice(first), ...candidates.slice(0, first)]);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  let isClosed = false;
  const looking = (async () => {
    while (!isClosed) {
      const look = async (item: ServerProcess) => {
        const isOk = await fetch(`${item.url}/health/ready`).then(
          (answer) => answer.ok,
          () => false,
        );
        if (isOk) ready.add(item);
        else ready.delete(item);
      };
      await Promise.all(servers.map(look));
      await pause(LOOK_MS);
    }
  })();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    servers,
    isReady: (item) => ready.has(item),
    async close() {
      isClosed = true;
      await looking;
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

it(`${REQUESTS} requests over ${RESTARTS} rolling restarts of two nodes: none is lost and none is doubled`, async () => {
  const database = await createDatabase();
  const inspector = await openInspector(database.url);
  const office = await buildNode({ databaseUrl: database.url });
  const door = await openBalancer();
  const bank = await openBank(office);
  onTestFinished(async () => {
    for (const server of door.servers) await server.kill();
    await door.close();
    await bank.close();
    await office.close();
    await inspector.close();
    await database.drop();
  });
  const world = await createWorld(office.app);
  await connect(office.app, world, { baseUrls: { default: bank.url } });
  await startServers(door, {
    DATABASE_URL: database.url,
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    PURCHASE_RATE_LIMIT: '1000000',
    LIMIT_FACTOR: '1000',
  });
  const readyAll = () => waitFor('both nodes are ready', () => door.servers.every(door.isReady), 240_000);
  await readyAll();

  const lost: string[] = [];
  let answered = 0;
  let sold = 0;
  let isOver = false;
  async function call(count: number): Promise<void> {
    const isPurchase = count % 2 === 0;
    const answer = await (isPurchase
      ? fetch(`${door.url}/api/checkout.purchase`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': newId() },
          body: JSON.stringify(pixPurchase(world)),
        })
      : fetch(`${door.url}/api/checkout.getCheckout?checkoutId=${world.offerId}`));
    const text = await answer.text();
    answered += 1;
    if (answer.status !== 200)
      lost.push(`${isPurchase ? 'purchase' : 'offer'}: ${answer.status} ${text.slice(0, 200)}`);
    else if (isPurchase) sold += 1;
  }
  const callers = Array.from({ length: CALLERS }, async (_, place) => {
    for (let count = place; !isOver || answered < REQUESTS; count += 1)
      await call(count).catch((error: Error) => lost.push(error.message));
  });
  for (let restart = 0; restart < RESTARTS; restart++) {
    for (const server of door.servers) {
      expect(await server.terminate()).toBe(0);
      await server.start();
      await readyAll();
    }
  }
  isOver = true;
  await Promise.all(callers);

  expect(lost).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(REQUESTS);
  const charges = await bank.listCharges(100_000);
  expect(charges).toHaveLength(sold);
  const [made] = await inspector.rows('SELECT count(*)::int AS payments FROM payment');
  expect(made).toEqual({ payments: sold });
  await checkWorld(database.url, {
    charges: charges.map(({ reference }) => ({ reference, isPaid: false })),
    mayWait: true,
  });
});
