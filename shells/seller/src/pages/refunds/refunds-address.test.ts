import { testFilter } from '@feira/shell-kit/test-filter';
import { expect, it } from 'vitest';
import { DISPUTE_FILTER, REFUND_FILTER, REQUEST_FILTER, readPayment } from './refunds-address.ts';

const week = { from: '2026-11-14', to: '2026-11-20' };

testFilter(REFUND_FILTER, {
  address: 'state=DONE&search=+ana+&period=7',
  scope: 'tab=refunds',
  input: { ...week, state: 'DONE', search: 'ana' },
  nonsense: 'state=DECLINED&kind=MED&period=9',
});
testFilter(REQUEST_FILTER, {
  address: 'state=DECLINED',
  scope: 'tab=requests',
  input: { state: 'DECLINED' },
  nonsense: 'state=DONE&period=7&search=ana',
});
testFilter(DISPUTE_FILTER, {
  address: 'state=WON&kind=MED&search=a&period=7',
  scope: 'tab=disputes',
  input: { ...week, state: 'WON', kind: 'MED', search: 'a' },
  nonsense: 'state=DONE&kind=THEFT',
});

it('a sale is named by its payment, and by nothing else', () => {
  const read = (search: string) => readPayment(new URLSearchParams(search));

  expect(read('payment=A-bc_123')).toBe('A-bc_123');
  expect(read('payment=../x')).toBeNull();
});
