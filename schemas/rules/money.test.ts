import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, fromReais, percentOf, shareAmounts, toReais } from './money.ts';

const MAX_CENTS = 100_000_000_000;
const cents = fc.oneof(fc.nat(1_000), fc.integer({ min: 0, max: MAX_CENTS }));

describe('allocate', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [100, [50, 30, 20], [50, 30, 20]],
    [5, [3, 7], [2, 3]],
    [1, [1, 1], [1, 0]],
    [10, [0, 1, 0], [0, 10, 0]],
    [0, [1, 2], [0, 0]],
    [100, [1, 1, 4], [17, 17, 66]],
    [100, [199, 199, 602], [20, 20, 60]],
    [MAX_CENTS, [1, 2], [33_333_333_333, 66_666_666_667]],
  ])('splits %d by %j into %j', (amount, weights, shares) => {
    expect(allocate(amount, weights)).toEqual(shares);
  });

  it('adds up, stays within a cent of the exact share and gives nothing to weight 0', () => {
    const weights = fc
      .array(fc.oneof(fc.nat(10_000), fc.maxSafeNat()), { minLength: 1, maxLength: 12 })
      .filter((list) => list.some((weight) => weight > 0));
    fc.assert(
      fc.property(cents, weights, (amount, list) => {
        const shares = allocate(amount, list);
        const sum = list.reduce((total, weight) => total + BigInt(weight), 0n);

        expect(shares.reduce((total, share) => total + share, 0)).toBe(amount);
        shares.forEach((share, index) => {
          const floor = Number((BigInt(amount) * BigInt(list[index]!)) / sum);
          expect(share - floor === 0 || share - floor === 1).toBe(true);
          if (list[index] === 0) expect(share).toBe(0);
        });
      }),
    );
  });

  it.each([
    [-1, [1]],
    [1.5, [1]],
    [Number.NaN, [1]],
    [MAX_CENTS + 1, [1]],
    [10, []],
    [10, [0, 0]],
    [10, [-1, 2]],
    [10, [0.5]],
    [10, [Number.POSITIVE_INFINITY]],
  ])('refuses %d by %j', (amount, weights) => {
    expect(() => allocate(amount, weights)).toThrow(RangeError);
  });
});

describe('shareAmounts', () => {
  const third = { type: 'PERCENTAGE' as const, amount: 3_333 };
  const fixed = (amount: number) => ({ type: 'FIXED' as const, amount });

  it('is exact to the cent, together with what is left over', () => {
    expect(shareAmounts(1_001, [third, third])).toEqual([334, 333]);
    expect(shareAmounts(1_000, [fixed(250), third])).toEqual([250, 333]);
    expect(shareAmounts(1_000, [])).toEqual([]);
    expect(shareAmounts(100, [{ type: 'PERCENTAGE', amount: 10_000 }])).toEqual([100]);
  });

  it('refuses shares above the amount', () => {
    expect(shareAmounts(1_000, [fixed(1_001)])).toBeNull();
    expect(shareAmounts(1_000, [fixed(700), third])).toBeNull();
    expect(shareAmounts(1_000, [{ type: 'PERCENTAGE', amount: 10_001 }])).toBeNull();
  });
});

describe('percentOf', () => {
  it.each([
    [10_000, 499, 499],
    [1_990, 500, 100],
    [1_989, 500, 99],
    [1, 5_000, 1],
    [1, 4_999, 0],
    [0, 10_000, 0],
    [MAX_CENTS, 10_000, MAX_CENTS],
    [99_999_999_999, 9_999, 99_989_999_999],
    [33_333_333_333, 1, 3_333_333],
    [33_333_335_000, 1, 3_333_334],
  ])('of %d cents at %d basis points is %d', (amount, basisPoints, part) => {
    expect(percentOf(amount, basisPoints)).toBe(part);
  });

  it.each([
    [-1, 100],
    [100, -1],
    [0.5, 100],
    [100, 0.5],
    [MAX_CENTS, 10_001],
  ])('refuses %d at %d', (amount, basisPoints) => {
    expect(() => percentOf(amount, basisPoints)).toThrow(RangeError);
  });
});

describe('toReais and fromReais', () => {
  it('come back to the same cents through numbers, JSON and text, from a cent to ten million reais', () => {
    const amount = fc.oneof(fc.integer({ min: 1, max: 1_000_000_000 }), cents);
    fc.assert(
      fc.property(amount, (value) => {
        expect(fromReais(toReais(value))).toBe(value);
        expect(fromReais(JSON.parse(JSON.stringify(toReais(value))))).toBe(value);
        expect(fromReais(`${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')}`)).toBe(value);
        expect(toReais(value).toFixed(2)).toBe(`${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')}`);
      }),
    );
  });

  it.each([
    [1, 0.01],
    [1990, 19.9],
    [435, 4.35],
    [1_000_000_000, 10_000_000],
    [999_999_999, 9_999_999.99],
    [-150, -1.5],
  ])('write %d cents as %d', (value, reais) => {
    expect(toReais(value)).toBe(reais);
    expect(fromReais(reais)).toBe(value);
  });

  it.each([
    ['19.9', 1990],
    ['19.90', 1990],
    [' 7 ', 700],
    ['0.004', 0],
    ['0.005', 1],
    ['1.005', 101],
    [1.005, 101],
    [0.1 + 0.2, 30],
    [19.99 * 3, 5997],
    [8.2 - 0.01, 819],
    [1e-7, 0],
    [-0.005, -1],
    ['-0', 0],
  ])('read %j as %d cents', (value, expected) => {
    expect(fromReais(value)).toBe(expected);
  });

  it.each([
    '',
    'abc',
    '10,00',
    '1.234,56',
    '1e3',
    '.',
    '5.',
    '.5',
    '--1',
    '99999999999',
    '1000000000.01',
    Number.NaN,
    1e21,
  ])('refuse to read %j', (value) => {
    expect(() => fromReais(value)).toThrow(RangeError);
  });

  it.each([0.5, Number.NaN, MAX_CENTS + 1])('refuse to write %d', (value) => {
    expect(() => toReais(value)).toThrow(RangeError);
  });
});
