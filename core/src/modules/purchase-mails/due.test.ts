import { describe, expect, it } from 'vitest';
import type { Attempt, Payment } from '../payments/model.ts';
import { listDueMails, remindAt } from './due.ts';

const NOW = new Date('2026-05-10T12:00:00Z');
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

const ATTEMPT = { id: 'a', state: 'ANSWERED', transactionId: 't', reason: null, createdAt: NOW } as Attempt;
const paymentOf = (extra: Partial<Payment>): Payment =>
  ({
    method: 'PIX',
    amount: 9_990,
    paidAmount: 0,
    refundedAmount: 0,
    status: 'PENDING',
    settlement: 'NONE',
    isProvisional: false,
    notificationMode: 'EMAIL',
    createdAt: NOW,
    expiresAt: inHours(24),
    approvedAt: null,
    pixCode: 'code',
    billetCode: null,
    billetUrl: null,
    attempts: [ATTEMPT],
    ...extra,
  }) as Payment;
const templatesOf = (extra: Partial<Payment>, now = NOW) =>
  listDueMails(paymentOf(extra), now).map(({ template }) => template);

describe('listDueMails', () => {
  it.each<[string, Partial<Payment>, string[]]>([
    ['a code', {}, ['pix-created']],
    ['a code that is not there yet', { pixCode: null }, []],
    [
      'a boleto that is only a document',
      { method: 'BILLET', pixCode: null, billetUrl: 'https://b' },
      ['billet-created'],
    ],
    ['a code whose time is over', { expiresAt: NOW }, []],
    ['a card in review', { method: 'CREDIT_CARD', pixCode: null }, []],
    ['a lost answer', { attempts: [{ ...ATTEMPT, state: 'UNKNOWN' }] }, []],
    ['an approval', { status: 'APPROVED', approvedAt: NOW }, ['payment-approved']],
    ['a refusal', { status: 'REJECTED' }, ['payment-refused']],
    ['a refusal by a word that nobody knows', { status: 'REJECTED', isProvisional: true }, []],
    ['an expired code', { status: 'CANCELED' }, ['payment-expired']],
    ['a code that expired long ago', { status: 'CANCELED', expiresAt: inHours(-24 * 8) }, []],
    ['a part that was paid in time', { settlement: 'UNDERPAID', paidAmount: 1 }, ['pix-created', 'payment-mismatch']],
    ['a part of an expired code', { status: 'CANCELED', settlement: 'UNDERPAID', paidAmount: 1 }, ['payment-mismatch']],
    ['what went back already', { status: 'CANCELED', settlement: 'UNDERPAID', paidAmount: 1, refundedAmount: 1 }, []],
    [
      'money that came twice',
      { status: 'APPROVED', approvedAt: NOW, settlement: 'DUPLICATE', paidAmount: 19_980 },
      ['payment-approved', 'payment-mismatch'],
    ],
  ])('of %s', (_, payment, templates) => {
    expect(templatesOf(payment)).toEqual(templates);
  });

  it('says nothing anew of what is older than mails are kept', () => {
    const later = inHours(24 * 8);

    expect(templatesOf({ status: 'APPROVED', approvedAt: NOW }, later)).toEqual([]);
    expect(templatesOf({ status: 'REJECTED' }, later)).toEqual([]);
    expect(templatesOf({ expiresAt: inHours(24 * 30) }, later)).toEqual([]);
  });

  it('tells a part that may be completed from one that goes back', () => {
    const part = { settlement: 'UNDERPAID', paidAmount: 1, notificationMode: 'NONE' } as const;

    expect(listDueMails(paymentOf(part), NOW)).toMatchObject([{ isOver: false }]);
    expect(listDueMails(paymentOf({ ...part, status: 'CANCELED' }), NOW)).toMatchObject([{ isOver: true }]);
  });
});

describe('remindAt', () => {
  it('leaves the buyer time to pay, and reminds nobody of a short life', () => {
    expect(remindAt(paymentOf({}))).toEqual(inHours(22));
    expect(remindAt(paymentOf({ expiresAt: inHours(1) }))).toEqual(inHours(0.75));
    expect(remindAt(paymentOf({ expiresAt: inHours(0.25) }))).toBeNull();
    expect(remindAt(paymentOf({ method: 'BILLET', expiresAt: inHours(75) }))).toEqual(inHours(60));
    expect(remindAt(paymentOf({ method: 'CREDIT_CARD' }))).toBeNull();
  });
});
