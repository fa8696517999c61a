import { describe, expect, it } from 'vitest';
import { amountIn } from './amount-in.ts';

describe('amountIn', () => {
  const given = { currency: 'BRL', amount: 500, abroad: { BRL: 1, USD: 0 } } as const;

  it('takes the amount of the currency, also one of nothing, and never the number of another one', () => {
    expect(amountIn('BRL', given)).toBe(500);
    expect(amountIn('USD', given)).toBe(0);
    expect(amountIn('EUR', given)).toBeNull();
    expect(amountIn('USD', { currency: 'BRL', amount: 500 })).toBeNull();
  });
});
