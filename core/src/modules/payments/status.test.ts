import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../test/draw.ts';
import { disputeEvidence } from './bank-decisions.ts';
import { decideChange } from './change.ts';
import type { Payment } from './model.ts';
import { type Evidence, type PaymentState, reducePayment } from './status.ts';

const EXPIRES_AT = new Date('2026-11-22T12:00:00Z');
const IN_TIME = new Date('2026-11-21T12:00:00Z');
const TOO_LATE = new Date('2026-11-23T12:00:00Z');
const EXPECTED = { method: 'PIX', amount: 1_000, expiresAt: EXPIRES_AT } as const;

let counter = 0;
const evidenceOf = (status: Evidence['status'], more: Partial<Evidence> = {}): Evidence => ({
  key: `k${counter++}`,
  source: 'webhook',
  attemptId: 'a1',
  providerStatus: status.toLowerCase(),
  status,
  isRecognised: true,
  transactionId: 't1',
  amount: 1_000,
  paidAmount: null,
  refundedAmount: null,
  movementIds: [],
  movementAmounts: null,
  reason: null,
  occurredAt: IN_TIME,
  ...more,
});
const waiting = evidenceOf('PENDING');
const paid = evidenceOf('APPROVED', { paidAmount: 1_000, movementIds: ['m1'] });
const refused = evidenceOf('REJECTED');
/** A movement that the provider reports alone, with its own amount. */
const moved = (id: string, cents: number) => evidenceOf('APPROVED', { movementIds: [id], movementAmounts: [cents] });
const expired = evidenceOf('CANCELED', {
  source: 'clock',
  providerStatus: 'EXPIRED',
  transactionId: null,
  amount: null,
});
const strange = (taken: Evidence['status']) =>
  evidenceOf(taken, { providerStatus: 'quarantined', isRecognised: false });

interface Row {
  name: string;
  given: Evidence[];
  /** Cents of the price that were authorised to go back, and have. */
  authorised?: number;
  refunds?: Parameters<typeof reducePayment>[0]['refunds'];
  expected: Partial<PaymentState>;
}

/** A part in time, the end of it, and the rest afterwards, told as the provider's running total. */
const LATE_REST = [evidenceOf('PENDING', { paidAmount: 400 }), expired, evidenceOf('APPROVED', { paidAmount: 1_000 })];
const tooLittle = (state: string, amount = 400, reason: string | null = null) =>
  ({ cause: 'UNDERPAID', state, attemptId: 'a1', amount, reason }) as const;
const givenBack = (id: string, cents: number) =>
  evidenceOf('REFUNDED', {
    source: 'refund',
    amount: null,
    refundedAmount: cents,
    movementIds: [id],
    reason: 'UNDERPAID',
  });

