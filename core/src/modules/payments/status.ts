/**
 * Computes the status of a payment as a pure function of the set of its evidence: any order and any number of repeats of the same
 * facts give the same answer. Nothing here reads a clock, a row or the order of arrival.
 */
import type { PAYMENT_SETTLEMENTS } from '@feira/schemas/checkout';
import type { PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import type { DeclineReason } from '@feira/schemas/declines';

/** `refund`: one of our own refunds is done, its id in `movementIds` and its cents in `refundedAmount`. `dispute`: how a case ended. */
export type EvidenceSource = 'answer' | 'webhook' | 'query' | 'refund' | 'clock' | 'dispute';
export type Settlement = (typeof PAYMENT_SETTLEMENTS)[number];

/** RETURNED: the money went back, and the provider does not say by whom. */
export type ReportedStatus = PaymentStatus | 'RETURNED';

/** Whether what cards hold is captured or let go. */
export type HoldDecision = 'CAPTURE' | 'VOID';

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
  /** Cents that are held on a card and not charged. */
  heldAmount?: number | null;
  /** The provider says that the card's bank bears a chargeback because of fraud. */
  liability?: 'ISSUER' | null;
  /** Ids of single movements of money; two ids are two payments of the same charge. */
  movementIds: string[];
  /** Cents of each of these movements, in their order. Null where the provider tells only `paidAmount`, the running total. */
  movementAmounts: number[] | null;
  reason: string | null;
  /** Why the card was refused, where the provider's table knows its code. */
  declineReason?: DeclineReason | null;
  occurredAt: Date;
}

/** The reported word of a part that a bank took back without a case. */
export const RETURNED_BY_BANK = 'RETURNED_BY_BANK';

export const isTakenByBank = ({ source, providerStatus }: Evidence) =>
  source === 'refund' && providerStatus === RETURNED_BY_BANK;
const isDecision = (item: Evidence) => item.source === 'dispute' || isTakenByBank(item);
/** Returns the number of a bank's decision: the last of a case counts. */
export const numberOf = ({ movementIds: [, corrections] }: Evidence) => Number(corrections ?? 0);

/** Without the decisions that later ones of the same case have put right. */
export function dropOverruled(evidence: readonly Evidence[]): readonly Evidence[] {
  const last = new Map<string, number>();
  for (const item of evidence.filter(isDecision)) {
    const [disputeId = ''] = item.movementIds;
    last.set(disputeId, Math.max(last.get(disputeId) ?? 0, numberOf(item)));
  }
  if (last.size === 0) return evidence;
  return evidence.filter((item) => !isDecision(item) || numberOf(item) === last.get(item.movementIds[0] ?? ''));
}

export interface PaymentState {
  status: PaymentStatus;
  /** Resting on an unrecognised word or a contradictory report: shown as "confirming", asked again, never final. */
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
  /**
   * In the order they were made. Each but the last surely charged nothing when the next was made, or was paid in part: then the next asks
   * for the cents that were missing.
   */
  attempts?: readonly Asking[];
  /** All refund orders. They tell a surplus from an authorised refund, and what left as too little from what may still make a sale. */
  refunds?: readonly { cause: RefundCause; state: string; attemptId: string; amount: number; reason?: string | null }[];
  /** Cents of the price that were authorised to go back, whether they have yet or not. */
  returningAmount?: number;
}

/** The reason of an attempt whose code is not the one to pay any more. Its money counts; for the rest the later attempt stands. */
export const RENEWED = 'RENEWED';

