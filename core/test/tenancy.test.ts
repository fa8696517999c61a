/** One database for many platforms: the database itself keeps them apart, whatever the code forgets. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { checkWorld } from './check-world.ts';
import { type Market, openMarket } from './market.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

/** Read before a platform is known; what they hold is public (a host name) or the proof itself (a random token). */
const BEFORE_ANY_PLATFORM = ['platform_domain', 'webhook_endpoint'];

interface Table {
  name: string;
  hasForcedSecurity: boolean;
  owner: string;
}

let market: Market;
let other: World;
let tables: Table[];
let tenantTables: string[];

const rows = <Row = Record<string, unknown>>(sql: string, values?: unknown[]) =>
  market.inspector.rows<Row>(sql, values);

/** What a request could do on its connection, and nothing else. */
async function asApp<T>(platformId: string | null, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: market.node.databaseUrl, options: '-c role=feira_app' });
  await client.connect();
  try {
    await client.query('BEGIN');
    if (platformId) await client.query("SELECT set_config('app.platform_id', $1, true)", [platformId]);
    return await work(client);
  } finally {
    await client.end();
  }
}

const canSelect = async (table: string) =>
  (await rows<{ can: boolean }>(`SELECT has_table_privilege('feira_app', $1, 'SELECT') AS can`, [table]))[0]?.can ===
  true;

/** Two platforms with a row in every table. */
beforeAll(async () => {
  market = await openMarket();
  const { app } = market.node;
  other = await createWorld(app, { host: 'other.example.com', offer: { abandoned_cart_enabled: true } });
  await connect(app, other);
  for (const [world, host] of [
    [market.world, 'localhost'],
    [other, 'other.example.com'],
  ] as const) {
    await rows('UPDATE offer SET abandoned_cart_enabled = true');
    await rows(
      `INSERT INTO delivery_option (platform_id, id, offer_id, description, delivery_time, fare_amount) VALUES ($1, gen_random_uuid(), $2, 'PAC', '5', 100)`,
      [world.platformId, world.offerId],
    );
    app.cache.forgetAll();
    const cart = { offerId: world.offerId, email: 'a@example.com' };
    await app.inject({ method: 'POST', url: '/api/checkout.putAbandonedCart', headers: { host }, payload: cart });
    const bought = await buy(app, pixPurchase(world, { orderBumpsIds: [world.bumpId] }), undefined, { host });
    const [payment] = await rows<{ id: string; transaction: string }>(
      'SELECT p.id, a.transaction_id AS transaction FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1',
      [bought.json().paymentId],
    );
    const [connection] = await rows<{ id: string }>('SELECT id FROM provider_connection WHERE platform_id = $1', [
      world.platformId,
    ]);
    const simulator = (await app.simulators.get(connection?.id as string))?.simulator;
    await simulator?.pay(payment?.transaction as string, { times: 2 });
    await checkPayment(app, world.platformId, payment?.id as string);
  }
  await Promise.all(market.letters.map((letter) => market.deliver(letter)));
  await waitFor('every event and refund has ended', async () => {
    const [open] = await rows(
      `SELECT 1 FROM webhook WHERE state = 'RECEIVED' UNION ALL SELECT 1 FROM refund WHERE state <> 'DONE'`,
    );
    return !open && (await rows('SELECT 1 FROM provider_exchange')).length > 0;
  });
  tables = await rows<Table>(
    `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS "hasForcedSecurity", r.rolname AS owner
     FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'platform_id')`,
  );
  tenantTables = tables.map(({ name }) => name).filter((name) => !BEFORE_ANY_PLATFORM.includes(name));
});
afterAll(() => market.close());

