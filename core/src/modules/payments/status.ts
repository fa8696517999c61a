/**
 * Computes the status of a payment as a pure function of the set of its evidence: any order and any number of repeats of the same
 * facts give the same answer. Nothing here reads a clock, a row or the order of arrival.
 */
import type { PAYMENT_SETTLEMENTS } from '@feira/schemas/checkout';
import type { PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import { dropOverruled } from './bank-decisions.ts';

/** `refund`: one of our own refunds is done, its id in `movementIds` and its cents in `refundedAmount`. `dispute`: how a case ended. */
export type EvidenceSource = 'answer' | 'webhook' | 'query' | 'refund' | 'clock' | 'dispute';
export type Settlement = (typeof PAYMENT_SETTLEMENTS)[number];

/** RETURNED: the money went back, and the provider does not say by whom. */
export type ReportedStatus = PaymentStatus | 'RETURNED';

/** One fact that was reported about a payment. */
export interface Evidence {
  /** Digest of its content: the same fact has the same key. */
  key: string;
  source: EvidenceSource;
  attemptId: string | null;
  providerStatus: string;
  status: ReportedStatus;
  /** False when the manifest's table does not know the word and its default was taken. */
  isRecognised: boolean;
  transactionId: string | null;
  /** Cents. Null where the provider does not say. */
  amount: number | null;
  paidAmount: number | null;
  refundedAmount: number | null;
  /** Ids of single movements of money; two ids are two payments of the same charge. */
  movementIds: string[];
  /** Cents of each of these movements, in their order. Null where the provider tells only `paidAmount`, the running total. */
  movementAmounts: number[] | null;
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
  /** The places of the money: one for each transaction of a provider that took any. */
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
  /** The buyer's bank took what was left of it. Other charges of the payment may still hold money. */
  isChargedBack: boolean;
}

/** Cents of a charge that its provider still holds. */
export const heldIn = ({ captured, refunded, isChargedBack }: Omit<Held, 'transactionId' | 'attemptId'>): number =>
  isChargedBack ? 0 : captured - refunded;

interface Expected {
  method: PaymentMethod;
  amount: number;
  expiresAt: Date;
  /** In the order they were made. Each but the last surely charged nothing when the next was made. */
  attempts?: readonly { id: string }[];
  /** All refund orders. They tell a surplus from an authorised refund, and what left as too little from what may still make a sale. */
  refunds?: readonly { cause: RefundCause; state: string; attemptId: string; amount: number; reason?: string | null }[];
  /** Cents of the price that were authorised to go back, whether they have yet or not. */
  returningAmount?: number;
}

/** EXCESS and UNDERPAID go back by themselves, WANTED was authorised by a person. */
export type RefundCause = 'EXCESS' | 'UNDERPAID' | 'WANTED';

/** The sums of all evidence about one provider transaction. */
interface Charge {
  transactionId: string;
  attemptId: string | null;
  captured: number;
  refunded: number;
  /** Cents that the provider itself shows as gone back. */
  reportedBack: number;
  /** A provider reported a chargeback of this very charge. */
  isChargedBack: boolean;
  paidAt: Date;
  movements: number;
}

const UNKNOWN_TRANSACTION = '';

/** Events, and answers to calls, may be forged or early. Money goes back only on what was asked of the provider or decided here. */
const PROVEN: readonly EvidenceSource[] = ['query', 'refund', 'clock', 'dispute'];

export const isProven = ({ source }: Pick<Evidence, 'source'>): boolean => PROVEN.includes(source);

export function reducePayment(expected: Expected, all: readonly Evidence[]): PaymentState {
  const standing = readReturned(expected, dropOverruled(all));
  const evidence = readEnds(expected.method, dropReplaced(expected, standing));
  const recognised = evidence.filter((item) => item.isRecognised);
  const charges = readCharges(
    expected.amount,
    standing.filter((item) => item.isRecognised),
  );
  const captured = sum(charges.map((charge) => charge.captured));
  const refunded = sum(charges.map((charge) => charge.refunded));
  const paidAt = earliest(charges.map((charge) => charge.paidAt));
  const isSold = captured - leftAsTooLittle(expected) >= expected.amount;
  const settlement = settle(expected, charges, captured, paidAt, recognised);
  const status = decideStatus(expected, evidence, { isSold, captured, refunded });
  const held = markChargedBack(charges, status);
  return {
    status,
    isProvisional: isOpenQuestion(status, evidence),
    settlement,
    paidAmount: captured,
    refundedAmount: refunded,
    approvedAt: isSold ? paidAt : null,
    charges: held.map((charge) => ({
      transactionId: charge.transactionId,
      attemptId: charge.attemptId,
      captured: charge.captured,
      refunded: charge.refunded,
      isChargedBack: charge.isChargedBack,
    })),
    returns: findReturns(expected, held, { status, paidAmount: captured, refundedAmount: refunded }),
  };
}

/** Marks the charges that the bank took back: those that a provider named, or all of them where none was named. */
function markChargedBack(charges: readonly Charge[], status: PaymentStatus): Charge[] {
  const isNamed = charges.some((charge) => charge.isChargedBack);
  return charges.map((charge) => ({
    ...charge,
    isChargedBack: status === 'CHARGEBACK' && (charge.isChargedBack || !isNamed),
  }));
}

/** Cents of one charge that have not gone back. */
export function heldBy(
  expected: Expected,
  evidence: readonly Evidence[],
  attemptId: string,
  transactionId: string,
): number {
  const charge = readRecognised(expected, evidence).find(
    (item) => item.transactionId === transactionId && item.attemptId === attemptId,
  );
  return charge ? charge.captured - charge.refunded : 0;
}

/**
 * Lists the cents of each charge that its provider itself shows as gone back: without our word that a refund is done, and without parts
 * that a bank took, which are known from its decision, and which the provider counts or not.
 */
export const listReportedBack = (
  expected: Expected,
  evidence: readonly Evidence[],
): Pick<Charge, 'transactionId' | 'attemptId' | 'reportedBack'>[] => readRecognised(expected, evidence);

const readRecognised = (expected: Expected, evidence: readonly Evidence[]): Charge[] =>
  readCharges(
    expected.amount,
    readReturned(expected, dropOverruled(evidence)).filter((item) => item.isRecognised),
  );

/**
 * Reads reports that the money went back without saying by whom: cents that our own refunds of the charge explain are theirs, finished or
 * not; whatever else was returned, the buyer's bank took.
 */
export function readReturned(
  { refunds = [] }: Pick<Expected, 'refunds'>,
  evidence: readonly Evidence[],
): readonly Evidence[] {
  if (!evidence.some(({ status }) => status === 'RETURNED')) return evidence;
  return evidence.map((item) => {
    if (item.status !== 'RETURNED') return item;
    const ours = refunds.filter(
      ({ state, attemptId }) => state !== 'REFUSED' && (item.attemptId === null || attemptId === item.attemptId),
    );
    const asked = sum(ours.map(({ amount }) => amount));
    return asked === 0 || (item.refundedAmount ?? 0) > asked
      ? { ...item, status: 'CHARGEBACK' }
      : { ...item, status: 'REFUNDED', refundedAmount: item.refundedAmount ?? asked };
  });
}

/** Money counts whichever attempt it came by, and went back by. Other reports about an attempt that was replaced decide nothing any more. */
function dropReplaced(expected: Expected, evidence: readonly Evidence[]): readonly Evidence[] {
  const { attempts = [] } = expected;
  if (attempts.length < 2) return evidence;
  const replaced = new Set(attempts.slice(0, -1).map(({ id }) => id));
  return evidence.filter(
    (item) =>
      item.attemptId === null || !replaced.has(item.attemptId) || (item.isRecognised && isMoney(expected, item)),
  );
}

/**
 * Nobody refuses a PIX or boleto that waits for its buyer: whatever word its provider has for the end, it has expired unpaid. A word that
 * comes without one that says "waiting" before or after it is a refusal: there never was a code.
 */
export function readEnds<T extends Pick<Evidence, 'status' | 'isRecognised' | 'attemptId'>>(
  method: PaymentMethod,
  evidence: readonly T[],
): readonly T[] {
  if (method === 'CREDIT_CARD') return evidence;
  const known = evidence.filter(({ isRecognised }) => isRecognised);
  const waited = new Set(known.filter(({ status }) => status === 'PENDING').map(({ attemptId }) => attemptId));
  if (waited.size === 0 || !known.some(({ status }) => status === 'REJECTED')) return evidence;
  return evidence.map((item) =>
    item.status === 'REJECTED' && item.isRecognised && waited.has(item.attemptId)
      ? { ...item, status: 'CANCELED' }
      : item,
  );
}

/** True where the status rests on an unknown word: taken from the table's default, or not explained yet. */
function isOpenQuestion(status: PaymentStatus, evidence: readonly Evidence[]): boolean {
  if (status === 'REJECTED') return !evidence.some((item) => item.status === 'REJECTED' && item.isRecognised);
  return status === 'PENDING' && evidence.some((item) => !item.isRecognised);
}

const MONEY: readonly ReportedStatus[] = ['APPROVED', 'REFUNDED', 'CHARGEBACK'];

/**
 * Cents that a provider names are money under every word, because too little paid is money that has to go back. Under a
 * word that does not say "paid" they count only as a part of the price: such a word never sells anything.
 */
const isMoney = ({ amount }: Pick<Expected, 'amount'>, item: Evidence): boolean => {
  const received = item.source === 'refund' ? 0 : (receivedOf(item) ?? 0);
  return MONEY.includes(item.status) || (received > 0 && received < amount);
};

/** Cents that one report says came in: the running total, or the movements that it names with their amounts. */
const receivedOf = ({ paidAmount, movementAmounts }: Evidence): number | null =>
  paidAmount === null && movementAmounts === null ? null : Math.max(paidAmount ?? 0, sum(movementAmounts ?? []));

/** Two providers may give the same number to their charges. */
const chargeOf = ({ transactionId, attemptId }: Evidence) =>
  `${transactionId ?? UNKNOWN_TRANSACTION}|${attemptId ?? ''}`;

function readCharges(expectedAmount: number, evidence: readonly Evidence[]): Charge[] {
  const reports = evidence.filter(({ source }) => !['clock', 'dispute'].includes(source));
  const money = reports.filter((item) => isMoney({ amount: expectedAmount }, item));
  // Some providers call a charge "canceled" whether it was refunded or never paid.
  const gone = reports.filter((item) => !money.includes(item) && (item.refundedAmount ?? 0) > 0);
  const byAttempt = Map.groupBy(money, chargeOf);
  return [...byAttempt.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, items]) =>
      readCharge(
        expectedAmount,
        items,
        gone.filter((item) => chargeOf(item) === key),
      ),
    );
}

