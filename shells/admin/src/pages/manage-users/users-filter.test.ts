import { describe, expect, it } from 'vitest';
import { NO_PEOPLE_FILTER, PAGE_SIZE } from '../../components/people-filter.ts';
import { isUsersFiltered, readUsersFilter, toExportAddress, toUserAddress, toUsersInput } from './users-filter.ts';

const read = (search: string) => readUsersFilter(new URLSearchParams(search));

describe('readUsersFilter', () => {
  it('asks for everybody where the address says nothing, or nonsense', () => {
    for (const search of ['', 'role=admin&status=GONE&search=%20']) {
      expect(toUsersInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(isUsersFiltered(read(search))).toBe(false);
      expect(toExportAddress(read(search), 'xlsx', 'en')).toBe('/exports/users?format=xlsx&lang=en');
    }
  });

  it('asks for what the address says', () => {
    const filter = read('role=co-producer&status=DISABLED&search=%20ana%20');

    expect(toUsersInput(filter, 'cursor')).toEqual({
      limit: PAGE_SIZE,
      after: 'cursor',
      role: 'co-producer',
      status: 'DISABLED',
      search: 'ana',
    });
    expect(isUsersFiltered(filter)).toBe(true);
  });

  it('cuts a search to what the server takes', () => {
    expect(read(`search=${'a'.repeat(101)}`).search).toHaveLength(100);
  });
});

describe('toExportAddress', () => {
  it('narrows the file as the list is narrowed, without its page', () => {
    expect(toExportAddress(read('role=seller&status=ACTIVE&search=a%26b&after=x'), 'csv', 'pt-BR')).toBe(
      '/exports/users?status=ACTIVE&search=a%26b&role=seller&format=csv&lang=pt-BR',
    );
  });
});

describe('toUserAddress', () => {
  it('keeps the list behind the person', () => {
    expect(toUserAddress(new URLSearchParams('role=seller'), 'new')).toBe('/admin-root/manage-users/new?role=seller');
    expect(toUserAddress(new URLSearchParams(), 'new')).toBe('/admin-root/manage-users/new');
  });
});

describe('NO_PEOPLE_FILTER', () => {
  it('takes away every parameter that is read, together with the role', () => {
    const search = new URLSearchParams('role=seller&status=ACTIVE&search=a&after=x');
    for (const name of [...Object.keys(NO_PEOPLE_FILTER), 'role']) search.delete(name);

    expect([...search]).toEqual([]);
  });
});
