/** Looks payments and withdrawals up at their providers. The answers are compared and never become evidence. */
import { isProviderError, mapStatus } from '@feira/plugin-kit';
import type { Manifest } from '@feira/schemas/manifest';
import type { TransactionResult } from '@feira/schemas/provider';
import { isAskable, isKnownById } from '@feira/schemas/rules/withdrawal-lookup';
import type { FastifyInstance } from 'fastify';
import { withMemo } from '../../shared/memo.ts';
import { callProvider, findConnection } from '../connections/service.ts';
import type { ReceivedWebhook } from '../webhooks/model.ts';
import { type Reading, readEvent } from '../webhooks/service.ts';
import type { Reported, ReportedCharge } from './compare.ts';
import type { AttemptRow, PaymentRow, WithdrawalRow } from './subjects-model.ts';

/** The result where the provider could not be asked or returned an unknown status. */
export const UNANSWERED = Symbol('unanswered');
type Answered<T> = T | typeof UNANSWERED;

const MONEY: readonly string[] = ['APPROVED', 'REFUNDED', 'CHARGEBACK', 'RETURNED'];
const NOTHING: Reported = { captured: 0, returned: 0 };

type Answer = Pick<TransactionResult, 'providerStatus' | 'amount' | 'paidAmount' | 'refundedAmount'>;

/**
 * Reads one answer by itself, unlike a payment's status, which depends on all evidence. A part of the price is money under every word, as
 * it is in evidence; 0 where the price is not known.
 */
function toReported(statusMap: Manifest['status']['payment'], answer: Answer, price: number): Answered<Reported> {
  const { status, isRecognised } = mapStatus(statusMap, answer.providerStatus);
  if (!isRecognised) return UNANSWERED;
  const captured = answer.paidAmount ?? null;
  const isPart = captured !== null && captured > 0 && captured < price;
  if (!MONEY.includes(status) && !isPart) {
    // Some providers call a charge "canceled" whether it was refunded or never paid.
    return captured === null && answer.refundedAmount
      ? { captured, returned: answer.refundedAmount, isGone: true }
      : NOTHING;
  }
  if (status === 'CHARGEBACK') return { captured, returned: captured };
  const whole = status === 'REFUNDED' || status === 'RETURNED' ? captured : null;
  return { captured, returned: answer.refundedAmount ?? whole };
}

/** Looks up all attempts of the payment, also those that are said to have charged nothing. */
export async function lookUpCharges(
  app: FastifyInstance,
  platformId: string,
  payment: PaymentRow,
): Promise<Answered<ReportedCharge[]>> {
  const charges: ReportedCharge[] = [];
  for (const attempt of payment.attempts) {
    const reported = await lookUpAttempt(app, platformId, payment, attempt);
    if (reported === UNANSWERED) return UNANSWERED;
    charges.push({ attemptId: attempt.id, ...reported });
  }
  return charges;
}

export const sumUp = (charges: readonly Reported[]): Reported =>
  charges.reduce(
    (sum, charge) => ({ captured: add(sum.captured, charge.captured), returned: add(sum.returned, charge.returned) }),
    NOTHING,
  );

const add = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);

async function lookUpAttempt(
  app: FastifyInstance,
  platformId: string,
  payment: PaymentRow,
  attempt: AttemptRow,
): Promise<Answered<Reported>> {
  const connection = await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion);
  if (!connection || (!attempt.transactionId && !connection.manifest.lookup.byReference))
    return attempt.hasFailed ? NOTHING : UNANSWERED;
  const lookup = {
    ...(attempt.transactionId && { transactionId: attempt.transactionId }),
    reference: attempt.id,
    paymentMethod: payment.method,
    ...withMemo(attempt.memo),
  };
  return orUnanswered(app, async () => {
    const found = await callProvider(connection, 'getTransaction', lookup, payment.id);
    return found ? toReported(connection.manifest.status.payment, found, attempt.amount) : NOTHING;
  });
}

