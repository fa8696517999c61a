import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocation.ts';

describe('a sum of cents', () => {
  it('is split by largest remainder', () => {
    const thirds = [
      { key: 'a', weight: 3_333 },
      { key: 'b', weight: 3_333 },
    ];
    expect([...allocate(100, thirds, 10_000, 'seller')]).toEqual([
      ['a', 33],
      ['b', 33],
      ['seller', 34],
    ]);
    expect([...allocate(1, [{ key: 'a', weight: 5_000 }], 10_000, 'seller')]).toEqual([
      ['a', 1],
      ['seller', 0],
    ]);
  });

  it('is one sum where the remainder goes to somebody with a share', () => {
    expect([...allocate(999, [{ key: 'seller', weight: 1_000 }], 10_000, 'seller')]).toEqual([['seller', 999]]);
  });

  it.each([
    ['half a cent', () => allocate(0.5, [], 10_000, 'seller')],
    ['a debt', () => allocate(-1, [], 10_000, 'seller')],
    ['a negative share', () => allocate(100, [{ key: 'a', weight: -1 }], 10_000, 'seller')],
    ['more than the whole', () => allocate(100, [{ key: 'a', weight: 10_001 }], 10_000, 'seller')],
  ])('refuses %s', (_what, work) => {
    expect(work).toThrow(RangeError);
  });

  it('is never more or less, and no part is off by a whole cent', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_600 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), weights, (total, list) => {
        const shares = list.map((weight, index) => ({ key: `p${index}`, weight }));
        const parts = allocate(total, shares, 10_000, 'seller');
        expect([...parts.values()].reduce((sum, cents) => sum + cents, 0)).toBe(total);
        for (const { key, weight } of shares) {
          const cents = BigInt(parts.get(key) as number) * 10_000n;
          const exact = BigInt(total) * BigInt(weight);
          expect(cents - exact < 10_000n && exact - cents < 10_000n).toBe(true);
        }
      }),
    );
  });
});