const ROWS: Row[] = [
  {
    name: 'nothing heard',
    given: [],
    expected: { status: 'PENDING', settlement: 'NONE', isProvisional: false, approvedAt: null },
  },
  {
    name: 'waiting',
    given: [waiting],
    expected: { status: 'PENDING', settlement: 'NONE', isProvisional: false, paidAmount: 0 },
  },
  {
    name: 'paid',
    given: [paid],
    expected: { status: 'APPROVED', settlement: 'EXACT', paidAmount: 1_000, approvedAt: IN_TIME, returns: [] },
  },
  {
    name: 'paid, told without any amount',
    given: [evidenceOf('APPROVED', { amount: null })],
    expected: { status: 'APPROVED', settlement: 'EXACT', paidAmount: 1_000 },
  },
  { name: 'a stale PENDING after paid', given: [paid, waiting], expected: { status: 'APPROVED', settlement: 'EXACT' } },
  {
    name: 'a stale REJECTED after paid',
    given: [paid, refused],
    expected: { status: 'APPROVED', settlement: 'EXACT', isProvisional: false },
  },
  { name: 'refused', given: [refused], expected: { status: 'REJECTED', isProvisional: false, paidAmount: 0 } },
  {
    name: 'expired',
    given: [waiting, expired],
    expected: { status: 'CANCELED', settlement: 'NONE', isProvisional: false },
  },
  { name: 'expired, then the provider calls it refused', given: [expired, refused], expected: { status: 'REJECTED' } },
  {
    name: 'refunded in full',
    given: [paid, evidenceOf('REFUNDED', { paidAmount: 1_000, refundedAmount: 1_000 })],
    expected: { status: 'REFUNDED', refundedAmount: 1_000, returns: [] },
  },
  {
    name: 'refunded, told without amounts',
    given: [paid, evidenceOf('REFUNDED', { amount: null })],
    expected: { status: 'REFUNDED', refundedAmount: 1_000 },
  },
  {
    name: 'refunded whole in the panel of a provider that calls it canceled, as it calls what nobody paid',
    given: [paid, evidenceOf('REJECTED', { providerStatus: 'canceled', refundedAmount: 1_000 })],
    expected: { status: 'REFUNDED', paidAmount: 1_000, refundedAmount: 1_000, returns: [] },
  },
  {
    name: 'refunded in part under such a word',
    given: [paid, evidenceOf('REJECTED', { providerStatus: 'canceled', refundedAmount: 400 })],
    expected: { status: 'APPROVED', paidAmount: 1_000, refundedAmount: 400 },
  },
  {
    name: 'canceled unpaid, with the cents that are not asked for any more',
    given: [waiting, evidenceOf('REJECTED', { providerStatus: 'canceled', refundedAmount: 1_000 })],
    expected: { status: 'CANCELED', settlement: 'NONE', paidAmount: 0, refundedAmount: 0 },
  },
  {
    name: 'paid, and another charge canceled unpaid',
    given: [paid, evidenceOf('REJECTED', { transactionId: 't2', attemptId: 'a2', refundedAmount: 1_000 })],
    expected: { status: 'APPROVED', refundedAmount: 0 },
  },
  {
    name: 'refunded before anybody said paid',
    given: [evidenceOf('REFUNDED')],
    expected: { status: 'REFUNDED', paidAmount: 1_000, refundedAmount: 1_000, returns: [] },
  },
  {
    name: 'refunded, then a stale paid',
    given: [evidenceOf('REFUNDED'), paid, waiting, refused],
    expected: { status: 'REFUNDED' },
  },
  {
    name: 'refunded in part',
    given: [paid, evidenceOf('APPROVED', { paidAmount: 1_000, refundedAmount: 300 })],
    expected: { status: 'APPROVED', settlement: 'EXACT', refundedAmount: 300, returns: [] },
  },
  {
    name: 'refunded in part, under the word refunded',
    given: [paid, evidenceOf('REFUNDED', { paidAmount: 1_000, refundedAmount: 300 })],
    expected: { status: 'APPROVED', refundedAmount: 300 },
  },
  {
    name: 'two partial refunds told as running totals',
    given: [
      paid,
      evidenceOf('APPROVED', { paidAmount: 1_000, refundedAmount: 700 }),
      evidenceOf('APPROVED', { paidAmount: 1_000, refundedAmount: 300 }),
    ],
    expected: { status: 'APPROVED', refundedAmount: 700 },
  },
  {
    name: 'a refund above what came in',
    given: [paid, evidenceOf('REFUNDED', { paidAmount: 1_000, refundedAmount: 5_000 })],
    expected: { status: 'REFUNDED', refundedAmount: 1_000 },
  },
  { name: 'charged back', given: [paid, evidenceOf('CHARGEBACK')], expected: { status: 'CHARGEBACK', returns: [] } },
  {
    name: 'charged back, then a stale paid and a refund',
    given: [evidenceOf('CHARGEBACK'), paid, evidenceOf('REFUNDED')],
    expected: { status: 'CHARGEBACK', returns: [] },
  },
  {
    name: 'charged back after too much was paid',
    given: [evidenceOf('APPROVED', { paidAmount: 1_200 }), evidenceOf('CHARGEBACK')],
    expected: { status: 'CHARGEBACK', returns: [] },
  },
  {
    name: 'one of two charges charged back, and the other given back in part',
    given: [
      paid,
      evidenceOf('CHARGEBACK', { paidAmount: 1_000 }),
      evidenceOf('APPROVED', { transactionId: 't2', attemptId: 'a2', paidAmount: 1_000, refundedAmount: 100 }),
    ],
    expected: {
      status: 'CHARGEBACK',
      charges: [
        { transactionId: 't1', attemptId: 'a1', captured: 1_000, refunded: 0, isChargedBack: true },
        { transactionId: 't2', attemptId: 'a2', captured: 1_000, refunded: 100, isChargedBack: false },
      ],
      returns: [{ transactionId: 't2', attemptId: 'a2', amount: 900, cause: 'EXCESS' }],
    },
  },
  {
    name: 'two charges, and a case lost of which nobody named the charge',
    given: [
      paid,
      evidenceOf('APPROVED', { transactionId: 't2', attemptId: 'a2', paidAmount: 1_000 }),
      evidenceOf('CHARGEBACK', { source: 'dispute', attemptId: null, transactionId: null }),
    ],
    expected: { status: 'CHARGEBACK', returns: [] },
  },
  {
    name: 'a word nobody knows, taken as PENDING',
    given: [strange('PENDING')],
    expected: { status: 'PENDING', isProvisional: true },
  },
  {
    name: 'a word nobody knows, taken as REJECTED',
    given: [strange('REJECTED')],
    expected: { status: 'REJECTED', isProvisional: true },
  },
  {
    name: 'a word nobody knows beside waiting',
    given: [waiting, strange('REJECTED')],
    expected: { status: 'REJECTED', isProvisional: true },
  },
  {
    name: 'a word nobody knows, then refused',
    given: [strange('REJECTED'), refused],
    expected: { status: 'REJECTED', isProvisional: false },
  },
  {
    name: 'a word nobody knows, then paid',
    given: [strange('REJECTED'), paid],
    expected: { status: 'APPROVED', isProvisional: false, settlement: 'EXACT' },
  },
  {
    name: 'a word nobody knows that claims money',
    given: [evidenceOf('APPROVED', { isRecognised: false, paidAmount: 1_000 })],
    expected: { status: 'PENDING', isProvisional: true, paidAmount: 0, approvedAt: null },
  },
  {
    name: 'a word nobody knows that claims a chargeback',
    given: [paid, evidenceOf('CHARGEBACK', { isRecognised: false })],
    expected: { status: 'APPROVED' },
  },
  {
    name: 'expired, then paid',
    given: [expired, paid],
    expected: { status: 'APPROVED', settlement: 'LATE', returns: [] },
  },
  {
    name: 'paid after its time',
    given: [evidenceOf('APPROVED', { paidAmount: 1_000, occurredAt: TOO_LATE })],
    expected: { status: 'APPROVED', settlement: 'LATE', approvedAt: TOO_LATE },
  },
  {
    name: 'paid in time, told again after its time',
    given: [paid, evidenceOf('APPROVED', { source: 'query', occurredAt: TOO_LATE })],
    expected: { status: 'APPROVED', settlement: 'EXACT', approvedAt: IN_TIME },
  },
  {
    name: 'paid twice in two transactions',
    given: [
      paid,
      evidenceOf('APPROVED', { transactionId: 't2', attemptId: 'a2', occurredAt: TOO_LATE, paidAmount: 1_000 }),
    ],
    expected: {
      status: 'APPROVED',
      settlement: 'DUPLICATE',
      paidAmount: 2_000,
      returns: [{ transactionId: 't2', attemptId: 'a2', amount: 1_000, cause: 'EXCESS' }],
    },
  },
  {
    name: 'paid twice by two movements told one by one',
    given: [moved('m1', 1_000), moved('m2', 1_000), moved('m2', 1_000)],
    expected: {
      status: 'APPROVED',
      settlement: 'DUPLICATE',
      paidAmount: 2_000,
      returns: [{ transactionId: 't1', attemptId: 'a1', amount: 1_000, cause: 'EXCESS' }],
    },
  },
  {
    name: 'paid three times, told as the running total beside the newest movement',
    given: [
      paid,
      evidenceOf('APPROVED', { paidAmount: 2_000, movementIds: ['m2'] }),
      evidenceOf('APPROVED', { paidAmount: 3_000, movementIds: ['m3'] }),
    ],
    expected: {
      status: 'APPROVED',
      settlement: 'DUPLICATE',
      paidAmount: 3_000,
      returns: [{ transactionId: 't1', attemptId: 'a1', amount: 2_000, cause: 'EXCESS' }],
    },
  },
  {
    name: 'paid twice by two movements told together with the sum',
    given: [paid, evidenceOf('APPROVED', { paidAmount: 2_000, movementIds: ['m1', 'm2'] })],
    expected: { status: 'APPROVED', settlement: 'DUPLICATE', paidAmount: 2_000 },
  },
  {
    name: 'paid twice by two movements told together without any amount',
    given: [evidenceOf('APPROVED', { amount: null, movementIds: ['m1', 'm2'] })],
    expected: { status: 'APPROVED', settlement: 'DUPLICATE', paidAmount: 2_000 },
  },
  {
    name: 'the same movement told three times',
    given: [
      paid,
      evidenceOf('APPROVED', { source: 'query', paidAmount: 1_000, movementIds: ['m1'] }),
      evidenceOf('APPROVED', { movementIds: ['m1'] }),
    ],
    expected: { settlement: 'EXACT', paidAmount: 1_000, returns: [] },
  },
  {
    name: 'paid again after the whole price was given back',
    authorised: 1_000,
    given: [
      paid,
      evidenceOf('REFUNDED', {
        source: 'refund',
        amount: null,
        refundedAmount: 1_000,
        movementIds: ['r1'],
        reason: 'WANTED',
      }),
      evidenceOf('APPROVED', { paidAmount: 2_000, movementIds: ['m2'] }),
    ],
    expected: {
      status: 'REFUNDED',
      settlement: 'DUPLICATE',
      returns: [{ transactionId: 't1', attemptId: 'a1', amount: 1_000, cause: 'EXCESS' }],
    },
  },
  {
    name: 'paid too little',
    given: [evidenceOf('APPROVED', { paidAmount: 400 })],
    expected: { status: 'PENDING', settlement: 'UNDERPAID', paidAmount: 400, approvedAt: null, returns: [] },
  },
  ...[
    { name: 'the running total', more: { paidAmount: 0, movementIds: ['m1'] } },
    { name: 'its movements', more: { movementIds: ['m1'], movementAmounts: [0] } },
    { name: 'the charge itself', more: { amount: 0 } },
  ].map(({ name, more }) => ({
    name: `paid, with a sum of 0: ${name}`,
    given: [waiting, evidenceOf('APPROVED', more)],
    expected: {
      status: 'PENDING' as const,
      isProvisional: true,
      settlement: 'NONE' as const,
      paidAmount: 0,
      charges: [],
    },
  })),
  {
    name: 'paid with a sum of 0, beside a report that tells the sum',
    given: [evidenceOf('APPROVED', { paidAmount: 0 }), paid],
    expected: { status: 'APPROVED', isProvisional: false, settlement: 'EXACT', paidAmount: 1_000 },
  },
  {
    name: 'paid with a sum of 0, and expired',
    given: [evidenceOf('APPROVED', { paidAmount: 0 }), expired],
    expected: { status: 'CANCELED', paidAmount: 0, returns: [] },
  },
  {
    name: 'refunded with a sum of 0, before anybody said paid',
    given: [evidenceOf('REFUNDED', { refundedAmount: 0 })],
    expected: { status: 'PENDING', isProvisional: true, paidAmount: 0 },
  },
  {
    name: 'refunded with a sum of 0, after it was paid',
    given: [paid, evidenceOf('REFUNDED', { paidAmount: 1_000, refundedAmount: 0 })],
    expected: { status: 'APPROVED', isProvisional: false, refundedAmount: 0 },
  },
  {
    name: 'returned with a sum of 0, after it was paid',
    given: [paid, evidenceOf('RETURNED', { refundedAmount: 0 })],
    expected: { status: 'APPROVED', refundedAmount: 0 },
  },
  {
    name: 'refunded, where nothing is left of what was paid',
    given: [evidenceOf('REFUNDED', { paidAmount: 0, refundedAmount: 300 })],
    expected: { status: 'REFUNDED', paidAmount: 300, refundedAmount: 300, returns: [] },
  },
  {
    name: 'paid too little and expired',
    given: [evidenceOf('APPROVED', { paidAmount: 400 }), expired],
    expected: {
      status: 'CANCELED',
      settlement: 'UNDERPAID',
      returns: [{ transactionId: 't1', attemptId: 'a1', amount: 400, cause: 'UNDERPAID' }],
    },
  },
  {
    name: 'paid too little, then given back',
    given: [
      evidenceOf('APPROVED', { paidAmount: 400 }),
      expired,
      evidenceOf('REFUNDED', { paidAmount: 400, refundedAmount: 400 }),
    ],
    expected: { status: 'REFUNDED', returns: [] },
  },
  {
    name: 'paid in two parts',
    given: [
      evidenceOf('APPROVED', { paidAmount: 400, movementIds: ['m1'] }),
      evidenceOf('APPROVED', { paidAmount: 1_000, movementIds: ['m2'] }),
    ],
    expected: { status: 'APPROVED', settlement: 'EXACT', paidAmount: 1_000 },
  },
  {
    name: 'paid in two parts told one by one',
    given: [moved('m1', 400), moved('m2', 600)],
    expected: { status: 'APPROVED', settlement: 'EXACT', paidAmount: 1_000 },
  },
  {
    name: 'paid too little by a movement told alone',
    given: [moved('m1', 400)],
    expected: { status: 'PENDING', settlement: 'UNDERPAID', paidAmount: 400, returns: [] },
  },
  {
    name: 'paid too little under a word of its own',
    given: [waiting, evidenceOf('PENDING', { providerStatus: 'underpaid', paidAmount: 400, movementIds: ['m1'] })],
    expected: { status: 'PENDING', settlement: 'UNDERPAID', paidAmount: 400, approvedAt: null, returns: [] },
  },
  {
    name: 'paid too little under a word of its own, then expired',
    given: [evidenceOf('PENDING', { providerStatus: 'underpaid', paidAmount: 400 }), expired],
    expected: {
      status: 'CANCELED',
      settlement: 'UNDERPAID',
      returns: [{ transactionId: 't1', attemptId: 'a1', amount: 400, cause: 'UNDERPAID' }],
    },
  },
  {
    name: 'paid too little, the rest after it expired',
    given: [evidenceOf('PENDING', { paidAmount: 400 }), expired, evidenceOf('APPROVED', { paidAmount: 1_000 })],
    expected: { status: 'APPROVED', settlement: 'LATE', paidAmount: 1_000, returns: [] },
  },
  {
    name: 'paid too little, the rest after the part went back',
    given: [...LATE_REST, givenBack('r1', 400)],
    refunds: [tooLittle('DONE')],
    expected: {
      status: 'CANCELED',
      paidAmount: 1_000,
      refundedAmount: 400,
      approvedAt: null,
      returns: [{ transactionId: 't1', attemptId: 'a1', amount: 600, cause: 'UNDERPAID' }],
    },
  },
  {
    name: 'paid too little, the rest after the part went back, and it went back as well',
    given: [...LATE_REST, givenBack('r1', 400), givenBack('r2', 600)],
    refunds: [tooLittle('DONE'), tooLittle('DONE', 600)],
    expected: { status: 'REFUNDED', refundedAmount: 1_000, approvedAt: null, returns: [] },
  },
  {
    name: 'paid too little, and the whole price after the part went back',
    given: [...LATE_REST, givenBack('r1', 400), evidenceOf('APPROVED', { paidAmount: 1_400 })],
    refunds: [tooLittle('DONE')],
    expected: { status: 'APPROVED', paidAmount: 1_400, refundedAmount: 400, returns: [] },
  },
  ...['SENDING', 'PENDING', 'UNKNOWN'].map((state) => ({
    name: `paid too little, the rest while the part goes back, ${state}`,
    given: LATE_REST,
    refunds: [tooLittle(state)],
    expected: {
      status: 'CANCELED' as const,
      approvedAt: null,
      returns: [{ transactionId: 't1', attemptId: 'a1', amount: 1_000, cause: 'UNDERPAID' as const }],
    },
  })),
  ...[tooLittle('REQUESTED'), tooLittle('REFUSED'), tooLittle('SENDING', 400, 'NOT_CONFIRMED')].map((refund) => ({
    name: `paid too little, the rest while the part is still held, its order ${refund.state} ${refund.reason ?? ''}`,
    given: LATE_REST,
    refunds: [refund],
    expected: { status: 'APPROVED' as const, settlement: 'LATE' as const, paidAmount: 1_000, returns: [] },
  })),
  {
    name: 'a surplus that went back does not undo a sale',
    given: [
      evidenceOf('APPROVED', { paidAmount: 1_400 }),
      evidenceOf('REFUNDED', { source: 'refund', amount: null, refundedAmount: 400 }),
    ],
    refunds: [{ cause: 'EXCESS', state: 'DONE', attemptId: 'a1', amount: 400 }],
    expected: { status: 'APPROVED', settlement: 'OVERPAID', returns: [] },
  },
  {
    name: 'the whole price under a word that does not say paid',
    given: [evidenceOf('PENDING', { paidAmount: 1_000 })],
    expected: { status: 'PENDING', settlement: 'NONE', paidAmount: 0 },
  },
  {
    name: 'paid too much',
    given: [evidenceOf('APPROVED', { paidAmount: 1_200, movementIds: ['m1'] })],
    expected: {
      status: 'APPROVED',
      settlement: 'OVERPAID',
      paidAmount: 1_200,
      returns: [{ transactionId: 't1', attemptId: 'a1', amount: 200, cause: 'EXCESS' }],
    },
  },
  {
    name: 'paid too much, the surplus given back',
    given: [
      evidenceOf('APPROVED', { paidAmount: 1_200 }),
      evidenceOf('REFUNDED', { source: 'refund', amount: null, refundedAmount: 200 }),
    ],
    expected: { status: 'APPROVED', settlement: 'OVERPAID', refundedAmount: 200, returns: [] },
  },
  {
    name: 'paid twice, everything given back',
    given: [
      evidenceOf('APPROVED', { paidAmount: 2_000, movementIds: ['m1', 'm2'] }),
      evidenceOf('REFUNDED', { paidAmount: 2_000, refundedAmount: 2_000 }),
    ],
    expected: { status: 'REFUNDED', refundedAmount: 2_000, returns: [] },
  },
  {
    name: 'paid three times: the oldest transaction stays whole',
    given: [
      paid,
      evidenceOf('APPROVED', { transactionId: 't3', occurredAt: new Date('2026-11-21T14:00:00Z') }),
      evidenceOf('APPROVED', { transactionId: 't2', occurredAt: new Date('2026-11-21T13:00:00Z') }),
    ],
    expected: {
      paidAmount: 3_000,
      returns: [
        { transactionId: 't3', attemptId: 'a1', amount: 1_000, cause: 'EXCESS' },
        { transactionId: 't2', attemptId: 'a1', amount: 1_000, cause: 'EXCESS' },
      ],
    },
  },
  {
    name: 'a code that its provider ended unpaid',
    given: [waiting, refused],
    expected: { status: 'CANCELED', settlement: 'NONE', isProvisional: false },
  },
  {
    name: 'a code that its provider ended unpaid, paid all the same',
    given: [waiting, refused, paid],
    expected: { status: 'APPROVED', settlement: 'LATE', returns: [] },
  },
  {
    name: 'a code that was never made',
    given: [evidenceOf('PENDING', { attemptId: 'a2' }), refused],
    expected: { status: 'REJECTED', isProvisional: false },
  },
  {
    name: 'a waiting code under a word that nobody knows',
    given: [waiting, strange('REJECTED')],
    expected: { status: 'REJECTED', isProvisional: true },
  },
  {
    name: 'the clock never pays',
    given: [evidenceOf('APPROVED', { source: 'clock', paidAmount: 1_000 })],
    expected: { paidAmount: 0, status: 'PENDING' },
  },
];

