/**
 * The one door: whatever is learnt about a payment, from whomever, passes through `record`. And the one who asks: `checkPayment`,
 * for lost answers, lost webhooks, words nobody knew, and expiry.
 */
import { isProviderError, mapStatus } from '@feira/plugin-kit';
import type { Manifest } from '@feira/schemas/manifest';
import type { TransactionResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import type { Knex } from 'knex';
import { runStatement } from '../../plugins/database.ts';
import { type Connection, callDeadlineMs, callProvider, findConnection } from '../connections/service.ts';
import {
  type Attempt,
  fromRow,
  type Instructions,
  type Payment,
  type PaymentChange,
  type Share,
  selectById,
  selectByProviderReference,
  selectByPublicId,
  writeChange,
} from './model.ts';
import { EXPIRY_GRACE_MS } from './schedule.ts';
import { type Evidence, reducePayment } from './status.ts';
import { sharesOf } from './terms.ts';
import { type GrantRefusal, type Recording, refusalOf, weigh } from './weigh.ts';

export type { BankDecision } from './bank-decisions.ts';
export { disputeEvidence, hasTakenPart, isLost, returnedByBank } from './bank-decisions.ts';
export { keptOf, sharesInCustody } from './postings.ts';
export { toSplits } from './splits.ts';
export { costOf, sharesOf, splitSale } from './terms.ts';
export type { GrantRefusal, Recording } from './weigh.ts';
export { isConfirming, refusalOf } from './weigh.ts';

export type PaymentsApp = Pick<FastifyInstance, 'database' | 'clock' | 'log' | 'outbox'>;

/** Losing this often to other writers of one payment means a bug, not traffic. */
const MAX_TRIES = 20;

export async function findPayment(app: PaymentsApp, platformId: string, id: string): Promise<Payment | null> {
  return first(await app.database.readShared(platformId, selectById(platformId, id)));
}

export async function findPaymentByPublicId(
  app: PaymentsApp,
  platformId: string,
  publicId: string,
): Promise<Payment | null> {
  return first(await app.database.readShared(platformId, selectByPublicId(platformId, publicId)));
}

export async function findPaymentByReference(
  app: PaymentsApp,
  platformId: string,
  connectionId: string,
  reference: { transactionId?: string; reference?: string },
): Promise<Payment | null> {
  const statement = selectByProviderReference(platformId, connectionId, reference.transactionId, reference.reference);
  return first(await app.database.readShared(platformId, statement));
}

const first = ({ rows: [row] }: { rows: Record<string, unknown>[] }): Payment | null => (row ? fromRow(row) : null);

/**
 * Adds evidence and writes what follows from all of it. `payment` may be stale: whoever wrote in between wins, and the
 * evidence is weighed again on top of theirs.
 */
export async function record(app: PaymentsApp, payment: Payment, recording: Recording): Promise<Payment> {
  let current = payment;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { change, next } = weigh(current, recording, app.clock.now());
    if (!change) return current;
    const { rowCount } = await app.database.writeShared(
      current.platformId,
      writeChange(current.platformId, current.id, change),
    );
    if (rowCount) {
      announce(app, current, next, change);
      return next;
    }
    const fresh = await findPayment(app, current.platformId, current.id);
    if (!fresh) throw new Error('A payment disappeared while it was recorded.');
    // A look that found nothing new need not be noted beside what somebody else has just written.
    if (!isNews(change)) return fresh;
    current = fresh;
  }
  throw new Error('A payment changed faster than it could be recorded.');
}

const isNews = (change: PaymentChange): boolean =>
  change.evidence.length > 0 || change.attempt !== null || change.answer !== null || change.closing !== null;

/**
 * Gives cents of the price back: orders the refund and takes every share back, or does nothing and says why. In the
 * transaction of the request it answers and of the log that tells of it; whoever else writes to the payment waits. Wake the
 * outbox once it is committed.
 */
export async function grantWithin(
  app: Pick<FastifyInstance, 'clock'>,
  transaction: Knex.Transaction,
  { platformId, id }: Pick<Payment, 'platformId' | 'id'>,
  grant: NonNullable<Recording['grant']>,
): Promise<{ payment: Payment; refusal: GrantRefusal | null }> {
  const payment = await lockPayment(transaction, platformId, id);
  const refusal = refusalOf(payment, grant.amount);
  const { change, next } = weigh(payment, { evidence: [], grant }, app.clock.now());
  if (refusal || !change) return { payment, refusal: refusal ?? 'TOO_MUCH' };
  await runStatement(transaction, writeChange(platformId, id, change));
  return { payment: next, refusal: null };
}

