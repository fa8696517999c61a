/**
 * Decides about the amounts that cards hold for one payment, the parts of two cards or the whole price that a person has to look at first:
 * all are captured, or all are let go. A hold is never money. The decision is written once, before any capture; whatever else is to be done
 * follows from it and from the evidence. Pure.
 */
import type { HeldCardView } from '@feira/schemas/checkout';
import type { PaymentStatus } from '@feira/schemas/common';
import type { RiskNote } from '@feira/schemas/procedures/risk';
import type { Evidence, HoldDecision, ReportedStatus } from './status.ts';

/** The time in which both cards have to hold their amounts. What one of them holds then is let go. */
export const HOLD_MS = 30 * 60_000;
/** The time for which captures are tried. What was captured by then goes back, and the rest is let go. */
export const CAPTURE_MS = 24 * 3_600_000;
/** The time in which a person decides about a payment in review. What is held then is let go. Banks hold an amount for five days at least. */
export const REVIEW_MS = 48 * 3_600_000;

/** The properties of an attempt that say how far its hold is. */
export interface Holding {
  id: string;
  amount: number;
  state: string;
  transactionId: string | null;
  isHold?: boolean | null;
}

interface Held<A extends Holding> {
  /** The price in cents. */
  amount: number;
  status: PaymentStatus;
  isProvisional: boolean;
  attempts: readonly A[];
  holdDecision?: HoldDecision | null;
  terms?: { risk?: Pick<RiskNote, 'action'> | undefined } | null;
}

/**
 * OPEN: nothing is known yet. HELD: the amount is held. CAPTURED: money. OVER: its provider says that it is held no longer, or never was.
 * NONE: the call reached nobody.
 */
export type HoldStanding = 'OPEN' | 'HELD' | 'CAPTURED' | 'OVER' | 'NONE';

const MONEY: readonly ReportedStatus[] = ['APPROVED', 'REFUNDED', 'CHARGEBACK', 'RETURNED'];
const ENDS: readonly ReportedStatus[] = ['REJECTED', 'CANCELED'];
const UNSENT: readonly string[] = ['NOT_SENT', 'REFUSED'];

const isEnd = ({ status }: Evidence): boolean => ENDS.includes(status);
const isMoney = ({ status, paidAmount }: Evidence): boolean => MONEY.includes(status) || (paidAmount ?? 0) > 0;
/** An event may be forged: only an answer of the provider lets us forget a hold. */
const isAnswer = ({ source, transactionId }: Evidence): boolean =>
  transactionId !== null && (source === 'answer' || source === 'query');

const evidenceOf = ({ id }: Holding, evidence: readonly Evidence[]): Evidence[] =>
  evidence.filter((item) => item.attemptId === id && item.isRecognised);

export const listHolds = <A extends Holding>({ attempts }: { attempts: readonly A[] }): A[] =>
  attempts.filter(({ isHold }) => isHold === true);

/** True while two cards may still be asked to hold their parts, or to pay them. */
export const waitsForCards = <A extends Holding>(payment: Pick<Held<A>, 'attempts' | 'status'>): boolean =>
  payment.status === 'PENDING' && listHolds(payment).length > 0;

export function standingOfHold(attempt: Holding, evidence: readonly Evidence[]): HoldStanding {
  const own = evidenceOf(attempt, evidence);
  if (own.some(isMoney)) return 'CAPTURED';
  if (own.some((item) => isEnd(item) && isAnswer(item))) return 'OVER';
  if (own.some(({ heldAmount }) => (heldAmount ?? 0) >= attempt.amount)) return 'HELD';
  const isUnsent = attempt.transactionId === null && (UNSENT.includes(attempt.state) || own.some(isEnd));
  return isUnsent ? 'NONE' : 'OPEN';
}

/** True where the provider, an event or the clock says that the card will not pay its part. */
function hasFailed(attempt: Holding, evidence: readonly Evidence[]): boolean {
  const standing = standingOfHold(attempt, evidence);
  if (standing === 'CAPTURED') return false;
  return standing === 'OVER' || standing === 'NONE' || evidenceOf(attempt, evidence).some(isEnd);
}

/** True where a rule has asked for a person's decision before the cards are charged. */
export const isReviewed = ({ terms }: Pick<Held<Holding>, 'terms'>): boolean => terms?.risk?.action === 'REVIEW';

