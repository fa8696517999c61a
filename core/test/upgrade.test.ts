/** The first schema with data is upgraded while rows are written, and a node sells on it. */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { auditLedgers } from '../src/modules/ledger/audit.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { migrate } from '../src/programs/migrate.ts';
import { buildNode } from './build.ts';
import { checkWorld } from './check-world.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { waitFor } from './wait-for.ts';
import { openPayouts, type Payouts } from './withdrawing.ts';
import { buy, pixPurchase } from './world.ts';

const FIRST_SCHEMA = '20261122T1000_create_upkeep.ts';

/** A sale that was paid twice, its refund, and a withdrawal, made by a node of today. */
async function openPast(): Promise<Payouts> {
  const market = await openPayouts();
  onTestFinished(market.close);
  const { paymentId, transactionId } = await market.buyPix();
  await (await market.host()).simulator.pay(transactionId as string, { times: 2 });
  await checkPayment(market.node.app, market.world.platformId, paymentId);
  await waitFor('the second payment went back', async () => (await market.readPayment(paymentId)).refunded_amount > 0);
  await market.request(await market.openHolder(20_000), 5_000);
  return market;
}

async function openFirstSchema(): Promise<{ url: string; inspector: Inspector; applied: string[] }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} OWNER feira_owner`);
  const url = new URL(inject('adminUrl'));
  url.username = 'feira_owner';
  url.pathname = `/${name}`;
  const { applied } = await migrate({ DATABASE_URL: url.href }, { last: FIRST_SCHEMA });
  const inspector = await openInspector(url.href);
  onTestFinished(async () => {
    await inspector.close();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
  return { url: url.href, inspector, applied };
}

/** Copies every row, in the columns that the first schema has. */
async function copyRows(from: Inspector, to: Inspector): Promise<void> {
  const tables = await to.rows<{ name: string; columns: string }>(
    `SELECT quote_ident(table_name) AS name, string_agg(quote_ident(column_name), ', ') AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND table_name NOT LIKE 'knex%'
     GROUP BY table_name`,
  );
  // No trigger runs and no foreign key is checked: the rows are whole already.
  await to.rows(`SET session_replication_role = 'replica'`);
  for (const { name, columns } of tables) {
    const [found] = await from.rows<{ rows: string }>(
      `SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]')::text AS rows FROM ${name} r`,
    );
    await to.rows(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM jsonb_populate_recordset(null::${name}, $1::jsonb) ON CONFLICT DO NOTHING`,
      [found?.rows],
    );
  }
  await to.rows(`SET session_replication_role = 'origin'`);
}

/** Writes to the tables of a sale, one statement after the other, until it is told to stop; returns the number of writes. */
function keepWriting({ rows }: Inspector): () => Promise<number> {
  let isOver = false;
  let writes = 0;
  const end = (async () => {
    while (!isOver) {
      await rows('UPDATE payment SET checks = checks');
      await rows('UPDATE payment_attempt SET state = state');
      await rows('UPDATE refund SET state = state');
      writes++;
    }
  })();
  const stop = async () => {
    isOver = true;
    await end;
    return writes;
  };
  onTestFinished(async () => void (await stop()));
  return stop;
}

it('upgrades the first schema with its data while rows are written, and sells on it', async () => {
  const past = await openPast();
  const { url, inspector, applied } = await openFirstSchema();
  expect(applied.at(-1)).toBe(FIRST_SCHEMA);
  await copyRows(past.inspector, inspector);
  const count = () =>
    inspector.rows(`SELECT (SELECT count(*)::int FROM payment WHERE status = 'APPROVED') AS sales,
      (SELECT count(*)::int FROM refund) AS refunds, (SELECT count(*)::int FROM withdrawal) AS withdrawals,
      (SELECT count(*)::int > 0 FROM ledger_entry) AS has_entries`);
  expect(await count()).toEqual([{ sales: 1, refunds: 1, withdrawals: 1, has_entries: true }]);

  const stop = keepWriting(inspector);
  const later = await migrate({ DATABASE_URL: url });
  expect(await stop()).toBeGreaterThan(0);

  const files = (await readdir(new URL('../migrations', import.meta.url))).filter((file) => /^\d.*\.ts$/.test(file));
  expect(later.applied).toHaveLength(files.length - applied.length);
  expect(await count()).toEqual([{ sales: 1, refunds: 1, withdrawals: 1, has_entries: true }]);
  const node = await buildNode({ databaseUrl: url, isListening: true });
  onTestFinished(node.close);
  expect((await buy(node.app, pixPurchase(past.world))).statusCode).toBe(200);
  for await (const { problems } of auditLedgers(node.app.database.jobs)) expect(problems).toEqual([]);
  await checkWorld(url, { mayWait: true });
});
