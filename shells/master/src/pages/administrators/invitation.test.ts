import { describe, expect, it } from 'vitest';
import { INVITATION } from './invitation.ts';

describe('INVITATION', () => {
  it.each([
    [{ name: ' Ana ', email: ' ana@example.com ' }, {}],
    [{ name: ' An ', email: 'ana@example.com' }, { name: 'administrators.nameShort' }],
    [
      { name: '', email: 'ana@example' },
      { name: 'administrators.nameShort', email: 'administrators.emailInvalid' },
    ],
  ])('says of %j what is wrong', (invitation, problems) => {
    expect(INVITATION.read({ ...invitation, permissions: ['isUsersAvailable'] }).problems).toEqual(problems);
  });

  it('asks for at least one permission', () => {
    const { problems } = INVITATION.read({ name: 'Ana', email: 'ana@example.com', permissions: [] });
    expect(problems).toEqual({ permissions: 'administrators.noneChosen' });
  });
});
