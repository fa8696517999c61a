import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { buildNode, type TestNode } from '../../test/build.ts';
import { openDraw } from '../../test/draw.ts';
import { BUYER_ADDRESS, buy, connect, createWorld, pixPurchase, type World } from '../../test/world.ts';
import { insertWebhook } from '../modules/webhooks/model.ts';
import { newId } from '../shared/ids.ts';
import { mergeable, type Placed } from '../shared/merge.ts';
import { toFieldName } from '../shared/send-statement.ts';
import type { Statement } from '../shared/statement.ts';
import { readConfig } from './config.ts';
import { Database, toServers } from './database.ts';

let node: TestNode;
let world: World;
let connectionId: string;

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app);
  connectionId = (await connect(node.app, world)).id;
});
afterAll(() => node.close());

const event = (connection = connectionId) => ({
  platformId: world.platformId,
  id: newId(),
  connectionId: connection,
  method: 'POST' as const,
  path: '',
  headers: {},
  query: {},
  body: Buffer.from('{}'),
  senderAddress: null,
  searchText: '',
});

const write = (webhook: ReturnType<typeof event>) =>
  node.app.database.writeShared(world.platformId, insertWebhook(webhook));

async function listStored(): Promise<{ id: string; transaction: string }[]> {
  return node.app.database.list(world.platformId, {
    text: 'SELECT id, xmin::text AS transaction FROM webhook',
    values: [],
  });
}

describe('a node', () => {
  it('refuses to start with sessions that do not have its role, as behind a pooler that drops it', async () => {
    const address = new URL(node.databaseUrl);
    address.searchParams.set('options', '-c lock_timeout=1000');

    await expect(buildNode({ databaseUrl: address.href })).rejects.toThrow(/instead of feira_app.*PgBouncer/);
  });
});

describe('a node behind a pooler', () => {
  /** Sessions that have no right at all: a statement that does not set its role itself is refused. */
  async function openPowerless(poolSize: number) {
    const admin = new pg.Client({ connectionString: inject('adminUrl') });
    await admin.connect();
    const role = `powerless_${newId().replaceAll('-', '')}`;
    await admin.query(`CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO feira_owner`);
    const address = new URL(node.databaseUrl);
    address.searchParams.set('options', `-c role=${role}`);
    const behind = await buildNode({
      databaseUrl: address.href,
      isListening: true,
      env: {
        DATABASE_POOLER: 'on',
        DATABASE_DIRECT_URL: node.databaseUrl,
        DATABASE_POOL_SIZE: String(poolSize),
      },
    });
    onTestFinished(async () => {
      await behind.close();
      await admin.query(`DROP ROLE ${role}`);
      await admin.end();
    });
    return behind;
  }
  const seen: Statement<{ role: string; platform: string | null; wait: string }> = {
    text: `SELECT current_user AS role, nullif(current_setting('app.platform_id', true), '') AS platform, current_setting('lock_timeout') AS wait`,
    values: [],
  };
  const failing: Statement = { text: 'SELECT 1 / 0', values: [] };

  it('sets role and platform in each transaction, and leaves none of both to the next', async () => {
    const { database } = (await openPowerless(2)).app;
    const platforms = [newId(), newId(), newId()];
    const calls = platforms.flatMap((platformId) => [
      async () =>
        expect(await database.find(platformId, seen)).toMatchObject({ role: 'feira_app', platform: platformId }),
      async () =>
        expect((await database.writeShared(platformId, seen)).rows[0]).toMatchObject({ platform: platformId }),
      () =>
        database.transaction(platformId, async (transaction) =>
          expect(await transaction.find(seen)).toMatchObject({ role: 'feira_app', platform: platformId }),
        ),
      () => expect(database.write(platformId, [failing])).rejects.toThrow('division by zero'),
      () => expect(database.transaction(platformId, ({ run }) => run(failing))).rejects.toThrow('division by zero'),
      async () => expect(await database.query(seen)).toEqual([{ role: 'feira_app', platform: null, wait: '5s' }]),
      () => expect(database.query(failing)).rejects.toThrow('division by zero'),
      async () => expect(await database.jobs.find(seen)).toEqual({ role: 'feira_jobs', platform: null, wait: '5s' }),
      async () => expect(await database.searches.find(seen)).toMatchObject({ role: 'feira_jobs', platform: null }),
      () => expect(database.jobs.find(failing)).rejects.toThrow('division by zero'),
      () =>
        database.jobsTransaction(async (transaction) =>
          expect(await transaction.find(seen)).toMatchObject({ role: 'feira_jobs', platform: null }),
        ),
      async () => expect(await database.beat(seen)).toMatchObject([{ role: 'feira_jobs', platform: null }]),
    ]);
    for (let round = 0; round < 3; round += 1)
      await Promise.all(
        openDraw()
          .shuffle(calls)
          .map((call) => call()),
      );
  });

  it('sells, and does its jobs, without a statement of its sessions alone', async () => {
    const behind = await openPowerless(4);

    const answer = await buy(behind.app, pixPurchase(world, BUYER_ADDRESS));

    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    const { paymentId, status } = answer.json();
    expect(status).toBe('PENDING');
    await expect
      .poll(() =>
        node.app.database.list(world.platformId, {
          text: 'SELECT o.type FROM outbox o JOIN payment p ON p.id = o.payment_id WHERE p.public_id = $1 AND o.published_at IS NULL',
          values: [paymentId],
        }),
      )
      .toEqual([]);
  });
});