describe('the catalogue', () => {
  it('forces row security on every table of a platform, and gives none to the role of requests', () => {
    expect(tenantTables.length).toBeGreaterThan(15);
    expect(tables.filter(({ name, hasForcedSecurity }) => !hasForcedSecurity && tenantTables.includes(name))).toEqual(
      [],
    );
    expect(tables.filter(({ owner }) => owner.startsWith('feira_app') || owner.startsWith('feira_jobs'))).toEqual([]);
  });

  it('has no table outside of platforms but those that say why', async () => {
    const outside = await rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
       AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'platform_id') ORDER BY relname`,
    );
    expect(outside.map(({ name }) => name)).toEqual(['knex_migrations', 'knex_migrations_lock']);
  });

  it('carries the platform in every key', async () => {
    const keys = await rows<{ table: string; columns: string[] }>(
      `SELECT i.indrelid::regclass::text AS table, array_agg(a.attname::text ORDER BY k.position) AS columns
       FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int[]) WITH ORDINALITY AS k(number, position)
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
       WHERE i.indisunique AND i.indrelid::regclass::text = ANY($1) GROUP BY i.indrelid, i.indexrelid`,
      [tenantTables],
    );
    expect(keys.length).toBeGreaterThanOrEqual(tenantTables.length);
    expect(keys.filter(({ columns }) => !columns.includes('platform_id'))).toEqual([]);
  });

  it('carries the platform in every reference between them', async () => {
    const references = await rows<{ name: string; from: string[]; to: string[] }>(
      `SELECT c.conrelid::regclass || ' → ' || c.confrelid::regclass AS name,
         (SELECT array_agg(a.attname::text ORDER BY k.o) FROM unnest(c.conkey) WITH ORDINALITY AS k(n, o) JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n) AS "from",
         (SELECT array_agg(a.attname::text ORDER BY k.o) FROM unnest(c.confkey) WITH ORDINALITY AS k(n, o) JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.n) AS "to"
       FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
    );
    expect(references.length).toBeGreaterThan(20);
    expect(
      references.filter(
        ({ from, to }) => from.indexOf('platform_id') < 0 || from.indexOf('platform_id') !== to.indexOf('platform_id'),
      ),
    ).toEqual([]);
  });

  it('has no way around: no role past row security, no view or function with its owner’s rights', async () => {
    expect(
      await rows(`SELECT rolname FROM pg_roles WHERE rolname LIKE 'feira_%' AND (rolbypassrls OR rolsuper)`),
    ).toEqual([]);
    expect(await rows(`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef`)).toEqual(
      [],
    );
    expect(
      await rows(
        `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND NOT coalesce(reloptions @> ARRAY['security_invoker=true'], false)`,
      ),
    ).toEqual([]);
    // A policy for everybody (role 0) would also be one for the role of requests.
    const policies = await rows<{ table: string; roles: string[]; condition: string }>(
      `SELECT tablename AS table, roles::text[], coalesce(qual, '') || coalesce(with_check, '') AS condition FROM pg_policies WHERE schemaname = 'public'`,
    );
    expect(
      policies.filter(
        ({ roles, condition }) =>
          !roles.every((role) => role === 'feira_jobs') &&
          !(roles.join() === 'feira_app' && condition.includes('app.platform_id')),
      ),
    ).toEqual([]);
  });
});