/** `gone` are reports of cents that went back under a word that does not say "paid". */
function readCharge(expectedAmount: number, all: readonly Evidence[], gone: readonly Evidence[]): Charge {
  const transactionId = all[0]?.transactionId ?? UNKNOWN_TRANSACTION;
  const ours = all.filter((item) => item.source === 'refund');
  const items = all.filter((item) => item.source !== 'refund');
  const captured = readCaptured(expectedAmount, items) || expectedAmount;
  const refunds = [...items, ...gone]
    .filter((item) => item.status !== 'CHARGEBACK')
    .map((item) => item.refundedAmount ?? (item.status === 'REFUNDED' ? captured : 0));
  const reportedBack = Math.min(captured, Math.max(0, ...refunds));
  return {
    transactionId,
    attemptId:
      all
        .map((item) => item.attemptId)
        .filter((id) => id !== null)
        .sort()[0] ?? null,
    captured,
    // Providers report how much has gone back in all; our own refunds are reported one by one, and sooner.
    refunded: Math.min(captured, Math.max(sumRefunds(ours), reportedBack)),
    reportedBack,
    isChargedBack: items.some(({ status }) => status === 'CHARGEBACK'),
    paidAt: earliest(all.map((item) => item.occurredAt)) as Date,
    movements: Math.max(1, new Set(items.flatMap((item) => item.movementIds)).size),
  };
}

