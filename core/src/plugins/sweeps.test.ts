/** A node looks for waiting work with one statement, and runs only the sweeps that have some. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildNode } from '../../test/build.ts';
import { captureLog } from '../../test/capture-log.ts';
import { openInspector } from '../../test/inspect.ts';
import { movableClock } from '../../test/market.ts';
import { waitFor } from '../../test/wait-for.ts';

const HOUR_MS = 3_600_000;

async function openNode() {
  const clock = movableClock();
  const node = await buildNode({ clock, env: { SWEEP_INTERVAL_MS: '50' } });
  onTestFinished(() => node.close());
  const runs: Record<string, number> = {};
  const count = (name: string) => async () => {
    runs[name] = (runs[name] ?? 0) + 1;
    return false;
  };
  return { app: node.app, clock, runs, count, listen: () => node.app.listen({ port: 0, host: '127.0.0.1' }) };
}

it('runs a sweep at its start, and then when a row waits by the time of the node', async () => {
  const { app, clock, runs, count, listen } = await openNode();
  const due = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  app.sweep('every', count('every'));
  app.sweep('later', count('later'), {
    waiting: `(VALUES (timestamptz '${due}')) AS event(due_at) WHERE due_at <= $1::timestamptz`,
  });
  app.sweep('never', count('never'), { waiting: 'platform WHERE false' });

  await listen();
  await waitFor('five intervals have passed', () => (runs.every ?? 0) > 5);
  expect(runs).toMatchObject({ later: 1, never: 1 });

  clock.forward(HOUR_MS);
  await waitFor('the sweep runs as long as its row waits', () => (runs.later ?? 0) > 3);
  expect(runs.never).toBe(1);
});

it('says when it cannot look, and goes on with what needs no look', async () => {
  const { app, runs, count, listen } = await openNode();
  const log = captureLog(app, 'error');
  app.sweep('every', count('every'));
  app.sweep('broken', count('broken'), { waiting: 'no_such_table' });

  await listen();
  await waitFor('the failure is logged', () =>
    log.some((line) => line.includes('Waiting work could not be looked for')),
  );
  const before = runs.every ?? 0;
  await waitFor('other sweeps run', () => (runs.every ?? 0) > before);
  expect(runs.broken).toBe(1);
});

it('wakes a sweep at once for work that the node knows of', async () => {
  const { app, runs, count, listen } = await openNode();
  const sweep = app.sweep('woken', count('woken'), { waiting: 'platform WHERE false' });

  await listen();
  await waitFor('it ran at the start', () => runs.woken === 1);
  sweep.wake();
  await waitFor('it ran again', () => runs.woken === 2);
});

const BUSY = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

/** A node on a database with a table of due rows, forty of them of one connection. */
async function openProbe(intervalMs: number) {
  const node = await buildNode({ env: { SWEEP_INTERVAL_MS: String(intervalMs) } });
  onTestFinished(() => node.close());
  const inspector = await openInspector(node.databaseUrl);
  onTestFinished(() => inspector.close());
  await inspector.rows('CREATE TABLE probe (platform_id uuid, id uuid, connection_id uuid, due_at timestamptz)');
  await inspector.rows('GRANT ALL ON probe TO PUBLIC');
  const plant = (connection: string, hours: number, count: number) =>
    inspector.rows(
      `INSERT INTO probe SELECT gen_random_uuid(), gen_random_uuid(), $1, now() - make_interval(hours => $2) FROM generate_series(1, $3::int)`,
      [connection, hours, count],
    );
  await plant(BUSY, 2, 40);
  return { node, inspector, plant };
}

it('looks past the rows of a full lane at intervals alone, and goes on as soon as the lane has room', async () => {
  const { node } = await openProbe(600_000);
  const found: number[] = [];
  const { jobs } = node.app.database;
  const list = jobs.list.bind(jobs);
  vi.spyOn(jobs, 'list').mockImplementation(async (statement) => {
    const rows = await list(statement);
    if (statement.name?.startsWith('claim-probe')) found.push(rows.length);
    return rows as never[];
  });
  let done = 0;
  node.app.sweepByProvider('probe', {
    due: { table: 'probe', due: 'due_at', connection: 't.connection_id' },
    sizes: { connection: 4, provider: 4 },
    work: async () => {
      await new Promise(setImmediate);
      done++;
    },
  });

  await node.app.listen({ port: 0, host: '127.0.0.1' });
  await waitFor('all rows are done', () => done === 40);

  // Ten claims fill the lane. The last rows leave room too, in which nothing is found.
  expect(found.filter((count) => count === 0).length).toBeLessThan(5);
});

it('reaches the rows of another lane behind those of a lane that is never done', async () => {
  const { node, inspector, plant } = await openProbe(50);
  await plant(OTHER, 1, 1);
  const reached: string[] = [];
  node.app.sweepByProvider('probe', {
    due: { table: 'probe', due: 'due_at', connection: 't.connection_id' },
    sizes: { connection: 4, provider: 4 },
    work: async ({ id, lanes: [connection] }) => {
      reached.push(connection);
      if (connection === BUSY)
        await inspector.rows(`UPDATE probe SET due_at = now() - interval '2 hours' WHERE id = $1`, [id]);
    },
  });

  await node.app.listen({ port: 0, host: '127.0.0.1' });

  await waitFor('the other lane is reached', () => reached.includes(OTHER));
});
