/** Products as their partners see them: what they offer, and how much of them is given away. */
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';

export interface ProductTerms {
  isOpen: boolean;
  basisPoints: number;
  isAutomatic: boolean;
  windowDays: number;
}

export interface ProductRow extends ProductTerms {
  id: string;
  name: string;
  sellerId: string;
}

const TERMS = `p.affiliation_open AS "isOpen", p.affiliate_basis_points AS "basisPoints",
  p.affiliation_automatic AS "isAutomatic", p.affiliate_window_days AS "windowDays"`;

/** Whatever gives away a part of a product waits here: what it has given away is known, and stays so until the end. */
export const lockProduct = (platformId: string, productId: string): Statement => ({
  text: `SELECT p.id, p.name, p.seller_id AS "sellerId", ${TERMS}
    FROM product p WHERE p.platform_id = $1 AND p.id = $2 FOR NO KEY UPDATE`,
  values: [platformId, productId],
});

export const updateTerms = (platformId: string, productId: string, terms: ProductTerms): Statement => ({
  text: `UPDATE product SET affiliation_open = $3, affiliate_basis_points = $4, affiliation_automatic = $5, affiliate_window_days = $6
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, productId, terms.isOpen, terms.basisPoints, terms.isAutomatic, terms.windowDays],
});

/**
 * A sale has one affiliate and all co-producers. What is only asked for or offered counts as well, so that nobody who says
 * yes to it finds it gone; of somebody's contract and its next version the larger one.
 */
const SHARED = `
  greatest(CASE WHEN p.affiliation_open THEN p.affiliate_basis_points ELSE 0 END,
    coalesce((SELECT max(a.basis_points) FROM affiliation a WHERE a.platform_id = p.platform_id AND a.product_id = p.id
      AND a.status IN ('REQUESTED', 'ACTIVE')), 0))
  + coalesce((SELECT sum(each.largest) FROM (SELECT max(c.basis_points) AS largest FROM co_production c
      WHERE c.platform_id = p.platform_id AND c.product_id = p.id AND c.status IN ('OFFERED', 'ACTIVE')
      GROUP BY c.person_id) each), 0)`;

export const selectShared = (platformId: string, productId: string): Statement => ({
  text: `SELECT (${SHARED})::integer AS shared FROM product p WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, productId],
});

export interface PageFilter {
  after?: PageCursor | undefined;
}

/** The condition of a page after the first one; `bind` adds a value to the statement. */
export const isAfter = (table: string, after: PageCursor | undefined, bind: (value: unknown) => string): string =>
  after
    ? `AND (${table}.created_at, ${table}.id) < (${timeOfCursor(bind(after.microseconds))}, ${bind(after.id)}::uuid)`
    : '';

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export interface ShownProduct {
  id: string;
  name: string;
  image: string | null;
}
export const SHOWN_PRODUCT = `jsonb_build_object('id', p.id, 'name', p.name, 'image', p.image) AS product`;

export interface OwnProductRow extends ProductTerms, PageCursor {
  product: ShownProduct;
  sharedBasisPoints: number;
}

export function selectOwnProducts(
  platformId: string,
  sellerId: string,
  { after }: PageFilter,
  limit: number,
): Statement {
  const values: unknown[] = [platformId, sellerId, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  return {
    text: `
      SELECT p.id, ${SHOWN_PRODUCT}, ${TERMS}, (${SHARED})::integer AS "sharedBasisPoints",
        ${microsecondsOf('p.created_at')} AS microseconds
      FROM product p WHERE p.platform_id = $1 AND p.seller_id = $2 ${isAfter('p', after, bind)}
      ORDER BY p.created_at DESC, p.id DESC LIMIT $3`,
    values,
  };
}

export interface ShownOffer {
  id: string;
  title: string;
  price: number;
  coin: 'BRL' | 'EUR' | 'USD';
}

/** What a product is sold at, newest first; `currencies` is a parameter of the statement. */
export const shownOffers = (currencies: string): string => `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'title', shown.title, 'price', shown.price, 'coin', shown.coin)
      ORDER BY shown.id DESC), '[]')
    FROM (SELECT o.id, o.title, o.price, o.coin FROM offer o WHERE o.platform_id = p.platform_id AND o.product_id = p.id
      AND o.status = 'PUBLISHED' AND o.coin = ANY(${currencies}) ORDER BY o.id DESC LIMIT 20) shown)`;

export interface MarketRow extends PageCursor {
  product: ShownProduct;
  description: string;
  typeProduct: 'DIGITAL' | 'FISICO';
  sellerName: string;
  basisPoints: number;
  isAutomatic: boolean;
  windowDays: number;
  offers: ShownOffer[];
  affiliation: { id: string; status: 'REQUESTED' | 'ACTIVE' | 'REFUSED' | 'ENDED' } | null;
}

export interface MarketFilter extends PageFilter {
  personId: string;
  currencies: readonly string[];
  search?: string | undefined;
}

/** What is found is read from an index of open products; the rest is read for the few of a page. */
export function selectMarket(platformId: string, filter: MarketFilter, limit: number): Statement {
  const values: unknown[] = [platformId, filter.personId, filter.currencies, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const search = filter.search?.trim();
  const found = search ? `AND fold_text(p.name) LIKE fold_text(${bind(`%${escapeLike(search)}%`)})` : '';
  return {
    text: `
      SELECT p.id, ${SHOWN_PRODUCT}, p.description, p.type_product AS "typeProduct", s.name AS "sellerName",
        p.affiliate_basis_points AS "basisPoints", p.affiliation_automatic AS "isAutomatic",
        p.affiliate_window_days AS "windowDays", ${shownOffers('$3')} AS offers,
        (SELECT jsonb_build_object('id', a.id, 'status', a.status) FROM affiliation a
          WHERE a.platform_id = p.platform_id AND a.product_id = p.id AND a.person_id = $2
          ORDER BY a.created_at DESC, a.id DESC LIMIT 1) AS affiliation,
        ${microsecondsOf('p.created_at')} AS microseconds
      FROM product p JOIN person s ON s.platform_id = p.platform_id AND s.id = p.seller_id AND s.status = 'ACTIVE'
      WHERE p.platform_id = $1 AND p.affiliation_open AND p.seller_id <> $2 ${found} ${isAfter('p', filter.after, bind)}
      ORDER BY p.created_at DESC, p.id DESC LIMIT $4`,
    values,
  };
}
