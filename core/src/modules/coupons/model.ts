/** Reads and writes the rows of coupons. A deleted one stays for the sales that used it, and is not found any more. */
import type { Currency } from '@feira/schemas/common';
import { coupon } from '@feira/schemas/entities/coupon';
import { fieldsOf, type ValuesOf } from '@feira/schemas/entities/entity';
import type { Pojo } from 'objection';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { editedModel, namedColumns, queryIn } from '../../shared/edited-model.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { containsInAny } from '../../shared/statement.ts';

/** An interface, because the compiler cannot compare the schemas behind it. */
export interface Terms extends ValuesOf<typeof coupon> {}
export type Discount = Terms['discount'];

/** A coupon as its seller edits it. */
export class Coupon extends editedModel('coupon', coupon) {
  declare sellerId: string;
  declare code: string;
  declare deletedAt: Date | null;

  /** The discount is one field of the form and three columns. */
  override $formatDatabaseJson(json: Pojo): Pojo {
    const { discount, ...rest } = json;
    if (discount === undefined) return super.$formatDatabaseJson(rest);
    const { basisPoints = null, amount = null, coin = null } = discount;
    return super.$formatDatabaseJson({ ...rest, basisPoints, amount, coin });
  }

  override $parseDatabaseJson(json: Pojo): Pojo {
    const { basisPoints, amount, coin, ...rest } = super.$parseDatabaseJson(json);
    if (basisPoints === undefined) return rest;
    return { ...rest, discount: basisPoints === null ? { amount, coin } : { basisPoints } };
  }

  /** Locks a seller's coupon that is not deleted. */
  static lockOwn(transaction: Pick<Transaction, 'client'>, id: string, sellerId: string) {
    return queryIn(transaction, Coupon).findOne({ id, sellerId }).whereNull('deletedAt').forNoKeyUpdate();
  }
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
  ${namedColumns('c', [...fieldsOf(coupon).filter((name) => name !== 'discount'), 'createdAt'])}, c.version,
  (SELECT count(*) FROM coupon_use u WHERE u.platform_id = c.platform_id AND u.coupon_id = c.id AND NOT u.is_ended)::integer AS uses`;

/** The amount that buyers paid and did not get back, interest of installments included. */
const REVENUE = `(SELECT coalesce(jsonb_agg(r ORDER BY r.currency), '[]') FROM (
    SELECT p.currency, sum(greatest(0, least(p.amount, p.paid_amount - p.refunded_amount)))::bigint AS amount
    FROM coupon_use u JOIN payment p ON p.platform_id = u.platform_id AND p.sale_id = u.sale_id
    WHERE u.platform_id = c.platform_id AND u.coupon_id = c.id AND NOT u.is_ended AND p.status = 'APPROVED' GROUP BY p.currency) r)`;

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

export const selectByCode = (platformId: string, sellerId: string, code: string): Statement<CouponRow> => ({
  text: `SELECT ${COLUMNS} FROM coupon c WHERE c.platform_id = $1 AND c.seller_id = $2 AND c.code = $3 AND c.deleted_at IS NULL`,
  values: [platformId, sellerId, code],
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
