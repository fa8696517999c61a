import { ProviderError } from '@feira/plugin-kit';
import { describe, expect, it } from 'vitest';
import { Breaker, isFailure, restMs } from './breaker.ts';

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

  it('opens when half of the last twenty failed, and not before twenty are known', () => {
    const opened = play(repeat(10, false, true));

    expect(opened.indexOf(true)).toBe(19);
  });

  it('stays closed when less than half of twenty failed', () => {
    expect(play(repeat(20, false, true, false))).not.toContain(true);
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
