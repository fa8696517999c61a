/** Reads and writes what is sent to connected systems. The buyer's data stays with the sale or the cart and is read when it is sent. */

import type { IntegrationEvent } from '@feira/schemas/integration';
import type { IntegrationProblem, listDeliveries } from '@feira/schemas/procedures/integrations';
import type { DeliveryState } from '@feira/schemas/seller-webhook';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import type { DueRows } from '../../shared/lanes.ts';
import { INTEGRATION_CHANNEL } from '../events/delivery-model.ts';
import { DELIVERY_COLUMNS, defineDeliveries } from '../events/outgoing-model.ts';

/** A connection has its lane: one that hangs delays no other. */
export const DUE: DueRows = {
  table: 'integration_delivery',
  due: 'due_at',
  where: `t.state = 'WAITING'`,
  connection: 't.connection_id',
};

/** The secrets of a connection, sealed as one text. */
export interface StoredSecrets {
  keyVersion: number;
  sealed: Buffer;
}

/** A delivery with its connection, as it is sent. */
export interface Sendable extends StoredSecrets {
  id: string;
  event: IntegrationEvent;
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
  /** False where the connection does not want the event any more. */
  isWanted: boolean;
}

const SENDABLE = `d.id, d.event, d.kind, d.source_id, d.happened_at, d.state, d.attempts, c.id AS connection_id, c.seller_id,
  c.integration, c.settings, c.is_enabled, c.key_version, c.sealed,
  d.kind = 'TEST' OR d.event = ANY (c.events) AND (c.product_ids = '{}' OR EXISTS (
    SELECT FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
    WHERE i.platform_id = d.platform_id AND i.sale_id = d.sale_id AND o.product_id = ANY (c.product_ids)
    UNION ALL SELECT FROM abandoned_cart a WHERE d.kind = 'CART' AND a.platform_id = d.platform_id AND a.id = d.source_id
      AND a.product_id = ANY (c.product_ids))) AS is_wanted`;
const FROM = `integration_delivery d JOIN integration_connection c ON c.platform_id = d.platform_id AND c.id = d.connection_id`;

export const selectSendable = (platformId: string, id: string): Statement<Sendable> => ({
  name: 'integration-delivery',
  text: `SELECT ${SENDABLE} FROM ${FROM} WHERE d.platform_id = $1 AND d.id = $2`,
  values: [platformId, id],
});

interface DeliveryRow extends RowOf<typeof listDeliveries> {}

export const DELIVERIES = defineDeliveries<DeliveryRow, IntegrationEvent, IntegrationProblem>({
  deliveries: 'integration_delivery',
  receivers: 'integration_connection',
  receiverId: 'connection_id',
  channel: INTEGRATION_CHANNEL,
});

export type DeliveryDetails = DeliveryRow & Omit<Sendable, keyof StoredSecrets | 'isWanted'>;

export const selectDelivery = (platformId: string, id: string): Statement<DeliveryDetails> => ({
  text: `SELECT ${DELIVERY_COLUMNS}, d.kind, d.source_id, d.happened_at, c.id AS connection_id, c.seller_id, c.integration, c.settings, c.is_enabled
    FROM ${FROM} WHERE d.platform_id = $1 AND d.id = $2`,
  values: [platformId, id],
});
