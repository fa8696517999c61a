/** Reads and writes the things that a sale opens to its buyer. */
import type { ACCESS_STATES, listAccesses } from '@feira/schemas/procedures/deliverables';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { readEach } from '../../shared/merge.ts';
import { KEPT_AMOUNT } from '../payments/model.ts';
import { type DeliverableKind, FILE, type StoredFile } from './model.ts';

export type AccessState = (typeof ACCESS_STATES)[number];

/** SQL that is true where a payment `p` opens its sale: a part of its price is kept. */
export const IS_OPEN = `(p.status = 'APPROVED' AND ${KEPT_AMOUNT} > 0)`;

/** A sale of nothing opens what a free trial is for. */
const IS_TRIAL = `(s.total = 0)`;

/**
 * The state of a sale `s`, as SQL. It is read at each call, so that it ends and comes back with the money. A sale of a subscription opens what
 * it sold for as long as the subscription goes on.
 */
const STATE = `(SELECT CASE
    WHEN EXISTS (SELECT FROM subscription_sale l JOIN subscription u ON u.id = l.subscription_id AND u.platform_id = l.platform_id
      WHERE l.platform_id = s.platform_id AND l.sale_id = s.id AND u.access_ends_at <= now()) THEN 'ENDED'
    WHEN EXISTS (SELECT FROM subscription u WHERE u.first_sale_id = s.id AND u.platform_id = s.platform_id AND u.access_ends_at <= now())
      THEN 'ENDED'
    WHEN bool_or(${IS_OPEN}) OR ${IS_TRIAL} THEN 'OPEN'
    WHEN bool_or(p.status IN ('APPROVED', 'REFUNDED', 'CHARGEBACK')) THEN 'ENDED' ELSE 'PENDING' END
  FROM payment p WHERE p.platform_id = s.platform_id AND p.sale_id = s.id)`;

interface Access {
  saleId: string;
  state: AccessState;
  title: string;
  sellerName: string;
  supportEmail: string | null;
}