/** Returns the cents that the provider reports as sent. */
export async function lookUpWithdrawal(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
): Promise<Answered<number>> {
  const connection = await findConnection(app, platformId, row.connectionId, row.providerVersion ?? undefined);
  const statusMap = connection?.manifest.status.withdraw;
  if (!connection || !statusMap) return UNANSWERED;
  // Some providers find charges by our reference, but not transfers, and some not those of each method.
  const canBeAsked = row.withdrawId
    ? isKnownById(connection.manifest, row.method)
    : isAskable(connection.manifest, row.method);
  if (!canBeAsked) return UNANSWERED;
  const lookup = {
    withdrawReference: row.id,
    ...(row.withdrawId && { withdrawId: row.withdrawId }),
    ...(row.receiverId && { receiverId: row.receiverId }),
    ...(row.receiverToken && { receiverToken: row.receiverToken }),
    ...withMemo(row.memo),
  };
  return orUnanswered(app, async () => {
    const found = await callProvider(connection, 'getWithdraw', lookup, null);
    if (!found) return 0;
    const { status, isRecognised } = mapStatus(statusMap, found.providerStatus);
    if (!isRecognised) return UNANSWERED;
    return status === 'APPROVED' ? (found.amount ?? row.asked) : 0;
  });
}

/** A charge or a withdrawal that only its provider knows. */
export interface Stray {
  subject: 'PAYMENT' | 'WITHDRAWAL';
  /** The provider's id. */
  transactionId: string;
  /** Cents that were captured or sent. */
  amount: number;
}

/** Looks up what an event tells of and nobody here knows. Returns null where it moved no money. */
export async function lookUpEvent(app: FastifyInstance, webhook: ReceivedWebhook): Promise<Answered<Stray | null>> {
  const own = await findConnection(app, webhook.platformId, webhook.connectionId);
  const reading = own && (await readEvent(app, webhook, own));
  if (!reading || typeof reading === 'string') return UNANSWERED;
  const { result, connection, isSigned } = reading;
  if (result.subject === 'withdraw') return lookUpStrayWithdrawal(app, reading);
  const { transactionId, reference = '', providerStatus } = result;
  if (!transactionId) return UNANSWERED;
  const toStray = (reported: Answered<Reported>) => {
    if (reported === UNANSWERED) return UNANSWERED;
    const amount = reported.isGone ? 0 : reported.captured;
    return amount === null ? UNANSWERED : toMoved({ subject: 'PAYMENT', transactionId, amount });
  };
  return orUnanswered(app, async () => {
    // The look-up needs a method, and the event does not name it.
    for (const paymentMethod of connection.methods) {
      const lookup = { transactionId, reference, paymentMethod, ...withMemo(result.memo ?? null) };
      const found = await callProvider(connection, 'getTransaction', lookup, null);
      if (found) return toStray(toReported(connection.manifest.status.payment, found, 0));
    }
    // A signed event counts without a look-up.
    if (!isSigned || !providerStatus) return null;
    return toStray(toReported(connection.manifest.status.payment, { ...result, providerStatus }, 0));
  });
}

const toMoved = (stray: Stray): Stray | null => (stray.amount > 0 ? stray : null);

async function lookUpStrayWithdrawal(
  app: FastifyInstance,
  { result, connection, isSigned }: Reading,
): Promise<Answered<Stray | null>> {
  const { withdrawId, reference = '' } = result;
  const statusMap = connection.manifest.status.withdraw;
  if (!withdrawId || !statusMap) return UNANSWERED;
  return orUnanswered(app, async () => {
    const lookup = { withdrawId, withdrawReference: reference, ...withMemo(result.memo ?? null) };
    const found = await callProvider(connection, 'getWithdraw', lookup, null);
    const { providerStatus, amount } = found ?? (isSigned ? result : {});
    if (!providerStatus) return null;
    const { status, isRecognised } = mapStatus(statusMap, providerStatus);
    if (!isRecognised || (status === 'APPROVED' && amount === undefined)) return UNANSWERED;
    return toMoved({ subject: 'WITHDRAWAL', transactionId: withdrawId, amount: status === 'APPROVED' ? amount! : 0 });
  });
}

async function orUnanswered<T>(app: FastifyInstance, ask: () => Promise<Answered<T>>): Promise<Answered<T>> {
  try {
    return await ask();
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.code !== 'UNSUPPORTED') app.log.warn({ err: error }, 'A provider could not be asked for reconciliation');
    return UNANSWERED;
  }
}
