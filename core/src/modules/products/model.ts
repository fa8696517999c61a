/** Reads and writes the rows of products: as their seller edits them, as lists show them, and what hangs on them. */
import type { ProductStatus } from '@feira/schemas/catalogue';
import { fieldsOf } from '@feira/schemas/entities/entity';
import { type ProductFields, product } from '@feira/schemas/entities/product';
import type { getMyProduct, listMyProducts, listProducts } from '@feira/schemas/procedures/products';
import type { Statement, Transaction } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { editedModel, namedColumns, queryIn } from '../../shared/edited-model.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { nextVersion } from '../../shared/row-versions.ts';
import { contains } from '../../shared/statement.ts';

interface ProductState {
  status: ProductStatus;
  blockReason: string | null;
}

/** Besides the fields of the seller. Changes of the last two make a new version too. */
const ROW = ['sellerId', 'status', 'blockReason', 'isHidden'] as const;

/** A product as its seller edits it and the platform reviews it. */
export class Product extends editedModel('product', product, [...ROW]) {
  declare sellerId: string;
  declare status: ProductStatus;
  declare blockReason: string | null;
  /** Made for a payment link that has no other product. */
  declare isHidden: boolean;

  /** Locks the product against other editors; its checkouts sell on meanwhile. */
  static lock(transaction: Pick<Transaction, 'client'>, id: string) {
    return queryIn(transaction, Product)
      .findById(id)
      .select('id', 'version', 'changedIn', ...ROW, ...fieldsOf(product))
      .forNoKeyUpdate();
  }
}
/** Every field whose change makes a new version. */
export const VERSIONED_FIELDS = [...fieldsOf(product), 'status', 'blockReason'];

