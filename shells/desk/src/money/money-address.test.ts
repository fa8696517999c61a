import { testFilter } from '@feira/shell-kit/test-filter';
import { expect, it } from 'vitest';
import { CLEARED, HOLD_FILTER, STATEMENT_FILTER, WITHDRAWAL_FILTER } from './money-address.ts';

const scope = 'currency=USD';

testFilter(STATEMENT_FILTER, {
  address: 'kind=SALE&period=7',
  scope,
  input: { currency: 'USD', kind: 'SALE', from: '2026-11-14', to: '2026-11-20' },
  nonsense: 'currency=GBP&kind=THEFT&period=9',
});
testFilter(HOLD_FILTER, {
  address: 'reason=RESERVE',
  scope,
  input: { currency: 'USD', reason: 'RESERVE' },
  nonsense: 'reason=WHIM',
});
testFilter(WITHDRAWAL_FILTER, {
  address: 'state=PAID',
  scope,
  input: { currency: 'USD', state: 'PAID' },
  nonsense: 'state=GONE',
});

it('another tab begins without filters, in the same currency', () => {
  const search = new URLSearchParams('tab=releases&currency=USD&kind=SALE&reason=RESERVE&state=PAID&period=7&after=x');
  for (const name of Object.keys(CLEARED)) search.delete(name);

  expect(search.toString()).toBe('tab=releases&currency=USD');
});
