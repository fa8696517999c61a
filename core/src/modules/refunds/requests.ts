/** Takes buyers' requests: within the days of the law they are granted at once, otherwise the seller decides. */
import { randomInt } from 'node:crypto';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { announce } from '../events/service.ts';
import { prepareMail } from '../mail/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import type { Payment } from '../payments/model.ts';
import { authoriseRefund, findPayment, keptOf, lockPayment } from '../payments/service.ts';
import { describeRefund } from './authorise.ts';
import type { Visit } from './buyer-links.ts';
import { type Subject, selectPurchases } from './purchase-model.ts';
import { type Ground, insertRequest, type RequestRow, selectRequestsOf } from './request-model.ts';
import { decideBy, groundOf, isSellersToPay, obstacleOf, type RefundSupport, readDeliveryDays } from './rules.ts';
import { describeOrder, findRefundSupport, toObstacleError } from './subject.ts';

export interface Offered {
  subject: Subject;
  payment: Payment;
  support: RefundSupport;
  /** Null where nothing can be given back any more. */
  ground: Ground | null;
  groundUntil: Date | null;
  paidBy: RequestRow['paidBy'];
  request: RequestRow | null;
}

/** Returns what an e-mail bought, and what may be refunded of it now. */
export async function listOffered(app: FastifyInstance, platformId: string, email: string): Promise<Offered[]> {
  const subjects = await app.database.list(platformId, selectPurchases(platformId, email), true);
  const ids = subjects.map(({ paymentId }) => paymentId);
  const requests = await app.database.list(platformId, selectRequestsOf(platformId, ids), true);
  const now = app.clock.now();
  const offered = await Promise.all(
    subjects.map(async (subject) => {
      const payment = await findPayment(app, platformId, subject.paymentId);
      if (!payment) return [];
      const request = requests.find(({ paymentId }) => paymentId === payment.id) ?? null;
      return [toOffered(subject, payment, await findRefundSupport(app, payment), request, now)];
    }),
  );
  return offered.flat();
}

function toOffered(
  subject: Subject,
  payment: Payment,
  support: RefundSupport,
  request: RequestRow | null,
  now: Date,
): Offered {
  const obstacle = obstacleOf(payment, support, now);
  const isPossible = obstacle === null || obstacle === 'SURPLUS' || isSellersToPay(obstacle);
  const { ground, until } = groundOf(
    {
      approvedAt: payment.approvedAt ?? payment.createdAt,
      guaranteeDays: subject.guaranteeDays,
      deliveryDays: readDeliveryDays(subject.deliveryTime),
    },
    now,
  );
  // A request that was declined is not made again on the same ground.
  const isOver = !isPossible || request?.state === 'DECLINED' || request?.state === 'GRANTED';
  return {
    subject,
    payment,
    support,
    request,
    ground: isOver ? null : ground,
    groundUntil: isOver ? null : until,
    paidBy: isSellersToPay(obstacle) ? 'SELLER' : 'PROVIDER',
  };
}

export interface RequestInput {
  paymentId: string;
  reason: RequestRow['reason'];
  note?: string | undefined;
}

/** Requests a refund. The same request made twice stays one. */
export async function requestRefund(
  app: FastifyInstance,
  visit: Visit,
  email: string,
  input: RequestInput,
): Promise<RequestRow> {
  const { platform } = visit;
  const offered = (await listOffered(app, platform.id, email)).find(
    ({ subject }) => subject.publicId === input.paymentId,
  );
  if (!offered) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
  const { row, isNew } = await app.database.transaction(platform.id, (transaction) =>
    createRequest(app, visit, transaction, offered, input),
  );
  if (!isNew || !row.refundId) return row;
  app.outbox.wake();
  return row;
}

