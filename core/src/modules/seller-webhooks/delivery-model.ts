/** Reads and writes what is sent to sellers' webhooks. The buyer's data stays with the sale or the cart and is read when it is sent. */

import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { listDeliveries } from '@feira/schemas/procedures/seller-webhooks';
import type { DeliveryProblem, DeliveryState, SellerEvent } from '@feira/schemas/seller-webhook';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import type { DueRows } from '../../shared/lanes.ts';
import { type List, newestFirst } from '../../shared/list.ts';

export const CHANNEL = 'feira_seller_webhook';

/** Inserts what the text selects, each event of a payment or a cart once for each webhook, and wakes the senders where there is any. */
const queue = (selected: string): string => `WITH made AS (
    INSERT INTO seller_webhook_delivery (platform_id, id, seller_webhook_id, event, kind, source_id, sale_id, happened_at)
    ${selected} ON CONFLICT DO NOTHING RETURNING 1
  ) SELECT pg_notify('${CHANNEL}', '') FROM made LIMIT 1`;

const wants = (event: string) => `w.is_enabled AND ${event} = ANY (w.events)`;

/**
 * Queues the events of a payment that they are true of: an approval counts once nobody doubts it, and only what was bought is shipped or
 * delivered.
 */
export const queuePaymentEvents = (
  platformId: string,
  paymentId: string,
  events: readonly SellerEvent[],
): Statement => ({
  name: 'queue-seller-events',
  text: queue(`SELECT w.platform_id, gen_random_uuid(), w.id, e.event, 'PAYMENT', p.id, p.sale_id,
        CASE WHEN e.event IN ('onRefound', 'onChargeback') THEN now() WHEN e.event = 'onPixCreated' THEN p.created_at ELSE p.approved_at END
      FROM (SELECT * FROM payment WHERE platform_id = $1 AND id = $2 OFFSET 0) p
      CROSS JOIN LATERAL (SELECT seller_id FROM sale WHERE platform_id = p.platform_id AND id = p.sale_id OFFSET 0) s
      JOIN seller_webhook w ON w.seller_id = s.seller_id AND w.platform_id = p.platform_id
      CROSS JOIN unnest($3::text[]) AS e(event)
      WHERE ${wants('e.event')}
        AND (e.event NOT IN ('onBuyApproved', 'onProductShipping', 'onProductDigital') OR p.approved_at IS NOT NULL AND NOT p.is_provisional)
        AND EXISTS (SELECT FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
          WHERE i.platform_id = p.platform_id AND i.sale_id = p.sale_id
            AND (e.event <> 'onProductShipping' OR i.is_tangible) AND (e.event <> 'onProductDigital' OR NOT i.is_tangible)
            AND (w.product_ids = '{}' OR o.product_id = ANY (w.product_ids)))`),
  values: [platformId, paymentId, events],
});

/** Queues that a cart was abandoned. */
export const queueCartEvent = (platformId: string, cartId: string): Statement => ({
  name: 'queue-seller-cart',
  text: queue(`SELECT w.platform_id, gen_random_uuid(), w.id, 'onAbandonedCart', 'CART', c.id, NULL::uuid, coalesce(c.abandoned_at, now())
      FROM abandoned_cart c JOIN seller_webhook w ON w.seller_id = c.seller_id AND w.platform_id = c.platform_id
      WHERE c.platform_id = $1 AND c.id = $2 AND ${wants(`'onAbandonedCart'`)}
        AND (w.product_ids = '{}' OR c.product_id = ANY (w.product_ids))`),
  values: [platformId, cartId],
});

export const queueTest = (platformId: string, id: string, webhookId: string, event: SellerEvent): Statement => ({
  text: queue(`SELECT $1::uuid, $2::uuid, $3::uuid, $4::text, 'TEST', $2::uuid, NULL::uuid, now()`),
  values: [platformId, id, webhookId, event],
});

