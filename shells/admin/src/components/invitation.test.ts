import { group } from '@feira/shell-kit/fields';
import { describe, expect, it } from 'vitest';
import { INVITATION } from './invitation.ts';

describe('INVITATION', () => {
  it('names each field that is wrong', () => {
    expect(group(INVITATION).read({ name: ' A ', email: 'ana@' }).problems).toEqual({
      name: 'people.nameShort',
      email: 'people.emailInvalid',
    });
  });

  it('finds nothing in what the server takes', () => {
    expect(group(INVITATION).read({ name: 'Ana', email: ' ana@example.com ' })).toEqual({
      value: { name: 'Ana', email: 'ana@example.com' },
      problems: {},
    });
  });
});
