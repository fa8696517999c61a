/** Reads and writes what is sent to connected systems. The buyer's data stays with the sale or the cart and is read when it is sent. */
import type { IntegrationProblem, listDeliveries } from '@feira/schemas/procedures/integrations';
import type { DeliveryState, SellerEvent } from '@feira/schemas/seller-webhook';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import type { DueRows } from '../../shared/lanes.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import type { StoredSecrets } from './secrets.ts';

export const CHANNEL = 'feira_integration';

/** Inserts what the text selects, each event of a payment or a cart once for each connection, and wakes the senders where there is any. */
const queue = (selected: string): string => `WITH made AS (
    INSERT INTO integration_delivery (platform_id, id, connection_id, event, kind, source_id, sale_id, happened_at)
    ${selected} ON CONFLICT DO NOTHING RETURNING 1
  ) SELECT pg_notify('${CHANNEL}', '') FROM made LIMIT 1`;

const wants = (event: string) => `c.is_enabled AND ${event} = ANY (c.events)`;

/** Queues the events of a payment that they are true of, as those for webhooks are. */
export const queuePaymentEvents = (
  platformId: string,
  paymentId: string,
  events: readonly SellerEvent[],
): Statement => ({
  name: 'queue-integration-events',
  text: queue(`SELECT c.platform_id, gen_random_uuid(), c.id, e.event, 'PAYMENT', p.id, p.sale_id,
        CASE WHEN e.event IN ('onRefound', 'onChargeback') THEN now() WHEN e.event = 'onPixCreated' THEN p.created_at ELSE p.approved_at END
      FROM (SELECT * FROM payment WHERE platform_id = $1 AND id = $2 OFFSET 0) p
      CROSS JOIN LATERAL (SELECT seller_id FROM sale WHERE platform_id = p.platform_id AND id = p.sale_id OFFSET 0) s
      JOIN integration_connection c ON c.platform_id = p.platform_id AND (c.seller_id = s.seller_id OR c.seller_id IS NULL)
      CROSS JOIN unnest($3::text[]) AS e(event)
      WHERE ${wants('e.event')}
        AND (e.event NOT IN ('onBuyApproved', 'onProductShipping', 'onProductDigital') OR p.approved_at IS NOT NULL AND NOT p.is_provisional)
        AND EXISTS (SELECT FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
          WHERE i.platform_id = p.platform_id AND i.sale_id = p.sale_id
            AND (e.event <> 'onProductShipping' OR i.is_tangible) AND (e.event <> 'onProductDigital' OR NOT i.is_tangible)
            AND (c.product_ids = '{}' OR o.product_id = ANY (c.product_ids)))`),
  values: [platformId, paymentId, events],
});

/** Queues that a cart was abandoned. */
export const queueCartEvent = (platformId: string, cartId: string): Statement => ({
  name: 'queue-integration-cart',
  text: queue(`SELECT c.platform_id, gen_random_uuid(), c.id, 'onAbandonedCart', 'CART', a.id, NULL::uuid, coalesce(a.abandoned_at, now())
      FROM abandoned_cart a JOIN integration_connection c
        ON c.platform_id = a.platform_id AND (c.seller_id = a.seller_id OR c.seller_id IS NULL)
      WHERE a.platform_id = $1 AND a.id = $2 AND ${wants(`'onAbandonedCart'`)}
        AND (c.product_ids = '{}' OR a.product_id = ANY (c.product_ids))`),
  values: [platformId, cartId],
});

export const queueTest = (platformId: string, id: string, connectionId: string, event: SellerEvent): Statement => ({
  text: queue(`SELECT $1::uuid, $2::uuid, $3::uuid, $4::text, 'TEST', $2::uuid, NULL::uuid, now()`),
  values: [platformId, id, connectionId, event],
});

/** A connection has its lane: one that hangs delays no other. */
export const DUE: DueRows = {
  table: 'integration_delivery',
  due: 'due_at',
  where: `t.state = 'WAITING'`,
  connection: 't.connection_id',
};

/** A delivery with its connection, as it is sent. */
export interface Sendable extends StoredSecrets {
  id: string;
  event: SellerEvent;
  kind: 'PAYMENT' | 'CART' | 'TEST';
  sourceId: string;
  happenedAt: Date;
  state: DeliveryState;
  attempts: number;
  connectionId: string;
  sellerId: string | null;
  integration: string;
  settings: Record<string, string | number | boolean>;
  isEnabled: boolean;
}

