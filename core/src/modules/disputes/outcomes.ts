/**
 * How a case ends: the outcome is written first and for good, then the payment learns of it, then what was kept aside is let
 * go. Each step may be repeated; a job repeats what a process that died has left.
 */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import type { Payment } from '../payments/model.ts';
import {
  applyReport,
  type BankDecision,
  disputeEvidence,
  findPayment,
  hasTakenPart,
  keptOf,
  type Report,
  returnedByBank,
} from '../payments/service.ts';
import { releaseKept } from './keeping.ts';
import {
  type Closing,
  closeOpen,
  lockStored,
  type StoredDispute,
  selectStored,
  selectSubject,
  setSettled,
} from './model.ts';

/** Nobody of ours did it: a provider told. */
export const PROVIDER: Caller = { headers: {}, person: null, ip: null };

export type Ending = Omit<Closing, 'closedAt'>;

/** Closes a case that is open, and tells of it. The error names why it cannot be closed. */
export async function closeCase(
  transaction: Transaction,
  app: Pick<FastifyInstance, 'clock'>,
  platformId: string,
  caller: Caller,
  ending: Ending,
): Promise<StoredDispute> {
  const statement = closeOpen(platformId, { ...ending, closedAt: app.clock.now() });
  const closed = await transaction.find<StoredDispute>(statement);
  if (!closed) {
    const found = await transaction.find(selectStored(platformId, ending.id));
    throw new AppError(found ? 'DISPUTE_CLOSED' : 'DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
  }
  const { id, paymentId, sellerId, amount, currency, kind } = closed;
  const { outcome, note } = ending;
  const subject = await transaction.find(selectSubject(platformId, paymentId));
  const title = subject?.title ?? '';
  await transaction.runAll([
    prepareNotification(platformId, sellerId, {
      type: 'dispute.closed',
      parameters: { title, amount, currency, kind, outcome },
      href: `${DASHBOARD_PATHS.seller}/my-sales`,
      source: `dispute:${id}:closed`,
    }),
    recordEvent(platformId, caller, {
      type: outcome === 'ACCEPTED' ? 'dispute.accepted' : 'dispute.closed',
      subject: { type: 'dispute', id, name: title },
      details: { kind, outcome, amount, paymentId: subject?.publicId ?? null, ...(note && { note }) },
    }),
  ]);
  return closed;
}

/** For a case that is over: what its outcome means for the money, once however often it is asked for. */
export async function settleDispute(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const dispute = await app.database.find(platformId, selectStored(platformId, id), true);
  if (!dispute || dispute.settledAt || dispute.state === 'OPEN' || dispute.state === 'ANSWERED') return;
  const payment = await findPayment(app, platformId, dispute.paymentId);
  if (!payment) throw new Error('The payment of a dispute disappeared.');
  const evidence = evidenceOf(dispute, payment, app.clock.now());
  if (evidence.length > 0) await applyReport(app, payment, { evidence });
  await app.database.transaction(platformId, async (transaction) => {
    const { paymentId, currency } = dispute;
    const now = app.clock.now();
    await releaseKept(transaction, platformId, { disputeId: id, paymentId, currency, now });
    await transaction.run(setSettled(platformId, dispute, now));
  });
}

/** What the payment learns. A special return that was won at once changes nothing of it: its money never left. */
function evidenceOf(dispute: StoredDispute, payment: Payment, now: Date): Report['evidence'] {
  const { id, kind, state, amount, corrections } = dispute;
  const decision = { disputeId: id, corrections, occurredAt: now };
  if (state === 'WON') {
    const isTakenBack = corrections > 0 || (kind === 'CHARGEBACK' && payment.status === 'CHARGEBACK');
    return isTakenBack ? [disputeEvidence(id, 'WON', now, corrections)] : [];
  }
  // The provider has told already that part of it went back.
  if (hasTakenPart(payment.evidence, decision)) return [];
  if (payment.status === 'APPROVED' && amount < keptOf(payment)) return partOf(payment, amount, decision);
  const isThere = payment.status === 'APPROVED' || payment.status === 'CHARGEBACK';
  return isThere ? [disputeEvidence(id, 'LOST', now, corrections)] : [];
}

/** Only a part of the price was wanted back: the rest stays a sale. Taken from the charges as far as they reach. */
function partOf(payment: Payment, amount: number, decision: BankDecision): Report['evidence'] {
  let missing = amount;
  return payment.charges.flatMap(({ transactionId, attemptId, captured, refunded }) => {
    const part = Math.min(missing, captured - refunded);
    missing -= part;
    return part > 0 ? [returnedByBank(decision, { attemptId, transactionId, amount: part })] : [];
  });
}

/** Somebody of the platform, or the seller, ends a case. What is left to do is done at once, or by the job. */
export async function endCase(
  app: FastifyInstance,
  platformId: string,
  { caller, sellerId, ...ending }: Omit<Ending, 'event'> & { caller: Caller; sellerId: string | null },
): Promise<void> {
  await app.database.transaction(platformId, async (transaction) => {
    const stored = await transaction.find(lockStored(platformId, ending.id));
    if (!stored || (sellerId !== null && stored.sellerId !== sellerId))
      throw new AppError('DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
    await closeCase(transaction, app, platformId, caller, { ...ending, event: null });
  });
  await settleDispute(app, platformId, ending.id).catch((error) =>
    app.log.error({ err: error, disputeId: ending.id }, 'The outcome of a dispute waits to be carried out'),
  );
}
