import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTER, PAGE_SIZE, readFilter, toListInput } from './sales-filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

describe('readFilter', () => {
  it('asks for everything where the address says nothing, or nonsense', () => {
    for (const search of ['', 'status=PAID&method=CASH&period=9']) {
      expect(toListInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(isFiltered(read(search))).toBe(false);
    }
  });

  it('asks for what the address says', () => {
    const filter = read('status=APPROVED&method=PIX&search=%20ana%20&period=7');

    expect(toListInput(filter, 'cursor', '2026-11-20')).toEqual({
      limit: PAGE_SIZE,
      status: 'APPROVED',
      method: 'PIX',
      search: 'ana',
      after: 'cursor',
      from: '2026-11-14',
      to: '2026-11-20',
    });
    expect(isFiltered(filter)).toBe(true);
  });

  it('cuts a search to what the server takes', () => {
    expect(read(`search=${'a'.repeat(101)}`).search).toHaveLength(100);
  });
});

describe('NO_FILTER', () => {
  it('takes away every parameter that is read', () => {
    const search = new URLSearchParams('status=APPROVED&method=PIX&search=a&from=2026-11-01&to=2026-11-02&after=x');
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect([...search]).toEqual([]);
  });
});
