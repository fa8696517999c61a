/** Reads what was bought under an e-mail. Buyers are known by the e-mail in lower case, whether or not they have an account. */

import type { Output } from '@feira/schemas/procedure';
import type { getBuyer } from '@feira/schemas/procedures/profiles';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { STATUS } from '../sales/model.ts';

type Buyer = Output<typeof getBuyer>;

/** The purchases that a page shows. */
const MOST_PURCHASES = 50;
const MOST_EMAILS = 10;

export interface BuyerRow {
  email: string;
  name: string;
  phone: string | null;
  document: string | null;
  firstAt: Date;
  personId: string | null;
  requests: number;
}

/** Finds the e-mail that a sale was made with. */
export const selectBuyerEmail = (platformId: string, saleId: string): Statement<{ email: string }> => ({
  text: 'SELECT buyer_email_lower AS email FROM sale WHERE platform_id = $1 AND id = $2',
  values: [platformId, saleId],
});

/** Returns the buyer as the newest sale names them; no row where nothing was bought under the e-mail. */
export const selectBuyer = (platformId: string, email: string): Statement<BuyerRow> => ({
  text: `
    SELECT s.buyer_email_lower AS email, s.buyer_name AS name, s.buyer_phone AS phone,
      (SELECT d.buyer_document FROM sale d WHERE d.platform_id = $1 AND d.buyer_email_lower = $2 AND d.buyer_document IS NOT NULL
        ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS document,
      (SELECT min(created_at) FROM sale f WHERE f.platform_id = $1 AND f.buyer_email_lower = $2) AS first_at,
      (SELECT p.id FROM person p WHERE p.platform_id = $1 AND p.email = $2) AS person_id,
      (SELECT count(*) FROM sale q JOIN payment y ON y.platform_id = q.platform_id AND y.sale_id = q.id
        JOIN refund_request r ON r.platform_id = y.platform_id AND r.payment_id = y.id
        WHERE q.platform_id = $1 AND q.buyer_email_lower = $2) AS requests
    FROM sale s WHERE s.platform_id = $1 AND s.buyer_email_lower = $2 ORDER BY s.created_at DESC, s.id DESC LIMIT 1`,
  values: [platformId, email],
});

/** Sums up every payment of the buyer, by currency. What a bank took back was not spent. */
export const selectSpend = (platformId: string, email: string): Statement<Buyer['totals'][number]> => ({
  text: `
    SELECT p.currency, count(DISTINCT s.id) AS purchases, count(*) FILTER (WHERE p.approved_at IS NOT NULL AND NOT p.is_provisional) AS paid,
      coalesce(sum(p.paid_amount - p.refunded_amount) FILTER (WHERE p.status = 'APPROVED' AND NOT p.is_provisional), 0)::bigint AS spent,
      count(*) FILTER (WHERE p.refunded_amount > 0) AS refunds, coalesce(sum(p.refunded_amount), 0)::bigint AS refunded,
      coalesce(sum((SELECT count(*) FROM dispute d WHERE d.platform_id = p.platform_id AND d.payment_id = p.id)), 0)::bigint AS disputes
    FROM sale s JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id
    WHERE s.platform_id = $1 AND s.buyer_email_lower = $2 GROUP BY p.currency ORDER BY p.currency`,
  values: [platformId, email],
});

export interface PurchaseRow extends RowOf<typeof getBuyer, 'purchases'> {}

export const selectPurchases = (platformId: string, email: string): Statement<PurchaseRow> => ({
  text: `
    SELECT s.id, p.public_id AS payment_id, s.created_at, i.title, seller.name AS seller_name, p.method, p.amount, p.currency,
      ${STATUS} AS status
    FROM (SELECT * FROM sale WHERE platform_id = $1 AND buyer_email_lower = $2 ORDER BY created_at DESC, id DESC LIMIT ${MOST_PURCHASES}) s
    CROSS JOIN LATERAL (SELECT * FROM payment WHERE platform_id = $1 AND sale_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1) p
    CROSS JOIN LATERAL (SELECT title FROM sale_item WHERE platform_id = $1 AND sale_id = s.id AND position = 0) i
    JOIN person seller ON seller.platform_id = $1 AND seller.id = s.seller_id
    ORDER BY s.created_at DESC, s.id DESC`,
  values: [platformId, email],
});

/** Selects the other addresses among sales that were found by a document, the newest first. */
export const selectOtherEmails = (
  platformId: string,
  saleIds: readonly string[],
  { email, document }: { email: string; document: string },
): Statement<{ email: string }> => ({
  text: `SELECT buyer_email_lower AS email FROM sale WHERE platform_id = $1 AND id = ANY ($2::uuid[]) AND buyer_email_lower <> $3
      AND regexp_replace(buyer_document, '\\D', '', 'g') = $4
    GROUP BY 1 ORDER BY max(created_at) DESC LIMIT ${MOST_EMAILS}`,
  values: [platformId, saleIds, email, document],
});
