/** Many platforms on one database: the database itself isolates them, even if a statement forgets the platform. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkWorld } from './check-world.ts';
import type { Inspector } from './inspect.ts';
import {
  asApp,
  fillQueues,
  findHoles,
  listTenantTables,
  type Sides,
  TENANCY_CHECKS,
  undone,
} from './tenancy-checks.ts';
import { openTenants, type Tenants } from './tenants.ts';

let tenants: Tenants;
let inspector: Inspector;
let sides: Sides;

beforeAll(async () => {
  tenants = await openTenants();
  inspector = tenants.market.inspector;
  const { own, foreign, operated } = tenants;
  sides = { own: own.platformId, foreign: foreign.platformId, operated: operated.platformId };
});
afterAll(() => tenants.market.close());

describe('the database', () => {
  it.each(Object.entries(TENANCY_CHECKS))('has %s', async (_name, check) => {
    const found = await undone(inspector, async () => {
      await fillQueues(inspector);
      return check(inspector, sides);
    });

    expect(found).toEqual([]);
  });

  it('is looked at whole', async () => {
    const tables = await listTenantTables(inspector);
    expect(tables).toEqual(expect.arrayContaining(['person', 'session', 'audit_event', 'sale', 'payment', 'platform']));
    expect(tables.length).toBeGreaterThan(25);
    await checkWorld(tenants.market.node.databaseUrl);
  });
});

describe('the role of requests', () => {
  const attempt = (platformId: string | null, sql: string, values: unknown[] = []) =>
    undone(inspector, () => asApp(inspector, platformId, () => inspector.rows(sql, values)));

  it('cannot write rows of another platform', async () => {
    const insert = `INSERT INTO person (platform_id, id, name, email) VALUES ($1, gen_random_uuid(), 'x', 'x@example.com')`;
    for (const target of [sides.foreign, sides.operated]) {
      await expect(attempt(sides.own, insert, [target])).rejects.toMatchObject({ code: '42501' });
      await expect(attempt(null, insert, [target])).rejects.toMatchObject({ code: '42501' });
    }
    await expect(attempt(sides.own, insert, [sides.own])).resolves.toEqual([]);
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
    "UPDATE audit_event SET type = 'x'",
    'DELETE FROM audit_event',
    'TRUNCATE audit_event',
    'DELETE FROM person',
    'UPDATE ledger_entry SET amount = 1',
    'DELETE FROM ledger_entry',
    "UPDATE ledger_transaction SET kind = 'x'",
    'UPDATE ledger_transaction SET sequence = 1',
    'DELETE FROM ledger_transaction',
    'UPDATE session SET person_id = NULL',
    "UPDATE one_time_token SET expires_at = 'infinity'",
    'UPDATE recovery_code SET code_hash = NULL',
    'UPDATE platform_domain SET host = NULL',
    'TRUNCATE payment_evidence CASCADE',
    'ALTER TABLE payment DISABLE ROW LEVEL SECURITY',
    'DROP POLICY one_platform ON payment',
    'CREATE TABLE public.mine (id int)',
  ])('may not %s', async (sql) => {
    await expect(attempt(sides.own, sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('does not carry a platform to the next borrower of a connection', async () => {
    const { database } = tenants.market.node.app;
    const count = { text: 'SELECT count(*)::int AS count FROM payment', values: [] };
    for (let round = 0; round < 30; round++) {
      await Promise.all([
        database.write(sides.own, [count]),
        database.transaction(sides.foreign, async (transaction) => transaction.list(count)),
      ]);
      await expect(database.write(sides.own, [{ text: 'SELECT 1 / 0', values: [] }])).rejects.toThrow();
      expect(await database.query<{ count: number }>(count)).toEqual([{ count: 0 }]);
    }
  });
});

/** The checks find errors: each hole is made in the schema, found and rolled back. */
describe('a hole in the schema', () => {
  beforeAll(() => tenants.market.node.app.close());

  /** All checks run only for one hole of each kind, because they are slow. */
  const expectFound = async (dig: string, named: string[], checks = Object.keys(TENANCY_CHECKS)) => {
    const found = await undone(inspector, async () => {
      await fillQueues(inspector);
      await inspector.rows(dig);
      return findHoles(inspector, sides, checks);
    });
    expect(found.length, `nobody noticed: ${dig}`).toBeGreaterThan(0);
    for (const name of named) expect(found, dig).toContainEqual(expect.stringContaining(name));
  };

  it('is found wherever a policy is gone', async () => {
    const policies = await inspector.rows<{ table: string; name: string }>(
      `SELECT tablename AS table, policyname AS name FROM pg_policies WHERE schemaname = 'public' AND 'feira_app' = ANY(roles)`,
    );
    expect(policies.length).toBeGreaterThan(25);
    for (const { table, name } of policies) {
      const gone = `${table}.${name} is missing`;
      await expectFound(`DROP POLICY ${name} ON ${table}`, [gone], ['exactly the known policies']);
    }
    await expectFound('DROP POLICY one_platform ON sale', ['sale.one_platform is missing', 'sees 0 rows']);
  });

  it('is found wherever row security does not hold', async () => {
    const tables = (await listTenantTables(inspector)).filter((table) => table !== 'webhook_endpoint');
    const security = ['row security on every table'];
    for (const table of tables) {
      await expectFound(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`, [`${table} does not force`], security);
      await expectFound(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`, [`${table} has no row security`], security);
    }
    await expectFound('ALTER TABLE sale DISABLE ROW LEVEL SECURITY', ['sale: nobody sees', 'sale: UPDATE reached']);
  });

  it.each([
    [
      'a reference without the platform',
      'ALTER TABLE session DROP CONSTRAINT session_person_id_platform_id_fkey; ALTER TABLE person ADD UNIQUE (id); ALTER TABLE session ADD FOREIGN KEY (person_id) REFERENCES person (id)',
      'session.person_id → person.id took a row',
    ],
    ['a key without the platform', 'CREATE UNIQUE INDEX ON person (email, id)', 'person(email,id)'],
    ['a policy for everybody', 'CREATE POLICY all_of_it ON sale USING (true)', 'sale.all_of_it'],
    ['a wider policy', 'ALTER POLICY one_platform ON sale USING (true)', 'sale.one_platform is'],
    ['a policy that reads what it should not', 'ALTER POLICY operated_platform ON platform USING (true)', 'platform: '],
    ['a table of nobody', 'CREATE TABLE stray (id int)', 'stray'],
    ['a tenant table nobody filled', 'CREATE TABLE stray (platform_id uuid)', 'stray has no row of'],
    ['a view with rights of its owner', 'CREATE VIEW every_sale AS SELECT * FROM sale', 'every_sale'],
    [
      'a function with rights of its owner',
      `CREATE FUNCTION peek() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) FROM sale'`,
      'peek',
    ],
    ['a role past row security', 'ALTER ROLE feira_app BYPASSRLS', 'feira_app is past'],
    [
      'a table of the role of requests',
      'GRANT CREATE ON SCHEMA public TO feira_app; ALTER TABLE sale OWNER TO feira_app',
      'sale is owned by feira_app',
    ],
  ])('is found: %s', (_what, dig, named) => expectFound(dig, [named]));
});
