import { SITUATIONS } from '@feira/shell-desk/receivers/receiver-situation.ts';
import { expect, it } from 'vitest';
import { readMoneyFilter } from '../../components/money/money-filter.ts';
import { toReceiverInput } from './use-receivers.ts';

const read = (address: string) => toReceiverInput(readMoneyFilter(new URLSearchParams(address), SITUATIONS), null);

it('a situation is asked for as the server tells it apart', () => {
  const usual = { limit: 20, owner: 'PEOPLE' };
  expect(read('')).toEqual(usual);
  expect(read('state=PENDING&search=bia')).toEqual({ ...usual, search: 'bia', state: 'ANSWERED', status: 'PENDING' });
  expect(read('state=REJECTED')).toEqual({ ...usual, status: 'REJECTED' });
  expect(read('state=UNKNOWN')).toEqual({ ...usual, state: 'UNKNOWN' });
  expect(read('state=NONSENSE')).toEqual(usual);
});
