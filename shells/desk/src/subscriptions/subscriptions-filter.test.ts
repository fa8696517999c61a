import { testFilter } from '@feira/shell-kit/test-filter';
import { describe, expect, it } from 'vitest';
import { OWN_SUBSCRIPTIONS_FILTER, SUBSCRIPTIONS_FILTER, toFiguresInput } from './subscriptions-filter.ts';

const ID = '019ab3c4-5d6e-7f80-9123-4567abcdef01';
const EVERY = `status=PAST_DUE&method=PIX_AUTOMATICO&search=+ana+&period=7&offer=${ID}&seller=${ID}`;
const read = (search: string) => SUBSCRIPTIONS_FILTER.read(new URLSearchParams(search));

testFilter(SUBSCRIPTIONS_FILTER, {
  address: EVERY,
  input: {
    status: 'PAST_DUE',
    method: 'PIX_AUTOMATICO',
    offerId: ID,
    sellerId: ID,
    search: 'ana',
    from: '2026-11-14',
    to: '2026-11-20',
  },
  nonsense: 'status=PAID&method=CASH&period=9&offer=1&seller=x&search=%20',
});

it("a seller's own list never asks for another seller", () => {
  const filter = OWN_SUBSCRIPTIONS_FILTER.read(new URLSearchParams(`seller=${ID}`));

  expect(OWN_SUBSCRIPTIONS_FILTER.toInput(filter)).toEqual({});
});

describe('toFiguresInput', () => {
  it('covers the last year where no days are chosen, which is no longer than a report may be', () => {
    expect(toFiguresInput(read(''), null, '2026-11-20')).toEqual({ from: '2025-11-21', to: '2026-11-20' });
  });

  it('keeps offer and seller, and leaves out what figures do not know', () => {
    expect(toFiguresInput(read(EVERY), 'USD', '2026-11-20')).toEqual({
      from: '2026-11-14',
      to: '2026-11-20',
      currency: 'USD',
      offerId: ID,
      sellerId: ID,
    });
  });
});
