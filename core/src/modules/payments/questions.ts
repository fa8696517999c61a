/** These functions answer questions about a payment as it is. Pure. */
import type { DeclineReason } from '@feira/schemas/declines';
import { awaitsReview, isReviewed } from './holds.ts';
import { type Attempt, type AttemptState, type Payment, type Refund, THROTTLED } from './model.ts';
import { heldIn, keptOf, listReportedBack, standingAttempt } from './status.ts';

export const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Two providers may give the same number to their charges, so the attempt that is named counts first. */
export const attemptOf = ({ attempts }: Payment, charge: { attemptId: string | null; transactionId: string }) =>
  attempts.find(({ id }) => id === charge.attemptId) ??
  attempts.find(({ transactionId }) => transactionId === charge.transactionId);

/** The attempt whose code the buyer pays, or whose end is the payment's. */
export const standingAttemptOf = (payment: Payment): Attempt | undefined => standingAttempt(payment, payment.evidence);

export const standingStateOf = (payment: Payment): AttemptState => standingAttemptOf(payment)?.state ?? 'ANSWERED';

/** True for a call that is said to have charged nothing. Its charge may show up all the same. */
export const isFailed = ({ state }: Attempt): boolean => state === 'NOT_SENT' || state === 'REFUSED';

/** True while the provider's own answer is still missing, or what two cards hold is not charged yet: nothing must be paid again. */
export const isConfirming = (payment: Payment): boolean =>
  payment.isProvisional ||
  (payment.status === 'PENDING' && payment.attempts.some(({ isHold }) => isHold === true)) ||
  (payment.status === 'PENDING' && ['CREATED', 'UNKNOWN', 'PARKED'].includes(standingStateOf(payment)));

/**
 * True while nothing was seen of a card's charge and nobody has said for certain that there is none: a provider that did not find
 * it may show it later. A code that nobody was shown cannot have been paid.
 */
export const mayBeCharged = ({ method, paidAmount, attempts }: Payment): boolean =>
  method === 'CREDIT_CARD' &&
  paidAmount === 0 &&
  attempts.some(
    ({ state, reason, isHold }) =>
      // A hold that shows up later is let go.
      isHold !== true &&
      ((state === 'NOT_SENT' && (reason === 'NOT_FOUND' || reason === THROTTLED)) ||
        // A provider that refused our credentials has done nothing. Another refused request is no word of the provider about the charge.
        (state === 'REFUSED' && reason !== 'UNAUTHORIZED') ||
        state === 'UNKNOWN' ||
        state === 'PARKED'),
  );

/** WAITING: what the cards hold is charged once a person accepts it. ENDED: nobody did in time, and it was let go. Null for other payments. */
export function reviewOf(payment: Payment): 'WAITING' | 'ENDED' | null {
  const { status, paidAmount, evidence } = payment;
  if (!isReviewed(payment)) return null;
  if (awaitsReview(payment, evidence)) return 'WAITING';
  const isOver = (status === 'REJECTED' || status === 'CANCELED') && paidAmount === 0;
  return isOver && evidence.some(({ heldAmount }) => (heldAmount ?? 0) > 0) ? 'ENDED' : null;
}

/** Returns why a bank refused the card for certain; null where none did, or its charge may still appear. */
export function declineOf(payment: Payment): DeclineReason | null {
  const { method, status, isProvisional, evidence } = payment;
  if (method !== 'CREDIT_CARD' || status !== 'REJECTED' || isProvisional || mayBeCharged(payment)) return null;
  if (reviewOf(payment) === 'ENDED') return null;
  const told = evidence.findLast((item) => item.status === 'REJECTED' && item.declineReason);
  return told?.declineReason ?? 'unknown';
}

/** Returns the same reason as the buyer is told it: none while cards are being tested, because it would sort a thief's list. */
export function toldDeclineOf(payment: Payment): DeclineReason | null {
  const reason = declineOf(payment);
  return reason && payment.terms?.isChallenged ? 'unknown' : reason;
}

/** True for a payment that the buyer's bank makes under a mandate: there is no code, and nobody waits at a page. */
export const isMandateCharge = ({ attempts }: Pick<Payment, 'attempts'>): boolean =>
  attempts.some(({ mandateId }) => mandateId != null);

/** True while the buyer of a charge that the provider has made cannot pay it: its code, or the line of its boleto, comes later. */
export const lacksCode = ({ method, pixCode, billetCode, billetBarcode, attempts }: Payment): boolean =>
  method === 'PIX'
    ? pixCode === null && !isMandateCharge({ attempts })
    : method === 'BILLET' && billetCode === null && billetBarcode === null;

/** Cents of the price that have not come. */
export const missingOf = ({ amount, paidAmount }: Pick<Payment, 'amount' | 'paidAmount'>): number =>
  Math.max(0, amount - paidAmount);

/** Cents that the provider itself shows as gone back of what one attempt took. */
export const reportedBackOf = (payment: Payment, attemptId: string): number =>
  sumOf(
    listReportedBack(payment, payment.evidence)
      .filter((charge) => attemptOf(payment, charge)?.id === attemptId)
      .map(({ reportedBack }) => reportedBack),
  );

/** True until the provider has said how the refund ended. */
export const isUnderWay = ({ state }: Refund) => state !== 'DONE' && state !== 'REFUSED';

/**
 * Cents that providers hold, that are neither kept as the price nor on their way back, charge by charge: an order takes back no more than
 * its own charge still holds. Money of a payment that may still be completed is not among them.
 */
export function unreturnedOf(payment: Payment): number {
  const { status, amount, paidAmount, refunds, charges } = payment;
  if (status === 'PENDING' && paidAmount < amount) return 0;
  const staying = charges.map((charge) => {
    const attempt = attemptOf(payment, charge);
    const leaving = refunds.filter((item) => item.attemptId === attempt?.id && isUnderWay(item));
    return Math.max(0, heldIn(charge) - sumOf(leaving.map((item) => item.amount)));
  });
  return Math.max(0, sumOf(staying) - keptOf(payment));
}