async function createRequest(
  app: FastifyInstance,
  { platform, request }: Visit,
  transaction: Transaction,
  { subject, support }: Offered,
  input: RequestInput,
): Promise<{ row: RequestRow; isNew: boolean }> {
  const payment = await lockPayment(transaction, platform.id, subject.paymentId);
  const known = await transaction.find(selectRequestsOf(platform.id, [payment.id]));
  if (known && known.state !== 'DECLINED') return { row: known, isNew: false };
  const now = app.clock.now();
  const { ground, paidBy } = toOffered(subject, payment, support, known ?? null, now);
  const obstacle = obstacleOf(payment, support, now);
  if (!ground)
    throw obstacle ? toObstacleError(obstacle) : new AppError('REFUND_UNAVAILABLE', { fields: ['paymentId'] });
  const row = await decideAtOnce(app, platform.id, transaction, payment, {
    id: newId(),
    protocol: newProtocol(now),
    paymentId: payment.id,
    ground,
    paidBy,
    reason: input.reason,
    note: input.note?.trim() ?? '',
    createdAt: now,
    answer: null,
  });
  await transaction.runAll([
    insertRequest(platform.id, subject.sellerId, row),
    ...(await prepareMessages(app, platform, request, subject, payment, row)),
  ]);
  return { row, isNew: true };
}

type NewRequest = Omit<RequestRow, 'state' | 'refundId' | 'decideBy' | 'decidedAt'>;

/** Within the days of the law the request is granted at once. Where a surplus is still on its way back, the request waits for that. */
async function decideAtOnce(
  app: FastifyInstance,
  platformId: string,
  transaction: Transaction,
  payment: Payment,
  wanted: NewRequest,
): Promise<RequestRow> {
  const { createdAt: now, ground, paidBy } = wanted;
  const waiting = { ...wanted, state: 'WAITING', refundId: null, decidedAt: null } as const;
  if (ground !== 'LAW') return { ...waiting, decideBy: decideBy(now) };
  const granted = { ...wanted, state: 'GRANTED', refundId: null, decideBy: null, decidedAt: now } as const;
  if (paidBy === 'SELLER') return granted;
  const order = {
    id: newId(),
    amount: keptOf(payment),
    authorisedAs: 'buyer',
    authorisedBy: null,
    note: null,
  } as const;
  const { refusal } = await authoriseRefund(app, transaction, { ...payment, platformId }, order);
  if (refusal === 'SURPLUS_FIRST') return { ...waiting, decideBy: now };
  if (refusal) throw toObstacleError(refusal === 'DISPUTED' ? 'DISPUTED' : 'ALL_RETURNED');
  return { ...granted, refundId: order.id };
}

/** Prepares the buyer's confirmation, which the law wants at once, the seller's notification and the audit log. */
async function prepareMessages(
  app: FastifyInstance,
  platform: Visit['platform'],
  caller: Caller,
  subject: Subject,
  payment: Payment,
  row: RequestRow,
): Promise<Statement[]> {
  const { title, buyerName, buyerEmail, publicId } = subject;
  const { protocol, ground, state, paidBy } = row;
  const amount = keptOf(payment);
  const { currency } = payment;
  const details = { protocol, ground, state, paidBy, reason: row.reason };
  const about = { type: 'payment', id: publicId, name: title, email: buyerEmail } as const;
  return [
    await prepareMail(app, platform.id, {
      to: buyerEmail,
      locale: subject.locale ?? platform.settings.locale,
      template: 'refund-requested',
      parameters: {
        ...describeOrder(subject, payment),
        protocol,
        ground,
        state,
        paidBy,
        decideBy: row.decideBy?.toISOString() ?? '',
      },
    }),
    prepareNotification(platform.id, subject.sellerId, {
      type: 'refund.requested',
      parameters: { title, buyerName, amount, currency, decideBy: row.decideBy?.toISOString() ?? '' },
      href: `${DASHBOARD_PATHS.seller}/refunds`,
      source: `refund-request:${row.id}`,
    }),
    announce(platform.id, {
      type: 'refund.requested',
      key: row.id,
      sellerId: subject.sellerId,
      subjectId: payment.saleId,
      paymentId: payment.id,
      data: {
        request: {
          id: row.id,
          saleId: payment.saleId,
          amount,
          currency,
          decideBy: row.decideBy?.toISOString() ?? null,
        },
      },
    }),
    recordEvent(platform.id, caller, { type: 'refund.requested', subject: about, details }),
    ...(row.refundId
      ? [recordEvent(platform.id, caller, describeRefund(subject, { id: row.refundId, amount, authorisedAs: 'buyer' }))]
      : []),
  ];
}

/** Letters and digits that look alike are left out, because people read a protocol out and write it down. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const newProtocol = (now: Date): string => {
  const random = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `R${now.toISOString().slice(2, 10).replaceAll('-', '')}-${random.slice(0, 5)}-${random.slice(5)}`;
};
