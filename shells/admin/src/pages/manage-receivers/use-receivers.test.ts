import { expect, it } from 'vitest';
import { RECEIVER_FILTER, toReceiverInput } from './use-receivers.ts';

const read = (address: string) =>
  toReceiverInput(RECEIVER_FILTER.toPage(RECEIVER_FILTER.read(new URLSearchParams(address)), null));

it('a situation is asked for as the server tells it apart', () => {
  const usual = { limit: 20, owner: 'PEOPLE' };
  expect(read('')).toEqual(usual);
  expect(read('state=PENDING&search=bia')).toEqual({ ...usual, search: 'bia', state: 'ANSWERED', status: 'PENDING' });
  expect(read('state=REJECTED')).toEqual({ ...usual, status: 'REJECTED' });
  expect(read('state=UNKNOWN')).toEqual({ ...usual, state: 'UNKNOWN' });
  expect(read('state=NONSENSE')).toEqual(usual);
});
