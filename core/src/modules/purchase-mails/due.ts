/** Decides which mails the state of a payment calls for. Pure: any order and any number of the same events lead to the same mails. */
import { type Attempt, type Payment, RENEWED } from '../payments/model.ts';
import {
  isConfirming,
  isMandateCharge,
  isRest,
  isReviewed,
  listHolds,
  missingOf,
  standingAttemptOf,
} from '../payments/service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Shorter than mails are kept: a mail that was deleted is not written anew because its payment is reported once more. */
const RECENT_MS = 7 * DAY_MS;
/** A reminder of a shorter life would come together with the code. */
const SHORTEST_LIFE_MS = 30 * MINUTE_MS;
const REMIND_MS = 2 * HOUR_MS;
/** At nine o'clock of the last day, when the deadline is its end. */
const REMIND_BILLET_MS = 15 * HOUR_MS;

export type Mismatch = 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';

export type DueMail =
  | { template: 'pix-created' | 'billet-created' | 'payment-refused' | 'payment-expired' }
  | { template: 'payment-approved' }
  /** `rest`: the attempt whose code asks for exactly what is missing. */
  | { template: 'payment-mismatch'; settlement: Mismatch; isOver: boolean; rest: Attempt | null };

/** A product whose seller wants no mails still lets the buyer know of money that goes back. */
export function listDueMails(payment: Payment, now: Date): DueMail[] {
  const mails = payment.notificationMode === 'NONE' ? [] : listProgress(payment, now);
  const mismatch = findMismatch(payment, now);
  return mismatch ? [...mails, mismatch] : mails;
}

function listProgress(payment: Payment, now: Date): DueMail[] {
  const { status, approvedAt, expiresAt, paidAmount } = payment;
  const isRecent = (time: Date) => now.getTime() - time.getTime() < RECENT_MS;
  if (isConfirming(payment)) return [];
  if (status === 'APPROVED') return approvedAt && isRecent(approvedAt) ? [{ template: 'payment-approved' }] : [];
  // The buyer was not asked to pay it: the subscription says what comes next.
  if (isMandateCharge(payment)) return [];
  const over = isReviewed(payment) ? 'payment-refused' : 'payment-expired';
  if (status === 'CANCELED') return paidAmount === 0 && isRecent(expiresAt) ? [{ template: over }] : [];
  if (!isRecent(askedAt(payment))) return [];
  if (status === 'REJECTED') return [{ template: 'payment-refused' }];
  if (!isPayable(payment, now)) return [];
  // The mail about what is missing brings the code for it.
  if (payment.attempts.some((attempt) => isRest(payment, attempt))) return [];
  if (payment.pixCode) return [{ template: 'pix-created' }];
  return payment.billetCode || payment.billetUrl ? [{ template: 'billet-created' }] : [];
}

/** True while the buyer can pay with the code that was sent. */
export const isPayable = (payment: Payment, now: Date): boolean =>
  payment.status === 'PENDING' && payment.method !== 'CREDIT_CARD' && !isConfirming(payment) && payment.expiresAt > now;

const MISMATCHES: readonly string[] = ['UNDERPAID', 'OVERPAID', 'DUPLICATE'] satisfies Mismatch[];

/** Once money has gone back, the mail of the refund says so. */
function findMismatch(payment: Payment, now: Date): DueMail | null {
  const { settlement, status, refundedAmount } = payment;
  // One of two cards may be charged before the other.
  if (status === 'PENDING' && listHolds(payment).length > 0) return null;
  if (!MISMATCHES.includes(settlement) || refundedAmount > 0 || status === 'CHARGEBACK') return null;
  const isOver = settlement === 'UNDERPAID' && status !== 'PENDING';
  const rest = isOver ? null : findRest(payment, now);
  return { template: 'payment-mismatch', settlement: settlement as Mismatch, isOver, rest };
}

/** Returns the attempt with whose code the buyer can pay exactly what is missing of a PIX that was paid in part. */
export function findRest(payment: Payment, now: Date): Attempt | null {
  if (!payment.pixCode || !isPayable(payment, now)) return null;
  const standing = standingAttemptOf(payment);
  return standing && isRest(payment, standing) && standing.amount === missingOf(payment) ? standing : null;
}

/** Accepted although its time was over. */
export const isLate = ({ settlement }: Payment): boolean => settlement === 'LATE';

/** The provider was asked for the latest code then. */
const askedAt = ({ attempts, createdAt }: Payment): Date => attempts.at(-1)?.createdAt ?? createdAt;

/** Counts the codes that others have replaced: the mails about each code are written once. */
export const countEarlierCodes = ({ attempts }: Payment): number =>
  attempts.filter(({ reason }) => reason === RENEWED).length;

/** Returns the time to remind the buyer; null where the code lives too short for that. */
export function remindAt(payment: Payment): Date | null {
  const { method, expiresAt } = payment;
  const life = expiresAt.getTime() - askedAt(payment).getTime();
  if (method === 'CREDIT_CARD' || life < SHORTEST_LIFE_MS) return null;
  const before = method === 'BILLET' ? REMIND_BILLET_MS : REMIND_MS;
  return new Date(expiresAt.getTime() - Math.min(before, life / 4));
}
