/** Reads and writes the webhooks of sellers. Every statement about one names its seller. */
import { fieldsOf } from '@feira/schemas/entities/entity';
import { type SellerWebhookFields, sellerWebhook } from '@feira/schemas/entities/seller-webhook';
import { OLD_SECRET_HOURS } from '@feira/schemas/procedures/seller-webhooks';
import type { DeliveryProblem, DeliveryState, SellerEvent, SwitchOffReason } from '@feira/schemas/seller-webhook';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { editedModel, namedColumns, queryIn } from '../../shared/edited-model.ts';
import { nextVersion } from '../products/versioned-model.ts';

/** The secrets are read where something is signed. */
const ROW = ['sellerId', 'offReason', 'failingSince', 'keyVersion', 'sealed', 'createdAt'];

/** A webhook as its seller edits it. */
export class SellerWebhook extends editedModel('seller_webhook', sellerWebhook, ROW) {
  declare sellerId: string;
  declare offReason: SwitchOffReason | null;
  declare failingSince: Date | null;
  declare keyVersion: number;
  declare sealed: Buffer;

  static lockOwn(transaction: Pick<Transaction, 'client'>, id: string, sellerId: string) {
    return queryIn(transaction, SellerWebhook).findOne({ id, sellerId }).forNoKeyUpdate();
  }
}

export interface WebhookRow extends SellerWebhookFields {
  id: string;
  version: number;
  offReason: SwitchOffReason | null;
  oldSecretUntil: Date | null;
  createdAt: Date;
}

const COLUMNS = `${namedColumns('w', ['id', 'version', ...fieldsOf(sellerWebhook), 'offReason', 'createdAt'])},
  CASE WHEN w.old_until > now() THEN w.old_until END AS old_secret_until`;

interface LastDelivery {
  event: SellerEvent;
  state: DeliveryState;
  problem: DeliveryProblem | null;
  createdAt: string;
}

export const selectWebhooks = (
  platformId: string,
  sellerId: string,
): Statement<WebhookRow & { lastDelivery: LastDelivery | null }> => ({
  text: `SELECT ${COLUMNS}, (SELECT jsonb_build_object('event', d.event, 'state', d.state, 'problem', d.problem, 'createdAt', d.created_at)
      FROM seller_webhook_delivery d WHERE d.platform_id = w.platform_id AND d.seller_webhook_id = w.id
      ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS last_delivery
    FROM seller_webhook w WHERE w.platform_id = $1 AND w.seller_id = $2 ORDER BY w.created_at DESC, w.id DESC`,
  values: [platformId, sellerId],
});

export const selectWebhook = (platformId: string, sellerId: string, id: string): Statement<WebhookRow> => ({
  text: `SELECT ${COLUMNS} FROM seller_webhook w WHERE w.platform_id = $1 AND w.seller_id = $2 AND w.id = $3`,
  values: [platformId, sellerId, id],
});

/** Creations of one seller wait for each other, so that each counts what the others made. */
export const lockSeller = (sellerId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('seller webhooks ' || $1, 0))`,
  values: [sellerId],
});

export const countWebhooks = (platformId: string, sellerId: string): Statement<{ count: number }> => ({
  text: 'SELECT count(*)::int AS count FROM seller_webhook WHERE platform_id = $1 AND seller_id = $2',
  values: [platformId, sellerId],
});

/** Counts the named products that are the seller's. */
export const countOwnProducts = (
  platformId: string,
  sellerId: string,
  productIds: string[],
): Statement<{ count: number }> => ({
  text: 'SELECT count(*)::int AS count FROM product WHERE platform_id = $1 AND seller_id = $2 AND id = ANY($3::uuid[])',
  values: [platformId, sellerId, productIds],
});

export interface Sealed {
  keyVersion: number;
  sealed: Buffer;
}

/** Both secrets are sealed to the same place, so that the old one moves as it is. */
export const replaceSecret = (platformId: string, id: string, { keyVersion, sealed }: Sealed): Statement => ({
  text: `UPDATE seller_webhook SET old_key_version = key_version, old_sealed = sealed,
      old_until = now() + make_interval(hours => ${OLD_SECRET_HOURS}), key_version = $3, sealed = $4
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, keyVersion, sealed],
});

/** The days after which a webhook to which nothing arrived is switched off. */
const FAILING_DAYS = 3;

export const markArriving = (platformId: string, id: string): Statement => ({
  text: 'UPDATE seller_webhook SET failing_since = NULL WHERE platform_id = $1 AND id = $2 AND failing_since IS NOT NULL',
  values: [platformId, id],
});

export const markFailing = (platformId: string, id: string): Statement => ({
  text: 'UPDATE seller_webhook SET failing_since = now() WHERE platform_id = $1 AND id = $2 AND failing_since IS NULL',
  values: [platformId, id],
});

/** Switches a webhook off whose receiver is gone, or to which nothing arrived for too long. Returns a row where it did. */
export const switchOff = (
  platformId: string,
  id: string,
  isGone: boolean,
): Statement<{ sellerId: string; name: string; version: number }> => ({
  text: `UPDATE seller_webhook w SET is_enabled = false, off_reason = CASE WHEN $3 THEN 'GONE' ELSE 'FAILING' END,
      ${nextVersion('w', `ARRAY['isEnabled']`)}
    WHERE w.platform_id = $1 AND w.id = $2 AND w.is_enabled
      AND ($3 OR w.failing_since < now() - make_interval(days => ${FAILING_DAYS}))
    RETURNING w.seller_id, w.name, w.version`,
  values: [platformId, id, isGone],
});
