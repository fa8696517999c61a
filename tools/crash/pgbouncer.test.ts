/** Nodes behind PgBouncer in transaction mode: many connections of theirs share few sessions, and none meets another's role or platform. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database, Statement } from '../../core/src/plugins/database.ts';
import { examine } from '../../core/src/programs/doctor.ts';
import { newId } from '../../core/src/shared/ids.ts';
import { buildNode, createDatabase, type TestNode } from '../../core/test/build.ts';
import { checkWorld } from '../../core/test/check-world.ts';
import { openDraw, rounds } from '../../core/test/draw.ts';
import { BUYER_ADDRESS, buy, connect, createWorld, pixPurchase, type World } from '../../core/test/world.ts';
import { findDebianProblem } from './debian-root.ts';
import { openPgBouncer, type PgBouncer } from './pgbouncer.ts';

const isSoak = rounds({ short: 0, long: 1 }) > 0;
const problem = isSoak ? findDebianProblem() : null;
const SESSIONS = 3;
const CALLS = 4_000;
const BUYERS = 64;
const ROUNDS = 5;
const ROUND_MS = 3_000;

const seen: Statement<{ role: string; platform: string | null; session: number }> = {
  name: 'who-runs-this',
  text: `SELECT current_user AS role, nullif(current_setting('app.platform_id', true), '') AS platform, pg_backend_pid() AS session`,
  values: [],
};
const failing: Statement = { text: 'SELECT 1 / 0', values: [] };

describe.runIf(isSoak)('nodes behind PgBouncer', () => {
  if (problem) {
    it.skip(`are not started here: ${problem}`);
    return;
  }
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pooler: PgBouncer;
  let direct: TestNode;
  let world: World;
  const nodes: TestNode[] = [];

  const openPooled = async () => {
    const node = await buildNode({
      databaseUrl: pooler.through(database.url),
      isListening: true,
      env: { DATABASE_POOLER: 'on', DATABASE_DIRECT_URL: database.url },
    });
    nodes.push(node);
    return node;
  };

  beforeAll(async () => {
    database = await createDatabase();
    pooler = await openPgBouncer(database.url, { sessions: SESSIONS });
    direct = await buildNode({ databaseUrl: database.url });
    world = await createWorld(direct.app);
    await connect(direct.app, world);
    for (let node = 0; node < 2; node += 1) await openPooled();
  }, 600_000);
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await direct?.close();
    await pooler?.close();
    await database?.drop();
  });

  it('run every statement with their own role and platform, whatever the session did before', async () => {
    const draw = openDraw();
    const sessions = new Set<number>();
    const expectSeen = (
      found: { role: string; platform: string | null; session: number } | undefined,
      role: string,
      platform: string | null,
    ) => {
      expect([found?.role, found?.platform]).toEqual([role, platform]);
      sessions.add(found?.session as number);
    };
    const platforms = Array.from({ length: 20 }, () => newId());
    const fails = (call: Promise<unknown>) => expect(call).rejects.toThrow('division by zero');
    const kinds: ((of: Database, platform: string) => Promise<void>)[] = [
      async (of, platform) => expectSeen(await of.find(platform, seen), 'feira_app', platform),
      async (of, platform) => expectSeen((await of.writeShared(platform, seen)).rows[0], 'feira_app', platform),
      async (of, platform) => expectSeen((await of.readShared(platform, seen)).rows[0], 'feira_app', platform),
      async (of, platform) =>
        of.transaction(platform, async (work) => {
          expectSeen(await work.find(seen), 'feira_app', platform);
          expectSeen(await work.find(seen), 'feira_app', platform);
        }),
      async (of) => expectSeen((await of.query(seen))[0], 'feira_app', null),
      async (of) => expectSeen(await of.jobs.find(seen), 'feira_jobs', null),
      async (of) => of.jobsTransaction(async (work) => expectSeen(await work.find(seen), 'feira_jobs', null)),
      (of, platform) => fails(of.write(platform, [seen, failing])),
      (of, platform) => fails(of.transaction(platform, ({ run }) => run(failing))),
      (of) => fails(of.jobs.run(failing)),
    ];
    let left = CALLS;
    const worker = async () => {
      while (left-- > 0) await draw.pick(kinds)(draw.pick(nodes).app.database, draw.pick(platforms));
    };
    await Promise.all(Array.from({ length: BUYERS }, worker));

    expect(sessions.size).toBeLessThanOrEqual(SESSIONS);
    // The sessions keep nothing but the login role's own settings, without a platform.
    const client = new pg.Client({ connectionString: pooler.through(database.url) });
    await client.connect();
    for (let look = 0; look < 3 * SESSIONS; look += 1) {
      const { rows } = await client.query(seen.text);
      expect(rows[0]).toMatchObject({ role: 'feira_owner', platform: null });
    }
    await client.end();
  });

  it('sell from many connections at once, and the books are right', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, place) =>
        buy((nodes[place % nodes.length] as TestNode).app, pixPurchase(world, BUYER_ADDRESS)),
      ),
    );

    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([]);
    await checkWorld(database.url);
  });

  it('are found right by the doctor, who names a pooler that knows no prepared statements', async () => {
    const look = async (url: string) => {
      const environment = {
        DATABASE_URL: url,
        DATABASE_DIRECT_URL: database.url,
        DATABASE_POOLER: 'on',
        ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      };
      for await (const finding of examine(environment)) if (finding.subject === 'pooler') return finding.problem;
      return 'The doctor did not look.';
    };
    const old = await openPgBouncer(database.url, { sessions: SESSIONS, prepared: 0 });
    onTestFinished(old.close);

    expect(await look(pooler.through(database.url))).toBeNull();
    expect(await look(old.through(database.url))).toContain('max_prepared_statements');
  });

  it('cost little more than nodes that reach PostgreSQL themselves', async () => {
    const wide = await openPgBouncer(database.url, { sessions: 20 });
    onTestFinished(wide.close);
    const pooled = await buildNode({
      databaseUrl: wide.through(database.url),
      env: { DATABASE_POOLER: 'on', DATABASE_DIRECT_URL: database.url },
    });
    onTestFinished(pooled.close);
    const ways = { direct, pooled };
    const measure = async ({ app }: TestNode) => {
      let isOver = false;
      let sold = 0;
      const buyer = async () => {
        while (!isOver) {
          const answer = await buy(app, pixPurchase(world, BUYER_ADDRESS));
          expect(answer.statusCode).toBe(200);
          sold += 1;
        }
      };
      const used = process.cpuUsage();
      const buyers = Array.from({ length: BUYERS }, buyer);
      await pause(ROUND_MS);
      isOver = true;
      await Promise.all(buyers);
      const { user, system } = process.cpuUsage(used);
      return { sold, cpu: (user + system) / 1_000 / sold };
    };
    const sums = { direct: { sold: 0, cpu: 0 }, pooled: { sold: 0, cpu: 0 } };
    for (const node of Object.values(ways)) await measure(node);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [way, node] of Object.entries(ways)) {
        const { sold, cpu } = await measure(node);
        sums[way as keyof typeof sums].sold += sold;
        sums[way as keyof typeof sums].cpu += cpu / ROUNDS;
      }
    const { direct: own, pooled: shared } = sums;
    console.log(
      `${BUYERS} buyers: ${own.sold} purchases directly, ${shared.sold} behind PgBouncer (${(shared.sold / own.sold).toFixed(3)}); ` +
        `node's ms of processor time per purchase ${own.cpu.toFixed(2)} and ${shared.cpu.toFixed(2)} (${(shared.cpu / own.cpu).toFixed(3)})`,
    );
    expect(shared.sold).toBeGreaterThan(0);
  });
});
