import { describe, expect, it } from 'vitest';
import { PAYOUT_FILTER, toPayoutInput } from './use-payouts.ts';

const read = (address: string, after: string | null = null) =>
  PAYOUT_FILTER.toPage(PAYOUT_FILTER.read(new URLSearchParams(address)), after);

describe('toPayoutInput', () => {
  it('asks for what is open unless a state is named', () => {
    expect(toPayoutInput('seller', 'OPEN', read(''))).toEqual({ limit: 20, role: 'seller', view: 'OPEN' });
    expect(toPayoutInput('seller', 'OPEN', read('state=EVERY'))).toEqual({
      limit: 20,
      role: 'seller',
      view: 'ALL',
    });
    expect(toPayoutInput('manager', 'OPEN', read('state=FAILED', 'x'))).toEqual({
      limit: 20,
      after: 'x',
      role: 'manager',
      view: 'ALL',
      state: 'FAILED',
    });
  });

  it('keeps to what was paid where only that is shown', () => {
    expect(toPayoutInput('seller', 'PAID', read('state=UNKNOWN'))).toEqual({
      limit: 20,
      role: 'seller',
      view: 'PAID',
    });
  });
});
