/** The durable intent of a purchase, written before any provider is asked. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Routing } from '@feira/schemas/procedures/routing';
import type { Address } from '@feira/schemas/provider';
import type { Statement } from '../../plugins/database.ts';
import type { Terms } from '../payments/model.ts';

export interface Intent {
  platformId: string;
  idempotency: { procedure: string; key: string; requestHash: Buffer };
  sale: {
    id: string;
    offerId: string;
    sellerId: string;
    buyerName: string;
    buyerEmail: string;
    buyerDocument: string | null;
    buyerPhone: string | null;
    address: Address | null;
    total: number;
    freight: number;
    currency: Currency;
    deliveryOptionId: string | null;
    affiliateId: string | null;
    utmQuery: Record<string, string>;
    referer: string | null;
  };
  items: { offerId: string; orderBumpId: string | null; title: string; unitPrice: number; isTangible: boolean }[];
  payment: {
    id: string;
    publicId: string;
    method: PaymentMethod;
    amount: number;
    installments: number;
    expiresAt: Date;
    nextCheckAt: Date;
    terms: Terms;
  };
  attempt: {
    id: string;
    connectionId: string;
    provider: string;
    providerVersion: string;
    routing: Routing;
    nodeId: string;
  };
  abandonedCartId: string | null;
  now: Date;
}

/**
 * Claims the idempotency key and writes everything, or writes nothing where the key is taken. It is one statement, so that of a
 * hundred equal calls exactly one gets `claimed`.
 */
export const insertIntent = (intent: Intent): Statement<{ claimed: boolean }> => ({
  name: 'purchase-intent',
  text: `
    WITH claim AS (
      INSERT INTO idempotency_key (platform_id, procedure, key, request_hash, payment_id)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING
      RETURNING platform_id
    ), new_sale AS (
      INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, buyer_document, buyer_phone, address, total,
        freight, currency, delivery_option_id, affiliate_id, utm_query, referer)
      SELECT platform_id, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20 FROM claim
    ), new_items AS (
      INSERT INTO sale_item (platform_id, sale_id, position, offer_id, order_bump_id, title, unit_price, is_tangible)
      SELECT claim.platform_id, $6, i.position, i."offerId", i."orderBumpId", i.title, i."unitPrice", i."isTangible"
      FROM claim, jsonb_to_recordset($21::jsonb) AS i(position smallint, "offerId" uuid, "orderBumpId" uuid, title text, "unitPrice" bigint,
        "isTangible" boolean)
    ), new_payment AS (
      INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, installments, expires_at, next_check_at, terms)
      SELECT platform_id, $5, $22, $6, $23, $24, $16, $25, $26, $27, $34 FROM claim
    ), new_attempt AS (
      INSERT INTO payment_attempt (platform_id, id, payment_id, connection_id, provider, provider_version, method, routing, node_id)
      SELECT platform_id, $28, $5, $29, $30, $31, $23, $33, $35 FROM claim
    ), recovered AS (
      UPDATE abandoned_cart c SET recovered_by = $6, updated_at = now()
      FROM claim WHERE c.platform_id = claim.platform_id AND c.id = $32 AND c.recovered_by IS NULL
    )
    SELECT EXISTS (SELECT 1 FROM claim) AS claimed`,
  values: [
    intent.platformId,
    intent.idempotency.procedure,
    intent.idempotency.key,
    intent.idempotency.requestHash,
    intent.payment.id,
    intent.sale.id,
    intent.sale.offerId,
    intent.sale.sellerId,
    intent.sale.buyerName,
    intent.sale.buyerEmail,
    intent.sale.buyerDocument,
    intent.sale.buyerPhone,
    intent.sale.address ? JSON.stringify(intent.sale.address) : null,
    intent.sale.total,
    intent.sale.freight,
    intent.sale.currency,
    intent.sale.deliveryOptionId,
    intent.sale.affiliateId,
    JSON.stringify(intent.sale.utmQuery),
    intent.sale.referer,
    JSON.stringify(intent.items.map((item, position) => ({ ...item, position }))),
    intent.payment.publicId,
    intent.payment.method,
    intent.payment.amount,
    intent.payment.installments,
    intent.payment.expiresAt,
    intent.payment.nextCheckAt,
    intent.attempt.id,
    intent.attempt.connectionId,
    intent.attempt.provider,
    intent.attempt.providerVersion,
    intent.abandonedCartId,
    JSON.stringify(intent.attempt.routing),
    JSON.stringify(intent.payment.terms),
    intent.attempt.nodeId,
  ],
});

/** What is stored under an idempotency key; the answer is null until the call has one. */
interface StoredAnswer {
  request_hash: Buffer;
  payment_id: string;
  response_status: number | null;
  response_body: unknown;
}

export const selectAnswer = (platformId: string, procedure: string, key: string): Statement<StoredAnswer> => ({
  text: `SELECT request_hash, payment_id, response_status, response_body FROM idempotency_key
    WHERE platform_id = $1 AND procedure = $2 AND key = $3`,
  values: [platformId, procedure, key],
});

/** Stores an answer where there is none yet, and returns the stored one: of many repeats the first decides. */
export const keepAnswer = (
  platformId: string,
  procedure: string,
  key: string,
  answer: { status: number; body: unknown },
): Statement<Pick<StoredAnswer, 'response_status' | 'response_body'>> => ({
  text: `UPDATE idempotency_key SET response_status = coalesce(response_status, $4), response_body = coalesce(response_body, $5)
    WHERE platform_id = $1 AND procedure = $2 AND key = $3 RETURNING response_status, response_body`,
  values: [platformId, procedure, key, answer.status, JSON.stringify(answer.body)],
});
