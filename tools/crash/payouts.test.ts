/**
 * Kills the server while it sends withdrawals, and compares what the bank paid with what counts as paid. The bank pays twice
 * whatever it is asked for twice. Run one case again with CRASH_SEED.
 */
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@feira/plugin-kit/simulation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNode, createDatabase, TEST_KEY } from '../../core/test/build.ts';
import { checkWorld } from '../../core/test/check-world.ts';
import { type Inspector, openInspector } from '../../core/test/inspect.ts';
import { createServerProcess, type ServerProcess } from '../../core/test/server-process.ts';
import { openStaff, type Staff } from '../../core/test/staff.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { CPF, connect, createWorld, type World } from '../../core/test/world.ts';
import { openPayoutBank, type PayoutBank } from './payout-bank.ts';

const SEED = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
const HOLDERS = 15;
const EACH = 4;
const AMOUNT = 10_000;
const FEE = 367;
const KILLS = 3;
const BANK_KEY = 'payout_key_canary_0123456789';
const PROVIDERS = resolve(import.meta.dirname, 'providers');
const CLIENT_TRIES = 1_000;

let database: Awaited<ReturnType<typeof createDatabase>>;
let inspector: Inspector;
let bank: PayoutBank;
let server: ServerProcess;
let world: World;
let connectionId: string;
const holders: (Staff & { destinationId: string })[] = [];

beforeAll(async () => {
  database = await createDatabase();
  inspector = await openInspector(database.url);
  bank = await openPayoutBank(seededRandom(SEED));
  const preparing = await buildNode({ databaseUrl: database.url, env: { PROVIDER_DIRECTORIES: PROVIDERS } });
  const withdrawals = { fee: FEE, minimum: 0, automaticUpTo: AMOUNT, secondApprovalAbove: AMOUNT, coolingHours: 0 };
  world = await createWorld(preparing.app, { settings: { withdrawals } });
  const connection = await connect(preparing.app, world, {
    provider: 'payout-bank',
    secrets: { secretKey: BANK_KEY, webhookSecret: BANK_KEY },
    settings: {},
    baseUrls: { default: bank.url },
  });
  connectionId = connection.id;
  for (let index = 0; index < HOLDERS; index++) holders.push(await openHolder(preparing.app));
  await preparing.close();
  server = await createServerProcess({
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: TEST_KEY,
    PROVIDER_DIRECTORIES: PROVIDERS,
    SIMULATORS: 'on',
    SWEEP_INTERVAL_MS: '100',
    CLAIM_SECONDS: '2',
  });
  await server.start();
});

afterAll(async () => {
  await server?.kill();
  await bank?.close();
  await inspector?.close();
  await database?.drop();
});

async function openHolder(app: Parameters<typeof openStaff>[0]): Promise<Staff & { destinationId: string }> {
  const { platformId } = world;
  const holder = await openStaff(app, platformId, { roles: ['seller'] });
  const [destination] = await inspector.rows<{ id: string }>(
    `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
     VALUES ($1, gen_random_uuid(), $2, 'PIX_KEY', 'EMAIL', 'vera@example.com', 'Vera', $3, now()) RETURNING id`,
    [platformId, holder.id, CPF],
  );
  const entries = [
    { kind: 'PROVIDER', ownerId: connectionId, amount: -AMOUNT * EACH },
    { kind: 'AVAILABLE', ownerId: holder.id, amount: AMOUNT * EACH },
  ];
  const posting = { id: holder.id, kind: 'SALE', source: holder.id, currency: 'BRL', occurredAt: new Date(), entries };
  await inspector.rows('SELECT ledger_post($1, $2)', [platformId, JSON.stringify(posting)]);
  return { ...holder, destinationId: destination?.id as string };
}

/** As the page does: the same key until there is an answer, whatever happens to the connection. */
async function withdrawUntilAnswered(holder: Staff & { destinationId: string }, key: string): Promise<void> {
  const { host: _, ...headers } = holder.headers;
  const body = JSON.stringify({ amount: AMOUNT, destinationId: holder.destinationId });
  for (let tries = 0; tries < CLIENT_TRIES; tries++) {
    const answer = await fetch(`${server.url}/api/payouts.requestWithdrawal`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body,
    }).catch(() => null);
    if (answer?.status === 200) return;
    if (answer && answer.status < 500) throw new Error(`Unexpected ${answer.status}: ${await answer.text()}`);
    await pause(100);
  }
  throw new Error('A withdrawal was never answered.');
}

const count = async (condition: string) =>
  (await inspector.rows<{ count: number }>(`SELECT count(*)::int AS count FROM withdrawal WHERE ${condition}`))[0]
    ?.count ?? 0;
const CLOSED = `state IN ('PAID', 'FAILED')`;

it(`${HOLDERS * EACH} withdrawals and ${KILLS} deaths of the server (seed ${SEED})`, { timeout: 600_000 }, async () => {
  const total = HOLDERS * EACH;
  const random = seededRandom(SEED + 1);
  const deaths = Array.from({ length: KILLS }, () => Math.floor(random() * total * 0.7)).sort((a, b) => a - b);
  const asking = holders.map(async (holder) => {
    for (let index = 0; index < EACH; index++) await withdrawUntilAnswered(holder, `${holder.id}-${index}`);
  });
  const killing = (async () => {
    for (const death of deaths) {
      // In the middle of calls: some have been made, and the answers of others are under way.
      await waitFor(`${death} payouts were asked for`, () => bank.payouts.length >= death, 300_000);
      await server.kill();
      await server.start();
    }
  })();
  let isOver = false;
  // Hours pass in seconds here: what waits for its next look or try is due at once.
  const hurrying = (async () => {
    while (!isOver) {
      await inspector.rows('UPDATE withdrawal SET next_check_at = now() WHERE next_check_at > now()');
      await pause(500);
    }
  })();
  try {
    await Promise.all([...asking, killing]);
    await waitFor('everything has ended', async () => (await count(CLOSED)) === total, 300_000);
  } finally {
    isOver = true;
    await hurrying;
  }

  expect(await count('true')).toBe(total);
  await checkWorld(database.url, {
    payouts: bank.payouts.map(({ reference, status }) => ({ reference, isPaid: status === 'paid' })),
    log: server.log(),
    canaries: [BANK_KEY, CPF, 'vera@example.com', TEST_KEY],
  });
  const paid = bank.payouts.filter(({ status }) => status === 'paid');
  expect(paid.every(({ amount }) => amount === AMOUNT - FEE)).toBe(true);
  expect(await count(`state = 'PAID'`)).toBe(paid.length);
  // The run must have been as bad as it claims.
  expect(await count('checks > 0')).toBeGreaterThan(0);
  expect(await count('misses > 0')).toBeGreaterThan(0);
});