/** The properties of an attempt that decide what its reports mean. */
interface Asking {
  id: string;
  /** Cents that its charge asks for; the price where it is left out. */
  amount?: number;
  state?: string;
  reason?: string | null;
  /** It holds a part of the price on one of two cards, none of which takes the place of the other, or the whole price for a review. */
  isHold?: boolean | null;
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
  const standing = readStanding(expected, all);
  const evidence = readEnds(expected.method, dropReplaced(expected, standing));
  const recognised = evidence.filter((item) => item.isRecognised);
  const read = readCharges(
    expected,
    standing.filter((item) => item.isRecognised),
  );
  const partsTaken = listPartsTaken(expected, read, evidence);
  const charges = read.map((charge) =>
    partsTaken.includes(charge) ? { ...charge, refunded: charge.captured } : { ...charge },
  );
  const captured = sum(charges.map((charge) => charge.captured));
  const refunded = sum(charges.map((charge) => charge.refunded));
  const paidAt = completedAt(expected, charges);
  const isSold = captured - leftAsTooLittle(expected) >= expected.amount;
  const settlement = settle(expected, charges, captured, paidAt, recognised);
  const isTaken = partsTaken.length === 0 && isChargedBack(evidence);
  const status = decideStatus(expected, evidence, { isSold, isTaken, captured, refunded });
  const held = partsTaken.length > 0 ? charges : markChargedBack(charges, status);
  return {
    status,
    isProvisional: isOpenQuestion(status, evidence),
    settlement,
    paidAmount: captured,
    refundedAmount: refunded,
    approvedAt: isSold ? paidAt : null,
    charges: held.map((charge, index) => ({
      transactionId: charge.transactionId,
      attemptId: charge.attemptId,
      captured: charge.captured,
      refunded: charge.refunded,
      isChargedBack: partsTaken.length > 0 ? partsTaken.includes(read[index] as Charge) : charge.isChargedBack,
    })),
    returns: findReturns(expected, held, { status, paidAmount: captured, refundedAmount: refunded }),
  };
}

const isPaidInParts = (expected: Expected): boolean =>
  expected.attempts?.some((attempt) => isRest(expected, attempt)) ?? false;

/**
 * Lists the charges that a bank took back of a sale that was paid in parts, while other parts stay: those remain a sale, as after a refund
 * of a part. A case of one charge that was won gives that charge back, whatever its provider goes on calling it.
 */
function listPartsTaken(
  expected: Expected,
  charges: readonly Charge[],
  evidence: readonly Evidence[],
): readonly Charge[] {
  const { amount } = expected;
  if (!isPaidInParts(expected)) return [];
  const outcomes = evidence.filter(({ source }) => source === 'dispute');
  if (outcomes.some(({ attemptId, status }) => attemptId === null && status === 'CHARGEBACK')) return [];
  const isWon = (charge: Charge) =>
    outcomes.some(
      ({ attemptId, status }) => (attemptId ?? charge.attemptId) === charge.attemptId && status === 'APPROVED',
    );
  const taken = charges.filter((charge) => charge.isChargedBack && !isWon(charge));
  const staying = sum(charges.filter((charge) => !taken.includes(charge)).map(({ captured }) => captured));
  const isSold = sum(charges.map(({ captured }) => captured)) - leftAsTooLittle(expected) >= amount;
  return isSold && staying > 0 && staying < amount ? taken : [];
}

/** True where a bank took this charge of a sale that was paid in parts, or of one that it took whole. */
export const isChargeTaken = ({ charges }: Pick<PaymentState, 'charges'>, attemptId: string | null): boolean =>
  attemptId !== null && charges.some((charge) => charge.attemptId === attemptId && charge.isChargedBack);

/** Cents that banks took with whole charges of a sale that was paid in parts, beside what had gone back of them before. */
export function takenInParts(expected: Expected, evidence: readonly Evidence[]): number {
  if (!isPaidInParts(expected)) return 0;
  const known = readStanding(expected, evidence);
  const charges = readRecognised(expected, evidence);
  return sum(listPartsTaken(expected, charges, known).map(({ captured, refunded }) => captured - refunded));
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
    expected,
    readStanding(expected, evidence).filter((item) => item.isRecognised),
  );

/** Returns the evidence that counts, each report with what it means beside the others. */
const readStanding = (expected: Pick<Expected, 'refunds'>, evidence: readonly Evidence[]): readonly Evidence[] =>
  readReturned(expected, readContradictions(dropOverruled(evidence)));

const REPORTS: readonly EvidenceSource[] = ['answer', 'webhook', 'query'];

/**
 * True for a provider's report that contradicts itself: its word says that money came, or went back, and its sum says that none did. Less
 * than the price is no contradiction: buyers pay a part of a PIX on purpose.
 */
export function isContradictory(item: Omit<Evidence, 'key'>): boolean {
  if (!item.isRecognised || !REPORTS.includes(item.source)) return false;
  if (item.status === 'APPROVED') return (receivedOf(item) ?? item.amount) === 0;
  return (item.status === 'REFUNDED' || item.status === 'RETURNED') && item.refundedAmount === 0;
}

