import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import {
  analyzeGrownTables,
  forgetDoneJobs,
  forgetOldDeeds,
  forgetOldKeys,
  forgetOldLogs,
  forgetPublished,
} from './housekeeping.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let connectionId: string;

beforeAll(async () => {
  node = await buildNode({ env: { LOG_DAYS: '40', AUDIT_DAYS: '400' } });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  connectionId = (await connect(node.app, world)).id;
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const age = (key: string, columns: string) =>
  node.app.database.write(world.platformId, [
    {
      text: `UPDATE idempotency_key SET created_at = now() - interval '32 days' ${columns} WHERE key = $1`,
      values: [key],
    },
  ]);

describe('forgetOldKeys', () => {
  it('forgets what was answered long ago, and keeps what is young or still open', async () => {
    for (const key of ['old', 'young', 'open']) await buy(node.app, pixPurchase(world), key);
    await age('old', '');
    await age('open', ', response_status = NULL');

    expect(await forgetOldKeys(node.app)).toBe(1);

    const [result] = await node.app.database.read(world.platformId, [
      { text: 'SELECT key FROM idempotency_key ORDER BY key', values: [] },
    ]);
    expect(result?.rows).toEqual([{ key: 'open' }, { key: 'young' }]);
  });
});

describe('forgetOldLogs', () => {
  it('forgets events and exchanges after LOG_DAYS, on every platform, parked ones too, and keeps what is not processed yet', async () => {
    const other = await createWorld(node.app, { host: 'other.example.com' });
    const otherConnectionId = (await connect(node.app, other)).id;
    for (const [platformId, connection] of [
      [world.platformId, connectionId],
      [other.platformId, otherConnectionId],
    ]) {
      for (const days of [39, 41]) {
        await inspector.rows(
          `INSERT INTO webhook (platform_id, id, connection_id, headers, query, body, state, reason, next_attempt_at, received_at)
           SELECT $1, gen_random_uuid(), $2, '{}', '{}', '', state, 'X', CASE WHEN state = 'RECEIVED' THEN now() END,
             now() - make_interval(days => $3)
           FROM unnest(ARRAY['RECEIVED', 'PROCESSED', 'IGNORED', 'PARKED']) AS state`,
          [platformId, connection, days],
        );
        await inspector.rows(
          `INSERT INTO provider_exchange (platform_id, id, connection_id, method, host, path, outcome, duration_ms, started_at)
           VALUES ($1, gen_random_uuid(), $2, 'GET', 'a.test', '/', 'OK', 1, now() - make_interval(days => $3))`,
          [platformId, connection, days],
        );
      }
    }

    expect(await forgetOldLogs(node.app)).toBe(8);

    const left = await inspector.rows(
      `SELECT platform_id, string_agg(state, ' ' ORDER BY received_at, state) AS states FROM webhook GROUP BY 1`,
    );
    const states = 'RECEIVED IGNORED PARKED PROCESSED RECEIVED';
    expect(left).toHaveLength(2);
    expect(left.map((row) => row.states)).toEqual([states, states]);
    // Exchanges of the purchases above are written in the background.
    expect(await inspector.rows(`SELECT 1 FROM provider_exchange WHERE host = 'a.test'`)).toHaveLength(2);
  });
});

describe('forgetPublished', () => {
  it('forgets what was published a week ago, and keeps what was not published however old it is', async () => {
    await buy(node.app, pixPurchase(world), 'announced');
    const [payment] = await inspector.rows('SELECT id FROM payment LIMIT 1');
    await inspector.rows(
      `INSERT INTO outbox (platform_id, id, type, payment_id, created_at, published_at)
       SELECT $1, gen_random_uuid(), type, $2, now() - interval '99 days', CASE WHEN type <> 'test.never' THEN now() - age END
       FROM (VALUES ('test.old', interval '8 days'), ('test.young', '6 days'), ('test.never', '99 days')) AS event(type, age)`,
      [world.platformId, payment?.id],
    );

    expect(await forgetPublished(node.app)).toBe(1);

    const left = await inspector.rows(`SELECT type FROM outbox WHERE type LIKE 'test.%' ORDER BY type`);
    expect(left.filter(({ type }) => type !== 'test.never')).toEqual([{ type: 'test.young' }]);
    expect(left).toHaveLength(2);
  });
});

describe('forgetDoneJobs', () => {
  it('forgets jobs a day after they were done, and keeps those that failed or are still to be done', async () => {
    const ended = (state: string, hours: number) =>
      inspector.rows(
        `INSERT INTO pgboss.job (name, state, data, completed_on, policy)
         SELECT name, $1::pgboss.job_state, '{"test": "ended"}', now() - make_interval(hours => $2), policy FROM pgboss.queue
         WHERE name = 'system.upkeep'`,
        [state, hours],
      );
    for (const hours of [23, 25]) for (const state of ['completed', 'failed', 'created']) await ended(state, hours);

    expect(await forgetDoneJobs(node.app)).toBe(1);

    const left = await inspector.rows(
      `SELECT state, round(extract(epoch FROM now() - completed_on) / 3600)::int AS hours FROM pgboss.job WHERE data->>'test' = 'ended' ORDER BY 1, 2`,
    );
    expect(left).toEqual([
      { state: 'created', hours: 23 },
      { state: 'created', hours: 25 },
      { state: 'completed', hours: 23 },
      { state: 'failed', hours: 23 },
      { state: 'failed', hours: 25 },
    ]);
  });
});

describe('forgetOldDeeds', () => {
  it('forgets audit events after AUDIT_DAYS', async () => {
    for (const days of [399, 401]) {
      await inspector.rows(
        `INSERT INTO audit_event (platform_id, id, type, created_at) VALUES ($1, gen_random_uuid(), 'test.' || $2::text, now() - make_interval(days => $2::int))`,
        [world.platformId, days],
      );
    }

    expect(await forgetOldDeeds(node.app)).toBe(1);

    expect(await inspector.rows(`SELECT type FROM audit_event WHERE type LIKE 'test.%'`)).toEqual([
      { type: 'test.399' },
    ]);
  });

  it('finds no younger ones, because the role of jobs does not see them', async () => {
    await inspector.rows(
      `INSERT INTO audit_event (platform_id, id, type, created_at) VALUES ($1, gen_random_uuid(), 'test.young', now() - interval '300 days')`,
      [world.platformId],
    );

    const seen = await node.app.database.jobs.list({
      text: `SELECT id FROM audit_event WHERE created_at > now() - interval '364 days'`,
      values: [],
    });

    expect(seen).toEqual([]);
  });
});

describe('analyzeGrownTables', () => {
  it('analyses a table whenever its rows have doubled', async () => {
    // Autovacuum must not analyse it meanwhile.
    await inspector.rows('ALTER TABLE sign_in_attempt SET (autovacuum_enabled = false)');
    const grow = async (rows: number) => {
      await inspector.rows(
        `INSERT INTO sign_in_attempt (platform_id, key, failures, window_ends_at)
         SELECT $1, uuid_send(gen_random_uuid()), 1, now() FROM generate_series(1, $2::int)`,
        [world.platformId, rows],
      );
      await inspector.rows('SELECT pg_stat_force_next_flush()');
    };
    const isAnalyzed = async () => (await analyzeGrownTables(node.app)).includes('sign_in_attempt');

    await grow(300);
    expect(await isAnalyzed()).toBe(true);
    await grow(200);
    expect(await isAnalyzed()).toBe(false);
    await grow(200);
    expect(await isAnalyzed()).toBe(true);

    const [table] = await inspector.rows(
      `SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'sign_in_attempt'`,
    );
    expect(table).toEqual({ rows: 700 });
  });
});