describe('the role of requests', () => {
  it('sees nothing without a platform, and with one only its rows', async () => {
    let filled = 0;
    for (const table of tenantTables) {
      if (!(await canSelect(table))) continue;
      const [all] = await rows<{ here: number; there: number }>(
        `SELECT count(*) FILTER (WHERE platform_id = $1)::int AS here, count(*) FILTER (WHERE platform_id = $2)::int AS there FROM ${table}`,
        [market.world.platformId, other.platformId],
      );
      const seen = (platformId: string | null) =>
        asApp(
          platformId,
          async (client) => (await client.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count,
        );

      if ((all?.here ?? 0) > 0 && (all?.there ?? 0) > 0) filled += 1;
      expect([table, await seen(null)]).toEqual([table, 0]);
      expect([table, await seen(market.world.platformId)]).toEqual([table, all?.here]);
      expect([table, await seen(other.platformId)]).toEqual([table, all?.there]);
    }
    // Empty tables would prove nothing.
    expect(filled).toBeGreaterThan(15);
  });

  it('cannot write rows of another platform', async () => {
    const insert = `INSERT INTO person (platform_id, id, name, email) VALUES ($1, gen_random_uuid(), 'x', 'x@example.com')`;

    await expect(
      asApp(market.world.platformId, (client) => client.query(insert, [other.platformId])),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(asApp(null, (client) => client.query(insert, [other.platformId]))).rejects.toMatchObject({
      code: '42501',
    });
    const moved = `UPDATE person SET platform_id = $1`;
    await expect(
      asApp(market.world.platformId, (client) => client.query(moved, [other.platformId])),
    ).rejects.toMatchObject({ code: '42501' });
    const foreign = await asApp(market.world.platformId, (client) =>
      client.query(`UPDATE payment SET status = 'APPROVED' WHERE platform_id = $1`, [other.platformId]),
    );
    expect(foreign.rowCount).toBe(0);
  });

  it.each([
    'UPDATE payment_evidence SET paid_amount = 1',
    'DELETE FROM payment_evidence',
    'DELETE FROM payment',
    'DELETE FROM payment_attempt',
    'DELETE FROM refund',
    'DELETE FROM webhook',
    'DELETE FROM idempotency_key',
    'UPDATE outbox SET published_at = now()',
    'DELETE FROM outbox',
    'UPDATE sale SET total = 1',
    'UPDATE sale_item SET unit_price = 1',
    'UPDATE provider_exchange SET outcome = NULL',
    'UPDATE platform_key SET version = 2',
    'TRUNCATE payment_evidence CASCADE',
    'ALTER TABLE payment DISABLE ROW LEVEL SECURITY',
    'DROP POLICY one_platform ON payment',
    'CREATE TABLE public.mine (id int)',
  ])('may not %s', async (sql) => {
    await expect(asApp(market.world.platformId, (client) => client.query(sql))).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('does not carry a platform to the next borrower of a connection', async () => {
    const { database } = market.node.app;
    const count = { text: 'SELECT count(*)::int AS count FROM payment', values: [] };
    for (let round = 0; round < 30; round++) {
      await Promise.all([
        database.write(market.world.platformId, [count]),
        database.transaction(other.platformId, async (transaction) => transaction('payment').count()),
      ]);
      await expect(database.write(market.world.platformId, [{ text: 'SELECT 1 / 0', values: [] }])).rejects.toThrow();
      expect(await database.query<{ count: number }>(count)).toEqual([{ count: 0 }]);
    }
  });
});

describe('a reference to another platform’s row', () => {
  it('is refused by every foreign key, even past row security', async () => {
    const references = await rows<{ source: string; target: string; column: string; key: string }>(
      `SELECT c.conrelid::regclass::text AS source, c.confrelid::regclass::text AS target, a.attname::text AS column, f.attname::text AS key
       FROM pg_constraint c CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS k(from_number, to_number)
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.from_number
       JOIN pg_attribute f ON f.attrelid = c.confrelid AND f.attnum = k.to_number
       WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND a.attname <> 'platform_id'`,
    );
    let tried = 0;
    for (const { source, target, column, key } of references) {
      // A key that both platforms have (a version number) points at the own row.
      const [foreign] = await rows<{ value: unknown }>(
        `SELECT ${key} AS value FROM ${target} t WHERE platform_id = $1 AND NOT EXISTS (SELECT 1 FROM ${target} o WHERE o.platform_id = $2 AND o.${key} = t.${key}) LIMIT 1`,
        [other.platformId, market.world.platformId],
      );
      const [own] = await rows(`SELECT 1 FROM ${source} WHERE platform_id = $1 LIMIT 1`, [market.world.platformId]);
      if (!foreign || !own) continue;
      const point = market.inspector.rows(`UPDATE ${source} SET ${column} = $1 WHERE platform_id = $2`, [
        foreign.value,
        market.world.platformId,
      ]);
      await expect(point, `${source}.${column}`).rejects.toMatchObject({ code: '23503' });
      tried += 1;
    }
    expect(tried).toBeGreaterThan(15);
    await checkWorld(market.node.databaseUrl);
  });
});
