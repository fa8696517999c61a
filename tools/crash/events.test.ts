/** Kills processes while they announce events and send them, and compares what a system heard with what happened. TEST_SEED repeats one case. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readEvent } from '@feira/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNode, createDatabase, TEST_KEY } from '../../core/test/build.ts';
import { openDraw, rounds, SEED } from '../../core/test/draw.ts';
import { type Inspector, openInspector } from '../../core/test/inspect.ts';
import { openSessionOf } from '../../core/test/staff.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { createWorld, type World } from '../../core/test/world.ts';
import { DEADLINE_MS } from './stage.ts';

const EVENTS = rounds({ short: 250, long: 1_000 });
const KILLS = rounds({ short: 3, long: 16 });

let database: Awaited<ReturnType<typeof createDatabase>>;
let inspector: Inspector;
let world: World;
let receiver: Server;
let secret: string;
/** The times that each event was heard. */
const heard = new Map<string, number>();
const bodies: { headers: Record<string, string>; body: string }[] = [];
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  database = await createDatabase();
  inspector = await openInspector(database.url);
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { id } = JSON.parse(body) as { id: string };
    heard.set(id, (heard.get(id) ?? 0) + 1);
    bodies.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const node = await buildNode({ databaseUrl: database.url });
  world = await createWorld(node.app);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  const made = await node.app.inject({
    method: 'POST',
    url: '/api/sellerWebhooks.create',
    headers: await openSessionOf(node.app, world.platformId, world.sellerId),
    payload: {
      name: 'ERP',
      url: 'https://erp.example/feira',
      events: ['product.updated'],
      productIds: [],
      isEnabled: true,
    },
  });
  secret = made.json().secret;
  await node.close();
  const { port } = receiver.address() as AddressInfo;
  await inspector.rows('UPDATE seller_webhook SET url = $1', [`http://127.0.0.1:${port}/hook`]);
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  receiver?.closeAllConnections();
  receiver?.close();
  await inspector?.close();
  await database?.drop();
});

async function start(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [path.join(import.meta.dirname, 'event-worker.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: TEST_KEY,
      LOG_LEVEL: 'silent',
      SIMULATORS: 'on',
      EVENTS: String(EVENTS),
      PLATFORM_ID: world.platformId,
      SELLER_ID: world.sellerId,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  workers.add(worker);
  await once(worker.stdout!, 'data');
  return worker;
}

const count = async (sql: string): Promise<number> =>
  (await inspector.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`))[0]?.count ?? 0;

it(`${EVENTS} events and ${KILLS} deaths (seed ${SEED})`, async () => {
  const { below } = openDraw();
  const working = await Promise.all([start(), start()]);
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(below(700));
    const victim = working[kill % 2] as ChildProcess;
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    working[kill % 2] = await start();
  }
  await waitFor('all events to be announced', async () => (await count('event')) === EVENTS, DEADLINE_MS);
  await waitFor(
    'all deliveries to arrive',
    async () => (await count(`seller_webhook_delivery WHERE state = 'SENT'`)) === EVENTS,
    DEADLINE_MS,
  );

  const events = await inspector.rows<{ id: string }>('SELECT id FROM event');
  expect([...heard.keys()].sort()).toEqual(events.map(({ id }) => id).sort());
  expect(await count('seller_webhook_delivery')).toBe(EVENTS);
  // Repeats come of kills alone, and have the id of what they repeat.
  const repeats = [...heard.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(repeats).toBeLessThanOrEqual(KILLS * 20);
  for (const one of bodies.slice(0, 20)) {
    const now = new Date(Number(one.headers['webhook-timestamp']) * 1_000);
    expect(await readEvent({ ...one, secret, now })).toMatchObject({ type: 'product.updated', isTest: false });
  }
});
