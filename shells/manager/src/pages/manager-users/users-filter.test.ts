import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTER, PAGE_SIZE, readFilter, toListInput } from './users-filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

describe('readFilter', () => {
  it.each(['', 'status=GONE&search=%20'])('asks for everybody where the address says "%s"', (search) => {
    expect(toListInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
    expect(isFiltered(read(search))).toBe(false);
  });

  it('asks for what the address says', () => {
    const filter = read('status=DISABLED&search=%20ana%20');

    expect(toListInput(filter, 'key')).toEqual({ limit: PAGE_SIZE, status: 'DISABLED', search: 'ana', after: 'key' });
    expect(isFiltered(filter)).toBe(true);
  });

  it('cuts a search to what the server takes', () => {
    expect(read(`search=${'a'.repeat(101)}`).search).toHaveLength(100);
  });
});

describe('NO_FILTER', () => {
  it('takes away every parameter that is read', () => {
    const search = new URLSearchParams('status=ACTIVE&search=a&after=x');
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect([...search]).toEqual([]);
  });
});