describe('reducePayment', () => {
  it.each(ROWS)('$name', ({ given, expected, authorised: returningAmount = 0, refunds = [] }) => {
    const context = { ...EXPECTED, returningAmount, refunds };
    expect(reducePayment(context, given)).toMatchObject(expected);
    expect(reducePayment(context, [...given].reverse())).toMatchObject(expected);
  });

  describe('a word that says "returned" and not by whom', () => {
    const returned = evidenceOf('RETURNED', { amount: null });
    const refundOf = (state: string, amount = 1_000, attemptId = 'a1') =>
      ({ cause: 'WANTED', state, amount, attemptId }) as const;
    it.each([
      ['no refund of ours', [], returned, { status: 'CHARGEBACK', refundedAmount: 0 }],
      ['an open refund of ours', [refundOf('PENDING')], returned, { status: 'REFUNDED', refundedAmount: 1_000 }],
      ['one that is done', [refundOf('DONE')], returned, { status: 'REFUNDED', refundedAmount: 1_000 }],
      ['one that was denied', [refundOf('REFUSED')], returned, { status: 'CHARGEBACK' }],
      ['one of another charge', [refundOf('DONE', 1_000, 'a2')], returned, { status: 'CHARGEBACK' }],
      ['a part of ours', [refundOf('DONE', 300)], returned, { status: 'APPROVED', refundedAmount: 300 }],
      [
        'a part of ours and more cents than that',
        [refundOf('DONE', 300)],
        { ...returned, refundedAmount: 1_000 },
        { status: 'CHARGEBACK' },
      ],
      ['words that nobody knows', [], { ...returned, isRecognised: false }, { status: 'APPROVED', refundedAmount: 0 }],
    ] as const)('beside %s', (_, refunds, word, expected) => {
      const context = { ...EXPECTED, refunds };
      expect(reducePayment(context, [paid, word])).toMatchObject(expected);
      expect(reducePayment(context, [word, paid])).toMatchObject(expected);
    });
  });

  it('counts what a paid charge gave back although another attempt replaced it', () => {
    const context = { ...EXPECTED, attempts: [{ id: 'a1' }, { id: 'a2' }] };
    const given = [paid, evidenceOf('REJECTED', { providerStatus: 'canceled', refundedAmount: 1_000 })];

    expect(reducePayment(context, given)).toMatchObject({ status: 'REFUNDED', refundedAmount: 1_000, returns: [] });
  });

  describe('of a price that is paid in parts', () => {
    const IN_PARTS = {
      ...EXPECTED,
      attempts: [
        { id: 'a1', amount: 1_000 },
        { id: 'a2', amount: 600 },
      ],
    };
    const part = evidenceOf('PENDING', { paidAmount: 400 });
    const ofRest = (status: Evidence['status'], more: Partial<Evidence> = {}) =>
      evidenceOf(status, { attemptId: 'a2', transactionId: 't2', amount: 600, ...more });
    const restWaits = ofRest('PENDING');
    const restPaid = ofRest('APPROVED', { paidAmount: 600, movementIds: ['m2'], occurredAt: EXPIRES_AT });

    it.each<[string, Evidence[], Partial<PaymentState>]>([
      ['waits for the rest', [waiting, part, restWaits], { status: 'PENDING', settlement: 'UNDERPAID', returns: [] }],
      [
        'is sold by both, when the second came',
        [part, restWaits, restPaid],
        { status: 'APPROVED', settlement: 'EXACT', paidAmount: 1_000, approvedAt: EXPIRES_AT, returns: [] },
      ],
      [
        'counts a rest that is paid without an amount as the rest, not as the price',
        [part, ofRest('APPROVED', { amount: null })],
        { status: 'APPROVED', settlement: 'EXACT', paidAmount: 1_000 },
      ],
      [
        'is not sold by a whole rest under a word that does not say "paid"',
        [part, ofRest('PENDING', { paidAmount: 600 })],
        { status: 'PENDING', paidAmount: 400 },
      ],
      ['waits on although the first code has ended', [part, expired, restWaits], { status: 'PENDING', returns: [] }],
      [
        'goes on with the first code where no code was made for the rest',
        [waiting, part, ofRest('REJECTED', { transactionId: null })],
        { status: 'PENDING', returns: [] },
      ],
      [
        'ends with the first code where no code was made for the rest',
        [waiting, part, expired, ofRest('REJECTED', { transactionId: null })],
        { status: 'CANCELED', returns: [{ transactionId: 't1', attemptId: 'a1', amount: 400, cause: 'UNDERPAID' }] },
      ],
      [
        'goes back by its own charges when the code for the rest has ended',
        [part, restWaits, ofRest('PENDING', { paidAmount: 100 }), ofRest('CANCELED', { transactionId: null })],
        {
          status: 'CANCELED',
          returns: [
            { transactionId: 't1', attemptId: 'a1', amount: 400, cause: 'UNDERPAID' },
            { transactionId: 't2', attemptId: 'a2', amount: 100, cause: 'UNDERPAID' },
          ],
        },
      ],
      [
        'gives a second payment of the rest back from the rest',
        [part, restPaid, ofRest('APPROVED', { paidAmount: 1_200, movementIds: ['m2', 'm3'] })],
        {
          status: 'APPROVED',
          settlement: 'DUPLICATE',
          returns: [{ transactionId: 't2', attemptId: 'a2', amount: 600, cause: 'EXCESS' }],
        },
      ],
      [
        'keeps one part that the bank does not take',
        [part, restPaid, ofRest('CHARGEBACK', { paidAmount: 600 })],
        { status: 'APPROVED', refundedAmount: 600, returns: [] },
      ],
      [
        'is charged back with its last part',
        [part, restPaid, ofRest('CHARGEBACK', { paidAmount: 600 }), evidenceOf('CHARGEBACK', { paidAmount: 400 })],
        { status: 'CHARGEBACK', returns: [] },
      ],
      [
        'is whole again after the case of a part was won',
        [
          part,
          restPaid,
          ofRest('CHARGEBACK', { paidAmount: 600 }),
          { ...disputeEvidence('d1', 'WON', TOO_LATE, 0, 'a2'), key: 'won' },
        ],
        { status: 'APPROVED', refundedAmount: 0, returns: [] },
      ],
    ])('%s', (_name, given, expected) => {
      expect(reducePayment(IN_PARTS, given)).toMatchObject(expected);
      expect(reducePayment(IN_PARTS, given.toReversed())).toMatchObject(expected);
    });

    it('comes to one state in any order, gives back no more than each charge holds, and sells for the whole price only', () => {
      fc.assert(
        fc.property(heardAgain, ([heard, permuted, repeats]) => {
          const state = reducePayment(IN_PARTS, heard);
          expect(reducePayment(IN_PARTS, [...repeats, ...permuted, ...repeats])).toEqual(state);
          for (const { transactionId, attemptId, captured, refunded } of state.charges) {
            const back = state.returns.filter(
              (item) => item.transactionId === transactionId && item.attemptId === attemptId,
            );
            expect(back.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(captured - refunded);
          }
          if (state.status === 'APPROVED') expect(state.paidAmount).toBeGreaterThanOrEqual(EXPECTED.amount);
        }),
        { numRuns: RUNS },
      );
    });
  });

  it('takes a card that was refused after a review for refused', () => {
    expect(reducePayment({ ...EXPECTED, method: 'CREDIT_CARD' }, [waiting, refused]).status).toBe('REJECTED');
  });
});

const RUNS = rounds({ short: 1_000, long: 20_000 });
const cents = (...values: number[]) => fc.constantFrom(null, ...values);
const aFact: fc.Arbitrary<Evidence> = fc
  .record({
    source: fc.constantFrom('answer', 'webhook', 'query', 'refund', 'clock'),
    attemptId: fc.constantFrom('a1', 'a2', null),
    providerStatus: fc.constantFrom('waiting', 'paid', 'quarantined'),
    status: fc.constantFrom(
      'PENDING',
      'APPROVED',
      'APPROVED',
      'REJECTED',
      'CANCELED',
      'REFUNDED',
      'CHARGEBACK',
      'RETURNED',
    ),
    isRecognised: fc.constantFrom(true, true, true, false),
    transactionId: fc.constantFrom('t1', 't1', 't2', null),
    amount: cents(1_000, 1_000, 700),
    paidAmount: cents(0, 100, 400, 600, 1_000, 1_200, 2_000),
    refundedAmount: cents(0, 200, 1_000, 2_000),
    movements: fc.tuple(fc.subarray(['m1', 'm2', 'm3']), fc.constantFrom(null, null, 400, 1_000)),
    occurredAt: fc.constantFrom(IN_TIME, EXPIRES_AT, TOO_LATE),
  } satisfies Record<string, fc.Arbitrary<unknown>>)
  .map(({ movements: [movementIds, each], ...fact }) =>
    evidenceOf(fact.status as Evidence['status'], {
      ...(fact as Partial<Evidence>),
      movementIds,
      movementAmounts: each && movementIds.map(() => each),
    }),
  );
/** Returns the content by which two facts are one: everything but the time they were heard at. */
const contentOf = ({ key: _, occurredAt: __, ...content }: Evidence) => JSON.stringify(content);
const facts = fc.uniqueArray(aFact, { selector: contentOf, maxLength: 7 });
/** The same facts in another order, some of them several times. */
const heardAgain = facts.chain((heard) =>
  fc.tuple(
    fc.constant(heard),
    fc.shuffledSubarray(heard, { minLength: heard.length }),
    heard.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...heard), { maxLength: 7 }),
  ),
);
const outcome = ({
  status,
  isProvisional,
  settlement,
  paidAmount,
  refundedAmount,
  approvedAt,
}: PaymentState | Payment) => ({
  status,
  isProvisional,
  settlement,
  paidAmount,
  refundedAmount,
  approvedAt,
});