/** How a refund of a locked payment ended, likewise. Answers false where it had come to an end before. */
export async function closeWithin(
  app: Pick<FastifyInstance, 'clock'>,
  transaction: Knex.Transaction,
  payment: Payment,
  closing: NonNullable<Recording['closing']>,
): Promise<boolean> {
  const { change } = weigh(payment, { evidence: [], closing }, app.clock.now());
  if (change) await runStatement(transaction, writeChange(payment.platformId, payment.id, change));
  return change !== null;
}

/** Each one's share of what is kept of a price. Payments made before there was a ledger have but the seller's. */
export const shareOut = ({ terms }: Payment, kept: number): Share[] =>
  terms ? sharesOf(terms, kept) : [{ role: 'seller', personId: null, amount: kept }];

/**
 * As it is now and stays until the transaction ends. The weaker lock on purpose: a posting refers to its payment while it
 * holds people's accounts, and would wait for a stronger one that waits for those.
 */
export async function lockPayment(transaction: Knex.Transaction, platformId: string, id: string): Promise<Payment> {
  const lock = 'SELECT 1 FROM payment WHERE platform_id = $1 AND id = $2 FOR NO KEY UPDATE';
  await runStatement(transaction, { text: lock, values: [platformId, id] });
  const [row] = await runStatement(transaction, selectById(platformId, id));
  if (!row) throw new Error('A payment disappeared while it was read.');
  return fromRow(row);
}

function announce(app: PaymentsApp, before: Payment, after: Payment, change: PaymentChange): void {
  if (change.events.length > 0) app.outbox.wake();
  for (const item of change.evidence) {
    if (item.isRecognised) continue;
    app.log.warn(
      { alert: 'unrecognised-status', paymentId: after.id, providerStatus: item.providerStatus, takenAs: item.status },
      'A provider used a status word its manifest does not know',
    );
  }
  const isTakenBack = change.evidence.some(({ source, status }) => source !== 'dispute' && status === 'CHARGEBACK');
  if (after.status === 'APPROVED' && isTakenBack) {
    app.log.error(
      { alert: 'chargeback-after-won', paymentId: after.id },
      'A provider calls a charge taken back whose case was won: look whether it is a second case',
    );
  }
  if (change.attempt?.state === 'PARKED') {
    app.log.error(
      { alert: 'payment-parked', paymentId: after.id, attemptId: change.attempt.id },
      'Only a person can find out what happened to a charge',
    );
  }
  if (after.status !== before.status)
    app.log.info({ paymentId: after.id, from: before.status, to: after.status }, 'Payment changed status');
}

interface Heard {
  source: Evidence['source'];
  attemptId: string;
  /** The provider's answers never carry a time we can trust across providers: it is when we heard. */
  occurredAt: Date;
}

type Statement = Pick<
  TransactionResult,
  'providerStatus' | 'transactionId' | 'amount' | 'paidAmount' | 'refundedAmount' | 'movementIds' | 'reason'
>;

/** A provider's words as evidence, its status word looked up in its manifest. */
export function toEvidence(manifest: Manifest, said: Statement, heard: Heard): Omit<Evidence, 'key'> {
  const { status, isRecognised } = mapStatus(manifest.status.payment, said.providerStatus);
  return {
    ...heard,
    providerStatus: said.providerStatus,
    status,
    isRecognised,
    transactionId: said.transactionId,
    amount: said.amount ?? null,
    paidAmount: said.paidAmount ?? null,
    refundedAmount: said.refundedAmount ?? null,
    movementIds: said.movementIds ?? [],
    reason: said.reason ?? null,
  };
}

