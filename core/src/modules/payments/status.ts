/**
 * The status of a payment is a pure function of the set of its evidence: any order and any number of repeats of the same
 * facts give the same answer. Nothing here reads a clock, a row or the order of arrival.
 */
import type { PAYMENT_SETTLEMENTS } from '@feira/schemas/checkout';
import type { PaymentStatus } from '@feira/schemas/common';
import { dropOverruled } from './bank-decisions.ts';

/** `refund`: one of our own refunds is done, its id in `movementIds` and its cents in `refundedAmount`. `dispute`: how a case ended. */
export type EvidenceSource = 'answer' | 'webhook' | 'query' | 'refund' | 'clock' | 'dispute';
export type Settlement = (typeof PAYMENT_SETTLEMENTS)[number];

/** One fact that was reported about a payment. */
export interface Evidence {
  /** Digest of its content: the same fact has the same key. */
  key: string;
  source: EvidenceSource;
  attemptId: string | null;
  providerStatus: string;
  status: PaymentStatus;
  /** False when the manifest's table does not know the word and its default was taken. */
  isRecognised: boolean;
  transactionId: string | null;
  /** Cents. Null where the provider does not say. */
  amount: number | null;
  paidAmount: number | null;
  refundedAmount: number | null;
  /** Ids of single movements of money; two ids are two payments of the same charge. */
  movementIds: string[];
  reason: string | null;
  occurredAt: Date;
}

export interface PaymentState {
  status: PaymentStatus;
  /** Resting on an unrecognised word: shown as "confirming", asked again, never final. */
  isProvisional: boolean;
  settlement: Settlement;
  /** Cents. */
  paidAmount: number;
  refundedAmount: number;
  approvedAt: Date | null;
  /** Where the money is: one for each transaction of a provider that took any. */
  charges: Held[];
  /** Money that is not ours to keep, by the transaction it sits in. */
  returns: { transactionId: string; attemptId: string | null; amount: number; cause: 'EXCESS' | 'UNDERPAID' }[];
}

export interface Held {
  transactionId: string;
  /** Null where it is unknown which of our calls it was. */
  attemptId: string | null;
  /** Cents. */
  captured: number;
  refunded: number;
}

interface Expected {
  amount: number;
  expiresAt: Date;
  /** In the order they were made. Each but the last surely charged nothing when the next was made. */
  attempts?: readonly { id: string }[];
  /** All refund orders. They only tell a surplus from a refund that somebody authorised. */
  refunds?: readonly { cause: RefundCause; amount: number; state: string }[];
}

/** EXCESS and UNDERPAID go back by themselves, WANTED was authorised by somebody. */
export type RefundCause = 'EXCESS' | 'UNDERPAID' | 'WANTED';

/** What all evidence about one provider transaction adds up to. */
interface Charge {
  transactionId: string;
  attemptId: string | null;
  captured: number;
  refunded: number;
  /** The part of `refunded` that somebody authorised. */
  wanted: number;
  paidAt: Date;
  movements: number;
}

const UNKNOWN_TRANSACTION = '';

export function reducePayment(expected: Expected, all: readonly Evidence[]): PaymentState {
  const evidence = dropOverruled(dropReplaced(expected, all));
  const recognised = evidence.filter((item) => item.isRecognised);
  const charges = readCharges(expected.amount, recognised);
  const captured = sum(charges.map((charge) => charge.captured));
  const refunded = sum(charges.map((charge) => charge.refunded));
  const paidAt = earliest(charges.map((charge) => charge.paidAt));
  const settlement = settle(expected, charges, captured, paidAt, recognised);
  const status = decideStatus(expected, evidence, captured, refunded);
  return {
    status,
    isProvisional: isOpenQuestion(status, evidence),
    settlement,
    paidAmount: captured,
    refundedAmount: refunded,
    approvedAt: captured >= expected.amount ? paidAt : null,
    charges: charges.map((charge) => ({
      transactionId: charge.transactionId,
      attemptId: charge.attemptId,
      captured: charge.captured,
      refunded: charge.refunded,
    })),
    returns: findReturns(expected, charges, status),
  };
}

