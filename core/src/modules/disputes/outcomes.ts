/**
 * Closes disputes. The outcome is written first, then it is applied to the payment, then the disputed money is released. Each step may be
 * repeated; a sweep finishes what a process that died has left.
 */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { announce } from '../events/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import type { Payment } from '../payments/model.ts';
import {
  applyCommand,
  type BankDecision,
  disputeEvidence,
  findPayment,
  hasTakenPart,
  keptOf,
  type NewEvidence,
  returnedByBank,
} from '../payments/service.ts';
import { releaseDisputed } from './holds.ts';
import {
  type Closing,
  closeOpen,
  lockStored,
  type Outcome,
  type StoredDispute,
  type Subject,
  selectStored,
  selectSubject,
  setSettled,
} from './model.ts';

/** The caller in the audit log where a provider reported the change. */
export const PROVIDER: Caller = { headers: {}, person: null, ip: null };

export type Ending = Omit<Closing, 'closedAt'>;

type AnnouncedDispute = Pick<
  StoredDispute,
  'id' | 'paymentId' | 'sellerId' | 'kind' | 'amount' | 'currency' | 'dueAt'
> & {
  state: 'OPEN' | Outcome;
  /** The number of corrections of the outcome. */
  corrections?: number | undefined;
};

/** Announces that a dispute opened, or how it ended. */
export function announceDispute(
  platformId: string,
  { id, paymentId, sellerId, kind, amount, currency, dueAt, state, corrections = 0 }: AnnouncedDispute,
  subject: Subject | undefined,
): Statement {
  const saleId = subject?.saleId ?? null;
  return announce(platformId, {
    type: state === 'OPEN' ? 'dispute.opened' : state === 'WON' ? 'dispute.won' : 'dispute.lost',
    key: `${id}:${corrections}`,
    sellerId,
    subjectId: saleId ?? id,
    paymentId,
    data: { dispute: { id, saleId, kind, state, amount, currency, dueAt: dueAt.toISOString() } },
  });
}

