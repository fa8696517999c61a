/**
 * Holds the only way to change a payment: every command about it passes through `applyCommand`. `checkPayment` asks providers
 * for the reports that did not come: lost answers, lost events, unknown words, expiry.
 */
import type { MandateAttempt } from '@feira/schemas/mandate';
import type { ReportedRefund } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { findConnection } from '../connections/service.ts';
import { endOfCall, mayStillAppear } from '../provider-orders/service.ts';
import { type Answering, decideChange } from './change.ts';
import type { AttemptAdded } from './commands/attempt-added.ts';
import type { Finding } from './commands/checked.ts';
import type { Command } from './commands/command.ts';
import type { RefundEnd } from './commands/refund-ended.ts';
import { type RefundOrder, type RefundRefusal, refundRefusalOf } from './commands/refund-ordered.ts';
import { ownEvidence } from './evidence.ts';
import { sendHoldOrder } from './hold-orders.ts';
import { listHoldOrders, listHolds } from './holds.ts';
import {
  type Attempt,
  findChanged,
  fromRow,
  listNew,
  type Payment,
  type PaymentChange,
  type PaymentRow,
  type Share,
  selectAttemptOfMovement,
  selectById,
  selectByProviderReference,
  selectByPublicId,
  selectIsAbandoned,
  writeChange,
} from './model.ts';
import { type Hint, type LookupKind, lookUpCharge } from './provider-calls.ts';
import { isFailed, standingAttemptOf } from './questions.ts';
import { isContradictory, readReturned } from './status.ts';
import { sharesOf } from './terms.ts';

export type { BankDecision } from './bank-decisions.ts';
export { disputeEvidence, hasTakenPart, isLost, returnedByBank } from './bank-decisions.ts';
export type { NextAttempt, RenewalRefusal } from './commands/attempt-added.ts';
export { renewalRefusalOf, restRefusalOf } from './commands/attempt-added.ts';
export type { AttemptEnded } from './commands/attempt-ended.ts';
export type { UnansweredCall } from './commands/call-end.ts';
export type { RefundRefusal } from './commands/refund-ordered.ts';
export { refundRefusalOf } from './commands/refund-ordered.ts';
export type { Reported } from './commands/reported.ts';
export type { NewEvidence } from './evidence.ts';
export {
  ownEvidence,
  toAttemptEvidence,
  toEvidence,
  toHeldCard,
  toInstructionsOf,
  toMandateEvidence,
  toReportedExpiry,
  toReportedRefunds,
} from './evidence.ts';
export { awaitsReview, HOLD_MS, isReviewed, listHolds, viewHeldCards, waitsForCards } from './holds.ts';
export { reserveOf, sharesInCustody } from './postings.ts';
export {
  declineOf,
  isConfirming,
  isMandateCharge,
  lacksCode,
  mayBeCharged,
  missingOf,
  reportedBackOf,
  reviewOf,
  standingAttemptOf,
  toldDeclineOf,
  unreturnedOf,
} from './questions.ts';
export { confirmableUntil } from './schedule.ts';
export { toRefundSplits, toSplits } from './splits.ts';
export type { Evidence } from './status.ts';
export {
  heldBy,
  heldIn,
  isChargeTaken,
  isProven,
  isRest,
  keptOf,
  readEnds,
  readReturned,
  reducePayment,
} from './status.ts';
export { costOf, sharesBetween, splitSale } from './terms.ts';

export type PaymentsApp = Pick<FastifyInstance, 'database' | 'clock' | 'log' | 'outbox' | 'metrics'>;

/** Losing this often to other writers of one payment means a bug, not traffic. */
const MAX_TRIES = 20;