/** Cents of one charge that have not gone back. */
export function heldBy(
  expected: Expected,
  evidence: readonly Evidence[],
  attemptId: string,
  transactionId: string,
): number {
  const recognised = dropOverruled(evidence).filter((item) => item.isRecognised);
  const charge = readCharges(expected.amount, recognised).find(
    (item) => item.transactionId === transactionId && item.attemptId === attemptId,
  );
  return charge ? charge.captured - charge.refunded : 0;
}

/** Money counts whichever attempt it came by. Other reports about an attempt that was replaced decide nothing any more. */
function dropReplaced({ attempts = [] }: Expected, evidence: readonly Evidence[]): readonly Evidence[] {
  if (attempts.length < 2) return evidence;
  const replaced = new Set(attempts.slice(0, -1).map(({ id }) => id));
  return evidence.filter(
    (item) =>
      item.attemptId === null || !replaced.has(item.attemptId) || (item.isRecognised && MONEY.includes(item.status)),
  );
}

/** True where the status rests on an unknown word: taken from the table's default, or not explained yet. */
function isOpenQuestion(status: PaymentStatus, evidence: readonly Evidence[]): boolean {
  if (status === 'REJECTED') return !evidence.some((item) => item.status === 'REJECTED' && item.isRecognised);
  return status === 'PENDING' && evidence.some((item) => !item.isRecognised);
}

const MONEY: readonly PaymentStatus[] = ['APPROVED', 'REFUNDED', 'CHARGEBACK'];

function readCharges(expectedAmount: number, evidence: readonly Evidence[]): Charge[] {
  const money = evidence.filter((item) => MONEY.includes(item.status) && !['clock', 'dispute'].includes(item.source));
  // Two providers may give the same number to their charges.
  const byAttempt = Map.groupBy(
    money,
    (item) => `${item.transactionId ?? UNKNOWN_TRANSACTION}|${item.attemptId ?? ''}`,
  );
  return [...byAttempt.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, items]) => readCharge(expectedAmount, items[0]?.transactionId ?? UNKNOWN_TRANSACTION, items));
}

function readCharge(expectedAmount: number, transactionId: string, all: readonly Evidence[]): Charge {
  const ours = all.filter((item) => item.source === 'refund');
  const items = all.filter((item) => item.source !== 'refund');
  const amountOf = (item: Evidence) => item.paidAmount ?? item.amount;
  const totals = items.map(amountOf).filter((amount) => amount !== null);
  const movements = new Map<string, number>();
  for (const item of items) {
    const single = item.movementIds.length === 1 ? amountOf(item) : null;
    for (const id of item.movementIds) movements.set(id, Math.max(movements.get(id) ?? 0, single ?? 0));
  }
  const captured =
    Math.max(...totals, sumMovements([...movements.values()], expectedAmount, totals.length > 0), 0) || expectedAmount;
  const refunds = items
    .filter((item) => item.status !== 'CHARGEBACK')
    .map((item) => item.refundedAmount ?? (item.status === 'REFUNDED' ? captured : 0));
  return {
    transactionId,
    attemptId:
      all
        .map((item) => item.attemptId)
        .filter((id) => id !== null)
        .sort()[0] ?? null,
    captured,
    // Providers report how much has gone back in all; our own refunds are reported one by one, and sooner.
    refunded: Math.min(captured, Math.max(sumRefunds(ours), ...refunds)),
    wanted: sumRefunds(ours.filter((item) => item.reason === 'WANTED')),
    paidAt: earliest(all.map((item) => item.occurredAt)) as Date,
    movements: Math.max(1, movements.size),
  };
}

/** The same refund may be reported twice. */
function sumRefunds(ours: readonly Evidence[]): number {
  const byRefund = Map.groupBy(ours, ({ movementIds: [id] }) => id);
  return sum([...byRefund.values()].map((same) => Math.max(...same.map((item) => item.refundedAmount ?? 0))));
}

/** Movements reported one by one add up. For those named only together, the total reported with them counts, or the price for each. */
function sumMovements(amounts: number[], expectedAmount: number, isTotalKnown: boolean): number {
  if (amounts.every((amount) => amount > 0)) return sum(amounts);
  return isTotalKnown ? 0 : amounts.length * expectedAmount;
}

