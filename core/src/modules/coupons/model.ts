/** Reads and writes the rows of coupons. A deleted one stays for the sales that used it, and is not found any more. */
import type { Currency } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { containsInAny } from '../../shared/statement.ts';
import { nextVersion, VERSIONED, type Versioned } from '../products/versioned-model.ts';

export type Discount = { basisPoints: number } | { amount: number; coin: Currency };

export interface Terms {
  discount: Discount;
  maxUses: number | null;
  maxUsesPerBuyer: number | null;
  /** Charges of a subscription that it takes its discount off; null for all. */
  cycles: number | null;
  startsAt: string | null;
  endsAt: string | null;
  offerIds: string[];
  productIds: string[];
  isActive: boolean;
}

export interface CouponRow extends Omit<Terms, 'startsAt' | 'endsAt'> {
  id: string;
  code: string;
  startsAt: Date | null;
  endsAt: Date | null;
  uses: number;
  version: number;
  createdAt: Date;
}

const COLUMNS = `c.id, c.code, CASE WHEN c.basis_points IS NULL THEN jsonb_build_object('amount', c.amount, 'coin', c.coin)
    ELSE jsonb_build_object('basisPoints', c.basis_points) END AS discount,
  c.max_uses AS "maxUses", c.max_uses_per_buyer AS "maxUsesPerBuyer", c.starts_at AS "startsAt", c.ends_at AS "endsAt",
  c.offer_ids AS "offerIds", c.product_ids AS "productIds", c.is_active AS "isActive", c.cycles, c.version, c.created_at AS "createdAt",
  (SELECT count(*) FROM coupon_use u WHERE u.platform_id = c.platform_id AND u.coupon_id = c.id AND NOT u.is_ended)::integer AS uses`;

/** The amount that buyers paid and did not get back, interest of installments included. */
const REVENUE = `(SELECT coalesce(jsonb_agg(r ORDER BY r.currency), '[]') FROM (
    SELECT p.currency, sum(greatest(0, least(p.amount, p.paid_amount - p.refunded_amount)))::bigint AS amount
    FROM coupon_use u JOIN payment p ON p.platform_id = u.platform_id AND p.sale_id = u.sale_id
    WHERE u.platform_id = c.platform_id AND u.coupon_id = c.id AND NOT u.is_ended AND p.status = 'APPROVED' GROUP BY p.currency) r)`;

const valuesOf = ({
  discount,
  maxUses,
  maxUsesPerBuyer,
  startsAt,
  endsAt,
  offerIds,
  productIds,
  isActive,
  cycles,
}: Terms) => [
  'basisPoints' in discount ? discount.basisPoints : null,
  'amount' in discount ? discount.amount : null,
  'amount' in discount ? discount.coin : null,
  maxUses,
  maxUsesPerBuyer,
  startsAt,
  endsAt,
  offerIds,
  productIds,
  isActive,
  cycles,
];

/** The coupons that an offer of the product takes: those that name the product or one of its offers, and those for everything. */
const takenBy = (
  product: string,
) => `(c.offer_ids = '{}' AND c.product_ids = '{}' OR c.product_ids @> ARRAY[${product}::uuid]
  OR c.offer_ids && ARRAY(SELECT o.id FROM offer o WHERE o.platform_id = c.platform_id AND o.product_id = ${product}))`;

/** A coupon with what it brought: cents in each currency. */
interface SoldCoupon extends CouponRow {
  revenue: { currency: Currency; amount: number }[];
}

export const OWN_COUPONS: List<SoldCoupon, { sellerId: string; search?: string; productId?: string }> = {
  isFresh: true,
  sql: ({ sellerId, search, productId }, bind) => ({
    columns: `${COLUMNS}, ${REVENUE} AS revenue`,
    from: 'coupon c',
    where: [
      'c.platform_id = $1',
      `c.seller_id = ${bind(sellerId)}`,
      'c.deleted_at IS NULL',
      containsInAny(['c.code'], search, bind),
      productId && takenBy(bind(productId)),
    ],
    order: newestFirst('c'),
  }),
};

/** Inserts nothing where the seller has a coupon of this code. */
export const insertCoupon = (
  platformId: string,
  id: string,
  sellerId: string,
  code: string,
  terms: Terms,
): Statement => ({
  text: `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points, amount, coin, max_uses, max_uses_per_buyer, starts_at, ends_at,
      offer_ids, product_ids, is_active, cycles)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    ON CONFLICT (seller_id, code, platform_id) WHERE deleted_at IS NULL DO NOTHING`,
  values: [platformId, id, sellerId, code, ...valuesOf(terms)],
});

export const selectByCode = (platformId: string, sellerId: string, code: string): Statement<CouponRow> => ({
  text: `SELECT ${COLUMNS} FROM coupon c WHERE c.platform_id = $1 AND c.seller_id = $2 AND c.code = $3 AND c.deleted_at IS NULL`,
  values: [platformId, sellerId, code],
});

export const lockOwnCoupon = (platformId: string, id: string, sellerId: string): Statement<CouponRow & Versioned> => ({
  text: `SELECT ${COLUMNS}, ${VERSIONED('c')} FROM coupon c WHERE c.platform_id = $1 AND c.id = $2 AND c.seller_id = $3 AND c.deleted_at IS NULL
    FOR NO KEY UPDATE`,
  values: [platformId, id, sellerId],
});

/** Changes the terms; `changed` names those that differ. */
export const updateTerms = (
  platformId: string,
  id: string,
  terms: Terms,
  changed: readonly string[],
): Statement<{ version: number }> => ({
  text: `UPDATE coupon c SET basis_points = $3, amount = $4, coin = $5, max_uses = $6, max_uses_per_buyer = $7, starts_at = $8, ends_at = $9,
      offer_ids = $10, product_ids = $11, is_active = $12, cycles = $13, ${nextVersion('c', '$14')}
    WHERE platform_id = $1 AND id = $2 RETURNING version`,
  values: [platformId, id, ...valuesOf(terms), changed],
});

export const markDeleted = (platformId: string, id: string, now: Date): Statement => ({
  text: 'UPDATE coupon SET deleted_at = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, now],
});

/** Counts the named offers and products that are the seller's. */
export const countTargets = (
  platformId: string,
  sellerId: string,
  { offerIds, productIds }: Terms,
): Statement<{ offers: number; products: number }> => ({
  text: `SELECT
    (SELECT count(*) FROM offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
      WHERE o.platform_id = $1 AND o.id = ANY($3::uuid[]) AND p.seller_id = $2)::integer AS offers,
    (SELECT count(*) FROM product p WHERE p.platform_id = $1 AND p.id = ANY($4::uuid[]) AND p.seller_id = $2)::integer AS products`,
  values: [platformId, sellerId, offerIds, productIds],
});
