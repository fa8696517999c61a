import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNode, type TestNode } from '../../test/build.ts';
import { connect, createWorld, type World } from '../../test/world.ts';
import { insertWebhook } from '../modules/webhooks/model.ts';
import { newId } from '../shared/ids.ts';
import { mergeable, type Placed } from '../shared/merge.ts';
import { toFieldName } from '../shared/send-statement.ts';

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
