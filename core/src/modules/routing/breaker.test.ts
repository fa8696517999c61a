import { ProviderError } from '@feira/plugin-kit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDraw } from '../../../test/draw.ts';
import { Breaker, CallRoom, isFailure, restMs, slowAfterMs, watchSlow } from './breaker.ts';

const START = Date.parse('2026-11-21T12:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000);

/** Returns whether the last note opened the circuit. */
function play(results: readonly boolean[], secondsBetween = 1): boolean[] {
  const breaker = new Breaker();
  return results.map((hasFailed, index) => breaker.note('a', hasFailed, at(index * secondsBetween)));
}
const repeat = (count: number, ...results: boolean[]) => Array.from({ length: count }, () => results).flat();

describe('Breaker', () => {
  it('opens with the fifth failure in a row', () => {
    expect(play(repeat(5, true))).toEqual([false, false, false, false, true]);
  });

  it('counts anew after it opened', () => {
    expect(play(repeat(9, true)).filter(Boolean)).toHaveLength(1);
    expect(play(repeat(10, true)).filter(Boolean)).toHaveLength(2);
  });

  it('stays closed while answers come between', () => {
    expect(play([...repeat(4, true), false, ...repeat(4, true)])).not.toContain(true);
  });

  it('opens when three of four among many failed, and not before twenty are known', () => {
    const opened = play(repeat(10, false, true, true, true));

    expect(opened.indexOf(true)).toBe(19);
  });

  it('opens with the tenth failure in a row after many answers', () => {
    const opened = play([...repeat(40, false), ...repeat(10, true)]);

    expect(opened.indexOf(true)).toBe(49);
  });

  it('opens when five more than half of the last forty failed', () => {
    const opened = play([...repeat(15, false), ...repeat(7, true, true, true, true, false)]);

    expect(opened.filter(Boolean)).toHaveLength(1);
  });

  it('stays closed when half of many failed', () => {
    expect(play(repeat(100, false, true))).not.toContain(true);
  });

  it('lets a connection serve nearly always where a third of its calls fails at random', () => {
    const { fraction } = openDraw();
    const breaker = new Breaker();
    const CALLS = 20_000;
    const MS_BETWEEN = 200;
    let restUntil = 0;
    let served = 0;
    for (let call = 0; call < CALLS; call++) {
      const now = call * MS_BETWEEN;
      if (now < restUntil) continue;
      served += 1;
      if (breaker.note('a', fraction() < 1 / 3, new Date(START + now))) restUntil = now + restMs(1);
    }

    // Before, it rested for two thirds of the time; now for about one in two hundred.
    expect(served / CALLS).toBeGreaterThan(0.8);
  });

  it('forgets what is older than a minute', () => {
    expect(play(repeat(20, true), 16)).not.toContain(true);
    expect(play(repeat(20, true), 14)).toContain(true);
  });

  it('keeps connections apart', () => {
    const breaker = new Breaker();

    const opened = repeat(4, true).flatMap((hasFailed, index) =>
      ['a', 'b'].map((id) => breaker.note(id, hasFailed, at(index))),
    );

    expect(opened).not.toContain(true);
    expect(breaker.note('a', true, at(5))).toBe(true);
  });
});

describe('watchSlow', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('says once that a call is slow, while it still runs', async () => {
    const answer = Promise.withResolvers<string>();
    const onSlow = vi.fn();
    const call = watchSlow(() => answer.promise, 5_000, onSlow);

    await vi.advanceTimersByTimeAsync(4_999);
    expect(onSlow).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onSlow).toHaveBeenCalledTimes(1);

    answer.resolve('late');
    expect(await call).toBe('late');
  });

  it.each([
    ['answered', () => Promise.resolve('at once')],
    ['failed', () => Promise.reject(new Error('at once'))],
  ])('says nothing of a call that %s in time', async (_what, call) => {
    const onSlow = vi.fn();

    await watchSlow<string>(call, 5_000, onSlow).catch(() => null);
    await vi.advanceTimersByTimeAsync(60_000);

    expect(onSlow).not.toHaveBeenCalled();
  });

  it.each([
    [10_000, 5_000],
    [45_000, 10_000],
    [60_000, 10_000],
  ])('takes a call with requests of %i ms for slow after %i', (timeoutMs, slowMs) => {
    expect(slowAfterMs(timeoutMs)).toBe(slowMs);
  });
});

describe('CallRoom', () => {
  it('has so many places for each connection, and each is given back', () => {
    const room = new CallRoom(2);
    const leave = room.enter('a');
    room.enter('a');

    expect([room.isFull('a'), room.enter('a')]).toEqual([true, null]);
    expect([room.isFull('b'), room.enter('b')]).toEqual([false, expect.any(Function)]);
    leave?.();
    expect(room.isFull('a')).toBe(false);
  });
});

describe('isFailure', () => {
  it.each([
    ['UNAVAILABLE', 'UNKNOWN', true],
    ['UNAVAILABLE', 'NOT_SENT', true],
    ['INVALID_ANSWER', 'UNKNOWN', true],
    ['UNAUTHORIZED', 'REJECTED', true],
    ['UNAUTHORIZED', 'NOT_SENT', true],
    ['INVALID_REQUEST', 'REJECTED', false],
    ['INVALID_REQUEST', 'NOT_SENT', false],
    ['UNSUPPORTED', 'NOT_SENT', false],
  ] as const)('tells of %s, %s: %s', (code, outcome, expected) => {
    expect(isFailure(new ProviderError(code, outcome, 'x'))).toBe(expected);
  });
});

describe('restMs', () => {
  it('doubles from half a minute to five minutes', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map(restMs)).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000, 300_000]);
  });
});
