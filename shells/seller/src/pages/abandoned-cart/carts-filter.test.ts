import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTER, readFilter, toCartsInput } from './carts-filter.ts';

const ID = '019ab3c4-5d6e-7f80-9123-4567abcdef01';
const read = (search: string) => readFilter(new URLSearchParams(search));

describe('readFilter', () => {
  it('asks for everything where the address says nothing, or nonsense', () => {
    for (const search of ['', 'state=PAID&product=1&period=9&search=%20']) {
      expect(toCartsInput(read(search))).toEqual({});
      expect(isFiltered(read(search))).toBe(false);
    }
  });

  it('asks for what the address says, and knows how to take it out', () => {
    const search = `state=CONTACT&product=${ID}&period=7&search=%20ana`;

    expect(toCartsInput(read(search), '2026-11-20')).toEqual({
      from: '2026-11-14',
      to: '2026-11-20',
      isToContact: true,
      productId: ID,
      search: 'ana',
    });
    expect(toCartsInput(read('state=OPEN'))).toEqual({ state: 'OPEN' });
    expect(Object.keys(NO_FILTER)).toEqual(expect.arrayContaining([...new URLSearchParams(search).keys()]));
  });
});
