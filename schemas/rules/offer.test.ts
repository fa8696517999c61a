import { describe, expect, it } from 'vitest';
import { defaultsOf } from '../src/entities/entity.ts';
import { offer } from '../src/entities/offer.ts';
import { findOfferProblems } from './offer.ts';

const SOLD = { ...defaultsOf(offer), title: 'Clube', price: 5_000, coin: 'BRL' as const, deliveryOptions: [] };

describe('findOfferProblems', () => {
  it('finds none in an offer as it begins', () => {
    expect(findOfferProblems(SOLD)).toEqual([]);
  });

  it.each([
    [{ pixEnabled: false, creditCardEnabled: false, billetEnabled: false }, [['pixEnabled', 'noMethod']]],
    [
      { coin: 'USD' },
      [
        ['pixEnabled', 'pixAbroad'],
        ['billetEnabled', 'billetAbroad'],
      ],
    ],
    [
      { type: 'SUBSCRIPTION' },
      [
        ['recurrencePrice', 'recurrencePrice'],
        ['frequencyInDays', 'frequency'],
      ],
    ],
    [
      { type: 'SUBSCRIPTION', recurrencePrice: 5_000, frequencyInDays: 15, period: 'CALENDAR' },
      [['frequencyInDays', 'months']],
    ],
    [
      {
        type: 'SUBSCRIPTION',
        recurrencePrice: 5_000,
        frequencyInDays: 30,
        pixDiscountBasisPoints: 1,
        billetDiscountBasisPoints: 1,
      },
      [
        ['pixDiscountBasisPoints', 'methodDiscount'],
        ['billetDiscountBasisPoints', 'methodDiscount'],
      ],
    ],
    [{ fakePrice: 5_000 }, [['fakePrice', 'fakePrice']]],
    [{ saleStartsAt: '2026-12-01T03:00:00.000Z', saleEndsAt: '2026-12-01T03:00:00.000Z' }, [['saleEndsAt', 'window']]],
    [{ fretePrice: 0, deliveryOptions: [{ preSelected: true }] }, [['fretePrice', 'twoFares']]],
    [{ deliveryOptions: [{ preSelected: true }, { preSelected: true }] }, [['deliveryOptions', 'twoPreselected']]],
    [{ installments: { interestFree: 4, max: 3 } }, [['installments.interestFree', 'interestFree']]],
  ])('names the field and the rule: %j', (changes, problems) => {
    expect(findOfferProblems({ ...SOLD, ...changes } as typeof SOLD)).toEqual(problems);
  });
});
