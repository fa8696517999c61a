import type { PaymentView } from '@feira/schemas/checkout';
import { describe, expect, it } from 'vitest';
import { formatRemaining, sceneOf, sceneText, settlementText } from './describe-payment.ts';

const payment: PaymentView = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  orderCode: '7F3A-90C2',
  status: 'PENDING',
  method: 'PIX',
  amount: 10_000,
  currency: 'BRL',
  installments: 1,
  createdAt: '2026-11-20T15:00:00Z',
  title: 'Offer',
  sellerName: 'Seller',
  offerId: 'offer',
  isConfirming: false,
  settlement: 'NONE',
  paidAmount: 0,
  refundedAmount: 0,
  pixCode: '0002',
};

const NOW = Date.parse('2026-11-20T15:01:00Z');
const sceneNow = (item: PaymentView) => sceneOf(item, NOW);
const textNow = (item: PaymentView) => sceneText(item, sceneNow(item));

describe('sceneOf', () => {
  it('shows the code of an open PIX', () => {
    expect(sceneNow(payment)).toBe('pix');
  });

  it('offers nothing to pay while the answer of the bank is unknown', () => {
    expect(sceneNow({ ...payment, isConfirming: true })).toBe('confirming');
  });

  it('says that a payment is being reviewed, and how that ended', () => {
    expect(sceneNow({ ...payment, isConfirming: true, review: 'WAITING' })).toBe('review');
    expect(textNow({ ...payment, status: 'CANCELED', review: 'ENDED' })).toBe('reviewEndedText');
    expect(sceneNow({ ...payment, status: 'APPROVED', review: null })).toBe('approved');
  });

  it('waits where there is no code to show yet', () => {
    expect(sceneNow({ ...payment, pixCode: null })).toBe('confirming');
    expect(sceneNow({ ...payment, method: 'BILLET' })).toBe('confirming');
  });

  it('says that a code comes later, and offers another way to pay when it is late', () => {
    const lacking: PaymentView = { ...payment, pixCode: null, lateCodeAt: '2026-11-20T15:01:00.001Z' };

    expect(sceneNow(lacking)).toBe('preparing');
    expect(sceneNow({ ...lacking, lateCodeAt: '2026-11-20T15:01:00Z' })).toBe('delayed');
    expect(sceneNow({ ...lacking, isConfirming: true })).toBe('confirming');
    expect(sceneNow({ ...lacking, status: 'CANCELED' })).toBe('canceled');
  });

  it('believes a final status even while confirming', () => {
    expect(sceneNow({ ...payment, status: 'APPROVED', isConfirming: true })).toBe('approved');
  });

  it('shows a boleto by its line or by its document alone', () => {
    expect(sceneNow({ ...payment, method: 'BILLET', billetCode: '1' })).toBe('billet');
    expect(sceneNow({ ...payment, method: 'BILLET', billetUrl: 'https://example.com' })).toBe('billet');
  });

  it('leads to the bank while it takes an answer, and says so of every method', () => {
    const nextStep = { kind: 'REDIRECT', url: 'https://bank.example', expiresAt: '2026-11-20T15:01:00.001Z' } as const;
    const asked: PaymentView = { ...payment, method: 'CREDIT_CARD', nextStep };

    expect(sceneNow(asked)).toBe('bank');
    expect(sceneNow({ ...asked, method: 'PIX', pixCode: null })).toBe('bank');
    expect(sceneNow({ ...asked, nextStep: { ...nextStep, expiresAt: '2026-11-20T15:01:00Z' } })).toBe('processing');
    expect(sceneNow({ ...asked, isConfirming: true })).toBe('confirming');
    expect(sceneNow({ ...asked, status: 'REJECTED' })).toBe('rejected');
  });

  it('says that a card is under review', () => {
    expect(sceneNow({ ...payment, method: 'CREDIT_CARD' })).toBe('processing');
  });
});

describe('sceneText', () => {
  it('does not say that nothing was charged when money arrived', () => {
    const late: PaymentView = { ...payment, status: 'CANCELED', settlement: 'LATE' };

    expect(textNow(late)).toBe('canceledText');
    expect(textNow({ ...late, paidAmount: 10_000 })).toBe('canceledPaidText');
  });

  it('does not say that nothing was charged when the charge may still appear', () => {
    const refused: PaymentView = { ...payment, method: 'CREDIT_CARD', status: 'REJECTED' };

    expect(textNow(refused)).toBe('rejectedText');
    expect(textNow({ ...refused, mayBeCharged: true })).toBe('mayBeChargedText');
    expect(textNow({ ...refused, status: 'CANCELED', mayBeCharged: true })).toBe('mayBeChargedText');
    expect(textNow({ ...refused, status: 'APPROVED', mayBeCharged: true })).toBe('approvedText');
  });
});

describe('settlementText', () => {
  const paid = { ...payment, status: 'APPROVED' as const };

  it('has nothing to say about an exact payment', () => {
    expect(settlementText({ ...paid, settlement: 'EXACT', paidAmount: 10_000 })).toBeUndefined();
  });

  it('names what is missing', () => {
    expect(settlementText({ ...payment, settlement: 'UNDERPAID', paidAmount: 9000 })).toEqual({
      key: 'underpaid',
      difference: 1000,
    });
  });

  it('names what was paid twice', () => {
    expect(settlementText({ ...paid, settlement: 'DUPLICATE', paidAmount: 20_000 })).toEqual({
      key: 'duplicate',
      difference: 10_000,
    });
  });

  it('tells a late payment that was accepted from one that was returned', () => {
    expect(settlementText({ ...paid, settlement: 'LATE' })?.key).toBe('lateApproved');
    expect(settlementText({ ...payment, status: 'CANCELED', settlement: 'LATE' })?.key).toBe('late');
    expect(settlementText({ ...payment, settlement: 'LATE', refundedAmount: 1 })?.key).toBe('lateRefunded');
  });

  it('mentions a partial refund, but not beside the page that says refunded', () => {
    expect(settlementText({ ...paid, refundedAmount: 100 })?.key).toBe('partlyRefunded');
    expect(settlementText({ ...payment, status: 'REFUNDED', refundedAmount: 10_000 })).toBeUndefined();
  });
});

describe('formatRemaining', () => {
  it.each([
    [0, '00:00:00'],
    [-5, '00:00:00'],
    [61_999, '00:01:01'],
    [90_000_000, '25:00:00'],
  ])('writes %i ms as %s', (ms, text) => {
    expect(formatRemaining(ms)).toBe(text);
  });
});