/** Closes an open dispute and notifies its seller. Throws DISPUTE_CLOSED or DISPUTE_NOT_FOUND where no such dispute is open. */
export async function closeDispute(
  transaction: Transaction,
  app: Pick<FastifyInstance, 'clock'>,
  platformId: string,
  caller: Caller,
  ending: Ending,
): Promise<StoredDispute> {
  const statement = closeOpen(platformId, { ...ending, closedAt: app.clock.now() });
  const closed = await transaction.find(statement);
  if (!closed) {
    const found = await transaction.find(selectStored(platformId, ending.id));
    throw new AppError(found ? 'DISPUTE_CLOSED' : 'DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
  }
  const { id, paymentId, sellerId, amount, currency, kind } = closed;
  const { outcome, note } = ending;
  const subject = await transaction.find(selectSubject(platformId, paymentId));
  const title = subject?.title ?? '';
  await transaction.runAll([
    announceDispute(platformId, { ...closed, state: outcome }, subject),
    prepareNotification(platformId, sellerId, {
      type: 'dispute.closed',
      parameters: { title, amount, currency, kind, outcome },
      href: `${DASHBOARD_PATHS.seller}/my-sales/${subject?.saleId ?? ''}`,
      source: `dispute:${id}:closed`,
    }),
    recordEvent(platformId, caller, {
      type: outcome === 'ACCEPTED' ? 'dispute.accepted' : 'dispute.closed',
      subject: { type: 'dispute', id, name: title },
      details: { kind, outcome, amount, currency, paymentId: subject?.publicId ?? null, ...(note && { note }) },
    }),
  ]);
  return closed;
}

/** Applies the outcome of a closed dispute to the payment and its holds. Repeated calls change nothing. */
export async function settleDispute(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const dispute = await app.database.find(platformId, selectStored(platformId, id), true);
  if (!dispute || dispute.settledAt || dispute.state === 'OPEN' || dispute.state === 'ANSWERED') return;
  const payment = await findPayment(app, platformId, dispute.paymentId);
  if (!payment) throw new Error('The payment of a dispute disappeared.');
  const evidence = evidenceOf(dispute, payment, app.clock.now());
  if (evidence.length > 0) await applyCommand(app, payment, { kind: 'REPORTED', evidence });
  await app.database.transaction(platformId, async (transaction) => {
    const { paymentId, currency } = dispute;
    const now = app.clock.now();
    await releaseDisputed(transaction, platformId, { disputeId: id, paymentId, currency, now });
    await transaction.run(setSettled(platformId, dispute, now));
  });
}

/** Returns the payment's evidence of the outcome. A special return that was won leaves none, because its money never left. */
function evidenceOf(dispute: StoredDispute, payment: Payment, now: Date): NewEvidence[] {
  const { id, kind, state, amount, corrections, attemptId } = dispute;
  const decision = { disputeId: id, corrections, occurredAt: now };
  // The provider itself calls this one charge taken: the outcome says whether it stays so.
  if (attemptId && kind === 'CHARGEBACK')
    return [disputeEvidence(id, state === 'WON' ? 'WON' : 'LOST', now, corrections, attemptId)];
  if (state === 'WON') {
    const isTakenBack = corrections > 0 || (kind === 'CHARGEBACK' && payment.status === 'CHARGEBACK');
    return isTakenBack ? [disputeEvidence(id, 'WON', now, corrections)] : [];
  }
  // The provider has already reported that this part went back.
  if (hasTakenPart(payment.evidence, decision)) return [];
  if (payment.status === 'APPROVED' && (attemptId || amount < keptOf(payment)))
    return partOf(payment, dispute, decision);
  const isThere = payment.status === 'APPROVED' || payment.status === 'CHARGEBACK';
  return isThere ? [disputeEvidence(id, 'LOST', now, corrections)] : [];
}

/**
 * Returns the evidence of a lost part of the price, taken from the charge that the case is about, or from the charges in turn. The rest of
 * the price stays a sale.
 */
function partOf(
  payment: Payment,
  { amount, attemptId: own }: Pick<StoredDispute, 'amount' | 'attemptId'>,
  decision: BankDecision,
): NewEvidence[] {
  let missing = amount;
  const charges = payment.charges.filter(({ attemptId }) => own === null || attemptId === own);
  return charges.flatMap(({ transactionId, attemptId, captured, refunded }) => {
    const part = Math.min(missing, captured - refunded);
    missing -= part;
    return part > 0 ? [returnedByBank(decision, { attemptId, transactionId, amount: part })] : [];
  });
}

interface Closed {
  platformId: string;
  id: string;
}

const BATCH = 50;

/** Settles closed disputes that a process left unsettled. Returns whether there may be more right now. */
export async function settleClosed(app: FastifyInstance): Promise<boolean> {
  const closed = await app.database.jobs.list(SELECT_UNSETTLED);
  let settled = 0;
  for (const { platformId, id } of closed) {
    try {
      await settleDispute(app, platformId, id);
      settled += 1;
    } catch (error) {
      app.log.error({ alert: 'dispute-unsettled', err: error, disputeId: id }, 'A dispute could not be settled');
    }
  }
  return closed.length === BATCH && settled > 0;
}

/** Disputes that were closed and whose money is not where it belongs yet. */
export const UNSETTLED = `dispute WHERE state IN ('WON', 'LOST', 'ACCEPTED') AND settled_at IS NULL`;

const SELECT_UNSETTLED: Statement<Closed> = {
  text: `SELECT platform_id, id FROM ${UNSETTLED}
    ORDER BY closed_at LIMIT ${BATCH}`,
  values: [],
};

/** Closes a dispute for a person of the platform or its seller. Settles it at once; the sweep repeats what fails. */
export async function closeByPerson(
  app: FastifyInstance,
  platformId: string,
  { caller, sellerId, ...ending }: Omit<Ending, 'event'> & { caller: Caller; sellerId: string | null },
): Promise<void> {
  await app.database.transaction(platformId, async (transaction) => {
    const stored = await transaction.find(lockStored(platformId, ending.id));
    if (!stored || (sellerId !== null && stored.sellerId !== sellerId))
      throw new AppError('DISPUTE_NOT_FOUND', { fields: ['disputeId'] });
    await closeDispute(transaction, app, platformId, caller, { ...ending, event: null });
  });
  await settleDispute(app, platformId, ending.id).catch((error) =>
    app.log.error({ err: error, disputeId: ending.id }, 'The outcome of a dispute waits to be carried out'),
  );
}
