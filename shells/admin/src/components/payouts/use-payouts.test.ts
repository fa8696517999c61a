import { describe, expect, it } from 'vitest';
import { toPayoutInput } from './use-payouts.ts';

const FILTER = { search: '', period: { kind: 'all' }, state: null, currency: null } as const;

describe('toPayoutInput', () => {
  it('asks for what is open unless a state is named', () => {
    expect(toPayoutInput('seller', 'OPEN', FILTER, null)).toEqual({ limit: 20, role: 'seller', view: 'OPEN' });
    expect(toPayoutInput('seller', 'OPEN', { ...FILTER, state: 'EVERY' }, null)).toEqual({
      limit: 20,
      role: 'seller',
      view: 'ALL',
    });
    expect(toPayoutInput('manager', 'OPEN', { ...FILTER, state: 'FAILED' }, 'x')).toEqual({
      limit: 20,
      after: 'x',
      role: 'manager',
      view: 'ALL',
      state: 'FAILED',
    });
  });

  it('keeps to what was paid where only that is shown', () => {
    expect(toPayoutInput('seller', 'PAID', { ...FILTER, state: 'UNKNOWN' }, null)).toEqual({
      limit: 20,
      role: 'seller',
      view: 'PAID',
    });
  });
});
