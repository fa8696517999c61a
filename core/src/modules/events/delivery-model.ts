/** Queues events for webhooks and integrations, within the statement that writes them. What becomes of a delivery is their own. */
import { EVENT_ALIASES } from '@feira/schemas/event-types';
import type { DeliveryState } from '@feira/schemas/seller-webhook';
import type { Statement } from '../../plugins/database.ts';

/** Wakes the senders of deliveries. */
export const DELIVERY_CHANNEL = 'feira_seller_webhook';

/** The names of the specification by the type of event that they tell of, as SQL. */
const ALIASES = Object.entries(EVENT_ALIASES)
  .map(([name, type]) => `('${type}', '${name}')`)
  .join(', ');

/** SQL that is true of the events of which a webhook of chosen products hears: those about one of them, and those about no product. */
const isAboutProducts = (ids: string) => `(w.product_ids = '{}' OR ${ids} = '{}' OR w.product_ids && ${ids})`;

/**
 * SQL that is true where the webhook `w` wants the event `m` under a name: it chose the name, and the event is about its products and, where it is
 * the platform's, of its sellers.
 */
export const isWanted = (name: string): string => `(${name} = ANY (w.events) AND ${isAboutProducts('m.product_ids')}
      AND (w.seller_ids = '{}' OR m.seller_id = ANY (w.seller_ids))
      -- Only what was bought is shipped or delivered.
      AND (${name} NOT IN ('onProductShipping', 'onProductDigital') OR EXISTS (
        SELECT FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
        WHERE i.platform_id = m.platform_id AND i.sale_id = m.subject_id AND i.is_tangible = (${name} = 'onProductShipping')
          AND (w.product_ids = '{}' OR o.product_id = ANY (w.product_ids)))))`;

interface Queueing {
  /** SQL: the only webhook `w` for which they are queued. */
  only?: string;
  /** SQL: what becomes of a delivery `d` that is there already. */
  repeat?: string;
}

/**
 * Returns the common tables that queue events, which are rows of the table `made`, once for each webhook and each name under which it
 * wants them. `queued` has the channel of the senders where there is anything to send, and how many deliveries that are.
 */
export const queueDeliveries = (
  made: string,
  { only = 'true', repeat = 'NOTHING' }: Queueing = {},
): string => `delivery AS (
    INSERT INTO seller_webhook_delivery AS d
      (platform_id, id, seller_webhook_id, event, kind, source_id, sale_id, subject_id, is_ordered, happened_at)
    SELECT m.platform_id, gen_random_uuid(), w.id, wanted.name, 'EVENT', m.id,
      CASE WHEN m.payment_id IS NOT NULL THEN m.subject_id END, m.subject_id, w.is_ordered, m.happened_at
    FROM ${made} m
    CROSS JOIN LATERAL (
      SELECT id, events, product_ids, seller_ids, is_ordered FROM seller_webhook
      WHERE seller_id = m.seller_id AND platform_id = m.platform_id AND is_enabled
      UNION ALL
      SELECT id, events, product_ids, seller_ids, is_ordered FROM seller_webhook
      WHERE seller_id IS NULL AND platform_id = m.platform_id AND is_enabled
    ) w
    CROSS JOIN LATERAL (
      SELECT m.type AS name UNION ALL SELECT a.name FROM (VALUES ${ALIASES}) a(type, name) WHERE a.type = m.type
    ) wanted
    WHERE ${only} AND ${isWanted('wanted.name')}
    ON CONFLICT (seller_webhook_id, event, source_id, platform_id) DO ${repeat} RETURNING 1
  ), queued AS (SELECT '${DELIVERY_CHANNEL}' AS channel, count(*)::int AS count FROM delivery HAVING count(*) > 0)`;

/** Wakes the senders of deliveries to integrations. */
export const INTEGRATION_CHANNEL = 'feira_integration';

/**
 * Returns the common tables that queue events, which are rows of the table `made`, once for each connection that wants them. `integrated` has
 * the channel of the senders where there is anything to send.
 */
export const queueForIntegrations = (made: string): string => `integration AS (
    INSERT INTO integration_delivery (platform_id, id, connection_id, event, kind, source_id, sale_id, happened_at)
    SELECT m.platform_id, gen_random_uuid(), c.id, m.type, CASE WHEN m.payment_id IS NULL THEN 'CART' ELSE 'PAYMENT' END,
      coalesce(m.payment_id, m.subject_id), CASE WHEN m.payment_id IS NOT NULL THEN m.subject_id END, m.happened_at
    FROM ${made} m
    JOIN integration_connection c ON c.platform_id = m.platform_id AND (c.seller_id = m.seller_id OR c.seller_id IS NULL)
    WHERE c.is_enabled AND m.type = ANY (c.events) AND (c.product_ids = '{}' OR c.product_ids && m.product_ids)
    ON CONFLICT DO NOTHING RETURNING 1
  ), integrated AS (SELECT '${INTEGRATION_CHANNEL}' AS channel FROM integration LIMIT 1)`;

interface DeliveryOfEvent {
  id: string;
  state: DeliveryState;
  answerStatus: number | null;
  attemptedAt: Date | null;
  webhookId: string;
  webhookName: string;
}

/** Selects what became of an event at the webhooks of an owner; null is the platform. */
export const selectDeliveriesOf = (
  platformId: string,
  sellerId: string | null,
  eventId: string,
): Statement<DeliveryOfEvent> => ({
  text: `SELECT d.id, w.id AS webhook_id, w.name AS webhook_name, d.state, d.answer_status, d.attempted_at
    FROM seller_webhook w JOIN seller_webhook_delivery d ON d.platform_id = w.platform_id AND d.seller_webhook_id = w.id
    WHERE w.platform_id = $1 AND (CASE WHEN $2::uuid IS NULL THEN w.seller_id IS NULL ELSE w.seller_id = $2 END)
      AND d.source_id = $3 AND d.kind = 'EVENT'
    ORDER BY d.created_at, d.id`,
  values: [platformId, sellerId, eventId],
});