/** The same refund may be reported twice. */
function sumRefunds(ours: readonly Evidence[]): number {
  const byRefund = Map.groupBy(ours, ({ movementIds: [id] }) => id);
  return sum([...byRefund.values()].map((same) => Math.max(...same.map((item) => item.refundedAmount ?? 0))));
}

/**
 * Cents that came into a charge: the highest running total, or the sum of the movements whose own amounts were told. A running total
 * is never the amount of the movement that is named beside it. Movements that come without any sum count with the price for each.
 */
function readCaptured(expectedAmount: number, items: readonly Evidence[]): number {
  const totals = items.map((item) => receivedOf(item) ?? item.amount ?? 0);
  const isTotalKnown = items.some(({ paidAmount }) => paidAmount !== null);
  const movements = new Map<string, number>();
  for (const { movementIds, movementAmounts } of items) {
    for (const [index, id] of movementIds.entries())
      movements.set(id, Math.max(movements.get(id) ?? 0, movementAmounts?.[index] ?? 0));
  }
  const single = [...movements.values()].map((amount) => amount || (isTotalKnown ? 0 : expectedAmount));
  return Math.max(0, ...totals, sum(single));
}

function decideStatus(
  expected: Expected,
  evidence: readonly Evidence[],
  { isSold, captured, refunded }: { isSold: boolean; captured: number; refunded: number },
): PaymentStatus {
  const has = (status: PaymentStatus, isRecognised = true) =>
    evidence.some((item) => item.status === status && item.isRecognised === isRecognised);
  if (isChargedBack(evidence)) return 'CHARGEBACK';
  if (captured > 0 && refunded >= captured) return 'REFUNDED';
  if (isSold) return isTakenBack(expected, captured, refunded) ? 'REFUNDED' : 'APPROVED';
  if (has('REJECTED')) return 'REJECTED';
  if (has('CANCELED')) return 'CANCELED';
  if (has('REJECTED', false)) return 'REJECTED';
  return 'PENDING';
}

