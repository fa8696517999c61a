import { describe, expect, it } from 'vitest';
import {
  compareCharges,
  comparePayment,
  compareWithdrawal,
  completeGone,
  type Recorded,
  type Reported,
} from './compare.ts';

const PRICE = 1_000;
const own = (changes: Partial<Recorded> = {}): Recorded => ({
  amount: PRICE,
  captured: PRICE,
  returned: 0,
  held: PRICE,
  hasEntries: true,
  unreturned: 0,
  ...changes,
});
const reported = (captured: number | null, returned: number | null = 0): Reported => ({ captured, returned });
const unpaid = own({ captured: 0, held: 0, hasEntries: false });

describe('comparePayment', () => {
  it.each<[what: string, Reported, Recorded]>([
    ['paid', reported(PRICE), own()],
    ['not paid', reported(0), unpaid],
    ['paid twice', reported(2_000), own({ captured: 2_000, held: 2_000 })],
    ['given back in part', reported(PRICE, 300), own({ returned: 300, held: 700 })],
    [
      'given back before anything was posted',
      reported(PRICE, PRICE),
      own({ returned: PRICE, held: 0, hasEntries: false }),
    ],
    ['paid, by a provider that does not say how much', reported(null), own()],
    ['paid twice, by a provider that does not say how much', reported(null), own({ captured: 2_000, held: 2_000 })],
    [
      'given back in part, where the provider does not say so',
      reported(PRICE, null),
      own({ returned: 300, held: 700 }),
    ],
  ])('finds nothing where both say: %s', (_, theirs, ours) => {
    expect(comparePayment(theirs, ours)).toBeNull();
  });

  it.each<[what: string, Reported, Recorded, found: string]>([
    ['paid, and nobody told us', reported(PRICE), unpaid, 'PAYMENT MISSING 1000 0'],
    ['paid without saying how much, and nobody told us', reported(null), unpaid, 'PAYMENT MISSING 1000 0'],
    ['paid, and the posting is gone', reported(PRICE), own({ held: 0, hasEntries: false }), 'PAYMENT MISSING 1000 0'],
    ['never paid', reported(0), own(), 'PAYMENT EXTRA 0 1000'],
    ['paid twice, and we know of one', reported(2_000), own(), 'PAYMENT AMOUNT 2000 1000'],
    ['posted with another amount', reported(PRICE), own({ held: 990 }), 'PAYMENT AMOUNT 1000 990'],
    ['only our own columns are wrong', reported(PRICE), own({ captured: 900 }), 'PAYMENT AMOUNT 1000 900'],
    ['given back, and nobody told us', reported(PRICE, 300), own(), 'REFUND MISSING 300 0'],
    ['given back, and the posting is gone', reported(PRICE, 300), own({ returned: 300 }), 'REFUND MISSING 300 0'],
    ['charged back, and nobody told us', reported(PRICE, PRICE), own(), 'REFUND MISSING 1000 0'],
    [
      'a third payment that nobody returns',
      reported(3_000, PRICE),
      own({ captured: 3_000, returned: PRICE, held: 2_000, unreturned: PRICE }),
      'PAYMENT UNRETURNED 2000 1000',
    ],
    [
      'too little paid that nobody returns',
      reported(400),
      own({ captured: 400, held: 400, unreturned: 400 }),
      'PAYMENT UNRETURNED 400 0',
    ],
    ['never given back', reported(PRICE, 0), own({ returned: 300, held: 700 }), 'REFUND EXTRA 0 300'],
    ['more given back than we know', reported(PRICE, 500), own({ returned: 300, held: 700 }), 'REFUND AMOUNT 500 300'],
  ])('names what differs: %s', (_, theirs, ours, found) => {
    const difference = comparePayment(theirs, ours);
    expect(`${difference?.subject} ${difference?.kind} ${difference?.providerAmount} ${difference?.ledgerAmount}`).toBe(
      found,
    );
  });
});

describe('compareCharges', () => {
  const charge = (attemptId: string, captured: number | null, returned = 0) => ({ attemptId, captured, returned });
  const held = new Map([['one', PRICE]]);

  it('finds nothing where each charge holds what we know, or its provider does not say how much', () => {
    expect(compareCharges([charge('one', PRICE), charge('other', 0)], held)).toBeNull();
    expect(compareCharges([charge('one', PRICE * 2, PRICE), charge('other', null)], held)).toBeNull();
  });

  it('names a charge that differs although the sums agree', () => {
    expect(compareCharges([charge('one', 0), charge('other', PRICE)], held)).toEqual({
      subject: 'PAYMENT',
      kind: 'EXTRA',
      providerAmount: 0,
      ledgerAmount: PRICE,
    });
    expect(compareCharges([charge('other', PRICE)], held)).toMatchObject({ kind: 'MISSING', providerAmount: PRICE });
  });
});

describe('compareWithdrawal', () => {
  it('compares what left with what was posted', () => {
    expect(compareWithdrawal(500, 500)).toBeNull();
    expect(compareWithdrawal(500, 0)).toMatchObject({ subject: 'WITHDRAWAL', kind: 'MISSING' });
    expect(compareWithdrawal(0, 500)).toMatchObject({ kind: 'EXTRA' });
    expect(compareWithdrawal(400, 500)).toMatchObject({ kind: 'AMOUNT', providerAmount: 400, ledgerAmount: 500 });
  });
});

describe('completeGone', () => {
  const gone = { attemptId: 'a', captured: null, returned: PRICE, isGone: true } as const;

  it.each<[what: string, ours: number | undefined, captured: number, returned: number]>([
    ['what came in is what our evidence says', 2_000, 2_000, PRICE],
    ['a charge that came and went unseen is nothing', undefined, 0, 0],
  ])('%s', (_, ours, captured, returned) => {
    const known = ours === undefined ? undefined : { captured: ours };
    expect(completeGone(gone, known)).toMatchObject({ attemptId: 'a', captured, returned });
  });

  it('finds what the provider holds no longer, although nobody told us', () => {
    expect(comparePayment(completeGone(gone, { captured: PRICE }), own())).toMatchObject({
      subject: 'REFUND',
      kind: 'MISSING',
      providerAmount: PRICE,
    });
  });
});