/** Notes since when the product waits for its review. */
export const markSubmitted = (platformId: string, id: string): Statement => ({
  text: 'UPDATE product SET submitted_at = now() WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

/** Returns an offer of the product that has a free trial. */
export const selectFreeTrial = (platformId: string, productId: string): Statement<{ id: string }> => ({
  text: `SELECT id FROM offer WHERE product_id = $2 AND platform_id = $1 AND is_trial_free AND status <> 'ARCHIVED' LIMIT 1`,
  values: [platformId, productId],
});

/** Sells one piece an order of each offer of the product. */
export const sellOneEach = (platformId: string, productId: string): Statement => ({
  text: `UPDATE offer o SET max_quantity = 1, ${nextVersion('o', '$3')}
    WHERE o.platform_id = $1 AND o.product_id = $2 AND o.max_quantity > 1`,
  values: [platformId, productId, ['maxQuantity']],
});

/** Tells whether an offer of the product was ever bought, by itself or as an order bump. */
const IS_SOLD = `EXISTS (SELECT FROM offer o WHERE o.platform_id = p.platform_id AND o.product_id = p.id AND (
    EXISTS (SELECT FROM sale s WHERE s.platform_id = o.platform_id AND s.offer_id = o.id)
    OR EXISTS (SELECT FROM sale_item i WHERE i.platform_id = o.platform_id AND i.offer_id = o.id AND i.order_bump_id IS NOT NULL)))`;

interface ShownOffer extends RowOf<typeof getMyProduct, 'offers'> {}
interface ShownPerson {
  id: string;
  name: string;
  email: string;
}
export interface ProductView extends ProductFields, ProductState {
  id: string;
  sellerId: string;
  version: number;
  createdAt: Date;
  isSold: boolean;
  hasDelivery: boolean;
  seller: ShownPerson;
  offers: ShownOffer[];
}

const HAS_DELIVERY =
  'EXISTS (SELECT FROM deliverable d WHERE d.platform_id = p.platform_id AND d.product_id = p.id AND d.removed_at IS NULL)';

export const selectProduct = (platformId: string, id: string): Statement<ProductView> => ({
  text: `SELECT p.id, p.version, ${namedColumns('p', [...ROW, ...fieldsOf(product)])}, p.created_at, ${IS_SOLD} AS is_sold,
      ${HAS_DELIVERY} AS has_delivery,
      jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email) AS seller,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'title', shown.title, 'price', shown.price, 'coin', shown.coin,
          'status', shown.status) ORDER BY shown.id DESC), '[]')
        FROM (SELECT * FROM offer o WHERE o.platform_id = p.platform_id AND o.product_id = p.id AND NOT o.is_hidden
          ORDER BY o.id DESC LIMIT 100) shown) AS offers
    FROM product p JOIN person s ON s.platform_id = p.platform_id AND s.id = p.seller_id
    WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, id],
});

const LISTED = 'p.id, p.name, p.image, p.type_product, p.category, p.status, p.block_reason, p.created_at';

export const OWN_PRODUCTS: List<
  RowOf<typeof listMyProducts>,
  FilterOf<typeof listMyProducts> & { sellerId: string }
> = {
  sorts: { name: 'fold_text(p.name)', createdAt: 'p.created_at' },
  isCounted: true,
  isFresh: true,
  sql: ({ sellerId, status, category, search }, bind) => ({
    columns: `${LISTED}, ${HAS_DELIVERY} AS has_delivery, (SELECT count(*)::int FROM offer o
      WHERE o.platform_id = p.platform_id AND o.product_id = p.id AND o.status <> 'ARCHIVED' AND NOT o.is_hidden) AS offers`,
    from: 'product p',
    where: [
      'p.platform_id = $1',
      'NOT p.is_hidden',
      `p.seller_id = ${bind(sellerId)}`,
      status && `p.status = ${bind(status)}`,
      category && `p.category = ${bind(category)}`,
      contains('fold_text(p.name)', search, bind),
    ],
    order: newestFirst('p'),
  }),
};

export const ALL_PRODUCTS: List<RowOf<typeof listProducts>, FilterOf<typeof listProducts>> = {
  sorts: { name: 'fold_text(p.name)', seller: 's.search_text', createdAt: 'p.created_at' },
  isCounted: true,
  isFresh: true,
  sql: ({ sellerId, status, category, search }, bind) => ({
    columns: `${LISTED}, p.version, jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email) AS seller`,
    from: 'product p JOIN person s ON s.platform_id = p.platform_id AND s.id = p.seller_id',
    where: [
      'p.platform_id = $1',
      sellerId && `p.seller_id = ${bind(sellerId)}`,
      status && `p.status = ${bind(status)}`,
      category && `p.category = ${bind(category)}`,
      contains('fold_text(p.name)', search, bind),
    ],
    order: { ...newestFirst('p'), first: `p.status = 'IN_REVIEW'` },
  }),
};

/** Counts the seller's products under a lock of the seller, so that two calls at once cannot both take the last place. */
export const countProducts = (platformId: string, sellerId: string): Statement<{ count: number }>[] => [
  {
    text: 'SELECT 0 AS count FROM person WHERE platform_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [platformId, sellerId],
  },
  {
    text: 'SELECT count(*)::int AS count FROM product WHERE platform_id = $1 AND seller_id = $2 AND NOT is_hidden',
    values: [platformId, sellerId],
  },
];

/** Tells whether something outside of the catalogue refers to the product, so that it stays: sales, affiliations and contracts. */
export const selectIsKept = (platformId: string, id: string): Statement<{ isKept: boolean }> => ({
  text: `SELECT ${IS_SOLD} OR EXISTS (SELECT FROM affiliation a WHERE a.platform_id = p.platform_id AND a.product_id = p.id)
      OR EXISTS (SELECT FROM co_production c WHERE c.platform_id = p.platform_id AND c.product_id = p.id) AS is_kept
    FROM product p WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, id],
});

/** Locks the offers of a product: no purchase that refers to one begins until the transaction ends. */
export const lockOffers = (platformId: string, productId: string): Statement => ({
  text: 'SELECT 1 FROM offer WHERE platform_id = $1 AND product_id = $2 ORDER BY id FOR UPDATE',
  values: [platformId, productId],
});

/** Deletes a product that nothing refers to, with all that belongs to it. */
export function deleteProduct(platformId: string, id: string): Statement[] {
  const offers = 'SELECT o.id FROM offer o WHERE o.platform_id = $1 AND o.product_id = $2';
  const values = [platformId, id];
  return [
    `DELETE FROM order_bump WHERE platform_id = $1 AND (product_id = $2 OR offer_id IN (${offers}))`,
    `DELETE FROM delivery_option WHERE platform_id = $1 AND offer_id IN (${offers})`,
    `DELETE FROM abandoned_cart WHERE platform_id = $1 AND offer_id IN (${offers})`,
    `DELETE FROM payment_link WHERE platform_id = $1 AND id IN (${offers})`,
    'DELETE FROM offer WHERE platform_id = $1 AND product_id = $2',
    'DELETE FROM deliverable WHERE platform_id = $1 AND product_id = $2',
    'DELETE FROM product WHERE platform_id = $1 AND id = $2',
  ].map((text) => ({ text, values }));
}
