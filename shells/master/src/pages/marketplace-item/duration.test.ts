import { expect, it } from 'vitest';
import { splitDuration } from './duration.ts';

it.each([
  [0, 'seconds', 0],
  [59, 'seconds', 59],
  [60, 'minutes', 1],
  [90, 'seconds', 90],
  [5400, 'minutes', 90],
  [7200, 'hours', 2],
  [86_400, 'days', 1],
  [2_592_000, 'days', 30],
  [90_000, 'hours', 25],
])('tells %d seconds as %s: %d', (seconds, unit, count) => {
  expect(splitDuration(seconds)).toEqual({ unit, count });
});
