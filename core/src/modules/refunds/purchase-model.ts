/** Reads payments with their items and buyers, as refunds need them. */
import type { Currency, Locale } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { JOIN_DELIVERY } from '../../shared/sale-delivery.ts';

/** The owner of a payment and what was bought with it. */
export interface Subject {
  paymentId: string;
  publicId: string;
  sellerId: string;
  sellerName: string;
  buyerName: string;
  buyerEmail: string;
  /** Null where it was not kept: it is the platform's then. */
  locale: Locale | null;
  title: string;
  currency: Currency;
  /** Null where nothing is sent. */
  deliveryTime: string | null;
  guaranteeDays: number;
  saleId: string;
  /** The address of who answers for the product; empty where the platform does. */
  supportEmail: string;
}

const SUBJECT = `
  SELECT p.id AS payment_id, p.public_id, s.seller_id, seller.name AS seller_name, s.buyer_name, s.buyer_email, s.locale, i.title,
    p.currency,
    CASE WHEN i.is_tangible THEN coalesce(d.delivery_time, '') END AS delivery_time,
    coalesce((p.terms->>'guaranteeDays')::int, product.guarantee_days) AS guarantee_days, s.id AS sale_id,
    coalesce(product.support_email, '') AS support_email
  FROM payment p
  JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
  JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id
  JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
  JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
  JOIN product ON product.platform_id = o.platform_id AND product.id = o.product_id
  ${JOIN_DELIVERY}
  WHERE p.platform_id = $1 AND `;

export const selectSubject = (platformId: string, publicId: string): Statement<Subject> => ({
  text: `${SUBJECT} p.public_id = $2`,
  values: [platformId, publicId],
});

export const selectSubjectById = (platformId: string, paymentId: string): Statement<Subject> => ({
  text: `${SUBJECT} p.id = $2`,
  values: [platformId, paymentId],
});

/** No page shows more than these. */
const MOST_PURCHASES = 30;
const MOST_SALES = 200;

/** Returns what an e-mail paid for, newest first. */
export const selectPurchases = (platformId: string, email: string): Statement<Subject> => ({
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

/** Tells whether a mail to this address would be of use. */
export const selectHasBought = (platformId: string, email: string): Statement<{ hasBought: boolean }> => ({
  text: `SELECT EXISTS (SELECT 1 FROM sale s JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id
    WHERE s.platform_id = $1 AND s.buyer_email_lower = $2 AND p.paid_amount >= p.amount) AS has_bought`,
  values: [platformId, email],
});

export const selectProvenEmail = (platformId: string, personId: string): Statement<{ email: string }> => ({
  text: 'SELECT lower(email) AS email FROM person WHERE platform_id = $1 AND id = $2 AND email_verified_at IS NOT NULL',
  values: [platformId, personId],
});
