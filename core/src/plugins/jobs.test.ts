import { setImmediate as turn } from 'node:timers/promises';
import type { Job } from 'pg-boss';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildNode } from '../../test/build.ts';
import { captureLog } from '../../test/capture-log.ts';
import { openInspector } from '../../test/inspect.ts';
import { waitFor } from '../../test/wait-for.ts';
import { AT_ONCE, settle } from './jobs.ts';

const jobsOf = (...numbers: number[]) =>
  numbers.map((number) => ({ id: String(number), data: number }) as Job<unknown>);

describe('the job engine', () => {
  it('raises one alert when it cannot work', async () => {
    const node = await buildNode({ isListening: true });
    const inspector = await openInspector(node.databaseUrl);
    onTestFinished(async () => {
      await inspector.close();
      await node.close();
    });
    const lines = captureLog(node.app, 'error');
    const countFailures = async () => {
      const text = await node.app.metrics.registry.getSingleMetricAsString('feira_alerts_total');
      return Number(/feira_alerts_total\{alert="job-engine-failed"\} (\d+)/.exec(text)?.[1] ?? 0);
    };

    await inspector.rows('ALTER TABLE pgboss.job RENAME TO lost');

    await waitFor('it failed more than once', async () => (await countFailures()) > 1);
    await inspector.rows('ALTER TABLE pgboss.lost RENAME TO job');
    const alerts = lines.map((line) => JSON.parse(line)).filter(({ alert }) => alert === 'job-engine-failed');
    expect(alerts).toMatchObject([{ level: 50, err: { message: expect.stringContaining('pgboss.job') } }]);
  });
});

describe('a batch of jobs', () => {
  it('ends each by itself: of one that fails the others do not come again', async () => {
    const results = await settle(jobsOf(1, 2, 3), async (number: number) => {
      if (number === 2) throw new Error('Later.');
    });

    expect(results.sort((one, other) => Number(one.id) - Number(other.id))).toEqual([
      { id: '1', status: 'completed' },
      { id: '2', status: 'failed', output: { message: 'Later.' } },
      { id: '3', status: 'completed' },
    ]);
  });

  it('is done a few at a time', async () => {
    let running = 0;
    let most = 0;
    await settle(jobsOf(...Array.from({ length: 4 * AT_ONCE }, (_, index) => index)), async () => {
      most = Math.max(most, ++running);
      await turn();
      running -= 1;
    });

    expect(most).toBe(AT_ONCE);
  });
});
