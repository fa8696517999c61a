import { defaultsOf } from '@feira/schemas/entities/entity';
import { offer } from '@feira/schemas/entities/offer';
import { describe, expect, it } from 'vitest';
import { OFFER } from './offer-fields.ts';

const STORED = {
  ...defaultsOf(offer),
  title: 'Clube',
  price: 9_700,
  fakePrice: 12_900,
  coin: 'BRL' as const,
  stockLimit: 10,
  deliveryOptions: [
    {
      id: 'pac',
      description: 'PAC',
      deliveryTime: '',
      fareAmount: 1_990,
      preSelected: true,
      quotedBy: null,
      freeFrom: 30_000,
      fallback: [{ place: 'SP', fareAmount: 1_200, deliveryTime: '2 dias' }],
    },
  ],
};
const read = (changes: Partial<ReturnType<typeof OFFER.show>>) =>
  OFFER.read({ ...OFFER.show(STORED, 'pt-BR'), ...changes }, STORED);

describe('the fields of an offer', () => {
  it('read what they show', () => {
    expect(read({})).toEqual({ value: STORED, problems: {} });
  });

  it('take their limits from the entity', () => {
    const typed = {
      title: ' ',
      price: '0',
      trialDays: '366',
      recurrenceCycles: '0',
      stockLimit: '',
      priceKeptDays: '91',
    };

    expect(read(typed).problems).toEqual({
      title: 'problems.title',
      price: 'problems.price',
      trialDays: 'problems.trialDays',
      recurrenceCycles: 'problems.cycles',
      priceKeptDays: 'problems.priceKept',
    });
  });

  it('know the rules of the server', () => {
    expect(read({ fakePrice: '97', fretePrice: '0' }).problems).toEqual({
      fakePrice: 'fakePrice',
      fretePrice: 'twoFares',
    });
  });
});