/** A contradiction decides nothing and leaves the payment open until its provider reports something that can be true. */
const readContradictions = (evidence: readonly Evidence[]): readonly Evidence[] =>
  evidence.some(isContradictory)
    ? evidence.map((item) => (isContradictory(item) ? { ...item, status: 'PENDING', isRecognised: false } : item))
    : evidence;

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

/** Cents that the attempt of a report asks for. A report of an unknown one is about the price. */
const askedIn = ({ amount, attempts = [] }: Pick<Expected, 'amount' | 'attempts'>, attemptId: string | null): number =>
  attempts.find(({ id }) => id === attemptId)?.amount ?? amount;

/** True for an attempt that asks for what was missing of the price. */
export const isRest = (expected: Pick<Expected, 'amount'>, { amount }: Pick<Asking, 'amount'>): boolean =>
  amount !== undefined && amount < expected.amount;

/**
 * Returns the attempt whose end is the payment's: the last one. A call for the rest of the price that surely made no code leaves the one
 * before it standing, because the part that was paid waits for as long as it would have without that call.
 */
export function standingAttempt<T extends Asking>(
  expected: { amount: number; attempts: readonly T[] },
  evidence: readonly Evidence[],
): T | undefined {
  const { attempts } = expected;
  // The one of two cards about which nothing is known yet keeps the payment waiting.
  if (attempts.some(isHolding)) return attempts.find(({ state }) => isOpenCall(state)) ?? attempts.at(-1);
  return attempts.findLast((attempt) => !isRest(expected, attempt) || !hasNoCode(attempt, evidence)) ?? attempts.at(-1);
}

const isHolding = ({ isHold }: Asking): boolean => isHold === true;
const isOpenCall = (state: string | undefined): boolean =>
  state === 'CREATED' || state === 'UNKNOWN' || state === 'PARKED';

function hasNoCode({ id, state }: Asking, evidence: readonly Evidence[]): boolean {
  const own = evidence.filter(({ attemptId }) => attemptId === id);
  if (own.some((item) => item.status !== 'REJECTED')) return false;
  return state === 'NOT_SENT' || state === 'REFUSED' || own.length > 0;
}

/** Money counts whichever attempt it came by, and went back by. Other reports about an attempt that was replaced decide nothing any more. */
function dropReplaced(expected: Expected, evidence: readonly Evidence[]): readonly Evidence[] {
  const { amount, attempts = [] } = expected;
  if (attempts.length < 2 || attempts.some(isHolding)) return evidence;
  const standing = standingAttempt({ amount, attempts }, evidence);
  const replaced = new Set(attempts.filter((attempt) => attempt !== standing).map(({ id }) => id));
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

/** True where the status rests on an unknown word, taken from the table's default or not explained yet, or on a contradiction. */
function isOpenQuestion(status: PaymentStatus, evidence: readonly Evidence[]): boolean {
  if (status === 'REJECTED') return !evidence.some((item) => item.status === 'REJECTED' && item.isRecognised);
  return status === 'PENDING' && evidence.some((item) => !item.isRecognised);
}

const MONEY: readonly ReportedStatus[] = ['APPROVED', 'REFUNDED', 'CHARGEBACK'];

/**
 * Cents that a provider names are money under every word, because too little paid is money that has to go back. Under a
 * word that does not say "paid" they count only as a part of the price: such a word never sells anything.
 */
const isMoney = (expected: Pick<Expected, 'amount' | 'attempts'>, item: Evidence): boolean => {
  const received = item.source === 'refund' ? 0 : (receivedOf(item) ?? 0);
  return MONEY.includes(item.status) || (received > 0 && received < askedIn(expected, item.attemptId));
};

/** Cents that one report says came in: the running total, or the movements that it names with their amounts. */
const receivedOf = ({
  paidAmount,
  movementAmounts,
}: Pick<Evidence, 'paidAmount' | 'movementAmounts'>): number | null =>
  paidAmount === null && !movementAmounts?.length ? null : Math.max(paidAmount ?? 0, sum(movementAmounts ?? []));

/** Two providers may give the same number to their charges. */
const chargeOf = ({ transactionId, attemptId }: Evidence) =>
  `${transactionId ?? UNKNOWN_TRANSACTION}|${attemptId ?? ''}`;

function readCharges(expected: Expected, evidence: readonly Evidence[]): Charge[] {
  const reports = evidence.filter(({ source }) => !['clock', 'dispute'].includes(source));
  const money = reports.filter((item) => isMoney(expected, item));
  // Some providers call a charge "canceled" whether it was refunded or never paid.
  const gone = reports.filter((item) => !money.includes(item) && (item.refundedAmount ?? 0) > 0);
  const byAttempt = Map.groupBy(money, chargeOf);
  return [...byAttempt.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, items]) =>
      readCharge(
        askedIn(expected, items[0]?.attemptId ?? null),
        items,
        gone.filter((item) => chargeOf(item) === key),
      ),
    );
}