export async function findPayment(app: PaymentsApp, platformId: string, id: string): Promise<Payment | null> {
  return first(await app.database.readShared(platformId, selectById(platformId, { id })));
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

/** Returns the payment of a connection that one of these movements paid, with its attempt. The sales are those that may have been paid so. */
export async function findPaymentByMovement(
  app: PaymentsApp,
  platformId: string,
  connectionId: string,
  among: { saleIds: readonly string[]; movementIds: readonly string[] },
): Promise<{ payment: Payment; attemptId: string } | null> {
  const found = await app.database.find(platformId, selectAttemptOfMovement(platformId, connectionId, among), true);
  const payment = found ? await findPayment(app, platformId, found.paymentId) : null;
  return payment && { payment, attemptId: found!.attemptId };
}

const first = ({ rows: [row] }: { rows: PaymentRow[] }): Payment | null => (row ? fromRow(row) : null);

/**
 * Applies a command to a payment and returns the payment after it. `payment` may be stale: when another writer has written in
 * between, the command is applied to what they wrote.
 */
export async function applyCommand(
  app: PaymentsApp,
  payment: Payment,
  command: Command,
  answering?: Answering,
): Promise<Payment> {
  let current = payment;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const change = decideChange(current, command, app.clock.now(), answering);
    if (!change) return current;
    const statement = writeChange(change);
    const { rowCount } = await app.database.writeShared(current.platformId, statement, accountsOf(change));
    if (rowCount) {
      if (change.events.length > 0) app.outbox.wake();
      reportChange(app, change);
      return change.after;
    }
    const fresh = await findPayment(app, current.platformId, current.id);
    if (!fresh) throw new Error('A payment disappeared while it was written.');
    // A check that found nothing new need not be noted beside what another writer has just written.
    if (!isNews(change)) return fresh;
    current = fresh;
  }
  throw new Error('A payment changed faster than it could be written.');
}

/** A posting locks the accounts of the sale's people, first of all the seller's. */
const accountsOf = ({ posting, after }: PaymentChange): string | undefined =>
  (posting && after.terms?.shares.find(({ role }) => role === 'seller')?.personId) ?? undefined;

const isNews = ({ before, after, answer }: PaymentChange): boolean =>
  after.evidence.length > before.evidence.length ||
  answer !== null ||
  findChanged(before.attempts, after.attempts) !== undefined ||
  findChanged(before.refunds, after.refunds) !== undefined ||
  after.refunds.length > before.refunds.length;

/**
 * Orders a refund of a part of the price and takes every share of it back, or changes nothing and returns the reason. It runs in
 * the transaction of the request and of the log that tells of it; other writers of the payment wait. Wake the outbox once the
 * transaction is committed.
 */
export async function authoriseRefund(
  app: Pick<FastifyInstance, 'clock'>,
  transaction: Transaction,
  { platformId, id }: Pick<Payment, 'platformId' | 'id'>,
  order: RefundOrder,
): Promise<{ payment: Payment; refusal: RefundRefusal | null }> {
  const payment = await lockPayment(transaction, platformId, id);
  const refusal = refundRefusalOf(payment, order.amount);
  const change = decideChange(payment, { kind: 'REFUND_ORDERED', order }, app.clock.now());
  if (refusal || !change) return { payment, refusal: refusal ?? 'TOO_MUCH' };
  await transaction.run(writeChange(change));
  return { payment: change.after, refusal: null };
}

/**
 * Adds an attempt: one that makes a new code, for one that expired or for the rest of a price that was paid in part, or one that holds the
 * rest of the price on a second card. Of many callers at once one adds its attempt; to the others the payment is returned as it is then. Throws the error of the database where what was bought is
 * sold out by now.
 */
export async function addAttempt(
  app: PaymentsApp,
  { platformId, id }: Pick<Payment, 'platformId' | 'id'>,
  command: Exclude<AttemptAdded, { why: 'REPLACES' }>,
): Promise<{ payment: Payment; isAdded: boolean }> {
  const { payment, change } = await app.database.transaction(platformId, async (transaction) => {
    const locked = await lockPayment(transaction, platformId, id);
    const decided = decideChange(locked, command, app.clock.now());
    if (decided) await transaction.run(writeChange(decided));
    return { payment: locked, change: decided };
  });
  if (!change) return { payment, isAdded: false };
  app.outbox.wake();
  reportChange(app, change);
  return { payment: change.after, isAdded: true };
}