/** Something we know ourselves, without a provider's word: never sent, never found, expired. */
export function ownEvidence(
  word: 'NOT_SENT' | 'REFUSED' | 'NOT_FOUND' | 'EXPIRED',
  heard: Heard & { reason?: string },
): Omit<Evidence, 'key'> {
  return {
    source: heard.source,
    attemptId: heard.attemptId,
    occurredAt: heard.occurredAt,
    providerStatus: word,
    status: word === 'EXPIRED' ? 'CANCELED' : 'REJECTED',
    isRecognised: true,
    transactionId: null,
    amount: null,
    paidAmount: null,
    refundedAmount: null,
    movementIds: [],
    reason: heard.reason ?? null,
  };
}

export function toInstructions(result: TransactionResult): Partial<Instructions> {
  return {
    pixCode: result.pixCode ?? null,
    billetCode: result.billetCode ?? null,
    billetBarcode: result.billetBarcode ?? null,
    billetUrl: result.billetUrl ?? null,
    cardBrand: result.cardBrand ?? null,
    cardLastDigits: result.cardLastDigits ?? null,
  };
}

const isExpired = (payment: Payment, now: Date): boolean =>
  now.getTime() > payment.expiresAt.getTime() + EXPIRY_GRACE_MS;

/** How often a lookup that finds nothing is repeated before "never happened" is believed. */
const NOT_FOUND_CHECKS = 2;

export interface Checked {
  /** As it is after the look. */
  payment: Payment;
  /** The provider itself answered, whatever it said. */
  isAnswered: boolean;
}

interface Options {
  /** Only where nobody answered and the call is surely over; otherwise the payment as it is. */
  isOnlyWhenLost?: boolean;
  /** What an event called the charge, for attempts whose own answer has not come. */
  transactionId?: string;
  /** This one alone; otherwise the last, and those before it whose charge showed up all the same. */
  attemptId?: string;
}

/** One look at one payment; null when there is no such payment. */
export async function checkPayment(
  app: FastifyInstance,
  platformId: string,
  id: string,
  options: Options = {},
): Promise<Checked | null> {
  const payment = await findPayment(app, platformId, id);
  const attempt = options.attemptId
    ? payment?.attempts.find((item) => item.id === options.attemptId)
    : payment?.attempts.at(-1);
  if (!payment || !attempt) return null;
  const checked = await checkAttempt(app, payment, attempt, options);
  if (options.attemptId || options.isOnlyWhenLost) return checked;
  let all = checked;
  for (const replaced of payment.attempts.slice(0, -1).filter(({ transactionId }) => transactionId !== null)) {
    const { payment: current, isAnswered } = await checkAttempt(app, all.payment, replaced, {});
    all = { payment: current, isAnswered: all.isAnswered && isAnswered };
  }
  return all;
}

async function checkAttempt(
  app: FastifyInstance,
  payment: Payment,
  attempt: Attempt,
  options: Options,
): Promise<Checked> {
  const { platformId, id } = payment;
  const isCheck = !isReplaced(payment, attempt);
  const connection = await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion);
  if (!connection) {
    app.log.error(
      { paymentId: id, connectionId: attempt.connectionId },
      'A payment cannot be checked: its connection is gone',
    );
    return { payment: await record(app, payment, { evidence: [], isCheck }), isAnswered: false };
  }
  const isLost = attempt.state === 'CREATED' && !mayStillAppear(app, attempt, connection);
  if (options.isOnlyWhenLost && !isLost) return { payment, isAnswered: false };
  const { isAnswered, ...recording } = await learn(app, payment, attempt, connection, options.transactionId);
  return { payment: await record(app, payment, { ...recording, isCheck }), isAnswered };
}

/** Another call was made after this one had surely charged nothing: only money that it took all the same matters. */
const isReplaced = (payment: Payment, attempt: Attempt): boolean => payment.attempts.at(-1)?.id !== attempt.id;

type Learnt = Omit<Recording, 'isCheck'> & { isAnswered: boolean };
const NOTHING: Learnt = { evidence: [], isAnswered: false };

/** The call may still be under way, or its charge made and not shown by look-ups yet: "not found" means nothing. */
function mayStillAppear(app: FastifyInstance, attempt: Attempt, connection: Connection): boolean {
  const end = attempt.createdAt.getTime() + callDeadlineMs(connection) + connection.manifest.lookup.lagSeconds * 1000;
  return app.clock.now().getTime() < end;
}

