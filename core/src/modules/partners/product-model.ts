/** Reads products as affiliates and co-producers see them: their terms, offers, and the shares that are given to partners. */

import type { ProductStatus } from '@feira/schemas/catalogue';
import { type AffiliateTerms, affiliateTerms } from '@feira/schemas/entities/affiliate-terms';
import { fieldsOf } from '@feira/schemas/entities/entity';
import type { ProductCategory } from '@feira/schemas/options';
import type { listMarketplace, listProducts } from '@feira/schemas/procedures/partners';
import type { Pojo } from 'objection';
import type { Statement, Transaction } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { editedModel, namedColumns, queryIn } from '../../shared/edited-model.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';

/** The table keeps the terms beside the product's own fields, under names that say whose they are. */
const COLUMNS: Record<string, string> = {
  isOpen: 'affiliationOpen',
  basisPoints: 'affiliateBasisPoints',
  isAutomatic: 'affiliationAutomatic',
  windowDays: 'affiliateWindowDays',
} satisfies Record<keyof AffiliateTerms, string>;
const FIELDS = Object.fromEntries(Object.entries(COLUMNS).map(([field, column]) => [column, field]));
const rename = (names: Record<string, string>) => (row: Pojo) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value]));

/** A product as its partners see it. */
export class SharedProduct extends editedModel('product', affiliateTerms, ['name', 'sellerId', 'status']) {
  static override columnNameMappers = { parse: rename(FIELDS), format: rename(COLUMNS) };
  declare name: string;
  declare sellerId: string;
  declare status: ProductStatus;

  /** Locks the product before a share of it is given away, so that the sum of its shares stays the same until the transaction ends. */
  static lock(transaction: Pick<Transaction, 'client'>, id: string) {
    return queryIn(transaction, SharedProduct)
      .findById(id)
      .select('id', 'version', 'changedIn', 'name', 'sellerId', 'status', ...Object.values(COLUMNS))
      .forNoKeyUpdate();
  }
}

const TERMS = namedColumns('p', fieldsOf(affiliateTerms), COLUMNS);

/**
 * The basis points that a sale may give to partners: one affiliate and all co-producers. Requests and offers count too, so that they can
 * still be accepted. Of a contract and its next version, the larger share counts.
 */
const SHARED = `
  greatest(CASE WHEN p.affiliation_open THEN p.affiliate_basis_points ELSE 0 END,
    coalesce((SELECT max(a.basis_points) FROM affiliation a WHERE a.platform_id = p.platform_id AND a.product_id = p.id
      AND a.status IN ('REQUESTED', 'ACTIVE')), 0))
  + coalesce((SELECT sum(each.largest) FROM (SELECT max(c.basis_points) AS largest FROM co_production c
      WHERE c.platform_id = p.platform_id AND c.product_id = p.id AND c.status IN ('OFFERED', 'ACTIVE')
      GROUP BY coalesce(c.person_id::text, c.email)) each), 0)`;

export const selectShared = (platformId: string, productId: string): Statement<{ shared: number }> => ({
  text: `SELECT (${SHARED})::integer AS shared FROM product p WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, productId],
});

export interface ShownProduct {
  id: string;
  name: string;
  image: string | null;
}
export const SHOWN_PRODUCT = `jsonb_build_object('id', p.id, 'name', p.name, 'image', p.image) AS product`;

/** Lists a seller's products with the shares that partners have. */
export const OWN_PRODUCTS: List<RowOf<typeof listProducts>, { sellerId: string; productId?: string | undefined }> = {
  isFresh: true,
  sql: ({ sellerId, productId }, bind) => ({
    columns: `${SHOWN_PRODUCT}, p.version, ${TERMS}, (${SHARED})::integer AS shared_basis_points`,
    from: 'product p',
    where: [
      'p.platform_id = $1',
      'NOT p.is_hidden',
      `p.seller_id = ${bind(sellerId)}`,
      productId && `p.id = ${bind(productId)}`,
    ],
    order: newestFirst('p'),
  }),
};

export interface ShownOffer {
  id: string;
  title: string;
  price: number;
  coin: 'BRL' | 'EUR' | 'USD';
}

/** Returns the SQL of the offers that a product on sale is sold at, newest first. `currencies` is a placeholder such as $3. */
export const shownOffers = (currencies: string): string => `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'title', shown.title, 'price', shown.price, 'coin', shown.coin)
      ORDER BY shown.id DESC), '[]')
    FROM (SELECT o.id, o.title, o.price, o.coin FROM offer o WHERE o.platform_id = p.platform_id AND o.product_id = p.id
      AND o.status = 'PUBLISHED' AND NOT o.is_hidden AND p.status = 'ACTIVE' AND o.coin = ANY(${currencies}) ORDER BY o.id DESC LIMIT 20) shown)`;

interface MarketFilter {
  personId: string;
  currencies: readonly string[];
  search?: string | undefined;
  category?: ProductCategory | undefined;
}

/** Lists other sellers' products on sale that accept affiliates, with the person's own affiliation. */
export const MARKET: List<RowOf<typeof listMarketplace>, MarketFilter> = {
  isFresh: true,
  sql: ({ personId, currencies, search, category }, bind) => {
    const person = bind(personId);
    return {
      columns: `${SHOWN_PRODUCT}, p.description, p.type_product, p.category, s.name AS seller_name,
        ${TERMS}, ${shownOffers(bind(currencies))} AS offers,
        (SELECT jsonb_build_object('id', a.id, 'status', a.status) FROM affiliation a
          WHERE a.platform_id = p.platform_id AND a.product_id = p.id AND a.person_id = ${person}
          ORDER BY a.created_at DESC, a.id DESC LIMIT 1) AS affiliation`,
      from: `product p JOIN person s ON s.platform_id = p.platform_id AND s.id = p.seller_id AND s.status = 'ACTIVE'`,
      where: [
        'p.platform_id = $1',
        'p.affiliation_open',
        `p.status = 'ACTIVE'`,
        category && `p.category = ${bind(category)}`,
        `p.seller_id <> ${person}`,
        contains('fold_text(p.name)', search, bind),
      ],
      order: newestFirst('p'),
    };
  },
};
