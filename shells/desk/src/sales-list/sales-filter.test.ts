import { testFilter } from '@feira/shell-kit/test-filter';
import { expect, it } from 'vitest';
import { OWN_SALES_FILTER, SALES_FILTER } from './sales-filter.ts';

const ID = '019ab3c4-5d6e-7f80-9123-4567abcdef01';

testFilter(SALES_FILTER, {
  address: `status=APPROVED&method=PIX&search=+ana+&period=7&product=${ID}&seller=${ID}`,
  input: {
    status: 'APPROVED',
    method: 'PIX',
    productId: ID,
    sellerId: ID,
    search: 'ana',
    from: '2026-11-14',
    to: '2026-11-20',
  },
  nonsense: 'status=PAID&method=CASH&period=9&product=1&seller=x&search=%20',
});

it("a seller's own list never asks for another seller", () => {
  expect(OWN_SALES_FILTER.toInput(OWN_SALES_FILTER.read(new URLSearchParams(`seller=${ID}`)))).toEqual({});
});
