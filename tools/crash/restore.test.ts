/**
 * The drill of docs/backup.md: a platform sells, refunds and pays out; its database is copied in the middle; it goes on and is killed; the copy
 * takes the database's place. The bank's books say whether anything was paid twice. TEST_SEED repeats one case.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { type StartedSimulator, startSimulator } from '@feira/plugin-kit/testing';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { checkPayment } from '../../core/src/modules/payments/service.ts';
import { newId } from '../../core/src/shared/ids.ts';
import { TEST_KEY } from '../../core/test/build.ts';
import { checkWorld } from '../../core/test/check-world.ts';
import { openDraw, rounds, SEED } from '../../core/test/draw.ts';
import { openInspector } from '../../core/test/inspect.ts';
import { findBought } from '../../core/test/market.ts';
import { openSessionOf, openStaff, type Staff } from '../../core/test/staff.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { buy, CPF, pixPurchase, SANDBOX_SECRETS } from '../../core/test/world.ts';
import sandbox from '../../plugins/sandbox/src/simulator.ts';
import { callUntilAnswered, DEADLINE_MS, hurry, openStage, type Stage } from './stage.ts';

const PLUGINS = resolve(import.meta.dirname, '../../plugins');
const CORE = resolve(import.meta.dirname, '../../core/src');
/** The number of orders of each kind. */
const EACH = rounds({ short: 2, long: 8 });
const AMOUNT = 5_000;
const PRICE = 9_990;
/** More than the seller withdraws in a day: one person's approval is enough. */
const BALANCE = AMOUNT * EACH * 6;

type Person = { headers: Record<string, string> };
interface Sale {
  publicId: string;
  paymentId: string;
  transactionId: string;
}

const { below } = openDraw();
let bank: StartedSimulator;
let stage: Stage;
let admin: Person;
let seller: Staff & { destinationId: string };
const sales: Sale[] = [];
const approved: string[] = [];
const waiting: string[] = [];

beforeAll(async () => {
  bank = await startSimulator(sandbox, {
    credentials: { ...SANDBOX_SECRETS, publicKey: 'pk_test_0123456789' },
    webhook: 'deliver',
  });
  stage = await openStage({
    provider: 'sandbox',
    bankUrl: bank.url,
    secrets: SANDBOX_SECRETS,
    connectionSettings: { publicKey: 'pk_test_0123456789' },
    settings: {
      withdrawals: { fee: 0, minimum: 1, automaticUpTo: AMOUNT, secondApprovalAbove: BALANCE, coolingHours: 0 },
    },
    env: { PROVIDER_DIRECTORIES: PLUGINS, LIMIT_FACTOR: '1000' },
    prepare,
  });
});

afterAll(async () => {
  await stage?.close();
  await bank?.close();
});

