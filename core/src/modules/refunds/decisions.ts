/**
 * Sellers decide on requests that came after the days of the law. The platform may grant what they leave undecided, and in the end the clock
 * decides on it.
 */
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import type { Payment, RefundAuthor } from '../payments/model.ts';
import { authoriseRefund, findPayment, keptOf, lockPayment } from '../payments/service.ts';
import { describeRefund, type RefundCall } from './authorise.ts';
import { type Subject, selectSubjectById } from './purchase-model.ts';
import { decideWaiting, postpone, type RequestRow, selectRequest } from './request-model.ts';
import { isSellersToPay, type Obstacle, obstacleOf, type RefundSupport } from './rules.ts';
import { describeOrder, findRefundSupport, findSubject, toObstacleError } from './subject.ts';

interface Case {
  request: RequestRow;
  subject: Subject;
  payment: Payment;
  support: RefundSupport;
}

async function findCase(
  app: FastifyInstance,
  platformId: string,
  id: string,
  sellerId: string | null,
): Promise<Case | null> {
  const request = await app.database.find(platformId, selectRequest(platformId, id), true);
  if (!request || (sellerId !== null && request.sellerId !== sellerId)) return null;
  const subject = await findSubject(app, platformId, selectSubjectById(platformId, request.paymentId));
  const payment = await findPayment(app, platformId, request.paymentId);
  return subject && payment ? { request, subject, payment, support: await findRefundSupport(app, payment) } : null;
}

export interface SellersDecision {
  requestId: string;
  decision: 'GRANT' | 'DECLINE';
  answer?: string | undefined;
}

export async function decideRequest(
  app: FastifyInstance,
  { platform, person, request }: Pick<RefundCall, 'platform' | 'person' | 'request'>,
  input: SellersDecision,
): Promise<void> {
  const answer = input.answer?.trim() || null;
  if (input.decision === 'DECLINE' && !answer) throw new AppError('REASON_REQUIRED', { fields: ['answer'] });
  const found = await findCase(app, platform.id, input.requestId, person.id);
  if (!found) throw new AppError('REQUEST_NOT_FOUND', { fields: ['requestId'] });
  const by = { authorisedAs: 'seller', authorisedBy: person.id, note: answer } as const;
  await app.database.transaction(platform.id, async (transaction) => {
    const waiting = await lockWaiting(transaction, found);
    const isGrant = input.decision === 'GRANT';
    // Nobody can decline a request that the law grants.
    if (!waiting || (!isGrant && found.request.ground === 'LAW'))
      throw new AppError('REQUEST_DECIDED', { fields: ['requestId'] });
    const end = isGrant ? await authorise(app, transaction, waiting, by) : DECLINED;
    if ('obstacle' in end) throw toObstacleError(end.obstacle);
    await closeRequest(app, transaction, platform, request, waiting, { ...end, ...by, answer });
  });
  app.outbox.wake();
}

/** Grants a request for the platform, for a sale of any seller. */
export async function grantRequest(
  app: FastifyInstance,
  { platform, person, request }: Pick<RefundCall, 'platform' | 'person' | 'request'>,
  requestId: string,
): Promise<void> {
  const found = await findCase(app, platform.id, requestId, null);
  if (!found) throw new AppError('REQUEST_NOT_FOUND', { fields: ['requestId'] });
  const by = { authorisedAs: 'admin', authorisedBy: person.id, note: null } as const;
  await app.database.transaction(platform.id, async (transaction) => {
    const waiting = await lockWaiting(transaction, found);
    if (!waiting) throw new AppError('REQUEST_DECIDED', { fields: ['requestId'] });
    const end = await authorise(app, transaction, waiting, by);
    if ('obstacle' in end) throw toObstacleError(end.obstacle);
    await closeRequest(app, transaction, platform, request, waiting, { ...end, ...by, answer: null });
  });
  app.outbox.wake();
}

/** Returns null where the request waits no more. It waits on as long as the payment is locked. */
async function lockWaiting(transaction: Transaction, found: Case): Promise<Case | null> {
  const { platformId, id } = found.payment;
  const payment = await lockPayment(transaction, platformId, id);
  const request = await transaction.find(selectRequest(platformId, found.request.id));
  return request?.state === 'WAITING' ? { ...found, payment, request } : null;
}

type End = Pick<RequestRow, 'state' | 'paidBy' | 'refundId'>;
const DECLINED = { state: 'DECLINED', paidBy: 'PROVIDER', refundId: null } as const;
const GRANTED = { state: 'GRANTED', paidBy: 'PROVIDER', refundId: null } as const;

