/** Who sells somebody else's product, as rows. Every statement names the platform, and a side where it is one's own. */
import type { AFFILIATION_STATUSES } from '@feira/schemas/procedures/partners';
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor } from '../../shared/page-cursor.ts';
import {
  escapeLike,
  isAfter,
  type PageFilter,
  SHOWN_PRODUCT,
  type ShownOffer,
  type ShownProduct,
  shownOffers,
} from './product-model.ts';

export type AffiliationStatus = (typeof AFFILIATION_STATUSES)[number];

/** What is decided about, together with both sides. */
export interface AffiliationRow {
  id: string;
  productId: string;
  personId: string;
  personName: string;
  personEmail: string;
  sellerId: string;
  status: AffiliationStatus;
  basisPoints: number;
}

const selectOf =
  (lock: string) =>
  (platformId: string, id: string): Statement => ({
    text: `
    SELECT a.id, a.product_id AS "productId", a.person_id AS "personId", a.status, a.basis_points AS "basisPoints",
      m.name AS "personName", m.email AS "personEmail", p.seller_id AS "sellerId"
    FROM affiliation a
    JOIN product p ON p.platform_id = a.platform_id AND p.id = a.product_id
    JOIN person m ON m.platform_id = a.platform_id AND m.id = a.person_id
    WHERE a.platform_id = $1 AND a.id = $2 ${lock}`,
    values: [platformId, id],
  });
export const selectAffiliation = selectOf('');
export const lockAffiliation = selectOf('FOR NO KEY UPDATE OF a');

export interface Earlier {
  status: AffiliationStatus;
  endedAs: 'seller' | 'affiliate' | null;
}

/** What somebody has been to a product, the latest first. */
export const selectEarlier = (platformId: string, productId: string, personId: string): Statement => ({
  text: `SELECT status, ended_as AS "endedAs" FROM affiliation WHERE platform_id = $1 AND product_id = $2 AND person_id = $3
    ORDER BY created_at DESC, id DESC`,
  values: [platformId, productId, personId],
});

export interface NewAffiliation {
  id: string;
  productId: string;
  personId: string;
  basisPoints: number;
  status: 'REQUESTED' | 'ACTIVE';
}

export const insertAffiliation = (platformId: string, row: NewAffiliation): Statement => ({
  text: `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status, decided_at)
    VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $6 = 'ACTIVE' THEN now() END)`,
  values: [platformId, row.id, row.productId, row.personId, row.basisPoints, row.status],
});

export const updateStatus = (
  platformId: string,
  id: string,
  status: AffiliationStatus,
  endedAs: Earlier['endedAs'] = null,
): Statement => ({
  text: `UPDATE affiliation SET status = $3, ended_as = $4, decided_at = now() WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, status, endedAs],
});

interface ShownAffiliation extends PageCursor {
  status: AffiliationStatus;
  basisPoints: number;
  createdAt: Date;
  decidedAt: Date | null;
  product: ShownProduct;
}

const SHOWN = `a.id, a.status, a.basis_points AS "basisPoints", a.created_at AS "createdAt", a.decided_at AS "decidedAt",
  ${SHOWN_PRODUCT}, ${microsecondsOf('a.created_at')} AS microseconds`;

export interface SellersRow extends ShownAffiliation {
  person: { id: string; name: string; email: string };
}

export interface SellersFilter extends PageFilter {
  status: AffiliationStatus;
  productId?: string | undefined;
  search?: string | undefined;
}

/** As many as a page shows of each product, found in its index, and the newest of them: a seller may have very many. */
export function selectOfSeller(platformId: string, sellerId: string, filter: SellersFilter, limit: number): Statement {
  const values: unknown[] = [platformId, sellerId, filter.status, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const product = filter.productId ? `AND p.id = ${bind(filter.productId)}` : '';
  const search = filter.search?.trim();
  const found = search ? `AND m.search_text LIKE fold_text(${bind(`%${escapeLike(search)}%`)})` : '';
  return {
    text: `
      SELECT ${SHOWN}, a.person
      FROM product p
      CROSS JOIN LATERAL (
        SELECT a.*, jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email) AS person
        FROM affiliation a JOIN person m ON m.platform_id = a.platform_id AND m.id = a.person_id ${found}
        WHERE a.platform_id = p.platform_id AND a.product_id = p.id AND a.status = $3 ${isAfter('a', filter.after, bind)}
        ORDER BY a.created_at DESC, a.id DESC LIMIT $4
      ) a
      WHERE p.platform_id = $1 AND p.seller_id = $2 ${product}
      ORDER BY a.created_at DESC, a.id DESC LIMIT $4`,
    values,
  };
}

export interface OwnRow extends ShownAffiliation {
  sellerName: string;
  windowDays: number;
  offers: ShownOffer[];
}

export interface OwnFilter extends PageFilter {
  status?: AffiliationStatus | undefined;
  currencies: readonly string[];
}

export function selectOwn(platformId: string, personId: string, filter: OwnFilter, limit: number): Statement {
  const values: unknown[] = [platformId, personId, filter.currencies, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const status = filter.status ? `AND a.status = ${bind(filter.status)}` : '';
  return {
    text: `
      SELECT ${SHOWN}, s.name AS "sellerName", p.affiliate_window_days AS "windowDays",
        CASE WHEN a.status = 'ACTIVE' THEN ${shownOffers('$3')} ELSE '[]' END AS offers
      FROM affiliation a
      JOIN product p ON p.platform_id = a.platform_id AND p.id = a.product_id
      JOIN person s ON s.platform_id = p.platform_id AND s.id = p.seller_id
      WHERE a.platform_id = $1 AND a.person_id = $2 ${status} ${isAfter('a', filter.after, bind)}
      ORDER BY a.created_at DESC, a.id DESC LIMIT $4`,
    values,
  };
}
