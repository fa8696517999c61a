/** Reads and writes the connections of sellers and platforms to other systems. */
import { fieldsOf } from '@feira/schemas/entities/entity';
import {
  type IntegrationConnectionFields,
  integrationConnection,
} from '@feira/schemas/entities/integration-connection';
import type { IntegrationEvent } from '@feira/schemas/integration';
import type { IssueTime } from '@feira/schemas/integration-invoice';
import type { CONNECTION_OFF_REASONS, IntegrationProblem } from '@feira/schemas/procedures/integrations';
import type { DeliveryState } from '@feira/schemas/seller-webhook';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { editedModel, namedColumns, queryIn } from '../../shared/edited-model.ts';
import type { StoredSecrets } from './delivery-model.ts';

type OffReason = (typeof CONNECTION_OFF_REASONS)[number];
export type Settings = Record<string, string | number | boolean>;

const ROW = [
  ...['sellerId', 'integration', 'integrationVersion', 'settings', 'offReason', 'failingSince'],
  ...['keyVersion', 'sealed', 'secrets', 'createdAt', 'invoiceWhen'],
];

/** A connection as its owner edits it. */
export class IntegrationConnection extends editedModel('integration_connection', integrationConnection, ROW) {
  static override jsonAttributes = ['changedIn', 'settings', 'secrets'];
  declare sellerId: string | null;
  declare integration: string;
  declare integrationVersion: string;
  declare settings: Settings;
  declare offReason: OffReason | null;
  declare failingSince: Date | null;
  /** When its invoices are issued; null for one that issues none. */
  declare invoiceWhen: IssueTime | null;
  declare keyVersion: number;
  declare sealed: Buffer;
  /** The time at which each secret was given, by its name. */
  declare secrets: Record<string, string>;

  static lock(transaction: Pick<Transaction, 'client'>, id: string) {
    return queryIn(transaction, IntegrationConnection).findOne({ id }).forNoKeyUpdate();
  }
}

export interface ConnectionRow extends IntegrationConnectionFields {
  id: string;
  version: number;
  sellerId: string | null;
  integration: string;
  settings: Settings;
  secrets: Record<string, string>;
  offReason: OffReason | null;
  failingSince: Date | null;
  createdAt: Date;
}

const COLUMNS = namedColumns('c', [
  ...['id', 'version', 'sellerId', 'integration', 'settings', 'secrets', 'offReason', 'failingSince', 'createdAt'],
  ...fieldsOf(integrationConnection),
]);

interface LastDelivery {
  event: IntegrationEvent;
  state: DeliveryState;
  problem: IntegrationProblem | null;
  createdAt: string;
}

/** The connections of a seller, or the platform's own where there is none. */
export const selectConnections = (
  platformId: string,
  sellerId: string | null,
): Statement<ConnectionRow & { lastDelivery: LastDelivery | null }> => ({
  text: `SELECT ${COLUMNS}, (SELECT jsonb_build_object('event', d.event, 'state', d.state, 'problem', d.problem, 'createdAt', d.created_at)
      FROM integration_delivery d WHERE d.platform_id = c.platform_id AND d.connection_id = c.id
      ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS last_delivery
    FROM integration_connection c WHERE c.platform_id = $1 AND c.seller_id IS NOT DISTINCT FROM $2::uuid
    ORDER BY c.created_at DESC, c.id DESC`,
  values: [platformId, sellerId],
});

export const selectConnection = (platformId: string, id: string): Statement<ConnectionRow> => ({
  text: `SELECT ${COLUMNS} FROM integration_connection c WHERE c.platform_id = $1 AND c.id = $2`,
  values: [platformId, id],
});

/** Selects a connection with its sealed secrets. */
export const selectSealed = (
  platformId: string,
  id: string,
): Statement<Pick<ConnectionRow, 'integration' | 'settings'> & StoredSecrets & { isEnabled: boolean }> => ({
  text: `SELECT integration, settings, is_enabled, key_version, sealed FROM integration_connection WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id],
});

/** Selects a seller's connection with its sealed secrets, where it is on. */
export const selectSellersConnection = (
  platformId: string,
  sellerId: string,
  id: string,
): Statement<Pick<ConnectionRow, 'integration' | 'settings'> & { keyVersion: number; sealed: Buffer }> => ({
  text: `SELECT integration, settings, key_version, sealed FROM integration_connection
    WHERE platform_id = $1 AND seller_id = $2 AND id = $3 AND is_enabled`,
  values: [platformId, sellerId, id],
});

/** Counts those of the connections that are the seller's. */
export const countSellersConnections = (
  platformId: string,
  sellerId: string,
  ids: readonly string[],
): Statement<{ count: number }> => ({
  text: 'SELECT count(*)::int AS count FROM integration_connection WHERE platform_id = $1 AND seller_id = $2 AND id = ANY ($3::uuid[])',
  values: [platformId, sellerId, ids],
});

/** Creations of one owner wait for each other, so that each counts what the others made. */
export const lockOwner = (ownerId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('integrations ' || $1, 0))`,
  values: [ownerId],
});

export const countConnections = (platformId: string, sellerId: string | null): Statement<{ count: number }> => ({
  text: `SELECT count(*)::int AS count FROM integration_connection
    WHERE platform_id = $1 AND seller_id IS NOT DISTINCT FROM $2::uuid`,
  values: [platformId, sellerId],
});

/** Counts the named products that are the seller's; those of all sellers where there is none. */
export const countProducts = (
  platformId: string,
  sellerId: string | null,
  productIds: string[],
): Statement<{ count: number }> => ({
  text: `SELECT count(*)::int AS count FROM product
    WHERE platform_id = $1 AND ($2::uuid IS NULL OR seller_id = $2) AND id = ANY($3::uuid[])`,
  values: [platformId, sellerId, productIds],
});