/** A webhook has its lane: one that hangs delays no other. */
export const DUE: DueRows = {
  table: 'seller_webhook_delivery',
  due: 'due_at',
  where: `t.state = 'WAITING'`,
  connection: 't.seller_webhook_id',
};

/** A delivery with its webhook, as it is sent. */
export interface Sendable {
  id: string;
  event: SellerEvent;
  kind: 'PAYMENT' | 'CART' | 'TEST';
  sourceId: string;
  happenedAt: Date;
  state: DeliveryState;
  attempts: number;
  webhookId: string;
  url: string;
  isEnabled: boolean;
  keyVersion: number;
  sealed: Buffer;
  oldKeyVersion: number | null;
  oldSealed: Buffer | null;
}

export const selectSendable = (platformId: string, id: string): Statement<Sendable> => ({
  name: 'seller-delivery',
  text: `SELECT d.id, d.event, d.kind, d.source_id, d.happened_at, d.state, d.attempts, w.id AS webhook_id, w.url, w.is_enabled,
      w.key_version, w.sealed,
      CASE WHEN w.old_until > now() THEN w.old_key_version END AS old_key_version,
      CASE WHEN w.old_until > now() THEN w.old_sealed END AS old_sealed
    FROM seller_webhook_delivery d JOIN seller_webhook w ON w.platform_id = d.platform_id AND w.id = d.seller_webhook_id
    WHERE d.platform_id = $1 AND d.id = $2`,
  values: [platformId, id],
});

/** The facts about a sale that a body may tell. The document, the address and the card are not read. */
export interface SaleFacts {
  id: string;
  amount: number;
  currency: Currency;
  method: PaymentMethod;
  installments: number;
  freight: number;
  discount: number;
  coupon: string | null;
  createdAt: Date;
  name: string;
  email: string;
  phone: string | null;
  utmQuery: Record<string, unknown>;
  subscription: { id: string; cycle: number } | null;
  items: {
    productId: string;
    offerId: string;
    title: string;
    unitPrice: number;
    quantity: number;
    isPhysical: boolean;
  }[];
}

export const selectSaleFacts = (platformId: string, paymentId: string): Statement<SaleFacts> => ({
  name: 'seller-sale-facts',
  text: `SELECT s.id, p.amount, p.currency, p.method, p.installments, s.freight, s.discount, s.coupon_code AS coupon,
      s.created_at, s.buyer_name AS name, s.buyer_email AS email, s.buyer_phone AS phone, s.utm_query,
      (SELECT jsonb_build_object('id', l.subscription_id, 'cycle', l.cycle) FROM subscription_sale l
        WHERE l.platform_id = s.platform_id AND l.sale_id = s.id) AS subscription,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('productId', o.product_id, 'offerId', i.offer_id, 'title', i.title,
          'unitPrice', i.unit_price, 'quantity', i.quantity, 'isPhysical', i.is_tangible) ORDER BY i.position), '[]')
        FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
        WHERE i.platform_id = s.platform_id AND i.sale_id = s.id) AS items
    FROM (SELECT * FROM payment WHERE platform_id = $1 AND id = $2 OFFSET 0) p
    CROSS JOIN LATERAL (SELECT * FROM sale WHERE platform_id = p.platform_id AND id = p.sale_id OFFSET 0) s`,
  values: [platformId, paymentId],
});

export interface CartFacts {
  id: string;
  productId: string;
  offerId: string;
  title: string;
  amount: number | null;
  currency: Currency;
  resumeToken: string | null;
  name: string | null;
  email: string;
  phone: string | null;
  utmQuery: Record<string, unknown>;
}

/** Returns no row once the cart's data is erased. */
export const selectCartFacts = (platformId: string, cartId: string): Statement<CartFacts> => ({
  text: `SELECT c.id, c.product_id, c.offer_id, o.title, c.amount, c.currency,
      CASE WHEN c.expires_at > now() THEN c.resume_token END AS resume_token, c.name, c.email, c.phone, c.utm_query
    FROM abandoned_cart c JOIN offer o ON o.platform_id = c.platform_id AND o.id = c.offer_id
    WHERE c.platform_id = $1 AND c.id = $2 AND c.erased_at IS NULL AND c.email IS NOT NULL`,
  values: [platformId, cartId],
});

