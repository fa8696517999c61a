/** Asks providers anew. What they answer here is compared and then forgotten: nothing of it becomes evidence. */
import { isProviderError, mapStatus } from '@feira/plugin-kit';
import type { PaymentStatus } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import type { TransactionResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import type { ReceivedWebhook } from '../webhooks/model.ts';
import { readEvent } from '../webhooks/service.ts';
import type { Told } from './compare.ts';
import type { AttemptRow, PaymentRow, WithdrawalRow } from './subjects-model.ts';

/** Nobody could be asked, or said anything that is understood. */
export const UNANSWERED = Symbol('unanswered');
type Answered<T> = T | typeof UNANSWERED;

const MONEY: readonly PaymentStatus[] = ['APPROVED', 'REFUNDED', 'CHARGEBACK'];
const NOTHING: Told = { captured: 0, returned: 0 };

type Words = Pick<TransactionResult, 'providerStatus' | 'amount' | 'paidAmount' | 'refundedAmount'>;

/** One answer by itself, unlike a payment's status, which rests on everything that was ever said. */
function toTold(words: Manifest['status']['payment'], said: Words): Answered<Told> {
  const { status, isRecognised } = mapStatus(words, said.providerStatus);
  if (!isRecognised) return UNANSWERED;
  if (!MONEY.includes(status)) return NOTHING;
  const captured = said.paidAmount ?? null;
  if (status === 'CHARGEBACK') return { captured, returned: captured };
  const whole = status === 'REFUNDED' ? captured : null;
  return { captured, returned: said.refundedAmount ?? whole };
}

/** All calls of a payment that may have charged, together. */
export async function askAboutPayment(
  app: FastifyInstance,
  platformId: string,
  payment: PaymentRow,
): Promise<Answered<Told>> {
  let sum: Told = NOTHING;
  for (const attempt of payment.attempts) {
    const told = await askAboutAttempt(app, platformId, payment, attempt);
    if (told === UNANSWERED) return UNANSWERED;
    sum = { captured: add(sum.captured, told.captured), returned: add(sum.returned, told.returned) };
  }
  return sum;
}

const add = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);

async function askAboutAttempt(
  app: FastifyInstance,
  platformId: string,
  payment: PaymentRow,
  attempt: AttemptRow,
): Promise<Answered<Told>> {
  const connection = await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion);
  if (!connection || (!attempt.transactionId && !connection.manifest.lookup.byReference)) return UNANSWERED;
  const lookup = {
    ...(attempt.transactionId && { transactionId: attempt.transactionId }),
    reference: attempt.id,
    paymentMethod: payment.method,
  };
  return orUnanswered(app, async () => {
    const found = await callProvider(connection, 'getTransaction', lookup, payment.id);
    return found ? toTold(connection.manifest.status.payment, found) : NOTHING;
  });
}

/** Not every provider that finds charges by our reference finds transfers by it. */
const isFoundByReference = ({ manifest }: Connection): boolean => manifest.lookup.withdrawByReference === true;

/** Cents that the provider says have left. */
export async function askAboutWithdrawal(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
): Promise<Answered<number>> {
  const connection = await findConnection(app, platformId, row.connectionId, row.providerVersion ?? undefined);
  const words = connection?.manifest.status.withdraw;
  if (!connection || !words || (!row.withdrawId && !isFoundByReference(connection))) return UNANSWERED;
  const lookup = {
    withdrawReference: row.id,
    ...(row.withdrawId && { withdrawId: row.withdrawId }),
    ...(row.receiverId && { receiverId: row.receiverId }),
    ...(row.receiverToken && { receiverToken: row.receiverToken }),
  };
  return orUnanswered(app, async () => {
    const found = await callProvider(connection, 'getWithdraw', lookup, null);
    if (!found) return 0;
    const { status, isRecognised } = mapStatus(words, found.providerStatus);
    if (!isRecognised) return UNANSWERED;
    return status === 'APPROVED' ? (found.amount ?? row.asked) : 0;
  });
}

export interface StrayCharge {
  transactionId: string;
  captured: number;
  returned: number;
}

/** The charge an event names that no payment of ours has; null where no money is in it. */
export async function askAboutEvent(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
): Promise<Answered<StrayCharge | null>> {
  const own = await findConnection(app, webhook.platformId, webhook.connectionId);
  const reading = own && (await readEvent(app, webhook, own));
  if (!reading || typeof reading === 'string') return UNANSWERED;
  const { said, connection, isSigned } = reading;
  const { transactionId, reference = '', providerStatus } = said;
  if (!transactionId) return UNANSWERED;
  const toStray = (told: Answered<Told>) =>
    told === UNANSWERED || told.captured === null
      ? UNANSWERED
      : told.captured > 0
        ? { transactionId, captured: told.captured, returned: told.returned ?? 0 }
        : null;
  return orUnanswered(app, async () => {
    // A method has to be named, and only the provider knows which it was.
    for (const paymentMethod of connection.methods) {
      const lookup = { transactionId, reference, paymentMethod };
      const found = await callProvider(connection, 'getTransaction', lookup, null);
      if (found) return toStray(toTold(connection.manifest.status.payment, found));
    }
    // Who signs what it sends is believed without being asked.
    if (!isSigned || !providerStatus) return null;
    return toStray(toTold(connection.manifest.status.payment, { ...said, providerStatus }));
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
