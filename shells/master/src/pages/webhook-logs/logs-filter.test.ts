import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTER, PAGE_SIZE, readFilter, toExchangesInput, toWebhooksInput } from './logs-filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));
const ID = '01930000-0000-7000-8000-000000000001';

describe('readFilter', () => {
  it.each(['', 'platform=other&connection=x&state=LOST&failed=yes&period=9&search=%20&tab=other&event=1'])(
    'asks for everything of the own platform where the address says "%s"',
    (search) => {
      expect(toWebhooksInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(toExchangesInput(read(search), null)).toEqual({ limit: PAGE_SIZE });
      expect(isFiltered(read(search))).toBe(false);
      expect(read(search)).toMatchObject({ tab: 'received', eventId: null });
    },
  );

  it('asks for what the address says, each list for what it knows', () => {
    const filter = read(`platform=${ID}&connection=${ID}&state=PARKED&failed=1&search=%20evt%20&period=14`);
    const both = { limit: PAGE_SIZE, platformId: ID, connectionId: ID, search: 'evt', after: 'key' };
    const days = { from: '2026-11-07', to: '2026-11-20' };

    expect(toWebhooksInput(filter, 'key', '2026-11-20')).toEqual({ ...both, ...days, state: 'PARKED' });
    expect(toExchangesInput(filter, 'key', '2026-11-20')).toEqual({ ...both, ...days, isFailed: true });
  });

  it('keeps a search to the last days of a longer period', () => {
    const days = 'from=2026-01-01&to=2026-11-20';

    expect(toWebhooksInput(read(`${days}&search=evt`), null)).toMatchObject({ from: '2026-10-21', to: '2026-11-20' });
    expect(toWebhooksInput(read(days), null)).toMatchObject({ from: '2026-01-01', to: '2026-11-20' });
  });
});

describe('isFiltered', () => {
  it('counts what the open list is narrowed by', () => {
    expect(isFiltered(read('state=PARKED'))).toBe(true);
    expect(isFiltered(read('state=PARKED&tab=calls'))).toBe(false);
    expect(isFiltered(read('failed=1&tab=calls'))).toBe(true);
    expect(isFiltered(read(`platform=${ID}&tab=calls`))).toBe(false);
  });
});

describe('NO_FILTER', () => {
  it('takes away every parameter that narrows', () => {
    const search = new URLSearchParams(
      'connection=1&state=PARKED&failed=1&search=a&from=2026-11-01&to=2026-11-02&period=7&after=x',
    );
    for (const name of Object.keys(NO_FILTER)) search.delete(name);

    expect([...search]).toEqual([]);
  });
});
