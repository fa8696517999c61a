import { describe, expect, it } from 'vitest';
import { mostInstallments } from './charge-currency.ts';

const card = { maxInstallments: 6 };

describe('mostInstallments', () => {
  it('takes reais alone where a manifest declares no currency', () => {
    expect(mostInstallments('CREDIT_CARD', card, 'BRL')).toBe(6);
    expect(mostInstallments('CREDIT_CARD', card, 'USD')).toBe(0);
  });

  it('takes what is declared, and splits reais alone unless told', () => {
    const both = { ...card, currencies: ['BRL', 'USD'] as ('BRL' | 'USD')[] };

    expect(mostInstallments('CREDIT_CARD', both, 'USD')).toBe(1);
    expect(mostInstallments('CREDIT_CARD', both, 'EUR')).toBe(0);
    expect(mostInstallments('CREDIT_CARD', { ...both, installmentCurrencies: ['USD'] }, 'USD')).toBe(6);
    expect(mostInstallments('CREDIT_CARD', { ...card, currencies: ['USD'] }, 'BRL')).toBe(0);
  });

  it('never takes PIX or a boleto in another currency', () => {
    const declared = { currencies: ['BRL', 'USD'] as ('BRL' | 'USD')[] };

    expect([mostInstallments('PIX', declared, 'USD'), mostInstallments('BILLET', declared, 'USD')]).toEqual([0, 0]);
    expect(mostInstallments('PIX', {}, 'BRL')).toBe(1);
  });
});
