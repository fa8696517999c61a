/** Refunds and what was bought with the payments they take back, as rows. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { REFUND_CAUSES, REFUND_STATES } from '@feira/schemas/procedures/refunds';
import type { Statement } from '../../plugins/database.ts';
import type { RefundAuthor } from '../payments/model.ts';

/** Whose payment it is and what was bought with it. */
export interface Subject {
  paymentId: string;
  publicId: string;
  sellerId: string;
  sellerName: string;
  buyerName: string;
  buyerEmail: string;
  title: string;
  /** Null where nothing is sent. */
  deliveryTime: string | null;
  guaranteeDays: number;
}

const SUBJECT = `
  SELECT p.id AS "paymentId", p.public_id AS "publicId", s.seller_id AS "sellerId", seller.name AS "sellerName",
    s.buyer_name AS "buyerName", s.buyer_email AS "buyerEmail", i.title,
    CASE WHEN i.is_tangible THEN coalesce(d.delivery_time, '') END AS "deliveryTime",
    coalesce((p.terms->>'guaranteeDays')::int, product.guarantee_days) AS "guaranteeDays"
  FROM payment p
  JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id
  JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
  JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
  JOIN product ON product.platform_id = o.platform_id AND product.id = o.product_id
  LEFT JOIN delivery_option d ON d.platform_id = s.platform_id AND d.id = s.delivery_option_id
  WHERE p.platform_id = $1 AND `;

export const selectSubject = (platformId: string, publicId: string): Statement => ({
  text: `${SUBJECT} p.public_id = $2`,
  values: [platformId, publicId],
});

export const selectSubjectById = (platformId: string, paymentId: string): Statement => ({
  text: `${SUBJECT} p.id = $2`,
  values: [platformId, paymentId],
});

/** More than these no page shows. */
const MOST_PURCHASES = 30;
const MOST_SALES = 200;

/** What an e-mail paid for, newest first. */
export const selectPurchases = (platformId: string, email: string): Statement => ({
  text: `${SUBJECT} p.id IN (
      SELECT paid.id FROM (
        SELECT id, created_at FROM sale WHERE platform_id = $1 AND buyer_email_lower = $2
        ORDER BY created_at DESC, id DESC LIMIT ${MOST_SALES}
      ) mine CROSS JOIN LATERAL (
        SELECT id FROM payment WHERE platform_id = $1 AND sale_id = mine.id AND paid_amount >= amount
      ) paid ORDER BY mine.created_at DESC, mine.id DESC LIMIT ${MOST_PURCHASES})
    ORDER BY s.created_at DESC, s.id DESC`,
  values: [platformId, email],
});

/** Whether a mail to it would be of use. */
export const selectHasBought = (platformId: string, email: string): Statement => ({
  text: `SELECT EXISTS (SELECT 1 FROM sale s JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id
    WHERE s.platform_id = $1 AND s.buyer_email_lower = $2 AND p.paid_amount >= p.amount) AS "hasBought"`,
  values: [platformId, email],
});

export const selectProvenEmail = (platformId: string, personId: string): Statement => ({
  text: 'SELECT lower(email) AS email FROM person WHERE platform_id = $1 AND id = $2 AND email_verified_at IS NOT NULL',
  values: [platformId, personId],
});

export type RefundState = (typeof REFUND_STATES)[number];

export interface RefundView {
  id: string;
  createdAt: Date;
  paymentId: string;
  title: string;
  buyerName: string;
  method: PaymentMethod;
  amount: number;
  paidAmount: number;
  currency: Currency;
  grantedAs: RefundAuthor['grantedAs'] | null;
  state: RefundState;
  note: string | null;
  reason: string | null;
  cause: (typeof REFUND_CAUSES)[number];
}

export const REFUND_COLUMNS = `r.id, r.created_at AS "createdAt", p.public_id AS "paymentId", i.title, s.buyer_name AS "buyerName",
  p.method, r.amount, p.amount AS "paidAmount", p.currency, r.granted_as AS "grantedAs", r.state, r.note, r.reason, r.cause`;
export const REFUND_JOINS = `
  JOIN payment p ON p.platform_id = r.platform_id AND p.id = r.payment_id
  JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  CROSS JOIN LATERAL (
    SELECT title FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.id AND position = 0 LIMIT 1
  ) i`;

export const selectRefund = (platformId: string, id: string): Statement => ({
  text: `SELECT ${REFUND_COLUMNS} FROM refund r ${REFUND_JOINS} WHERE r.platform_id = $1 AND r.id = $2`,
  values: [platformId, id],
});

/** A refund that surely did nothing leaves its key to whoever tries again. */
export const freeKey = (platformId: string, procedure: string, key: string, refundId: string): Statement => ({
  text: `UPDATE idempotency_key SET key = $4 WHERE platform_id = $1 AND procedure = $2 AND key = $3
    AND response_body->>'refundId' = $5`,
  values: [platformId, procedure, key, `failed ${refundId}`, refundId],
});

export interface EndedRow extends Pick<RefundView, 'state' | 'amount' | 'currency' | 'title' | 'buyerName' | 'method'> {
  sellerId: string;
  grantedBy: string | null;
  buyerEmail: string;
}

/** Answers its row to one caller alone: people are told once how a refund ended. */
export const takeEnded = (platformId: string, id: string): Statement => ({
  text: `UPDATE refund r SET told_at = now()
    FROM payment p
    JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
    JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
    WHERE r.platform_id = $1 AND r.id = $2 AND r.cause = 'WANTED' AND r.state IN ('DONE', 'REFUSED') AND r.told_at IS NULL
      AND p.platform_id = r.platform_id AND p.id = r.payment_id
    RETURNING r.state, r.amount, p.currency, p.method, i.title, s.buyer_name AS "buyerName", s.buyer_email AS "buyerEmail",
      s.seller_id AS "sellerId", r.granted_by AS "grantedBy"`,
  values: [platformId, id],
});