/** Ends a refund of a locked payment in the same way. Returns false where the refund had ended before. */
export async function endRefund(
  app: Pick<FastifyInstance, 'clock'>,
  transaction: Transaction,
  payment: Payment,
  end: RefundEnd,
): Promise<boolean> {
  const change = decideChange(payment, { kind: 'REFUND_ENDED', end }, app.clock.now());
  if (change) await transaction.run(writeChange(change));
  return change !== null;
}

/**
 * Orders the return of money of a locked payment once more, after the provider refused it. Returns false where nothing is left to return,
 * or all of it is on its way.
 */
export async function orderReturn(
  app: Pick<FastifyInstance, 'clock'>,
  transaction: Transaction,
  payment: Payment,
  attemptId: string,
): Promise<boolean> {
  const change = decideChange(payment, { kind: 'RETURN_ORDERED', attemptId }, app.clock.now());
  const isOrdered = change !== null && change.after.refunds.length > payment.refunds.length;
  if (isOrdered) await transaction.run(writeChange(change));
  return isOrdered;
}

/**
 * Ends the last call of a locked payment by the word of a person who looked for its charge and found none. Returns false where the call is
 * not parked any more.
 */
export async function endParked(
  app: Pick<FastifyInstance, 'clock'>,
  transaction: Transaction,
  payment: Payment,
): Promise<boolean> {
  const attempt = standingAttemptOf(payment);
  if (attempt?.state !== 'PARKED') return false;
  const now = app.clock.now();
  const change = decideChange(
    payment,
    {
      kind: 'ATTEMPT_ENDED',
      evidence: [ownEvidence('NOT_CHARGED', { source: 'query', attemptId: attempt.id, occurredAt: now })],
      end: { id: attempt.id, state: 'NOT_SENT', reason: 'NOT_CHARGED' },
    },
    now,
  );
  if (change) await transaction.run(writeChange(change));
  return change !== null;
}

/**
 * Ends the review of a payment in the transaction of the log that tells who did. Returns the payment after it; null where it is in review no
 * more. Carry the decision out once the transaction is committed: where the node dies before, the payment's next check does.
 */
export async function endReview(
  app: Pick<FastifyInstance, 'clock'>,
  transaction: Transaction,
  { platformId, id }: Pick<Payment, 'platformId' | 'id'>,
  isAccepted: boolean,
): Promise<Payment | null> {
  const payment = await lockPayment(transaction, platformId, id);
  const change = decideChange(payment, { kind: 'REVIEW_ENDED', isAccepted }, app.clock.now());
  if (change) await transaction.run(writeChange(change));
  return change?.after ?? null;
}

/** Each one's share of what is kept of a price. Payments made before the ledger existed belong to the seller whole. */
export const shareOut = ({ terms }: Payment, kept: number): Share[] =>
  terms ? sharesOf(terms, kept) : [{ role: 'seller', personId: null, amount: kept }];

/**
 * Reads a payment that stays as it is until the transaction ends. The lock is the weaker one on purpose: a posting refers to
 * its payment while it holds people's accounts, and would wait for a stronger lock whose owner waits for those accounts.
 */
export async function lockPayment(transaction: Transaction, platformId: string, id: string): Promise<Payment> {
  const lock = 'SELECT 1 FROM payment WHERE platform_id = $1 AND id = $2 FOR NO KEY UPDATE';
  await transaction.run({ text: lock, values: [platformId, id] });
  const row = await transaction.find(selectById(platformId, { id }));
  if (!row) throw new Error('A payment disappeared while it was read.');
  return fromRow(row);
}

