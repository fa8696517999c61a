import { describe, expect, it } from 'vitest';
import { ApiError } from './client.ts';
import { findFieldProblem } from './field-problems.ts';

describe('findFieldProblem', () => {
  const details = [
    { field: 'fees.PIX.fixed', message: 'Too much' },
    { field: 'name', message: 'Too short' },
  ];
  const error = new ApiError(400, { code: 'VALIDATION_FAILED', message: '', details });

  it('finds what is said of a field, and of what stands within it', () => {
    expect(findFieldProblem(error, 'name')).toBe('Too short');
    expect(findFieldProblem(error, 'fees.PIX')).toBe('Too much');
  });

  it('finds nothing for another field, whose name only begins alike', () => {
    expect(findFieldProblem(error, 'nam')).toBeUndefined();
    expect(findFieldProblem(error, 'fees.PI')).toBeUndefined();
    expect(findFieldProblem(null, 'name')).toBeUndefined();
  });
});
