/** Turns the reports of providers, and the core's own knowledge, into evidence of a payment. */
import { fromSaoPaulo, mapStatus, toSaoPauloDate } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Manifest, ZeroAmount } from '@feira/schemas/manifest';
import type { ReportedRefund, TransactionResult } from '@feira/schemas/provider';
import { readDecline } from '@feira/schemas/rules/declines';
import type { FastifyInstance } from 'fastify';
import type { Attempt, HeldCard, Instructions, Payment } from './model.ts';
import type { Evidence } from './status.ts';

/** Evidence as it is reported: its key follows from the rest. */
export type NewEvidence = Omit<Evidence, 'key'>;

/** The origin of a report. */
interface Origin {
  source: Evidence['source'];
  attemptId: string;
  /** The time at which the report arrived. The times in the answers of different providers cannot be compared. */
  occurredAt: Date;
}

type ReportedCharge = Pick<
  TransactionResult,
  | 'providerStatus'
  | 'transactionId'
  | 'amount'
  | 'paidAmount'
  | 'refundedAmount'
  | 'heldAmount'
  | 'liability'
  | 'movements'
  | 'movementIds'
  | 'reason'
  | 'declineCode'
>;

/** A charge as its provider reports it; the manifest translates the status word. */
export function toEvidence(manifest: Manifest, reported: ReportedCharge, origin: Origin): NewEvidence {
  const { status, isRecognised } = mapStatus(manifest.status.payment, reported.providerStatus);
  const sumOf = (name: ZeroAmount) => readSum(manifest, reported, name);
  return {
    ...origin,
    providerStatus: reported.providerStatus,
    status,
    isRecognised,
    transactionId: reported.transactionId,
    amount: sumOf('amount'),
    paidAmount: sumOf('paidAmount'),
    refundedAmount: sumOf('refundedAmount'),
    heldAmount: reported.heldAmount ?? null,
    liability: reported.liability ?? null,
    movementIds: reported.movements?.map(({ id }) => id) ?? reported.movementIds ?? [],
    movementAmounts: reported.movements?.map(({ amount }) => amount) ?? null,
    reason: reported.reason ?? null,
    declineReason: reported.declineCode ? readDecline(manifest.declines, reported.declineCode) : null,
  };
}

/** Returns null where the provider does not tell the sum, or tells a 0 that means nothing. */
function readSum(
  { zeroAmounts = [] }: Pick<Manifest, 'zeroAmounts'>,
  reported: Pick<ReportedCharge, ZeroAmount>,
  name: ZeroAmount,
): number | null {
  const sum = reported[name] ?? null;
  return sum === 0 && zeroAmounts.includes(name) ? null : sum;
}

/** Returns the single refunds of a charge. One that is called done stays open while the same report says that nothing went back. */
export function toReportedRefunds(
  { log }: Pick<FastifyInstance, 'log'>,
  manifest: Manifest,
  reported: Pick<TransactionResult, 'refunds' | 'refundedAmount'>,
  paymentId: string,
): ReportedRefund[] {
  const { refunds = [] } = reported;
  if (readSum(manifest, reported, 'refundedAmount') !== 0 || refunds.every(({ status }) => status !== 'DONE'))
    return refunds;
  log.error(
    { alert: 'contradictory-amount', paymentId, refundedAmount: 0 },
    'A provider calls a refund done and says that nothing went back',
  );
  return refunds.map((item) => (item.status === 'DONE' ? { ...item, status: 'PENDING' } : item));
}

/** A charge under a mandate as its provider reports it, in the terms of any other charge: nobody paid it in time is its end. */
export function toMandateEvidence(manifest: Manifest, reported: ReportedCharge, origin: Origin): NewEvidence {
  const map = manifest.status.mandateCharge ?? { map: {}, unknown: 'PENDING' };
  const { status, isRecognised } = mapStatus(map, reported.providerStatus);
  return {
    ...toEvidence(manifest, reported, origin),
    status: status === 'EXPIRED' ? 'CANCELED' : status,
    isRecognised,
    declineReason: null,
  };
}

/** Returns evidence of an attempt, by the words for its kind of charge. */
export const toAttemptEvidence = ({ mandateId }: Pick<Attempt, 'mandateId'>) =>
  mandateId == null ? toEvidence : toMandateEvidence;

/**
 * Returns evidence without a provider's report: a charge was never sent, was refused, was never found by it or by a person, expired, or a
 * person refused it in review.
 */
export function ownEvidence(
  word: 'NOT_SENT' | 'REFUSED' | 'NOT_FOUND' | 'NOT_CHARGED' | 'EXPIRED' | 'REVIEW_REFUSED',
  { reason = null, ...origin }: Origin & { reason?: string | null },
): NewEvidence {
  return {
    ...origin,
    providerStatus: word,
    status: word === 'EXPIRED' ? 'CANCELED' : 'REJECTED',
    isRecognised: true,
    transactionId: null,
    amount: null,
    paidAmount: null,
    refundedAmount: null,
    movementIds: [],
    movementAmounts: null,
    reason,
  };
}

/**
 * Returns the end of a PIX or boleto as its provider tells it; undefined where it tells none, or one before the charge was made. Boletos are
 * payable until the day is over on which they fall due, whatever time of it their provider names.
 */
export function toReportedExpiry(
  method: PaymentMethod,
  { expiresAt }: Pick<TransactionResult, 'expiresAt'>,
  madeAt: Date,
): Date | undefined {
  if (method === 'CREDIT_CARD' || expiresAt === undefined) return undefined;
  // Midnight in UTC is a day that was written without a zone, not the evening before it in São Paulo.
  const day = /T00:00:00(\.0+)?Z$/.test(expiresAt) ? expiresAt.slice(0, 10) : toSaoPauloDate(new Date(expiresAt));
  const end = new Date(method === 'BILLET' ? fromSaoPaulo(day) : expiresAt);
  return end > madeAt ? end : undefined;
}

/** Anything else is no picture that the payment page could show; the page draws the code itself then. */
const IMAGE = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

export function toInstructions(result: TransactionResult): Partial<Instructions> {
  return {
    pixCode: result.pixCode ?? null,
    pixQrCode: IMAGE.test(result.pixQrCode ?? '') ? (result.pixQrCode ?? null) : null,
    billetCode: result.billetCode ?? null,
    billetBarcode: result.billetBarcode ?? null,
    billetUrl: result.billetUrl ?? null,
    cardBrand: result.cardBrand ?? null,
    cardLastDigits: result.cardLastDigits ?? null,
    nextStep: result.nextStep ?? null,
  };
}

/**
 * Returns what a charge tells its buyer. A hold asks nothing of them: one that waits for a step is let go. The first of two cards is the one
 * that lists of sales name.
 */
export function toInstructionsOf(
  { attempts }: Pick<Payment, 'attempts'>,
  attempt: Pick<Attempt, 'id' | 'isHold'>,
  result: TransactionResult,
): Partial<Instructions> {
  if (!attempt.isHold) return toInstructions(result);
  const { cardBrand = null, cardLastDigits = null } = toInstructions(result);
  return attempts[0]?.id === attempt.id ? { cardBrand, cardLastDigits } : {};
}

export const toHeldCard = ({ isHold }: Pick<Attempt, 'isHold'>, result: TransactionResult): HeldCard => ({
  ...(isHold && result.cardBrand && { cardBrand: result.cardBrand }),
  ...(isHold && result.cardLastDigits && { cardLastDigits: result.cardLastDigits }),
});