export const selectAccess = (platformId: string, saleId: string): Statement<Access> => ({
  text: `SELECT s.id AS sale_id, ${STATE} AS state, i.title, seller.name AS seller_name, product.support_email
    FROM sale s
    JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
    JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    JOIN product ON product.platform_id = o.platform_id AND product.id = o.product_id
    JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id
    WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

export interface Bought {
  productId: string;
  productName: string;
  image: string | null;
  /** Null where the product has nothing to open. */
  id: string | null;
  kind: DeliverableKind;
  title: string;
  file: StoredFile | null;
  uploadKey: string | null;
  downloads: number;
  mostDownloads: number;
  lastDownloadedAt: Date | null;
  address: string | null;
  text: string | null;
  key: string | null;
}

/** The digital products of a sale `s`, in the order of its items. */
const PRODUCTS = `SELECT o.product_id, min(i.position) AS place, min(i.product_name) AS name, min(i.product_image) AS image
  FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
  WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND NOT i.is_tangible GROUP BY o.product_id`;

/** A deliverable `d` that belongs to the sale `s`: what was removed stays with sales that were approved before. */
const BELONGS = `(d.removed_at IS NULL OR d.removed_at > (
  SELECT min(p.approved_at) FROM payment p WHERE p.platform_id = s.platform_id AND p.sale_id = s.id))`;

export const selectBought = (platformId: string, saleId: string): Statement<Bought> => ({
  text: `SELECT b.product_id, coalesce(b.name, product.name) AS product_name, coalesce(b.image, product.image) AS image, d.id,
      d.kind, d.title, ${FILE}, u.key AS upload_key, coalesce(w.downloads, 0) AS downloads, d.most_downloads,
      w.last_at AS last_downloaded_at, d.address, d.text, k.value AS key
    FROM sale s
    CROSS JOIN LATERAL (${PRODUCTS}) b
    JOIN product ON product.platform_id = s.platform_id AND product.id = b.product_id
    LEFT JOIN deliverable d ON d.platform_id = s.platform_id AND d.product_id = b.product_id AND ${BELONGS}
    LEFT JOIN upload u ON u.platform_id = d.platform_id AND u.id = d.upload_id
    LEFT JOIN licence_key k ON k.platform_id = d.platform_id AND k.sale_id = s.id AND k.deliverable_id = d.id
    LEFT JOIN deliverable_download w ON w.platform_id = d.platform_id AND w.sale_id = s.id AND w.deliverable_id = d.id
    WHERE s.platform_id = $1 AND s.id = $2
    ORDER BY b.place, d.position, d.id`,
  values: [platformId, saleId],
});

/** SQL that is true where a sale `s` has something to open. */
const OPENS_SOMETHING = `EXISTS (SELECT FROM sale_item i
  JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
  JOIN deliverable d ON d.platform_id = o.platform_id AND d.product_id = o.product_id
  WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND NOT i.is_tangible AND ${BELONGS})`;

export const selectOpens = readEach<{ saleId: string }, { isOpen: boolean }>(
  'sale-opens',
  { saleId: 'uuid' },
  `SELECT ${STATE} = 'OPEN' AND ${OPENS_SOMETHING} AS is_open FROM sale s WHERE s.platform_id = $1 AND s.id = one.sale_id`,
);

export const noteOpening = (platformId: string, saleId: string): Statement => ({
  text: `INSERT INTO sale_access AS a (platform_id, sale_id) VALUES ($1, $2)
    ON CONFLICT (sale_id, platform_id) DO UPDATE SET opens = a.opens + 1, last_at = now()`,
  values: [platformId, saleId],
});

/** Counts a download, unless the sale has had all of its own. Returns no row then. */
export const countDownload = (
  platformId: string,
  saleId: string,
  { id, mostDownloads }: { id: string; mostDownloads: number },
): Statement<{ downloads: number }> => ({
  text: `INSERT INTO deliverable_download AS w (platform_id, sale_id, deliverable_id) VALUES ($1, $2, $3)
    ON CONFLICT (sale_id, deliverable_id, platform_id) DO UPDATE SET downloads = w.downloads + 1, last_at = now()
      WHERE w.downloads < $4
    RETURNING downloads`,
  values: [platformId, saleId, id, mostDownloads],
});

interface SaleAccess {
  sellerId: string;
  state: AccessState;
  opens: number;
  firstOpenedAt: Date | null;
  lastOpenedAt: Date | null;
}

export const selectSaleAccess = (platformId: string, saleId: string): Statement<SaleAccess> => ({
  text: `SELECT s.seller_id, ${STATE} AS state, coalesce(a.opens, 0) AS opens, a.first_at AS first_opened_at,
      a.last_at AS last_opened_at
    FROM sale s LEFT JOIN sale_access a ON a.platform_id = s.platform_id AND a.sale_id = s.id
    WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

/** Purchases with something to open. Anybody can type an e-mail into an account, so only a proven e-mail opens its purchases. */
export const ACCESSES: List<Omit<RowOf<typeof listAccesses>, 'token'>, { personId: string }> = {
  isFresh: true,
  sql: ({ personId }, bind) => ({
    columns: `s.id, s.created_at, i.title, coalesce(i.product_image, product.image) AS image, seller.name AS seller_name,
      ${STATE} AS state`,
    from: `sale s
      JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
      JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
      JOIN product ON product.platform_id = o.platform_id AND product.id = o.product_id
      JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id`,
    where: [
      's.platform_id = $1',
      `s.buyer_email_lower = (
        SELECT email FROM person WHERE platform_id = $1 AND id = ${bind(personId)} AND email_verified_at IS NOT NULL)`,
      `${STATE} <> 'PENDING'`,
      OPENS_SOMETHING,
    ],
    order: newestFirst('s'),
  }),
};