/** Runs on a node that sends nothing by itself: at the time of the copy every order waits. */
async function prepare(app: FastifyInstance, prepared: Stage): Promise<void> {
  stage = prepared;
  const { world, inspector, connectionId } = prepared;
  const { platformId, sellerId } = world;
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    sellerId,
  ]);
  admin = await openStaff(app, platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS });
  const headers = await openSessionOf(app, platformId, sellerId);
  const [destination] = await inspector.rows<{ id: string }>(
    `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
     VALUES ($1, gen_random_uuid(), $2, 'PIX_KEY', 'EMAIL', 'vera@example.com', 'Vera', $3, now()) RETURNING id`,
    [platformId, sellerId, CPF],
  );
  seller = { id: sellerId, name: '', email: '', headers, destinationId: destination?.id as string };
  const entries = [
    { kind: 'PROVIDER', ownerId: connectionId, amount: -BALANCE },
    { kind: 'AVAILABLE', ownerId: sellerId, amount: BALANCE },
  ];
  const posting = { id: newId(), kind: 'SALE', source: newId(), currency: 'BRL', occurredAt: new Date(), entries };
  await inspector.rows('SELECT ledger_post($1, $2)', [platformId, JSON.stringify(posting)]);
  const post = async (name: string, payload: object) =>
    (
      await app.inject({
        method: 'POST',
        url: `/api/${name}`,
        headers: { ...seller.headers, 'idempotency-key': newId() },
        payload,
      })
    ).json();
  for (let index = 0; index < EACH; index++) {
    for (const [amount, ids] of [[AMOUNT, approved] as const, [AMOUNT + 1, waiting] as const])
      ids.push(
        (await post('payouts.requestWithdrawal', { amount, destinationId: seller.destinationId })).withdrawal.id,
      );
    // Paid twice: the surplus waits to go back.
    const bought = await buy(app, pixPurchase(world));
    const { publicId, paymentId, transactionId } = await findBought(inspector, bought.json().paymentId);
    await bank.simulator.pay(transactionId as string, { times: 2 });
    await checkPayment(app, platformId, paymentId);
    sales.push({ publicId, paymentId, transactionId: transactionId as string });
  }
  await copyDatabase();
}

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const nameOf = () => new URL(stage.databaseUrl).pathname.slice(1);
const lockOut = (name: string) => [
  `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
];

/** The backup. Connections that are cut come back by themselves. */
async function copyDatabase(): Promise<void> {
  const name = nameOf();
  await stage.inspector.close();
  await administer(
    ...lockOut(name),
    `CREATE DATABASE ${name}_copy TEMPLATE ${name} OWNER feira_owner`,
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
  );
  stage.inspector = await openInspector(stage.databaseUrl);
}

/** The restore: the copy gets the name of what was lost. */
async function restoreCopy(): Promise<void> {
  const name = nameOf();
  await stage.inspector.close();
  await administer(
    `DROP DATABASE ${name} WITH (FORCE)`,
    `ALTER DATABASE ${name}_copy RENAME TO ${name}`,
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`,
  );
  stage.inspector = await openInspector(stage.databaseUrl);
}

const call = async (person: Person, name: string, input: object) =>
  callUntilAnswered(stage, person, name, input, newId());
const withdraw = async (amount: number) =>
  (await call(seller, 'payouts.requestWithdrawal', { amount, destinationId: seller.destinationId })).body;