/** The states of a refund whose money has left, or may have. */
const LEFT: readonly string[] = ['SENDING', 'PENDING', 'UNKNOWN', 'DONE'];

/** The reason of an automatic refund that was not sent because its provider did not confirm the money that it was ordered for. */
export const NOT_CONFIRMED = 'NOT_CONFIRMED';

/** Cents that were returned because they were too little for a sale: what comes afterwards does not make one of them. */
const leftAsTooLittle = ({ refunds = [] }: Expected): number =>
  sum(
    refunds
      // One that may not be sent is SENDING with this reason until it is refused: nothing of it leaves.
      .filter(({ cause, state, reason }) => cause === 'UNDERPAID' && LEFT.includes(state) && reason !== NOT_CONFIRMED)
      .map(({ amount }) => amount),
  );

/** Money that comes after the whole price was given back sells nothing anew: it goes back as well. */
function isTakenBack(expected: Expected, paidAmount: number, refundedAmount: number): boolean {
  const { amount, returningAmount = 0 } = expected;
  const isKept = keptOf({ status: 'APPROVED', amount, paidAmount, refundedAmount, returningAmount }) > 0;
  return !isKept && refundedAmount >= amount && !isAuthorisedRefundOpen(expected);
}

const isAuthorisedRefundOpen = ({ refunds = [] }: Pick<Expected, 'refunds'>): boolean =>
  refunds.some(({ cause, state }) => cause === 'WANTED' && state !== 'DONE' && state !== 'REFUSED');

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

/** The sums of a payment that say how much of its price is kept. */
export type Sums = Pick<PaymentState, 'status' | 'paidAmount' | 'refundedAmount'> & {
  amount: number;
  returningAmount: number;
};

/** Cents of the price that went back or are on their way back. What was paid beyond it goes back before. */
export const returnedOf = ({ amount, paidAmount, refundedAmount, returningAmount }: Omit<Sums, 'status'>): number =>
  Math.max(returningAmount, refundedAmount - Math.max(paidAmount - amount, 0), 0);

/** The sums alone do not tell: what was returned as too little makes no sale together with the rest that came late. */
const SOLD: readonly PaymentStatus[] = ['APPROVED', 'REFUNDED'];

/** Cents of the price that neither went back nor are on their way back. */
export function keptOf(sums: Sums): number {
  if (sums.paidAmount < sums.amount || !SOLD.includes(sums.status)) return 0;
  return Math.max(0, sums.amount - returnedOf(sums));
}

/**
 * Returns the money that must go back: all that is held and not kept as the price. It leaves replaced attempts first, the earliest
 * before the others, and then the youngest transactions, so that one that paid for the goods stays whole.
 */
function findReturns(
  expected: Expected,
  charges: readonly Charge[],
  sums: Pick<PaymentState, 'status' | 'paidAmount' | 'refundedAmount'>,
): PaymentState['returns'] {
  const { amount, attempts = [], returningAmount = 0 } = expected;
  const isShort = sums.paidAmount < amount || ![...SOLD, 'CHARGEBACK'].includes(sums.status);
  // Money of a payment that may still be completed stays.
  if (isShort && sums.status === 'PENDING') return [];
  // The evidence cannot say which of the two went back while an authorised refund is under way.
  if (isAuthorisedRefundOpen(expected)) return [];
  let left =
    charges.reduce((total, charge) => total + heldIn(charge), 0) - keptOf({ ...sums, amount, returningAmount });
  const placeOf = ({ attemptId }: Charge) => attempts.findIndex(({ id }) => id === attemptId);
  const leavingFirst = [...charges].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      b.paidAt.getTime() - a.paidAt.getTime() ||
      (a.transactionId < b.transactionId ? 1 : -1),
  );
  return leavingFirst.flatMap((charge) => {
    const returned = Math.min(Math.max(left, 0), heldIn(charge));
    left -= returned;
    return toReturn(charge, returned, isShort ? 'UNDERPAID' : 'EXCESS');
  });
}

const toReturn = (charge: Charge, amount: number, cause: 'EXCESS' | 'UNDERPAID') =>
  amount > 0 && charge.transactionId !== UNKNOWN_TRANSACTION
    ? [{ transactionId: charge.transactionId, attemptId: charge.attemptId, amount, cause }]
    : [];

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const earliest = (dates: readonly Date[]): Date | null =>
  dates.length === 0 ? null : new Date(Math.min(...dates.map((date) => date.getTime())));
