/** Finds what is left of a payment to refund, and how much its provider can give back. */
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { findConnection } from '../connections/service.ts';
import type { Payment, ShareRole } from '../payments/model.ts';
import { findPayment, keptOf, shareOut } from '../payments/service.ts';
import { type Subject, selectSubject } from './purchase-model.ts';
import { type Obstacle, obstacleOf, type RefundSupport, refundSupportOf } from './rules.ts';

/** Returns null where there is no such payment. */
export async function findSubject(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  statement: Statement<Subject>,
): Promise<Subject | null> {
  return (await app.database.find(platformId, statement, true)) ?? null;
}

/** Returns what every mail to the buyer about a refund names. The amount is what a whole refund gives back. */
export const describeOrder = (subject: Subject, payment: Payment) => ({
  name: subject.buyerName,
  title: subject.title,
  seller: subject.sellerName,
  // Nothing is left where the money went back another way meanwhile.
  amount: keptOf(payment) || payment.amount,
  currency: payment.currency,
  orderCode: orderCodeOf(subject.saleId),
  supportEmail: subject.supportEmail,
});

export interface Refundable {
  subject: Subject;
  payment: Payment;
  support: RefundSupport;
}

/** `sellerId` is given where a seller asks: the payments of others are not found, as if they did not exist. */
export async function getRefundable(
  app: FastifyInstance,
  platformId: string,
  publicId: string,
  sellerId: string | null,
): Promise<Refundable> {
  const subject = await findSubject(app, platformId, selectSubject(platformId, publicId));
  const isOwn = subject && (sellerId === null || subject.sellerId === sellerId);
  const payment = isOwn && (await findPayment(app, platformId, subject.paymentId));
  if (!subject || !payment) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
  return { subject, payment, support: await findRefundSupport(app, payment) };
}

const ORDER: readonly RefundSupport[] = ['none', 'full', 'partial'];

/** Returns the least that a provider of one of its charges can give back. */
export async function findRefundSupport(app: FastifyInstance, payment: Payment): Promise<RefundSupport> {
  const all = await Promise.all(
    payment.charges.map(async ({ attemptId }): Promise<RefundSupport> => {
      const attempt = payment.attempts.find(({ id }) => id === attemptId);
      const connection =
        attempt && (await findConnection(app, payment.platformId, attempt.connectionId, attempt.providerVersion));
      const { refund, refundMandateCharge } = connection?.provider ?? {};
      const canRefund = attempt?.mandateId == null ? refund : refundMandateCharge;
      return connection && canRefund ? refundSupportOf(payment, connection.manifest) : 'none';
    }),
  );
  return ORDER.find((support) => all.includes(support)) ?? 'none';
}

/** Returns the cents that go back. Throws where so much cannot. */
export function checkAmount(payment: Payment, support: RefundSupport, wanted: number | undefined, now: Date): number {
  const obstacle = obstacleOf(payment, support, now);
  if (obstacle) throw toObstacleError(obstacle);
  const kept = keptOf(payment);
  const amount = wanted ?? kept;
  if (amount > kept) throw new AppError('REFUND_TOO_LARGE', { fields: ['amount'] });
  if (support === 'full' && amount < payment.amount)
    throw new AppError('REFUND_PARTIAL_UNAVAILABLE', { fields: ['amount'] });
  return amount;
}

export function toObstacleError(obstacle: Obstacle): AppError {
  if (obstacle === 'DISPUTED') return new AppError('PAYMENT_DISPUTED', { fields: ['paymentId'] });
  if (obstacle === 'EXPIRED') return new AppError('REFUND_EXPIRED', { fields: ['paymentId'] });
  if (obstacle === 'ALL_RETURNED') return new AppError('REFUND_TOO_LARGE', { fields: ['amount'] });
  return new AppError('REFUND_UNAVAILABLE', { fields: ['paymentId'] });
}

const ROLES: readonly ShareRole[] = ['seller', 'co-producer', 'affiliate', 'manager', 'PLATFORM', 'INTEREST'];

/** Returns what a refund of so much takes from each role. Payments made before the ledger existed belong to the seller whole. */
export function shareRefund(payment: Payment, amount: number, isSeller: boolean) {
  const kept = keptOf(payment);
  const before = shareOut(payment, kept);
  const after = shareOut(payment, kept - amount);
  const sumOf = (shares: ReturnType<typeof shareOut>, role: ShareRole) =>
    shares.reduce((sum, share) => sum + (roleOf(share.role, isSeller) === role ? share.amount : 0), 0);
  return ROLES.map((role) => ({
    role,
    amount: sumOf(before, role) - sumOf(after, role),
    left: sumOf(after, role),
  })).filter((share) => share.amount > 0 || share.left > 0);
}

/** A manager's share is part of the platform's fee, and sellers see it as that. */
const roleOf = (role: ShareRole, isSeller: boolean): ShareRole => (isSeller && role === 'manager' ? 'PLATFORM' : role);
