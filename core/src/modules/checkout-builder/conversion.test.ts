import { describe, expect, it } from 'vitest';
import { compareConversions, conversionOf, judgeTest } from './conversion.ts';

const of = (purchases: number, visits: number) => ({ purchases, visits });

describe('compareConversions', () => {
  // Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17 (1998), table II, method 10.
  it.each([
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [10, 10, 0, 10, 0.6075, 1],
  ])('gives the published interval of %i/%i minus %i/%i', (x1, n1, x2, n2, low, high) => {
    const difference = compareConversions(of(x2, n2), of(x1, n1));

    expect(difference?.low).toBeCloseTo(low, 4);
    expect(difference?.high).toBeCloseTo(high, 4);
  });

  it('counts a visitor who buys twice once, and says nothing without visitors', () => {
    expect(conversionOf(of(3, 2))).toBe(1);
    expect(conversionOf(of(0, 0))).toBe(0);
    expect(compareConversions(of(0, 0), of(1, 2))).toBeNull();
  });
});

describe('judgeTest', () => {
  const WEEK_MS = 7 * 86_400_000;

  it('names the better version where 0 is outside of the interval', () => {
    expect(judgeTest(of(30, 1000), of(60, 1000), WEEK_MS)).toBe('B');
    expect(judgeTest(of(60, 1000), of(30, 1000), WEEK_MS)).toBe('A');
    expect(judgeTest(of(50, 1000), of(55, 1000), WEEK_MS)).toBe('NONE');
  });

  it.each([
    ['before a week is over', of(30, 1000), of(60, 1000), WEEK_MS - 1],
    ['with too few visitors of one version', of(9, 99), of(60, 100), WEEK_MS],
    ['with too few purchases', of(0, 1000), of(9, 1000), WEEK_MS],
  ])('is too early %s', (_when, a, b, lastedMs) => {
    expect(judgeTest(a, b, lastedMs)).toBe('TOO_EARLY');
  });
});