/** True where the cards hold the whole price, and some of it is not charged yet. */
function isWholeHeld<A extends Holding>(
  payment: Pick<Held<A>, 'amount' | 'attempts'>,
  evidence: readonly Evidence[],
): boolean {
  const holds = listHolds(payment);
  const ready = holds.filter((attempt) => ['HELD', 'CAPTURED'].includes(standingOfHold(attempt, evidence)));
  return holds.length > 0 && sum(ready.map(({ amount }) => amount)) === payment.amount;
}

/** True while the whole price is held and a person has to decide about it. */
export const awaitsReview = <A extends Holding>(
  payment: Pick<Held<A>, 'amount' | 'attempts' | 'status' | 'holdDecision' | 'terms'>,
  evidence: readonly Evidence[],
): boolean =>
  payment.status === 'PENDING' && isReviewed(payment) && !payment.holdDecision && isWholeHeld(payment, evidence);

/**
 * Returns the decision about the holds of a payment: the one that was made before, or the one that the evidence asks for now. No evidence asks
 * for the capture of a payment in review.
 */
export function decideHolds<A extends Holding>(
  payment: Pick<Held<A>, 'amount' | 'attempts' | 'holdDecision' | 'terms'>,
  evidence: readonly Evidence[],
): HoldDecision | null {
  const holds = listHolds(payment);
  if (payment.holdDecision) return payment.holdDecision;
  if (holds.some((attempt) => hasFailed(attempt, evidence))) return 'VOID';
  return !isReviewed(payment) && isWholeHeld(payment, evidence) ? 'CAPTURE' : null;
}

/** An order that carries out the decision. */
export interface HoldOrder<A extends Holding> {
  does: 'capture' | 'void';
  attempt: A;
}

/**
 * Returns the orders that carry the decision out. Captures come one after the other, and only while the payment waits for them: where a hold
 * has ended, or the time is over, the payment is not PENDING any more, and what is still held is let go. Nothing is ordered while it rests
 * on a word that nobody knows.
 */
export function listHoldOrders<A extends Holding>(payment: Held<A>, evidence: readonly Evidence[]): HoldOrder<A>[] {
  const { holdDecision, status, isProvisional } = payment;
  if (!holdDecision || isProvisional) return [];
  const holds = listHolds(payment);
  const standingOf = (attempt: A) => standingOfHold(attempt, evidence);
  if (holdDecision === 'CAPTURE' && status === 'PENDING') {
    const next = holds.find((attempt) => standingOf(attempt) !== 'CAPTURED');
    return next ? [{ does: 'capture', attempt: next }] : [];
  }
  return holds
    .filter((attempt) => {
      const standing = standingOf(attempt);
      return standing === 'HELD' || (standing === 'OPEN' && attempt.transactionId !== null);
    })
    .map((attempt) => ({ does: 'void', attempt }));
}

/** Returns the cards among which a price was divided, as people see them; null where one card or another method pays. */
export function viewHeldCards<A extends Holding & { cardBrand?: string | null; cardLastDigits?: string | null }>(
  payment: Pick<Held<A>, 'amount' | 'attempts' | 'holdDecision'>,
  evidence: readonly Evidence[],
): HeldCardView[] | null {
  const holds = listHolds(payment).filter(({ amount }) => amount < payment.amount);
  if (holds.length === 0) return null;
  return holds.map((attempt) => ({
    brand: attempt.cardBrand ?? null,
    lastDigits: attempt.cardLastDigits ?? null,
    amount: attempt.amount,
    state: stateOf(attempt, payment.holdDecision === 'VOID', evidence),
  }));
}

function stateOf(attempt: Holding, isVoid: boolean, evidence: readonly Evidence[]): HeldCardView['state'] {
  const standing = standingOfHold(attempt, evidence);
  if (standing === 'CAPTURED') return 'CHARGED';
  const wasHeld = evidence.some(({ attemptId, heldAmount }) => attemptId === attempt.id && (heldAmount ?? 0) > 0);
  if (isVoid || standing === 'OVER' || standing === 'NONE')
    return wasHeld ? 'RELEASED' : standing === 'OPEN' ? 'WAITING' : 'REFUSED';
  return standing === 'HELD' ? 'HELD' : 'WAITING';
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
