/**
 * Keys and indexes lead with what is looked up. A planner that has not seen a table yet believes that a platform has one row in
 * it: it takes an index that begins with the platform for every look-up, and reads the whole platform for one row, as long as
 * the plan is kept. That is the day on which a shop opens.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './inspect.ts';
import { undone } from './tenancy-checks.ts';

/** Tables with a handful of rows for each platform, which are read whole; all others grow. */
const SMALL_TABLES = [
  ...['platform', 'platform_key', 'platform_domain', 'domain_claim', 'provider_package', 'package_publisher'],
  ...['package_policy', 'provider_connection', 'provider_credential', 'webhook_endpoint', 'payment_route'],
  ...['connection_circuit', 'connection_rollout', 'ledger_closing'],
  // The hours of a month, read by platform and period; nobody looks one up.
  'connection_hour',
];

/** Indexes that may begin with the platform: no look-up by id or by another key states their condition. */
const PLATFORM_FIRST: Record<string, string> = {
  person_page: 'stated by lists of a whole platform (ofWholePlatform)',
  audit_event_page: 'stated by lists of a whole platform (ofWholePlatform)',
  mail_page: 'stated by lists of a whole platform (ofWholePlatform)',
  provider_exchange_started: 'stated by lists of a whole platform (ofWholePlatform)',
  webhook_received: 'stated by lists of a whole platform (ofWholePlatform)',
  ledger_account_kind: 'stated by sums of a whole platform (ofWholePlatform)',
  sale_search_page: 'stated by lists of a whole platform alone',
  reconciliation_page: 'stated by lists of a whole platform (ofWholePlatform)',
  provider_exchange_failed: 'calls that failed are listed and never looked up',
  subscription_platform: 'stated by lists of a whole platform (ofWholePlatform)',
  subscription_event_platform: 'stated by lists of a whole platform (ofWholePlatform)',
  money_rule_open: 'proposals that wait, which are few at any time',
  money_rule_past: 'only the list of past proposals states their status',
  event_page: 'stated by lists of a whole platform (ofWholePlatform)',
  seller_webhook_own: 'webhooks of the platform itself, which are at most twenty',
  refund_page: 'only the list of refunds states the cause',
  refund_request_page: 'stated by lists of a whole platform (ofWholePlatform)',
  dispute_waiting_page: 'open disputes, which are few at any time',
  dispute_other_page: 'only the list states that a dispute is not open',
  ledger_transaction_chain: 'the end of the chain, which only the sealing and its proof look for',
  ledger_transaction_unsealed: 'the last seconds, which wait for the sealing',
  ledger_hold_released: 'only the list of released money states this state',
};

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

interface Index {
  name: string;
  table: string;
  isPartial: boolean;
}

/** Indexes, keys and unique constraints that begin with the platform. */
const listPlatformFirst = () =>
  database.rows<Index>(
    `SELECT c.relname AS name, i.indrelid::regclass::text AS table, i.indpred IS NOT NULL AS "isPartial"
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] AND a.attname = 'platform_id'
     WHERE c.relnamespace = 'public'::regnamespace AND i.indrelid::regclass::text <> ALL($1)`,
    [SMALL_TABLES],
  );

async function findTraps(): Promise<string[]> {
  const found = await listPlatformFirst();
  return found.filter(({ name, isPartial }) => !isPartial || !(name in PLATFORM_FIRST)).map(({ name }) => name);
}

describe('indexes of growing tables', () => {
  it('lead with what is looked up', async () => {
    expect(await findTraps()).toEqual([]);
  });

  it('are listed as exceptions only where they are ones', async () => {
    const found = await listPlatformFirst();

    expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(PLATFORM_FIRST).sort());
  });

  it.each([
    ['a key', 'CREATE TABLE stray (platform_id uuid, id uuid, PRIMARY KEY (platform_id, id))', 'stray_pkey'],
    ['a unique constraint', 'ALTER TABLE sale ADD CONSTRAINT stray UNIQUE (platform_id, created_at)', 'stray'],
    ['an index', 'CREATE INDEX stray ON payment (platform_id, created_at DESC)', 'stray'],
    ['a partial index nobody explained', `CREATE INDEX stray ON sale (platform_id) WHERE total > 0`, 'stray'],
    [
      'a whole index under the name of a partial one',
      'DROP INDEX mail_page; CREATE INDEX mail_page ON mail (platform_id, created_at)',
      'mail_page',
    ],
  ])('are found when %s begins with the platform', async (_what, sql, name) => {
    await undone(database, async () => {
      await database.rows(sql);

      expect(await findTraps()).toEqual([name]);
    });
  });
});