function decideStatus(
  expected: Expected,
  evidence: readonly Evidence[],
  captured: number,
  refunded: number,
): PaymentStatus {
  const has = (status: PaymentStatus, isRecognised = true) =>
    evidence.some((item) => item.status === status && item.isRecognised === isRecognised);
  if (isChargedBack(evidence)) return 'CHARGEBACK';
  if (captured > 0 && refunded >= captured) return 'REFUNDED';
  if (captured >= expected.amount) return 'APPROVED';
  if (has('REJECTED')) return 'REJECTED';
  if (has('CANCELED')) return 'CANCELED';
  if (has('REJECTED', false)) return 'REJECTED';
  return 'PENDING';
}

/** Providers go on calling a charge disputed long after the case was won: the outcome stands above their words. */
function isChargedBack(evidence: readonly Evidence[]): boolean {
  const outcomes = evidence.filter((item) => item.source === 'dispute');
  return (outcomes.length > 0 ? outcomes : evidence).some((item) => item.status === 'CHARGEBACK' && item.isRecognised);
}

function settle(
  expected: Expected,
  charges: readonly Charge[],
  captured: number,
  paidAt: Date | null,
  evidence: readonly Evidence[],
): Settlement {
  if (captured === 0) return 'NONE';
  if (captured < expected.amount) return 'UNDERPAID';
  if (captured > expected.amount) return sum(charges.map((charge) => charge.movements)) > 1 ? 'DUPLICATE' : 'OVERPAID';
  const isLate =
    (paidAt !== null && paidAt > expected.expiresAt) || evidence.some((item) => item.status === 'CANCELED');
  return isLate ? 'LATE' : 'EXACT';
}

/**
 * What must go back: everything when too little came, the surplus when too much did. The surplus leaves replaced attempts
 * first, the earliest before the others, and then the youngest transactions, so that one that paid for the goods stays whole.
 */
function findReturns(
  { amount: expectedAmount, attempts = [], refunds = [] }: Expected,
  charges: readonly Charge[],
  status: PaymentStatus,
): PaymentState['returns'] {
  const captured = sum(charges.map((charge) => charge.captured));
  const refunded = sum(charges.map((charge) => charge.refunded));
  const wanted = sum(charges.map((charge) => charge.wanted));
  if (status === 'CHARGEBACK' || captured === refunded) return [];
  // While an authorised refund is under way nobody can say which of the two has been seen to go back.
  const authorised = sum(
    refunds.map(({ cause, state, amount }) => (cause === 'WANTED' && state !== 'REFUSED' ? amount : 0)),
  );
  if (authorised > wanted) return [];
  if (captured < expectedAmount) {
    // Pending money may still be completed; it goes back once the payment can no longer be.
    if (status === 'PENDING') return [];
    return charges.flatMap((charge) => toReturn(charge, charge.captured - charge.refunded, 'UNDERPAID'));
  }
  let surplus = captured - (refunded - wanted) - expectedAmount;
  const placeOf = ({ attemptId }: Charge) => attempts.findIndex(({ id }) => id === attemptId);
  const leavingFirst = [...charges].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      b.paidAt.getTime() - a.paidAt.getTime() ||
      (a.transactionId < b.transactionId ? 1 : -1),
  );
  return leavingFirst.flatMap((charge) => {
    const amount = Math.min(Math.max(surplus, 0), charge.captured - charge.refunded);
    surplus -= amount;
    return toReturn(charge, amount, 'EXCESS');
  });
}

const toReturn = (charge: Charge, amount: number, cause: 'EXCESS' | 'UNDERPAID') =>
  amount > 0 && charge.transactionId !== UNKNOWN_TRANSACTION
    ? [{ transactionId: charge.transactionId, attemptId: charge.attemptId, amount, cause }]
    : [];

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const earliest = (dates: readonly Date[]): Date | null =>
  dates.length === 0 ? null : new Date(Math.min(...dates.map((date) => date.getTime())));
