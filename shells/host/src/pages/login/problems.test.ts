import { describe, expect, it } from 'vitest';
import { findProblems } from './problems.ts';

describe('findProblems', () => {
  it('names what is missing or wrong, field by field', () => {
    expect(findProblems({ email: '', password: '' })).toEqual({ email: 'emailMissing', password: 'passwordMissing' });
    expect(findProblems({ email: 'maria@', password: 'x' })).toEqual({ email: 'emailInvalid' });
  });

  it('lets a complete form go', () => {
    expect(findProblems({ email: 'maria@example.com', password: ' ' })).toEqual({});
  });
});