describe('whatever the order', () => {
  it('any permutation and repetition of the evidence gives one state', () => {
    fc.assert(
      fc.property(heardAgain, ([heard, permuted, repeats]) => {
        expect(reducePayment(EXPECTED, [...repeats, ...permuted, ...repeats])).toEqual(reducePayment(EXPECTED, heard));
      }),
      { numRuns: RUNS },
    );
  });

  it('evidence recorded one by one ends in the state of the whole', () => {
    fc.assert(
      fc.property(heardAgain, ([heard, permuted, repeats]) => {
        let payment = newPayment();
        // A repeat is heard after the first time, and later on the clock.
        const later = repeats.map((fact) => ({ ...fact, occurredAt: new Date('2026-12-24T12:00:00Z') }));
        for (const { key: _, ...fact } of [...permuted, ...later])
          payment = decideChange(payment, { kind: 'REPORTED', evidence: [fact] }, IN_TIME)?.after ?? payment;

        expect(outcome(payment)).toEqual(outcome(reducePayment(EXPECTED, heard)));
        expect(payment.evidence).toHaveLength(heard.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('never gives back more than is held, nor what pays for the goods', () => {
    fc.assert(
      fc.property(facts, (heard) => {
        const state = reducePayment(EXPECTED, heard);
        const back = state.returns.reduce((sum, item) => sum + item.amount, 0);
        const held = state.paidAmount - state.refundedAmount;

        expect(state.returns.every((item) => Number.isInteger(item.amount) && item.amount > 0)).toBe(true);
        expect(back).toBeLessThanOrEqual(held);
        if (state.status === 'APPROVED' && back > 0) expect(held - back).toBeGreaterThanOrEqual(EXPECTED.amount);
      }),
      { numRuns: RUNS },
    );
  });

  it('a report of 0 cents sells nothing, however often it comes', () => {
    const isMoney = ({ paidAmount, movementAmounts }: Evidence) => Boolean(paidAmount || movementAmounts?.length);
    const zeros = fc.uniqueArray(
      aFact.filter((fact) => ['PENDING', 'APPROVED'].includes(fact.status) && fact.paidAmount === 0 && !isMoney(fact)),
      { selector: contentOf, maxLength: 7 },
    );
    fc.assert(
      fc.property(zeros, (heard) => {
        const reports = heard.map((fact) => ({ ...fact, source: 'query' as const }));
        expect(reducePayment(EXPECTED, reports)).toMatchObject({ status: 'PENDING', paidAmount: 0, approvedAt: null });
      }),
      { numRuns: RUNS },
    );
  });

  it('only recognised money approves, and no word without money takes it back, but cents that a paid charge gave back', () => {
    const isPaid = (status: string) => ['APPROVED', 'REFUNDED'].includes(status);
    const namesMoney = ({ paidAmount, movementAmounts }: Evidence) => Boolean(paidAmount || movementAmounts?.length);
    const withoutMoney = aFact.filter(
      (fact) => ['PENDING', 'REJECTED', 'CANCELED'].includes(fact.status) && !namesMoney(fact),
    );
    const isReport = ({ isRecognised, source }: Evidence) => isRecognised && source !== 'clock';
    const isKnownPaid = (heard: Evidence[], { transactionId, attemptId }: Evidence) =>
      heard.some(
        (fact) =>
          isReport(fact) &&
          fact.transactionId === transactionId &&
          fact.attemptId === attemptId &&
          (isPaid(fact.status) || ['CHARGEBACK', 'RETURNED'].includes(fact.status) || namesMoney(fact)),
      );
    fc.assert(
      fc.property(facts, withoutMoney, (heard, next) => {
        const { status } = reducePayment(EXPECTED, heard);

        if (status === 'APPROVED') {
          // Parts of the price are money under every word, and may add up to it.
          const sold = heard.filter((fact) => fact.isRecognised && (isPaid(fact.status) || namesMoney(fact)));
          expect(sold.some(({ status: word }) => isPaid(word)) || sold.length > 1).toBe(true);
        }
        if (['APPROVED', 'REFUNDED', 'CHARGEBACK'].includes(status)) {
          const isGivenBack = isReport(next) && Boolean(next.refundedAmount) && isKnownPaid(heard, next);
          const after = reducePayment(EXPECTED, [...heard, next]).status;
          expect(isGivenBack && status === 'APPROVED' ? ['APPROVED', 'REFUNDED'] : [status]).toContain(after);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

const newPayment = (): Payment => ({
  platformId: 'p1',
  id: 'payment',
  publicId: 'public',
  saleId: 's1',
  offerId: 'o1',
  sellerName: 'Maria',
  title: 'Curso',
  priceKeptUntil: null,
  notificationMode: 'EMAIL',
  ...EXPECTED,
  currency: 'BRL',
  installments: 1,
  status: 'PENDING',
  isProvisional: false,
  settlement: 'NONE',
  paidAmount: 0,
  refundedAmount: 0,
  returningAmount: 0,
  approvedAt: null,
  charges: [],
  terms: null,
  version: 0,
  checks: 0,
  nextCheckAt: null,
  createdAt: IN_TIME,
  pixCode: null,
  pixQrCode: null,
  billetCode: null,
  billetBarcode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  nextStep: null,
  attempts: [],
  evidence: [],
  refunds: [],
  hasOpenDispute: false,
});