const count = async (sql: string, values: unknown[] = []) =>
  (await stage.inspector.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`, values))[0]?.count ?? -1;

async function sell(): Promise<string> {
  const bought = await call({ headers: {} }, 'checkout.purchase', pixPurchase(stage.world));
  const { paymentId, transactionId } = await findBought(stage.inspector, bought.body.paymentId as string);
  await bank.simulator.pay(transactionId as string);
  await waitFor(
    'the sale is approved',
    async () => (await count(`payment WHERE id = $1 AND status = 'APPROVED'`, [paymentId])) === 1,
  );
  return paymentId;
}

/** Counts how often the bank was asked to send each withdrawal, by our reference. */
const transfers = () =>
  Map.groupBy(
    bank.requests.filter(({ method, path }) => method === 'POST' && path === '/transfers'),
    ({ body }) => (body as { reference: string }).reference,
  );
/** In São Paulo. */
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' });
const refundRequests = () => bank.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/refunds'));

const due = (table: string) =>
  `UPDATE ${table} SET next_check_at = now() WHERE id IN (
    SELECT id FROM ${table} WHERE next_check_at > now() AND state NOT IN ('SENDING', 'WAITING') FOR UPDATE SKIP LOCKED)`;
/** Lookups believe that nothing is there only after the time of a call. */
const past = (table: string, where: string) =>
  `UPDATE ${table} SET sent_at = sent_at - interval '1 hour' WHERE state = 'UNKNOWN' AND reason = 'RESTORED' AND ${where}`;
const HURRY = [due('withdrawal'), due('refund')];

it(`a restore in the middle of ${EACH} orders of each kind (seed ${SEED})`, async () => {
  // These changes happen after the copy, so the restored database will not know them.
  const sent = waiting.filter(() => below(2) === 0).concat(waiting.slice(0, 1));
  const sentWaiting = [...new Set(sent)];
  for (const withdrawalId of sentWaiting) {
    const decided = await call(admin, 'payouts.decideWithdrawal', { withdrawalId, decision: 'APPROVE' });
    expect(decided.body.withdrawal, JSON.stringify(decided.body)).toMatchObject({ state: 'APPROVED' });
  }
  const lost = (await withdraw(AMOUNT)).withdrawal as { id: string };
  const lostSales = [await sell()];
  await waitFor(
    'everything was sent',
    async () =>
      transfers().size === approved.length + sentWaiting.length + 1 &&
      (await count(`withdrawal WHERE state = 'PAID'`)) === transfers().size &&
      (await count(`refund WHERE state = 'DONE'`)) === EACH,
    DEADLINE_MS,
  );
  await stage.server.kill();
  const returned = refundRequests().length;
  await restoreCopy();

  await stage.server.start();
  expect(stage.server.log()).toContain('"outgoing-held"');
  await hurry(stage, HURRY, async () => {
    await waitFor(
      'what was sent is found',
      async () =>
        (await count(`withdrawal WHERE state = 'PAID'`)) === approved.length + sentWaiting.length &&
        (await count(`refund WHERE state = 'DONE'`)) === EACH,
      DEADLINE_MS,
    );
  });
  // The platform sells, and nothing else leaves it: not even what the seller withdraws of the money that is gone.
  await sell();
  const again = (await withdraw(AMOUNT)).withdrawal as { id: string };
  const kept = waiting.filter((id) => !sentWaiting.includes(id));
  await hurry(stage, [...HURRY, past('withdrawal', 'misses < 2')], async () => {
    await waitFor(
      'what was not sent is as before',
      async () =>
        (await count(`withdrawal WHERE state = 'WAITING'`)) === kept.length &&
        (await count(`withdrawal WHERE id = $1 AND reason = 'OUTGOING_HELD'`, [again.id])) === 1,
      DEADLINE_MS,
    );
  });
  expect([...transfers().values()].every((calls) => calls.length === 1)).toBe(true);
  expect(transfers().has(again.id)).toBe(false);
  expect(refundRequests()).toHaveLength(returned);

  // The provider's panel sends its events again: the events that the restored database does not know become cases.
  for (const { url, headers, body } of bank.deliveries) await fetch(url, { method: 'POST', headers, body });
  await waitFor(
    'the unknown events were read',
    async () => (await count(`webhook WHERE reason = 'UNKNOWN_PAYMENT'`)) > 0,
  );
  const { runId } = (await call(admin, 'reconciliation.startRun', { day: today() })).body;
  await waitFor(
    'the day was compared',
    async () => (await count('reconciliation WHERE id = $1 AND finished_at IS NOT NULL', [runId])) === 1,
    DEADLINE_MS,
  );
  expect(
    await stage.inspector.rows(
      `SELECT subject, kind, provider_amount FROM reconciliation_case WHERE payment_id IS NULL AND subject = 'PAYMENT'`,
    ),
  ).toEqual(lostSales.map(() => ({ subject: 'PAYMENT', kind: 'MISSING', provider_amount: PRICE })));

  const env = { PATH: process.env.PATH, DATABASE_URL: stage.databaseUrl, ENCRYPTION_KEY: TEST_KEY };
  const run = (...args: string[]) => spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  const release = run(`${CORE}/programs/outgoing.ts`, '--release', '--by', 'Ana Souza');
  expect(release.status, release.stderr).toBe(0);
  await hurry(stage, HURRY, () =>
    waitFor(
      'what waited is sent',
      async () => (await count(`withdrawal WHERE id = $1 AND state = 'PAID'`, [again.id])) === 1,
    ),
  );

  // Every transfer of the bank is one of ours, sent once, but for the one that was requested and sent in the lost time.
  expect([...transfers().values()].every((calls) => calls.length === 1)).toBe(true);
  const known = await stage.inspector.rows<{ id: string }>(`SELECT id FROM withdrawal WHERE state = 'PAID'`);
  expect([...transfers().keys()].sort()).toEqual([...known.map(({ id }) => id), lost.id].sort());
  expect(refundRequests()).toHaveLength(returned);
  await checkWorld(stage.databaseUrl, {
    payouts: [...transfers().keys()].map((reference) => ({ reference, isPaid: true })),
    log: stage.server.log(),
    canaries: [CPF, TEST_KEY, SANDBOX_SECRETS.secretKey],
    mayWait: true,
  });
  const audit = run(`${CORE}/programs/ledger-audit.ts`);
  expect(audit.status, audit.stdout + audit.stderr).toBe(0);
});
