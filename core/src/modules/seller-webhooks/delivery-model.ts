/** Reads and writes what is sent to sellers' webhooks. The buyer's data stays with the sale or the cart and is read when it is sent. */

import type { WebhookEvent } from '@feira/schemas/event-types';
import type { listDeliveries } from '@feira/schemas/procedures/seller-webhooks';
import type { DeliveryProblem, DeliveryState } from '@feira/schemas/seller-webhook';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import type { DueRows } from '../../shared/lanes.ts';
import { ofWholePlatform } from '../../shared/statement.ts';
import { DELIVERY_CHANNEL, isWanted, queueDeliveries } from '../events/delivery-model.ts';
import { DELIVERY_COLUMNS, defineDeliveries } from '../events/outgoing-model.ts';
import { isReached, type Reach } from './model.ts';

interface Replayed {
  webhookId: string;
  /** Null for a webhook of the platform. */
  sellerId: string | null;
  from: Date;
  to: Date;
  /** True if deliveries that arrived are sent again as well. */
  isAll: boolean;
}

/** SQL that is true of the events of a period, of a seller or of the whole platform. */
const inPeriod = (sellerId: string | null) => `e.platform_id = $1 AND e.created_at >= $2 AND e.created_at < $3
  AND ${sellerId === null ? `$4::uuid IS NULL AND ${ofWholePlatform('e.created_at')}` : 'e.seller_id = $4'}`;

/** Counts the events of a period that a replay looks at, up to a limit. */
export const countReplayed = (
  platformId: string,
  { sellerId, from, to }: Replayed,
  limit: number,
): Statement<{ count: number }> => ({
  text: `SELECT count(*)::int AS count FROM (SELECT FROM event e WHERE ${inPeriod(sellerId)} LIMIT $5) found`,
  values: [platformId, from, to, sellerId, limit],
});

/** Queues the events of a period again for one webhook, under the ids of their deliveries. What waits already stays as it is. */
export const replayEvents = (
  platformId: string,
  { webhookId, sellerId, from, to, isAll }: Replayed,
): Statement<{ count: number }> => ({
  text: `WITH made AS (SELECT e.* FROM event e WHERE ${inPeriod(sellerId)}), ${queueDeliveries('made', {
    only: 'w.id = $5',
    repeat: `UPDATE SET state = 'WAITING', attempts = 0, problem = NULL, due_at = now()
      WHERE d.state = 'FAILED' OR $6::boolean AND d.state = 'SENT'`,
  })} SELECT count, pg_notify(channel, '') FROM queued`,
  values: [platformId, from, to, sellerId, webhookId, isAll],
});

/** A webhook has its lane: one that hangs delays no other. One that wants its events in order gets the next of a subject after the one before. */
export const DUE: DueRows = {
  table: 'seller_webhook_delivery',
  due: 'due_at',
  where: `t.state = 'WAITING' AND NOT (t.is_ordered AND EXISTS (
    SELECT FROM seller_webhook_delivery earlier
    WHERE earlier.seller_webhook_id = t.seller_webhook_id AND earlier.platform_id = t.platform_id AND earlier.subject_id = t.subject_id
      AND earlier.state = 'WAITING' AND (earlier.happened_at, earlier.id) < (t.happened_at, t.id)))`,
  connection: 't.seller_webhook_id',
};

/** A delivery with its webhook, as it is sent. */
export interface Sendable {
  id: string;
  event: WebhookEvent;
  /** PAYMENT and CART are of deliveries from before events were kept: the source is the payment or the cart. */
  kind: 'EVENT' | 'PAYMENT' | 'CART' | 'TEST' | 'NOTIFICATION';
  sourceId: string;
  happenedAt: Date;
  state: DeliveryState;
  attempts: number;
  webhookId: string;
  purpose: 'EVENTS' | 'NOTIFICATIONS';
  url: string;
  isEnabled: boolean;
  /** False where the webhook does not want the event any more. */
  isWanted: boolean;
  keyVersion: number;
  sealed: Buffer;
  oldKeyVersion: number | null;
  oldSealed: Buffer | null;
}

export const selectSendable = (platformId: string, id: string): Statement<Sendable> => ({
  name: 'seller-delivery',
  text: `SELECT d.id, d.event, d.kind, d.source_id, d.happened_at, d.state, d.attempts, w.id AS webhook_id, w.purpose, w.url, w.is_enabled,
      CASE WHEN d.kind IN ('TEST', 'NOTIFICATION') THEN true
        WHEN d.kind = 'EVENT' THEN coalesce((SELECT ${isWanted('d.event')} FROM event m WHERE m.platform_id = d.platform_id AND m.id = d.source_id), true)
        ELSE d.event = ANY (w.events) END AS is_wanted,
      w.key_version, w.sealed,
      CASE WHEN w.old_until > now() THEN w.old_key_version END AS old_key_version,
      CASE WHEN w.old_until > now() THEN w.old_sealed END AS old_sealed
    FROM seller_webhook_delivery d JOIN seller_webhook w ON w.platform_id = d.platform_id AND w.id = d.seller_webhook_id
    WHERE d.platform_id = $1 AND d.id = $2`,
  values: [platformId, id],
});

interface DeliveryRow extends RowOf<typeof listDeliveries> {}

export const DELIVERIES = defineDeliveries<DeliveryRow, WebhookEvent, DeliveryProblem>({
  deliveries: 'seller_webhook_delivery',
  receivers: 'seller_webhook',
  receiverId: 'seller_webhook_id',
  channel: DELIVERY_CHANNEL,
});

/** Returns no row where the delivery's webhook is not reached. */
export const selectOwnDelivery = (
  platformId: string,
  { sellerId, isPlatform }: Reach,
  id: string,
): Statement<DeliveryRow & Pick<Sendable, 'kind' | 'sourceId' | 'happenedAt' | 'isEnabled'>> => ({
  text: `SELECT ${DELIVERY_COLUMNS}, d.kind, d.source_id, d.happened_at, w.is_enabled
    FROM seller_webhook_delivery d JOIN seller_webhook w ON w.platform_id = d.platform_id AND w.id = d.seller_webhook_id
    WHERE d.platform_id = $1 AND ${isReached('$2', '$3')} AND d.id = $4`,
  values: [platformId, sellerId, isPlatform, id],
});
