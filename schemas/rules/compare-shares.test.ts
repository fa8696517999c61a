import { describe, expect, it } from 'vitest';
import { compareShares, intervalOf } from './compare-shares.ts';

describe('compareShares', () => {
  // Newcombe (1998), Statistics in Medicine 17, table II, method 10.
  it.each([
    [[56, 70], [48, 80], 0.2, 0.0524, 0.3339],
    [[9, 10], [3, 10], 0.6, 0.1705, 0.809],
    [[10, 10], [0, 20], 1, 0.6791, 1],
    [[0, 10], [0, 10], 0, -0.2775, 0.2775],
  ] as const)('of %j and %j agrees with the published intervals', ([hits, total], [others, of], value, low, high) => {
    const { difference } = compareShares({ hits, total }, { hits: others, total: of });

    expect(difference?.value).toBeCloseTo(value, 4);
    expect(difference?.low).toBeCloseTo(low, 4);
    expect(difference?.high).toBeCloseTo(high, 4);
  });

  it('proves nothing by few, and the same shares by many', () => {
    expect(compareShares({ hits: 3, total: 10 }, { hits: 1, total: 10 }).isProven).toBe(false);
    expect(compareShares({ hits: 300, total: 1_000 }, { hits: 100, total: 1_000 }).isProven).toBe(true);
    expect(compareShares({ hits: 100, total: 1_000 }, { hits: 300, total: 1_000 }).isProven).toBe(true);
  });

  it('says nothing of an empty sample', () => {
    expect(compareShares({ hits: 1, total: 2 }, { hits: 0, total: 0 })).toEqual({
      first: 0.5,
      second: null,
      difference: null,
      isProven: false,
    });
  });
});

describe('intervalOf', () => {
  it('stays within 0 and 1', () => {
    expect(intervalOf({ hits: 0, total: 3 }).low).toBe(0);
    expect(intervalOf({ hits: 3, total: 3 }).high).toBe(1);
  });
});
