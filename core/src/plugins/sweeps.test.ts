/** A node looks for waiting work with one statement, and runs only the sweeps that have some. */
import { expect, it, onTestFinished } from 'vitest';
import { buildNode } from '../../test/build.ts';
import { captureLog } from '../../test/capture-log.ts';
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
