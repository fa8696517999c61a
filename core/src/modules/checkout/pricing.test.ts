import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../offers/model.ts';
import { installmentOptions } from './pricing.ts';

const { installments } = DEFAULT_PLATFORM_SETTINGS;
const offer = (extra: Partial<Offer>) => ({ type: 'ONE_TIME', installments: null, coin: 'BRL', ...extra }) as Offer;
const most = (sold: Offer, minimumInstallmentAbroad: Partial<Record<'BRL' | 'EUR' | 'USD', number>> = {}) =>
  installmentOptions(
    sold,
    { currency: 'BRL', installments: { ...installments, minimumInstallment: 500, minimumInstallmentAbroad } },
    1_200,
  ).length;

describe('installmentOptions', () => {
  it('holds the smallest installment against prices of its own currency alone', () => {
    expect(most(offer({}))).toBe(2);
    expect(most(offer({ coin: 'USD' }))).toBe(12);
    expect(most(offer({ coin: 'USD' }), { USD: 300 })).toBe(4);
    expect(most(offer({ coin: 'EUR' }), { USD: 300 })).toBe(12);
  });

  it("takes the seller's own amount, which is in the offer's currency", () => {
    const own = { ...installments, minimumInstallment: 400 };
    expect(most(offer({ coin: 'USD', installments: own }), { USD: 300 })).toBe(3);
  });
});
