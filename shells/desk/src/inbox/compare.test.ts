import { expect, it } from 'vitest';
import { comparePeriods, previousPeriod } from './compare.ts';

it('compares with as many days just before, without a gap or an overlap', () => {
  expect(previousPeriod({ from: '2026-03-01', to: '2026-03-30' })).toEqual({ from: '2026-01-30', to: '2026-02-28' });
  expect(previousPeriod({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' });
});

it.each([
  [112, 100, '+12%'],
  [97, 100, '-3%'],
  [100, 100, '0%'],
  [50, -100, '+150%'],
  [-150, -100, '-50%'],
] as const)('says of %i after %i: %s', (value, before, text) => {
  expect(comparePeriods(value, before, 'en')).toBe(text);
});