const SENDABLE = `d.id, d.event, d.kind, d.source_id, d.happened_at, d.state, d.attempts, c.id AS connection_id, c.seller_id,
  c.integration, c.settings, c.is_enabled, c.key_version, c.sealed`;
const FROM = `integration_delivery d JOIN integration_connection c ON c.platform_id = d.platform_id AND c.id = d.connection_id`;

export const selectSendable = (platformId: string, id: string): Statement<Sendable> => ({
  name: 'integration-delivery',
  text: `SELECT ${SENDABLE} FROM ${FROM} WHERE d.platform_id = $1 AND d.id = $2`,
  values: [platformId, id],
});

/** The end of an attempt. `waitSeconds` is null where no other follows. */
export interface Attempted {
  state: DeliveryState;
  problem: IntegrationProblem | null;
  status: number | null;
  answer: string | null;
  waitSeconds: number | null;
}

/** Writes nothing where another attempt has arrived meanwhile. */
export const recordAttempt = (platformId: string, id: string, attempted: Attempted): Statement => ({
  text: `UPDATE integration_delivery SET state = $3, problem = $4, answer_status = $5, answer = $6, attempts = attempts + 1,
      attempted_at = now(), due_at = now() + make_interval(secs => coalesce($7, 0))
    WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
  values: [
    ...[platformId, id, attempted.state, attempted.problem, attempted.status],
    ...[attempted.answer, attempted.waitSeconds],
  ],
});

/** Ends a delivery that was not sent. */
export const giveUp = (platformId: string, id: string, problem: IntegrationProblem): Statement => ({
  text: `UPDATE integration_delivery SET state = 'FAILED', problem = $3 WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
  values: [platformId, id, problem],
});

/** Ends what waits for a connection that is off. */
export const giveUpWaiting = (platformId: string, connectionId: string): Statement => ({
  text: `UPDATE integration_delivery SET state = 'FAILED', problem = 'SWITCHED_OFF'
    WHERE platform_id = $1 AND connection_id = $2 AND state = 'WAITING' AND kind <> 'TEST'`,
  values: [platformId, connectionId],
});

interface DeliveryRow extends RowOf<typeof listDeliveries> {}

const COLUMNS = `d.id, d.event, d.kind = 'TEST' AS is_test, d.sale_id, d.state, d.problem, d.attempts, d.answer_status, d.answer,
  d.attempted_at,
  CASE WHEN d.state = 'WAITING' THEN d.due_at END AS next_attempt_at, d.created_at`;

export const DELIVERIES: List<DeliveryRow, { connectionId: string; state?: DeliveryState }> = {
  isFresh: true,
  sql: ({ connectionId, state }, bind) => ({
    columns: COLUMNS,
    from: 'integration_delivery d',
    where: ['d.platform_id = $1', `d.connection_id = ${bind(connectionId)}`, state && `d.state = ${bind(state)}`],
    order: newestFirst('d'),
  }),
};

export type DeliveryDetails = DeliveryRow & Omit<Sendable, keyof StoredSecrets>;

export const selectDelivery = (platformId: string, id: string): Statement<DeliveryDetails> => ({
  text: `SELECT ${COLUMNS}, d.kind, d.source_id, d.happened_at, c.id AS connection_id, c.seller_id, c.integration, c.settings, c.is_enabled
    FROM ${FROM} WHERE d.platform_id = $1 AND d.id = $2`,
  values: [platformId, id],
});

/** Sends one that has ended again, from the first attempt. One that waits already stays as it is. */
export const repeatDelivery = (platformId: string, id: string): Statement => ({
  text: `WITH made AS (
      UPDATE integration_delivery SET state = 'WAITING', attempts = 0, problem = NULL, due_at = now()
      WHERE platform_id = $1 AND id = $2 AND state <> 'WAITING' RETURNING 1
    ) SELECT pg_notify('${CHANNEL}', '') FROM made`,
  values: [platformId, id],
});

const KEEP_DAYS = 30;

export const purgeDeliveries = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM integration_delivery WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM integration_delivery WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEEP_DAYS, limit],
  }));
