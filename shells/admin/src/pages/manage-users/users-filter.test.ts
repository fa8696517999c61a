import { testFilter } from '@feira/shell-kit/test-filter';
import { expect, it } from 'vitest';
import { toUserAddress, USERS_FILTER } from './users-filter.ts';

testFilter(USERS_FILTER, {
  address: 'role=co-producer&status=DISABLED&search=+ana+',
  input: { role: 'co-producer', status: 'DISABLED', search: 'ana' },
  nonsense: 'role=admin&status=GONE&search=%20',
});

it('the address of a person keeps the list behind it', () => {
  expect(toUserAddress(new URLSearchParams('role=seller'), 'new')).toBe('/admin-root/manage-users/new?role=seller');
  expect(toUserAddress(new URLSearchParams(), 'new')).toBe('/admin-root/manage-users/new');
});