function reportChange({ log, metrics }: PaymentsApp, { before, after }: PaymentChange): void {
  const evidence = listNew(before.evidence, after.evidence);
  for (const item of evidence) {
    const { isRecognised, providerStatus, status } = item;
    if (isContradictory(item)) {
      const { amount, paidAmount, refundedAmount } = item;
      log.error(
        { alert: 'contradictory-amount', paymentId: after.id, providerStatus, amount, paidAmount, refundedAmount },
        'A provider says that money moved and names an amount of 0',
      );
    }
    if (isRecognised) continue;
    log.warn(
      { alert: 'unrecognised-status', paymentId: after.id, providerStatus, takenAs: status },
      'A provider used a status word its manifest does not know',
    );
  }
  const isTakenBack = readReturned(after, evidence).some(
    ({ source, status }) => source !== 'dispute' && status === 'CHARGEBACK',
  );
  if (after.status === 'APPROVED' && isTakenBack) {
    log.error(
      { alert: 'chargeback-after-won', paymentId: after.id },
      'A provider calls a charge taken back whose case was won: look whether it is a second case',
    );
  }
  if (after.status === 'APPROVED' && before.status === 'REJECTED') {
    log.error(
      { alert: 'charge-appeared', paymentId: after.id },
      'A charge appeared of a payment whose buyer was told that it was refused',
    );
  }
  const attempt = findChanged(before.attempts, after.attempts);
  if (attempt?.state === 'PARKED') {
    log.error(
      { alert: 'payment-parked', paymentId: after.id, attemptId: attempt.id },
      'Only a person can find out what happened to a charge',
    );
  }
  if (after.status !== before.status) {
    log.info({ paymentId: after.id, from: before.status, to: after.status }, 'Payment changed status');
    metrics.statuses.inc({ method: after.method, status: after.status });
  }
}

export interface CheckedPayment {
  /** The payment after the check. */
  payment: Payment;
  /** The provider itself answered, whatever it said. */
  isAnswered: boolean;
  /** The end of the lookup; null where no provider was asked. */
  kind: LookupKind | null;
  /** Single refunds of the attempts' charges, as far as the provider tells of them. */
  refunds: (ReportedRefund & { attemptId: string })[];
  /** The attempts of the buyer's bank, where the checked charge is one under a mandate and was found. */
  mandateAttempts?: MandateAttempt[] | undefined;
}

interface CheckOptions {
  /** Asks only where no answer can come any more: the call is over, or its node is gone. Otherwise the payment stays as it is. */
  isOnlyWhenLost?: boolean;
  /** The claims of an event about the charge. */
  hint?: Hint;
  /** Checks this attempt alone; otherwise the last, and those before it whose charge showed up all the same. */
  attemptId?: string;
  /** Once the payment is decided, also checks the calls before the last that are said to have charged nothing. */
  isJanitor?: boolean;
}

/** Asks the provider about one payment. Returns null when there is no such payment. */
export async function checkPayment(
  app: FastifyInstance,
  platformId: string,
  id: string,
  options: CheckOptions = {},
): Promise<CheckedPayment | null> {
  const payment = await findPayment(app, platformId, id);
  const attempt = options.attemptId
    ? payment?.attempts.find((item) => item.id === options.attemptId)
    : payment && standingAttemptOf(payment);
  if (!payment || !attempt) return null;
  const checked = await checkAttempt(app, payment, attempt, options);
  if (options.attemptId || options.isOnlyWhenLost) return checked;
  let all = checked;
  const isDoubting = options.isJanitor === true && payment.status !== 'PENDING';
  for (const replaced of payment.attempts) {
    if (replaced === attempt) continue;
    if (replaced.transactionId === null && !(isDoubting && isFailed(replaced))) continue;
    const { payment: current, isAnswered, refunds } = await checkAttempt(app, all.payment, replaced, {});
    all = {
      ...all,
      payment: current,
      isAnswered: all.isAnswered && isAnswered,
      refunds: [...all.refunds, ...refunds],
    };
  }
  return all.isAnswered && listHolds(payment).length > 0 ? { ...all, payment: await endHolds(app, all.payment) } : all;
}

