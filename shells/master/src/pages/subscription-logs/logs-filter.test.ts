import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTER, PAGE_SIZE, readFilter, toLogsInput } from './logs-filter.ts';

const ID = '01930000-0000-7000-8000-000000000001';
const EVERY = `group=FAILED&subscription=${ID}&search=%20plano%20&period=7`;
const read = (search: string) => readFilter(new URLSearchParams(search));

describe('readFilter', () => {
  it.each(['', 'platform=x&group=PAID&subscription=1&search=%20&period=9'])(
    'asks for everything of the own platform where the address says "%s"',
    (search) => {
      expect(toLogsInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(isFiltered(read(search))).toBe(false);
    },
  );

  it('asks for what the address says', () => {
    expect(toLogsInput(read(`${EVERY}&platform=${ID}`), 'key', '2026-11-20')).toEqual({
      limit: PAGE_SIZE,
      platformId: ID,
      group: 'FAILED',
      subscriptionId: ID,
      search: 'plano',
      from: '2026-11-14',
      to: '2026-11-20',
      after: 'key',
    });
  });

  it('keeps the platform where the filters are cleared', () => {
    const search = new URLSearchParams(`${EVERY}&platform=${ID}`);
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect([...search.keys()]).toEqual(['platform']);
    expect(isFiltered(readFilter(search))).toBe(false);
  });
});
