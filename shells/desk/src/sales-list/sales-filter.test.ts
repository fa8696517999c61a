import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTER, PAGE_SIZE, readFilter, toListInput, toSalesInput } from './sales-filter.ts';

const ID = '019ab3c4-5d6e-7f80-9123-4567abcdef01';
const EVERY = `status=APPROVED&method=PIX&search=%20ana%20&period=7&product=${ID}&seller=${ID}`;
const read = (search: string, hasSellers = true) => readFilter(new URLSearchParams(search), hasSellers);

describe('readFilter', () => {
  it('asks for everything where the address says nothing, or nonsense', () => {
    for (const search of ['', 'status=PAID&method=CASH&period=9&product=1&seller=x&search=%20']) {
      expect(toListInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(isFiltered(read(search))).toBe(false);
    }
  });

  it('asks for what the address says', () => {
    expect(toListInput(read(EVERY), 'cursor', '2026-11-20')).toEqual({
      limit: PAGE_SIZE,
      status: 'APPROVED',
      method: 'PIX',
      productId: ID,
      sellerId: ID,
      search: 'ana',
      after: 'cursor',
      from: '2026-11-14',
      to: '2026-11-20',
    });
  });

  it.each(EVERY.split('&'))('takes %s alone for a filter', (filter) => {
    expect(isFiltered(read(filter))).toBe(true);
  });

  it('never asks for another seller where a list has only one', () => {
    expect(toSalesInput(read(`seller=${ID}`, false))).toEqual({});
  });

  it('cuts a search to what the server takes', () => {
    expect(read(`search=${'a'.repeat(101)}`).search).toHaveLength(100);
  });
});

describe('NO_FILTER', () => {
  it('takes away every parameter that is read', () => {
    const search = new URLSearchParams(`${EVERY}&from=2026-11-01&to=2026-11-02&after=x`);
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect([...search]).toEqual([]);
  });
});
