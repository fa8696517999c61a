/** A payment as those see it who may give it back: what is left of it, and what its provider can do. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { findConnection } from '../connections/service.ts';
import type { Payment, ShareRole } from '../payments/model.ts';
import { findPayment, keptOf, shareOut } from '../payments/service.ts';
import { type Subject, selectSubject } from './model.ts';
import { type Obstacle, obstacleOf, type Way, wayOf } from './rules.ts';

/** Null where the payment is not there, or not the seller's who asks. */
export async function findSubject(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  statement: Statement,
): Promise<Subject | null> {
  const [result] = await app.database.read(platformId, [statement], true);
  return (result?.rows[0] as Subject | undefined) ?? null;
}

export interface Refundable {
  subject: Subject;
  payment: Payment;
  way: Way;
}

/** `sellerId` where a seller asks: of other people's payments nothing is told, not even that they exist. */
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
  return { subject, payment, way: await findWay(app, payment) };
}

const ORDER: readonly Way[] = ['none', 'full', 'partial'];

/** Of a payment that several charges paid, the least that one of their providers can. */
export async function findWay(app: FastifyInstance, payment: Payment): Promise<Way> {
  const ways = await Promise.all(
    payment.charges.map(async ({ attemptId }): Promise<Way> => {
      const attempt = payment.attempts.find(({ id }) => id === attemptId);
      const connection =
        attempt && (await findConnection(app, payment.platformId, attempt.connectionId, attempt.providerVersion));
      return connection?.provider.refund ? wayOf(payment, connection.manifest) : 'none';
    }),
  );
  return ORDER.find((way) => ways.includes(way)) ?? 'none';
}

/** Fails where so much cannot go back; otherwise answers how much that is. */
export function checkAmount(payment: Payment, way: Way, wanted: number | undefined, now: Date): number {
  const obstacle = obstacleOf(payment, way, now);
  if (obstacle) throw refuse(obstacle);
  const kept = keptOf(payment);
  const amount = wanted ?? kept;
  if (amount > kept) throw new AppError('REFUND_TOO_LARGE', { fields: ['amount'] });
  if (way === 'full' && amount < payment.amount)
    throw new AppError('REFUND_PARTIAL_UNAVAILABLE', { fields: ['amount'] });
  return amount;
}

export function refuse(obstacle: Obstacle): AppError {
  if (obstacle === 'DISPUTED') return new AppError('PAYMENT_DISPUTED', { fields: ['paymentId'] });
  if (obstacle === 'EXPIRED') return new AppError('REFUND_EXPIRED', { fields: ['paymentId'] });
  if (obstacle === 'ALL_RETURNED') return new AppError('REFUND_TOO_LARGE', { fields: ['amount'] });
  return new AppError('REFUND_UNAVAILABLE', { fields: ['paymentId'] });
}

const ROLES: readonly ShareRole[] = ['seller', 'co-producer', 'affiliate', 'manager', 'PLATFORM', 'INTEREST'];

/** What giving so much back takes from whom. Of payments from before the ledger all is the seller's. */
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

/** What a manager gets is out of the platform's fee and none of the seller's business. */
const roleOf = (role: ShareRole, isSeller: boolean): ShareRole => (isSeller && role === 'manager' ? 'PLATFORM' : role);
