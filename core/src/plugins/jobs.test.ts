import { setImmediate as turn } from 'node:timers/promises';
import type { Job } from 'pg-boss';
import { describe, expect, it } from 'vitest';
import { AT_ONCE, settle } from './jobs.ts';

const jobsOf = (...numbers: number[]) =>
  numbers.map((number) => ({ id: String(number), data: number }) as Job<unknown>);

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
