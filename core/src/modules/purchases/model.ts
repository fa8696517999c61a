/** Lists the purchases of one person. The statement names the person and reads the e-mail from the person's row. */
import type { listPurchases } from '@feira/schemas/procedures/purchases';
import type { Address } from '@feira/schemas/provider';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { RENEWABLE } from '../payments/model.ts';
import { TRACKING } from '../shipping/model.ts';

interface PurchaseRow extends Omit<RowOf<typeof listPurchases, 'purchases'>, 'address'> {
  address: Address | null;
}

/** Anybody can type an e-mail into an account, so only a proven e-mail opens its purchases. */
export const PURCHASES: List<PurchaseRow, { personId: string; now: Date }> = {
  sql: ({ personId, now }, bind) => ({
    columns: `s.id, p.public_id AS payment_id, s.created_at, i.title, coalesce(i.product_image, product.image) AS image, s.freight,
      greatest(0, p.amount - s.total) AS interest, s.address, ${TRACKING} AS tracking,
      p.approved_at IS NOT NULL AND NOT p.is_provisional AND p.status IN ('APPROVED', 'REFUNDED') AS has_receipt,
      (SELECT coalesce(array_agg(coalesce(x.product_name, x.title) ORDER BY x.position), '{}') FROM sale_item x
        WHERE x.platform_id = s.platform_id AND x.sale_id = s.id AND x.position > 0) AS extras,
      CASE WHEN ${RENEWABLE} AND s.price_kept_until > ${bind(now)} THEN s.price_kept_until END AS renewable_until,
      seller.name AS seller_name, p.method, p.amount, p.currency,
      CASE WHEN p.is_provisional THEN 'PENDING' ELSE p.status END AS status`,
    // Joins sale by sale like a seller's own list, so that a page ends after a few rows.
    from: `sale s
      CROSS JOIN LATERAL (
        SELECT * FROM payment WHERE platform_id = s.platform_id AND sale_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1
      ) p
      CROSS JOIN LATERAL (
        SELECT title, product_image FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.id AND position = 0 LIMIT 1
      ) i
      JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
      JOIN product ON product.platform_id = o.platform_id AND product.id = o.product_id
      JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id`,
    where: [
      's.platform_id = $1',
      `s.buyer_email_lower = (
        SELECT email FROM person WHERE platform_id = $1 AND id = ${bind(personId)} AND email_verified_at IS NOT NULL)`,
    ],
    order: newestFirst('s'),
  }),
};
