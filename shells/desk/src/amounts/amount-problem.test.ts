import { describe, expect, it } from 'vitest';
import { findAmountProblem } from './amount-problem.ts';

describe('findAmountProblem', () => {
  it.each([
    [null, 'MISSING'],
    [0, 'MISSING'],
    [999, 'TOO_SMALL'],
    [1000, null],
    [50_000, null],
    [50_001, 'TOO_LARGE'],
  ])('finds in %s %s', (amount, problem) => {
    expect(findAmountProblem(amount, 1000, 50_000)).toBe(problem);
  });
});
