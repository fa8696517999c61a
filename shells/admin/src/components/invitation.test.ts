import { describe, expect, it } from 'vitest';
import { findInvitationProblems } from './invitation.ts';

describe('findInvitationProblems', () => {
  it('names each field that is wrong', () => {
    expect(findInvitationProblems({ name: ' A ', email: 'ana@' })).toEqual({
      name: 'people.nameShort',
      email: 'people.emailInvalid',
    });
  });

  it('finds nothing in what the server takes', () => {
    expect(findInvitationProblems({ name: 'Ana', email: ' ana@example.com ' })).toEqual({});
  });
});