/** Returns when the price was complete: with the charge by which it was reached; null while no money has come. */
function completedAt({ amount }: Expected, charges: readonly Charge[]): Date | null {
  const inTurn = charges.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
  let sumSoFar = 0;
  const completing = inTurn.find(({ captured }) => {
    sumSoFar += captured;
    return sumSoFar >= amount;
  });
  return (completing ?? inTurn[0])?.paidAt ?? null;
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
  const totals = items.map((item) => readTotal(item) ?? item.amount ?? 0);
  const isTotalKnown = items.some(({ paidAmount }) => paidAmount !== null);
  const movements = new Map<string, number>();
  for (const { movementIds, movementAmounts } of items) {
    for (const [index, id] of movementIds.entries())
      movements.set(id, Math.max(movements.get(id) ?? 0, movementAmounts?.[index] ?? 0));
  }
  const single = [...movements.values()].map((amount) => amount || (isTotalKnown ? 0 : expectedAmount));
  return Math.max(0, ...totals, sum(single));
}

/** A provider may take what went back off what it calls paid: then at least that much had come. */
function readTotal(item: Evidence): number | null {
  const received = receivedOf(item);
  return received === 0 && item.status === 'REFUNDED' ? item.refundedAmount : received;
}

function decideStatus(
  expected: Expected,
  evidence: readonly Evidence[],
  { isSold, isTaken, captured, refunded }: { isSold: boolean; isTaken: boolean; captured: number; refunded: number },
): PaymentStatus {
  const has = (status: PaymentStatus, isRecognised = true) =>
    evidence.some((item) => item.status === status && item.isRecognised === isRecognised);
  if (isTaken) return 'CHARGEBACK';
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
 * Returns the money that must go back: all that is held and not kept as the price. It leaves first the charges that hold more than they
 * asked for, then codes for a rest that is no longer the one missing, then replaced attempts, the earliest before the others, and then the
 * youngest transactions, so that those that paid for the goods stay whole.
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
  const isNeedless = (attempt: Asking) => isRest(expected, attempt) && attempt.reason === RENEWED;
  const inTurn = [...attempts.filter(isNeedless), ...attempts.filter((attempt) => !isNeedless(attempt))];
  const placeOf = ({ attemptId }: Charge) => inTurn.findIndex(({ id }) => id === attemptId);
  const leavingFirst = [...charges].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      b.paidAt.getTime() - a.paidAt.getTime() ||
      (a.transactionId < b.transactionId ? 1 : -1),
  );
  const leave = (cents: number) => {
    const leaving = Math.min(Math.max(left, 0), cents);
    left -= leaving;
    return leaving;
  };
  const beyond = leavingFirst.map((charge) => leave(Math.max(0, heldIn(charge) - askedIn(expected, charge.attemptId))));
  return leavingFirst.flatMap((charge, index) => {
    const first = beyond[index] as number;
    return toReturn(charge, first + leave(heldIn(charge) - first), isShort ? 'UNDERPAID' : 'EXCESS');
  });
}

const toReturn = (charge: Charge, amount: number, cause: 'EXCESS' | 'UNDERPAID') =>
  amount > 0 && charge.transactionId !== UNKNOWN_TRANSACTION
    ? [{ transactionId: charge.transactionId, attemptId: charge.attemptId, amount, cause }]
    : [];

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const earliest = (dates: readonly Date[]): Date | null =>
  dates.length === 0 ? null : new Date(Math.min(...dates.map((date) => date.getTime())));