async function learn(
  app: FastifyInstance,
  payment: Payment,
  attempt: Attempt,
  connection: Connection,
  hint: string | undefined,
): Promise<Learnt> {
  const transactionId = attempt.transactionId ?? (connection.manifest.lookup.byReference ? undefined : hint);
  if (!transactionId && !connection.manifest.lookup.byReference) return giveUp(app, payment, attempt);
  try {
    const lookup = { transactionId, reference: attempt.id, paymentMethod: payment.method };
    const found = await callProvider(connection, 'getTransaction', lookup, payment.id);
    if (!found) return notFound(app, payment, attempt, connection);
    if (!isOurs(found, attempt)) {
      app.log.error(
        { alert: 'reference-mismatch', paymentId: payment.id, attemptId: attempt.id },
        'A provider answered with the charge of another payment',
      );
      return NOTHING;
    }
    return fromAnswer(app, payment, attempt, connection, found);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn(
      { err: error, paymentId: payment.id, provider: connection.providerId },
      'A payment could not be checked',
    );
    return error.code === 'UNSUPPORTED' ? giveUp(app, payment, attempt) : NOTHING;
  }
}

/** A charge we have never seen must carry our reference; one we know may leave it out, but not carry another. */
const isOurs = (found: TransactionResult, attempt: Attempt): boolean =>
  found.reference === undefined ? attempt.transactionId === found.transactionId : found.reference === attempt.id;

function fromAnswer(
  app: FastifyInstance,
  payment: Payment,
  attempt: Attempt,
  connection: Connection,
  found: TransactionResult,
): Learnt {
  const heard = { source: 'query', attemptId: attempt.id, occurredAt: app.clock.now() } as const;
  const said = toEvidence(connection.manifest, found, heard);
  const { status, isProvisional } = reducePayment(payment, [...payment.evidence, { ...said, key: '' }]);
  // Also for a charge paid in part: only once it is over does that money go back.
  const isOpen = status === 'PENDING' || (isProvisional && said.status === 'PENDING');
  const isOver = isOpen && isExpired(payment, heard.occurredAt) && !isReplaced(payment, attempt);
  return {
    evidence: isOver ? [said, ownEvidence('EXPIRED', { ...heard, source: 'clock' })] : [said],
    // A code that nobody was shown stays hidden: the last attempt's is the one to pay.
    ...(!isReplaced(payment, attempt) && { instructions: toInstructions(found) }),
    attempt: { id: attempt.id, state: 'ANSWERED', transactionId: found.transactionId, reason: null },
    isAnswered: true,
  };
}

const isUndecided = (payment: Payment): boolean => payment.status === 'PENDING' || payment.isProvisional;

/** The provider has no such charge. Believed only after the call is surely over and a second look agrees. */
function notFound(app: FastifyInstance, payment: Payment, attempt: Attempt, connection: Connection): Learnt {
  const heard = { source: 'query', attemptId: attempt.id, occurredAt: app.clock.now() } as const;
  if (isReplaced(payment, attempt)) return { evidence: [], isAnswered: true };
  if (attempt.state === 'ANSWERED') {
    const isOver = isUndecided(payment) && isExpired(payment, heard.occurredAt);
    return { evidence: isOver ? [ownEvidence('EXPIRED', { ...heard, source: 'clock' })] : [], isAnswered: true };
  }
  if (mayStillAppear(app, attempt, connection) || payment.checks + 1 < NOT_FOUND_CHECKS)
    return { evidence: [], isAnswered: true };
  return {
    evidence: [ownEvidence('NOT_FOUND', heard)],
    attempt: { id: attempt.id, state: 'NOT_SENT', transactionId: null, reason: 'NOT_FOUND' },
    isAnswered: true,
  };
}

/** Nobody can be asked: after its time a waiting charge is over, an unanswered one is a person's to find out. */
function giveUp(app: FastifyInstance, payment: Payment, attempt: Attempt): Learnt {
  const now = app.clock.now();
  if (!isExpired(payment, now) || isReplaced(payment, attempt)) return NOTHING;
  if (attempt.state === 'ANSWERED') {
    if (!isUndecided(payment)) return NOTHING;
    return {
      evidence: [ownEvidence('EXPIRED', { source: 'clock', attemptId: attempt.id, occurredAt: now })],
      isAnswered: false,
    };
  }
  return { ...NOTHING, attempt: { id: attempt.id, state: 'PARKED', transactionId: null, reason: 'NO_LOOKUP' } };
}
