/** Reads and writes the webhooks of sellers and of the platform. Every statement about one names whose it may be. */
import { fieldsOf } from '@feira/schemas/entities/entity';
import { type SellerWebhookFields, sellerWebhook } from '@feira/schemas/entities/seller-webhook';
import type { WebhookEvent } from '@feira/schemas/event-types';
import { OLD_SECRET_HOURS } from '@feira/schemas/procedures/seller-webhooks';
import type { DeliveryProblem, DeliveryState, SwitchOffReason } from '@feira/schemas/seller-webhook';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { editedModel, namedColumns, queryIn } from '../../shared/edited-model.ts';

/** The secrets are read where something is signed. */
const ROW = ['sellerId', 'purpose', 'offReason', 'failingSince', 'keyVersion', 'sealed', 'createdAt'];

/** The webhooks that a caller reaches: the seller's own, and the platform's for those who may configure it. */
export interface Reach {
  sellerId: string | null;
  isPlatform: boolean;
}

/** SQL that is true of a webhook `w` that is reached, by the parameters of a `Reach`. */
export const isReached = (sellerId: string, isPlatform: string): string =>
  `(w.purpose = 'EVENTS' AND (w.seller_id = ${sellerId}::uuid OR ${isPlatform}::boolean AND w.seller_id IS NULL))`;

/** SQL that is true of the webhooks of an owner; null is the platform. */
const isOf = (sellerId: string | null): string =>
  sellerId === null ? '$2::uuid IS NULL AND w.seller_id IS NULL' : `w.seller_id = $2 AND w.purpose = 'EVENTS'`;

/** A webhook as its owner edits it. */
export class SellerWebhook extends editedModel('seller_webhook', sellerWebhook, ROW) {
  declare sellerId: string | null;
  /** NOTIFICATIONS: the address of a person, of which `personal.ts` knows. */
  declare purpose: 'EVENTS' | 'NOTIFICATIONS';
  declare offReason: SwitchOffReason | null;
  declare failingSince: Date | null;
  declare keyVersion: number;
  declare sealed: Buffer;

  static async lockOwn(transaction: Pick<Transaction, 'client'>, id: string, { sellerId, isPlatform }: Reach) {
    const found = await queryIn(transaction, SellerWebhook).findOne({ id, purpose: 'EVENTS' }).forNoKeyUpdate();
    if (!found) return undefined;
    return (found.sellerId === null ? isPlatform : found.sellerId === sellerId) ? found : undefined;
  }
}

export interface WebhookRow extends SellerWebhookFields {
  id: string;
  version: number;
  offReason: SwitchOffReason | null;
  sellerId: string | null;
  oldSecretUntil: Date | null;
  createdAt: Date;
}

const COLUMNS = `${namedColumns('w', ['id', 'version', ...fieldsOf(sellerWebhook), 'offReason', 'createdAt'])},
  CASE WHEN w.old_until > now() THEN w.old_until END AS old_secret_until`;

interface LastDelivery {
  event: WebhookEvent;
  state: DeliveryState;
  problem: DeliveryProblem | null;
  createdAt: string;
}

/** Selects the webhooks of a seller; of the platform where that is null. */
export const selectWebhooks = (
  platformId: string,
  sellerId: string | null,
): Statement<WebhookRow & { lastDelivery: LastDelivery | null }> => ({
  text: `SELECT ${COLUMNS}, (SELECT jsonb_build_object('event', d.event, 'state', d.state, 'problem', d.problem, 'createdAt', d.created_at)
      FROM seller_webhook_delivery d WHERE d.platform_id = w.platform_id AND d.seller_webhook_id = w.id
      ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS last_delivery
    FROM seller_webhook w WHERE w.platform_id = $1 AND ${isOf(sellerId)} ORDER BY w.created_at DESC, w.id DESC`,
  values: [platformId, sellerId],
});

export const selectWebhook = (
  platformId: string,
  { sellerId, isPlatform }: Reach,
  id: string,
): Statement<WebhookRow & { sellers: { id: string; name: string }[] }> => ({
  text: `SELECT ${COLUMNS}, w.seller_id, (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) ORDER BY p.name, p.id), '[]')
      FROM person p WHERE p.platform_id = w.platform_id AND p.id = ANY(w.seller_ids)) AS sellers
    FROM seller_webhook w
    WHERE w.platform_id = $1 AND ${isReached('$2', '$3')} AND w.id = $4`,
  values: [platformId, sellerId, isPlatform, id],
});

/** Creations of one owner wait for each other, so that each counts what the others made. */
export const lockOwner = (platformId: string, sellerId: string | null): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('seller webhooks ' || $1, 0))`,
  values: [sellerId ?? platformId],
});

export const countWebhooks = (platformId: string, sellerId: string | null): Statement<{ count: number }> => ({
  text: `SELECT count(*)::int AS count FROM seller_webhook w WHERE w.platform_id = $1 AND ${isOf(sellerId)}`,
  values: [platformId, sellerId],
});

/** Counts the named products and sellers that the owner may name: a seller's own products, and everybody of the platform. */
export const countNamed = (
  platformId: string,
  sellerId: string | null,
  { productIds, sellerIds }: Pick<SellerWebhookFields, 'productIds' | 'sellerIds'>,
): Statement<{ products: number; sellers: number }> => ({
  text: `SELECT
      (SELECT count(*)::int FROM product WHERE platform_id = $1 AND id = ANY($3::uuid[]) AND ($2::uuid IS NULL OR seller_id = $2)) AS products,
      (SELECT count(*)::int FROM person WHERE platform_id = $1 AND id = ANY($4::uuid[]) AND $2::uuid IS NULL) AS sellers`,
  values: [platformId, sellerId, productIds, sellerIds],
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
