import { testFilter } from '@feira/shell-kit/test-filter';
import { expect, it } from 'vitest';
import { CALLS_FILTER, CLEARED, RECEIVED_FILTER, toSearchable } from './logs-filter.ts';

const ID = '01930000-0000-7000-8000-000000000001';
const both = { platformId: ID, connectionId: ID, search: 'evt', from: '2026-11-07', to: '2026-11-20' };

testFilter(RECEIVED_FILTER, {
  address: `connection=${ID}&state=PARKED&search=+evt+&period=14`,
  scope: `platform=${ID}`,
  input: { ...both, state: 'PARKED' },
  nonsense: 'platform=other&connection=x&state=LOST&failed=1&period=9&search=%20&tab=other&event=1',
  limit: 25,
});
testFilter(CALLS_FILTER, {
  address: `connection=${ID}&failed=1&search=+evt+&period=14`,
  scope: `platform=${ID}`,
  input: { ...both, isFailed: true },
  nonsense: 'connection=x&state=PARKED&failed=yes',
  limit: 25,
});

it('keeps a search to the last days of a longer period', () => {
  const days = { from: '2026-01-01', to: '2026-11-20' };

  expect(toSearchable({ ...days, search: 'evt' })).toMatchObject({ from: '2026-10-21', to: '2026-11-20' });
  expect(toSearchable(days)).toEqual(days);
  expect(toSearchable({ search: 'evt' })).toEqual({ search: 'evt' });
});

it('clears the filters of both lists', () => {
  const search = new URLSearchParams(`connection=${ID}&state=PARKED&failed=1&platform=${ID}`);
  for (const name of Object.keys(CLEARED)) search.delete(name);

  expect([...search.keys()]).toEqual(['platform']);
});
