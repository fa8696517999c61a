import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTER, PAGE_SIZE, readFilter, toListInput } from './administrators-filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));
const PLATFORM = '01930000-0000-7000-8000-000000000001';

describe('readFilter', () => {
  it.each(['', 'platform=mine&status=GONE&search=%20'])(
    'asks for everybody here where the address says "%s"',
    (search) => {
      expect(toListInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(isFiltered(read(search))).toBe(false);
    },
  );

  it('asks for what the address says', () => {
    const filter = read(`platform=${PLATFORM}&status=DISABLED&search=%20ana%20`);

    expect(toListInput(filter, 'key')).toEqual({
      limit: PAGE_SIZE,
      platformId: PLATFORM,
      status: 'DISABLED',
      search: 'ana',
      after: 'key',
    });
    expect(isFiltered(filter)).toBe(true);
  });
});

describe('NO_FILTER', () => {
  it('takes away every filter and leaves the platform', () => {
    const search = new URLSearchParams(`platform=${PLATFORM}&status=ACTIVE&search=a&after=x`);
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect([...search]).toEqual([['platform', PLATFORM]]);
  });
});
