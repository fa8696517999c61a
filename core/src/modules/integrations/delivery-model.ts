/** Reads and writes what is sent to connected systems. The buyer's data stays with the sale or the cart and is read when it is sent. */

import type { IntegrationEvent } from '@feira/schemas/integration';
import type { IntegrationProblem, listDeliveries } from '@feira/schemas/procedures/integrations';
import type { DeliveryState } from '@feira/schemas/seller-webhook';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import type { DueRows } from '../../shared/lanes.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { INTEGRATION_CHANNEL } from '../events/delivery-model.ts';

export const queueTest = (
  platformId: string,
  id: string,
  connectionId: string,
  event: IntegrationEvent,
): Statement => ({
  text: `WITH made AS (
      INSERT INTO integration_delivery (platform_id, id, connection_id, event, kind, source_id, happened_at)
      VALUES ($1, $2, $3, $4, 'TEST', $2, now()) RETURNING 1
    ) SELECT pg_notify('${INTEGRATION_CHANNEL}', '') FROM made`,
  values: [platformId, id, connectionId, event],
});

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
    ) SELECT pg_notify('${INTEGRATION_CHANNEL}', '') FROM made`,
  values: [platformId, id],
});

const KEEP_DAYS = 30;

export const purgeDeliveries = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM integration_delivery WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM integration_delivery WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEEP_DAYS, limit],
  }));
