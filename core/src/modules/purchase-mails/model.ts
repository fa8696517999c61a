/** Reads to whom a mail about a purchase goes, in which language, and what was bought. */
import type { Locale } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { readEach } from '../../shared/merge.ts';
import { PLAN, type PlanRow } from '../receipts/plan-model.ts';

export interface Buyer {
  name: string;
  email: string;
  /** Null for sales made before it was kept: theirs is the platform's. */
  locale: Locale | null;
  /** The address of who answers for the product; empty where the platform does. */
  supportEmail: string;
  /** The names of the bought items, the offer first. */
  items: string[];
  plan: PlanRow | null;
  /** A digital product is among the items. */
  hasDigital: boolean;
}

/** Reads the sale first (`OFFSET 0`): on new tables the planner would read all sales of the offer to find it. */
export const selectBuyer = readEach<{ saleId: string }, Buyer>(
  'purchase-mail-buyer',
  { saleId: 'uuid' },
  `SELECT s.buyer_name AS name, s.buyer_email AS email, s.locale, coalesce(product.support_email, '') AS support_email,
      EXISTS (SELECT FROM sale_item i WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND NOT i.is_tangible) AS has_digital,
      ${PLAN} AS plan,
      (SELECT array_agg(CASE WHEN i.order_bump_id IS NULL THEN i.title ELSE coalesce(i.product_name, i.title) END ORDER BY i.position) FROM sale_item i
        WHERE i.platform_id = s.platform_id AND i.sale_id = s.id) AS items
    FROM (SELECT * FROM sale WHERE platform_id = $1 AND id = one.sale_id OFFSET 0) s
    JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    JOIN product ON product.platform_id = o.platform_id AND product.id = o.product_id`,
);

/**
 * Returns a row if the same buyer has tried again since, or has bought. The offer is compared in a way that no index serves: on new
 * tables the planner would read all sales of the offer for it, instead of those of the buyer.
 */
export const selectNewer = (platformId: string, saleId: string): Statement<{ id: string }> => ({
  name: 'purchase-mail-newer',
  text: `SELECT newer.id FROM sale s JOIN sale newer ON newer.buyer_email_lower = s.buyer_email_lower AND newer.platform_id = s.platform_id
      AND newer.offer_id IS NOT DISTINCT FROM s.offer_id AND newer.created_at > s.created_at
    WHERE s.platform_id = $1 AND s.id = $2 LIMIT 1`,
  values: [platformId, saleId],
});

/** `paymentId` is null where nothing is paid, or the money went back. */
export const selectPaidSale = (
  platformId: string,
  saleId: string,
): Statement<{ sellerId: string; paymentId: string | null }> => ({
  text: `SELECT s.seller_id,
      (SELECT p.id FROM payment p WHERE p.platform_id = s.platform_id AND p.sale_id = s.id AND p.status = 'APPROVED' LIMIT 1) AS payment_id
    FROM sale s WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

/** Returns a row if the sale is a later charge of a subscription. */
export const selectIsRenewal = (platformId: string, saleId: string): Statement<{ id: string }> => ({
  name: 'purchase-mail-renewal',
  text: `SELECT sale_id AS id FROM subscription_sale WHERE platform_id = $1 AND sale_id = $2 AND cycle > 1`,
  values: [platformId, saleId],
});