describe('the password of the database', () => {
  it('may change while a node runs that reads it from a file', async () => {
    const admin = new pg.Client({ connectionString: inject('adminUrl') });
    await admin.connect();
    const login = `login_${newId().replaceAll('-', '')}`;
    await admin.query(`CREATE ROLE ${login} LOGIN PASSWORD 'first'; GRANT feira_app, feira_jobs TO ${login}`);
    const folder = mkdtempSync(join(tmpdir(), 'feira-password-'));
    const address = new URL(node.databaseUrl);
    address.username = login;
    const store = (password: string) => {
      address.password = password;
      writeFileSync(join(folder, 'database-url'), `${address.href}\n`);
    };
    store('first');
    const config = readConfig({
      DATABASE_URL_FILE: join(folder, 'database-url'),
      ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    });
    let asked = 0;
    const findPassword = (url: string) => {
      asked += 1;
      // The file follows only once a connection with the password of before was refused.
      if (asked === 3) store('second');
      return config.findDatabasePassword(url);
    };
    const database = new Database({ ...toServers(config), findPassword }, 4);
    onTestFinished(async () => {
      await database.close();
      await admin.query(`DROP ROLE ${login}`);
      await admin.end();
      rmSync(folder, { recursive: true });
    });
    const one: Statement<{ one: number }> = { text: 'SELECT 1 AS one', values: [] };
    const hold = (work: () => Promise<unknown>) => database.transaction(world.platformId, work);
    await database.query(one);

    await admin.query(`ALTER ROLE ${login} PASSWORD 'second'`);

    expect(await hold(() => database.query(one))).toEqual([{ one: 1 }]);
    expect(asked).toBe(3);
  });
});

describe('the rows of a statement', () => {
  const text = `SELECT 1 AS seller_id, 2 AS line_1, 3 AS is_ended, 4 AS total, 5 AS "alreadyNamed", 7 AS "TO_SHIP", '{"in_json": 6}'::jsonb AS as_told`;
  const named = { sellerId: 1, line1: 2, isEnded: 3, total: 4, alreadyNamed: 5, TO_SHIP: 7, asTold: { in_json: 6 } };
  const wide = { text, values: [] };
  /** PostgreSQL describes the rows of a prepared statement each time that it runs. */
  const prepared = { text, values: [], name: 'columns-of-a-test' };

  it('name their columns in camelCase, by whichever way the statement runs, and nothing inside JSON', async () => {
    const { database } = node.app;
    const { platformId } = world;
    const inTransaction = async ({ list }: { list: typeof database.jobs.list }) => list(wide);
    const results = await Promise.all([
      ...[wide, prepared, prepared].flatMap((statement) => [
        database.write(platformId, [statement, statement]).then((both) => both.flatMap(({ rows }) => rows)),
        database.read(platformId, [statement]).then(([{ rows }]) => rows),
        database.list(platformId, statement, true),
        database.writeShared(platformId, statement).then(({ rows }) => rows),
        database.storeShared(platformId, statement).then(({ rows }) => rows),
        database.readShared(platformId, statement).then(({ rows }) => rows),
        database.query(statement),
        database.beat(statement),
        database.jobs.list(statement),
        database.searches.list(statement),
      ]),
      database.transaction(platformId, inTransaction),
      database.readTransaction(platformId, inTransaction),
      database.jobsTransaction(inTransaction),
    ]);

    expect(results.flat()).toEqual(Array(36).fill(named));
  });

  it.each([
    ['seller_id', 'sellerId'],
    ['version_b_id', 'versionBId'],
    ['line_1', 'line1'],
    ['p256dh', 'p256dh'],
    ['total', 'total'],
    ['openCases', 'openCases'],
    ['TO_SHIP', 'TO_SHIP'],
    ['?column?', '?column?'],
  ])('have %s as %s', (column, name) => {
    expect(toFieldName(column)).toBe(name);
  });

  it('are lost with an error that leads to the caller', async () => {
    const askWrongly = () => node.app.database.query({ text: 'SELECT 1 / 0', values: [] });

    const { stack } = await askWrongly().catch((error) => error);

    expect(stack).toMatch(/askWrongly|database\.ts/);
  });
});