/** Orders the refund. Where the money is back already, by whatever way, the request is granted without one. */
async function authorise(
  app: FastifyInstance,
  transaction: Transaction,
  { payment, support }: Case,
  by: RefundAuthor,
): Promise<End | { obstacle: Obstacle }> {
  const obstacle = obstacleOf(payment, support, app.clock.now());
  const isTakenBack = payment.status === 'CHARGEBACK' && !payment.hasOpenDispute;
  if (obstacle === 'ALL_RETURNED' || isTakenBack) return GRANTED;
  if (isSellersToPay(obstacle)) return { ...GRANTED, paidBy: 'SELLER' };
  if (obstacle) return { obstacle };
  const order = { id: newId(), amount: keptOf(payment), ...by };
  const { refusal } = await authoriseRefund(app, transaction, payment, order);
  if (refusal) return { obstacle: refusal === 'SURPLUS_FIRST' ? 'SURPLUS' : 'DISPUTED' };
  return { ...GRANTED, refundId: order.id };
}

async function closeRequest(
  app: FastifyInstance,
  transaction: Transaction,
  platform: RefundCall['platform'],
  caller: Caller,
  { request, subject, payment }: Case,
  end: End & Pick<RefundAuthor, 'authorisedAs' | 'authorisedBy'> & { answer: string | null },
): Promise<void> {
  const { title, buyerEmail, publicId } = subject;
  const { protocol, ground } = request;
  const { state, paidBy, refundId, answer, authorisedAs, authorisedBy: decidedBy } = end;
  const decision = { state, paidBy, refundId, answer, decidedBy, decidedAt: app.clock.now() };
  const isGranted = state === 'GRANTED';
  const about = { type: 'payment', id: publicId, name: title } as const;
  await transaction.runAll([
    decideWaiting(platform.id, { id: request.id }, decision),
    await prepareMail(app, platform.id, {
      to: buyerEmail,
      locale: subject.locale ?? platform.settings.locale,
      template: 'refund-decided',
      parameters: { ...describeOrder(subject, payment), protocol, state, paidBy, answer: answer ?? '' },
    }),
    isGranted && refundId
      ? recordEvent(
          platform.id,
          caller,
          describeRefund(subject, { id: refundId, amount: keptOf(payment), authorisedAs }),
        )
      : recordEvent(platform.id, caller, {
          type: isGranted ? 'refund.authorised' : 'refund.declined',
          subject: about,
          details: { protocol, ground, paidBy },
        }),
  ]);
}

/** The caller in the audit log where the platform's own clock decided. */
const CLOCK: Caller = { headers: {}, person: null, ip: null };
const BATCH = 100;
const HOUR_MS = 3_600_000;

/** Requests on which the clock decides; $1 is the time. */
export const UNDECIDED = `refund_request WHERE state = 'WAITING' AND decide_by <= $1::timestamptz`;

/** Claims requests that are due, by a later date: a node that dies after it only delays the decision. */
const claimDue = (now: Date): Statement<{ platformId: string; id: string }> => ({
  text: `
    WITH due AS (
      SELECT platform_id, id FROM ${UNDECIDED} ORDER BY decide_by
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    UPDATE refund_request q SET decide_by = $2 FROM due WHERE q.platform_id = due.platform_id AND q.id = due.id
    RETURNING q.platform_id, q.id`,
  values: [now, new Date(now.getTime() + HOUR_MS)],
});

/** Runs as a sweep. Returns whether there may be more to decide right now. */
export async function decideDue(app: FastifyInstance): Promise<boolean> {
  const rows = await app.database.jobs.list(claimDue(app.clock.now()));
  for (const { platformId, id } of rows) {
    await decideOne(app, platformId, id).catch((error) =>
      app.log.error({ err: error, requestId: id }, 'A request that nobody decided on could not be decided'),
    );
  }
  return rows.length === BATCH;
}

const BY_TIME: RefundAuthor = { authorisedAs: 'buyer', authorisedBy: null, note: null };

async function decideOne(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const found = await findCase(app, platformId, id, null);
  const platform = await app.findPlatform(platformId);
  if (!found || !platform) return;
  await app.database.transaction(platformId, async (transaction) => {
    const waiting = await lockWaiting(transaction, found);
    if (!waiting) return;
    const isLate = found.request.ground === 'LATE';
    const end = isLate ? DECLINED : await authorise(app, transaction, waiting, BY_TIME);
    if (!('obstacle' in end))
      return closeRequest(app, transaction, platform, CLOCK, waiting, { ...end, ...BY_TIME, answer: null });
    const hours = end.obstacle === 'DISPUTED' ? 24 : 1;
    const again = new Date(app.clock.now().getTime() + hours * HOUR_MS);
    await transaction.run(postpone(platformId, id, again));
  });
  app.outbox.wake();
}
