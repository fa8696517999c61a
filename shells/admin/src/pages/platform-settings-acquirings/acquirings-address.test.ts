import { testFilter } from '@feira/shell-kit/test-filter';
import { expect, it } from 'vitest';
import { DECISION_FILTER, readHours } from './acquirings-address.ts';

const ID = '01930000-0000-7000-8000-000000000001';

testFilter(DECISION_FILTER, {
  address: `connection=${ID}&method=PIX&search=+or_1+`,
  input: { connectionId: ID, method: 'PIX', search: 'or_1' },
  nonsense: 'connection=x&method=CASH&search=%20',
  limit: 25,
});

it.each([
  ['', 24],
  ['hours=5', 24],
  ['hours=720', 720],
])('the hours of "%s" are %s', (search, hours) => {
  expect(readHours(new URLSearchParams(search))).toBe(hours);
});