describe('writeShared', () => {
  it('writes what comes at once in fewer transactions, and each is there when its caller hears so', async () => {
    const events = Array.from({ length: 20 }, () => event());

    const seen = await Promise.all(
      events.map(async (item) => {
        await write(item);
        return (await listStored()).some(({ id }) => id === item.id);
      }),
    );

    expect(seen).toEqual(events.map(() => true));
    const ids = new Set(events.map(({ id }) => id));
    const transactions = (await listStored()).filter(({ id }) => ids.has(id)).map(({ transaction }) => transaction);
    expect(new Set(transactions).size).toBe(2);
  });

  it('runs statements about an item each as one, and fails only the caller whose item is wrong', async () => {
    const text = `SELECT place, 12 / item::int AS share FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS one(item, place)
      WHERE $1::uuid IS NOT NULL ORDER BY place DESC`;
    const divide = async (by: number) => {
      const statement = mergeable<Placed & { share: number }>('divide', text, world.platformId, Object(by));
      return (await node.app.database.writeShared(world.platformId, statement)).rows.map(({ share }) => share);
    };

    expect(await Promise.all([divide(1), divide(2), divide(3), divide(4)])).toEqual([[12], [6], [4], [3]]);
    const settled = await Promise.allSettled([divide(1), divide(2), divide(0), divide(4)]);

    expect(settled.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code))).toEqual([
      [12],
      [6],
      '22012',
      [3],
    ]);
  });

  it('fails only the caller whose statement is wrong', async () => {
    const events = [event(), event(), event(newId()), event(), event(newId()), event()];

    const settled = await Promise.allSettled(events.map(write));

    const reasons = settled.map((result) => (result.status === 'rejected' ? result.reason.code : null));
    expect(reasons).toEqual([null, null, '23503', null, '23503', null]);
    const stored = new Set((await listStored()).map(({ id }) => id));
    expect(events.map(({ id }) => stored.has(id))).toEqual([true, true, false, true, false, true]);
  });
});

describe('transaction', () => {
  it('is refused for now while every connection is taken', async () => {
    const small = await buildNode({ isListening: false, env: { DATABASE_POOL_SIZE: '2' } });
    onTestFinished(() => small.close());
    const takeOne = <T>(work: () => Promise<T>) => small.app.database.transaction(world.platformId, work);
    const third = () => takeOne(async () => 'served').catch(({ code }) => code);

    expect(await takeOne(() => takeOne(third))).toBe('DATABASE_UNAVAILABLE');
    expect(await takeOne(third)).toBe('served');
  });
});

describe('a statement with a name', () => {
  const named = { name: 'named-in-a-test', text: 'SELECT $1::int AS value', values: [7] };
  const prepared = { text: `SELECT name FROM pg_prepared_statements WHERE name LIKE 'named-%'`, values: [] };

  it('is prepared, in the transaction that it belongs to', async () => {
    const seen = await node.app.database.jobsTransaction(async (transaction) => [
      await transaction.find(named),
      await transaction.find(prepared),
    ]);

    expect(seen).toEqual([{ value: 7 }, { name: 'named-in-a-test' }]);
  });

  it('is refused once its transaction is over', async () => {
    const transaction = await node.app.database.jobsTransaction(async (open) => ({ find: open.find }));

    await expect(transaction.find(named)).rejects.toThrow('is over');
  });
});

describe('a transaction in which a statement failed', () => {
  const insert = { text: `INSERT INTO platform_domain (host, platform_id) VALUES ('lost.example', $1)` };
  const failing = { text: 'SELECT 1 / 0', values: [] };
  const written = { text: `SELECT 1 FROM platform_domain WHERE host = 'lost.example'`, values: [] };

  it('writes nothing, and says so also where its work did not mind', async () => {
    const { database } = node.app;
    const work = database.transaction(world.platformId, async (transaction) => {
      await transaction.run({ ...insert, values: [world.platformId] });
      await transaction.run(failing).catch(() => undefined);
    });

    await expect(work).rejects.toThrow('nothing was written');
    expect(await database.list(world.platformId, written, true)).toEqual([]);
  });

  it('leaves connections that serve the next', async () => {
    const few = await buildNode({ env: { DATABASE_POOL_SIZE: '2' } });
    onTestFinished(() => few.close());
    const { platformId } = await createWorld(few.app);
    const run = (statement: typeof failing) =>
      few.app.database.transaction(platformId, (transaction) => transaction.find(statement));

    const failures = await Promise.allSettled(Array.from({ length: 4 }, () => run(failing)));

    expect(failures.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    const role = { text: 'SELECT current_user AS role', values: [] };
    expect(await Promise.all([run(role), run(role)])).toEqual([{ role: 'feira_app' }, { role: 'feira_app' }]);
  });
});
