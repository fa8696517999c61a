import { describe, expect, it } from 'vitest';
import { afterOf, splitAfter } from './step-draft.ts';

describe('a delay', () => {
  it.each([
    [30, { amount: '30', unit: 'minutes' }],
    [90, { amount: '90', unit: 'minutes' }],
    [60, { amount: '1', unit: 'hours' }],
    [1_500, { amount: '25', unit: 'hours' }],
    [4_320, { amount: '3', unit: 'days' }],
  ] as const)('of %i minutes is shown in the largest unit and read back', (minutes, shown) => {
    expect(splitAfter(minutes)).toEqual(shown);
    expect(afterOf(shown)).toBe(minutes);
  });

  it.each([
    ['', 'hours'],
    ['x', 'hours'],
    ['-1', 'hours'],
    ['4', 'minutes'],
    ['1,5', 'hours'],
    ['21', 'days'],
  ] as const)('of %s %s is none', (amount, unit) => {
    expect(afterOf({ amount, unit })).toBeNull();
  });
});
