import { describe, expect, it } from 'vitest';
import { createRandom, median, percentile, ratio } from './measurement.ts';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('takes the value at fraction %f by nearest rank, whatever the order', (fraction, expected) => {
    expect(percentile(hundred, fraction)).toBe(expected);
    expect(hundred[0]).toBe(100);
  });

  it('is a number that was measured, also among few', () => {
    expect(percentile([3, 1], 0.5)).toBe(1);
    expect(percentile([3, 1], 0.99)).toBe(3);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('refuses a percentage', () => {
    expect(() => percentile([1], 99)).toThrow('from 0 to 1');
  });
});

describe('median', () => {
  it.each([
    [[5, 1, 3], 3],
    [[10, 2, 4, 8], 6],
    [[7], 7],
    [[], Number.NaN],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('orders by value, not as text', () => {
    expect(median([9, 10, 100])).toBe(10);
  });
});

describe('ratio', () => {
  it('divides by the reference', () => {
    expect(ratio(600, 1200)).toBe(0.5);
  });

  it.each([null, 0, Number.NaN])('is null beside %s', (reference) => {
    expect(ratio(600, reference)).toBeNull();
  });
});

describe('createRandom', () => {
  const take = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 1000 }, random);
  };

  it('repeats itself for a seed and differs between seeds', () => {
    expect(take(7)).toEqual(take(7));
    expect(take(7)).not.toEqual(take(8));
  });

  it('spreads over 0 to 1', () => {
    const values = take(7);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    const tenths = new Set(values.map((value) => Math.floor(value * 10)));
    expect(tenths.size).toBe(10);
  });
});