/** The end of an attempt. `waitSeconds` is null where no other follows. */
export interface Attempted {
  state: DeliveryState;
  problem: DeliveryProblem | null;
  status: number | null;
  answer: string | null;
  waitSeconds: number | null;
}

/** Writes nothing where another attempt has arrived meanwhile. */
export const recordAttempt = (platformId: string, id: string, attempted: Attempted): Statement => ({
  text: `UPDATE seller_webhook_delivery SET state = $3, problem = $4, answer_status = $5, answer = $6, attempts = attempts + 1,
      attempted_at = now(), due_at = now() + make_interval(secs => coalesce($7, 0))
    WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
  values: [
    platformId,
    id,
    attempted.state,
    attempted.problem,
    attempted.status,
    attempted.answer,
    attempted.waitSeconds,
  ],
});

/** Ends a delivery that was not sent. */
export const giveUp = (platformId: string, id: string, problem: DeliveryProblem): Statement => ({
  text: `UPDATE seller_webhook_delivery SET state = 'FAILED', problem = $3 WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
  values: [platformId, id, problem],
});

/** Ends what waits for a webhook that is off. */
export const giveUpWaiting = (platformId: string, webhookId: string): Statement => ({
  text: `UPDATE seller_webhook_delivery SET state = 'FAILED', problem = 'SWITCHED_OFF'
    WHERE platform_id = $1 AND seller_webhook_id = $2 AND state = 'WAITING' AND kind <> 'TEST'`,
  values: [platformId, webhookId],
});

interface DeliveryRow extends RowOf<typeof listDeliveries> {}

const COLUMNS = `d.id, d.event, d.kind = 'TEST' AS is_test, d.sale_id, d.state, d.problem, d.attempts, d.answer_status, d.answer,
  d.attempted_at,
  CASE WHEN d.state = 'WAITING' THEN d.due_at END AS next_attempt_at, d.created_at`;

export const DELIVERIES: List<DeliveryRow, { webhookId: string; state?: DeliveryState }> = {
  isFresh: true,
  sql: ({ webhookId, state }, bind) => ({
    columns: COLUMNS,
    from: 'seller_webhook_delivery d',
    where: ['d.platform_id = $1', `d.seller_webhook_id = ${bind(webhookId)}`, state && `d.state = ${bind(state)}`],
    order: newestFirst('d'),
  }),
};

/** Returns no row where the delivery is not the seller's. */
export const selectOwnDelivery = (
  platformId: string,
  sellerId: string,
  id: string,
): Statement<DeliveryRow & Pick<Sendable, 'kind' | 'sourceId' | 'happenedAt' | 'isEnabled'>> => ({
  text: `SELECT ${COLUMNS}, d.kind, d.source_id, d.happened_at, w.is_enabled
    FROM seller_webhook_delivery d JOIN seller_webhook w ON w.platform_id = d.platform_id AND w.id = d.seller_webhook_id
    WHERE d.platform_id = $1 AND w.seller_id = $2 AND d.id = $3`,
  values: [platformId, sellerId, id],
});

/** Makes a delivery that has ended due again. */
export const repeatDelivery = (platformId: string, id: string): Statement => ({
  text: `WITH made AS (
      UPDATE seller_webhook_delivery SET state = 'WAITING', attempts = 0, problem = NULL, due_at = now()
      WHERE platform_id = $1 AND id = $2 AND state <> 'WAITING' RETURNING 1
    ) SELECT pg_notify('${CHANNEL}', '') FROM made`,
  values: [platformId, id],
});

const KEEP_DAYS = 30;

export const purgeDeliveries = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM seller_webhook_delivery WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM seller_webhook_delivery WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEEP_DAYS, limit],
  }));
