/** Decides payments that wait for a person, because the answer was lost and the provider cannot be asked by our reference. */

import type { Locale } from '@feira/schemas/common';
import type { LOOKUP_RESULTS, listParked } from '@feira/schemas/procedures/payments';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { Call } from '../../plugins/procedures.ts';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import type { Statement } from '../../shared/statement.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import type { Payment } from './model.ts';
import type { LookupKind } from './provider-calls.ts';
import { checkPayment, endParked, findPaymentByPublicId, lockPayment } from './service.ts';

interface ParkedRow extends Omit<RowOf<typeof listParked>, 'isAskable'> {
  connectionId: string;
  providerVersion: string;
}

const MOST_CALLS = 5;

/** The requests of the call itself: each takes at most a few minutes, so that only so much of the connection's log is read. */
const CALLS = `(
  SELECT coalesce(json_agg(json_build_object('at', call.at, 'operation', call.operation, 'status', call.status, 'error', call.error,
    'durationMs', call.duration_ms) ORDER BY call.at), '[]') FROM (
    SELECT x.started_at AS at, left(x.operation, 40) AS operation, x.status, left(coalesce(x.error_code, x.reason), 200) AS error,
      x.duration_ms
    FROM provider_exchange x
    WHERE x.platform_id = a.platform_id AND x.connection_id = a.connection_id AND x.payment_id = a.payment_id
      AND x.started_at BETWEEN a.created_at - interval '1 minute' AND a.created_at + interval '5 minutes'
    ORDER BY x.started_at LIMIT ${MOST_CALLS}
  ) AS call)`;

export const PARKED: List<ParkedRow, object> = {
  isFresh: true,
  sql: () => ({
    columns: `a.id AS attempt_id, p.public_id AS payment_id, s.id AS sale_id, i.title, s.buyer_name, seller.name AS seller_name,
      p.method, coalesce(a.amount, p.amount) AS amount, p.currency, a.connection_id, c.name AS connection_name, a.provider,
      a.provider_version, a.created_at, p.checks, ${CALLS} AS calls`,
    from: `payment_attempt a
      JOIN payment p ON p.platform_id = a.platform_id AND p.id = a.payment_id
      JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
      JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id
      JOIN provider_connection c ON c.platform_id = a.platform_id AND c.id = a.connection_id
      CROSS JOIN LATERAL (
        SELECT title FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.id AND position = 0 LIMIT 1
      ) i`,
    where: ['a.platform_id = $1', `a.state = 'PARKED'`],
    order: newestFirst('a'),
  }),
};

type Staff = Pick<Call<never>, 'platform' | 'request'>;

async function findParked(app: FastifyInstance, platformId: string, publicId: string): Promise<Payment> {
  const payment = await findPaymentByPublicId(app, platformId, publicId);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
  if (!isParked(payment)) throw notParked();
  return payment;
}

const isParked = ({ attempts }: Payment): boolean => attempts.at(-1)?.state === 'PARKED';
const notParked = () => new AppError('PAYMENT_NOT_PARKED', { fields: ['paymentId'] });

const subjectOf = ({ publicId, title }: Payment) => ({ type: 'payment', id: publicId, name: title }) as const;

const RESULTS: Partial<Record<LookupKind, (typeof LOOKUP_RESULTS)[number]>> = {
  FOUND: 'FOUND',
  FOREIGN: 'FOREIGN',
  UNREACHED: 'UNREACHED',
  UNASKABLE: 'UNASKABLE',
};

/** Asks the provider, whose answer alone counts: the id that a person types only says which charge to ask about. */
export async function lookUpParked(
  app: FastifyInstance,
  { platform, request }: Staff,
  { paymentId, transactionId }: { paymentId: string; transactionId?: string | undefined },
) {
  const { id, attempts } = await findParked(app, platform.id, paymentId);
  const typed = transactionId?.trim();
  const checked = await checkPayment(app, platform.id, id, {
    attemptId: attempts.at(-1)!.id,
    ...(typed && { hint: { transactionId: typed } }),
  });
  if (!checked) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
  const { payment, kind } = checked;
  const result = kind === null ? 'UNASKABLE' : (RESULTS[kind] ?? 'NOT_FOUND');
  const details = { result, status: payment.status, transactionId: typed ?? null };
  await app.database.write(platform.id, [
    recordEvent(platform.id, request, { type: 'payment.lookedUp', subject: subjectOf(payment), details }),
  ]);
  return { result, status: payment.status };
}

const selectBuyer = (
  platformId: string,
  saleId: string,
): Statement<{ name: string; email: string; locale: Locale | null; supportEmail: string }> => ({
  text: `SELECT s.buyer_name AS name, s.buyer_email AS email, s.locale, coalesce(product.support_email, '') AS support_email
    FROM sale s JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    JOIN product ON product.platform_id = o.platform_id AND product.id = o.product_id
    WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

/** Asks the provider once more first, because its answer overrules the person's. */
export async function endWithoutCharge(
  app: FastifyInstance,
  { platform, request }: Staff,
  { paymentId, note }: { paymentId: string; note: string },
): Promise<void> {
  const { id, attempts } = await findParked(app, platform.id, paymentId);
  await checkPayment(app, platform.id, id, { attemptId: attempts.at(-1)!.id });
  await app.database.transaction(platform.id, async (transaction) => {
    const payment = await lockPayment(transaction, platform.id, id);
    if (!(await endParked(app, transaction, payment))) throw notParked();
    const { title, amount, currency, sellerName: seller } = payment;
    const buyer = (await transaction.find(selectBuyer(platform.id, payment.saleId)))!;
    await transaction.runAll([
      recordEvent(platform.id, request, { type: 'payment.ended', subject: subjectOf(payment), details: { note } }),
      await prepareMail(app, platform.id, {
        to: buyer.email,
        locale: buyer.locale ?? platform.settings.locale,
        template: 'payment-not-charged',
        parameters: {
          name: buyer.name,
          title,
          seller,
          amount,
          currency,
          orderCode: orderCodeOf(payment.saleId),
          supportEmail: buyer.supportEmail,
        },
      }),
    ]);
  });
  app.outbox.wake();
}
