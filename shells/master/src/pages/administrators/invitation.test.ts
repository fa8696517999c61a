import { describe, expect, it } from 'vitest';
import { findProblems } from './invitation.ts';

describe('findProblems', () => {
  it.each([
    [{ name: ' Ana ', email: ' ana@example.com ' }, {}],
    [{ name: ' An ', email: 'ana@example.com' }, { name: 'nameShort' }],
    [
      { name: '', email: 'ana@example' },
      { name: 'nameShort', email: 'emailInvalid' },
    ],
  ])('says of %j what is wrong', (invitation, problems) => {
    expect(findProblems(invitation)).toEqual(problems);
  });
});
