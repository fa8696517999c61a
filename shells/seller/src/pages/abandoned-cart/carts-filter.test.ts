import { testFilter } from '@feira/shell-kit/test-filter';
import { expect, it } from 'vitest';
import { CART_FILTER, toCartsInput } from './carts-filter.ts';

const ID = '019ab3c4-5d6e-7f80-9123-4567abcdef01';

testFilter(CART_FILTER, {
  address: `state=CONTACT&product=${ID}&period=7&search=+ana`,
  input: { state: 'CONTACT', productId: ID, search: 'ana', from: '2026-11-14', to: '2026-11-20' },
  nonsense: 'state=PAID&product=1&period=9&search=%20',
});

it('asks for the carts to write to as the server tells them apart', () => {
  expect(toCartsInput({ state: 'CONTACT', productId: ID })).toEqual({ isToContact: true, productId: ID });
  expect(toCartsInput({ state: 'OPEN' })).toEqual({ state: 'OPEN' });
  expect(toCartsInput({})).toEqual({});
});