/**
 * Captures or lets go what cards hold, as it was decided, each hold at most once. Returns the payment as it is then. Where the answer of
 * an order was lost, the payment's next check goes on.
 */
export async function carryOutHolds(app: FastifyInstance, payment: Payment): Promise<Payment> {
  const sent = new Set<string>();
  let current = payment;
  for (;;) {
    const order = listHoldOrders(current, current.evidence).find(({ attempt }) => !sent.has(attempt.id));
    if (!order) return current;
    sent.add(order.attempt.id);
    const reported = await sendHoldOrder(app, current, order);
    if (reported) current = await applyCommand(app, current, reported);
  }
}

/** Carries out the decision about what cards hold, and decides against the first of two cards whose second one was never asked. */
async function endHolds(app: FastifyInstance, payment: Payment): Promise<Payment> {
  const [first, second] = payment.attempts;
  const now = app.clock.now();
  const connection =
    first && (await findConnection(app, payment.platformId, first.connectionId, first.providerVersion));
  const isPart = first && first.amount < payment.amount;
  const isAlone = connection && isPart && !second && first.state === 'ANSWERED' && !payment.holdDecision;
  // The node that makes the first call goes on at once. A node that is slow, and not gone, adds no second card to a decided payment.
  if (!isAlone || now <= endOfCall(connection, first.createdAt)) return carryOutHolds(app, payment);
  const over = ownEvidence('EXPIRED', { source: 'clock', attemptId: first.id, occurredAt: now });
  return carryOutHolds(app, await applyCommand(app, payment, { kind: 'REPORTED', evidence: [over] }));
}

async function findIsAbandoned(app: FastifyInstance, { platformId }: Payment, { id }: Attempt): Promise<boolean> {
  const statement = selectIsAbandoned(platformId, id, app.config.nodeLiveSeconds);
  return (await app.database.find(platformId, statement, true))?.isAbandoned === true;
}

async function checkAttempt(
  app: FastifyInstance,
  payment: Payment,
  attempt: Attempt,
  options: CheckOptions,
): Promise<CheckedPayment> {
  const { platformId, id } = payment;
  const isStanding = standingAttemptOf(payment)?.id === attempt.id;
  const applyFinding = (finding: Finding) => applyCommand(app, payment, { kind: 'CHECKED', isStanding, finding });
  const connection = await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion);
  if (!connection) {
    app.log.error(
      { paymentId: id, connectionId: attempt.connectionId },
      'A payment cannot be checked: its connection is gone',
    );
    const after = await applyFinding({ evidence: [], end: null, isReached: true, lookBy: null });
    return { payment: after, isAnswered: false, kind: null, refunds: [] };
  }
  const isOpen = attempt.state === 'CREATED';
  const isAbandoned = isOpen && (await findIsAbandoned(app, payment, attempt));
  const isLost = isAbandoned || (isOpen && !mayStillAppear(connection, attempt.createdAt, app.clock.now()));
  if (options.isOnlyWhenLost && !isLost) return { payment, isAnswered: false, kind: null, refunds: [] };
  const lookup = { payment, attempt, connection };
  const { isAnswered, kind, refunds = [], mandateAttempts, finding } = await lookUpCharge(app, lookup, options.hint);
  // The provider may still be at work on it: its buyer is told that it is being confirmed, and nothing else is concluded.
  const interrupted = isAbandoned ? ({ id: attempt.id, state: 'UNKNOWN', reason: 'INTERRUPTED' } as const) : null;
  return {
    payment: await applyFinding({ ...finding, end: finding.end ?? interrupted }),
    isAnswered,
    kind,
    refunds: refunds.map((item) => ({ ...item, attemptId: attempt.id })),
    mandateAttempts,
  };
}
