/** Reads and writes the rows of order bumps, which the checkouts of a product offer beside it. */
import type { Currency } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { type Columns, namedColumns, VERSIONED, type Versioned } from './versioned-model.ts';

/** The fields that a seller edits. */
export interface BumpFields {
  title: string;
  text: string;
  image: string | null;
  price: number | null;
  fakePrice: number | null;
}
export const BUMP_COLUMNS = {
  title: 'title',
  text: 'text',
  image: 'image',
  price: 'price',
  fakePrice: 'fake_price',
} as const satisfies Columns<BumpFields>;

export interface BumpRow extends BumpFields, Versioned {
  productId: string;
}

/** Locks one bump of a seller. */
export const lockBump = (platformId: string, id: string, sellerId: string): Statement<BumpRow> => ({
  text: `SELECT b.id, b.product_id AS "productId", ${VERSIONED('b')}, ${namedColumns('b', BUMP_COLUMNS)}
    FROM order_bump b JOIN product p ON p.platform_id = b.platform_id AND p.id = b.product_id
    WHERE b.platform_id = $1 AND b.id = $2 AND p.seller_id = $3 FOR NO KEY UPDATE OF b`,
  values: [platformId, id, sellerId],
});

export const selectBumpIds = (platformId: string, productId: string): Statement<{ id: string; offerId: string }> => ({
  text: `SELECT id, offer_id AS "offerId" FROM order_bump WHERE platform_id = $1 AND product_id = $2 ORDER BY position, id`,
  values: [platformId, productId],
});

/** An offer that a bump may add, if it is this seller's. */
export const selectOffered = (
  platformId: string,
  offerId: string,
  sellerId: string,
): Statement<{ productId: string }> => ({
  text: `SELECT o.product_id AS "productId" FROM offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
    WHERE o.platform_id = $1 AND o.id = $2 AND p.seller_id = $3 AND o.type = 'ONE_TIME' AND o.status <> 'ARCHIVED'`,
  values: [platformId, offerId, sellerId],
});

export const placeBumps = (platformId: string, ids: readonly string[]): Statement => ({
  text: `UPDATE order_bump b SET position = wanted.place
    FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted(id, place) WHERE b.platform_id = $1 AND b.id = wanted.id`,
  values: [platformId, ids],
});

export const deleteBump = (platformId: string, id: string): Statement => ({
  text: 'DELETE FROM order_bump WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

interface ListedBump extends BumpFields {
  id: string;
  version: number;
  offer: { id: string; title: string; price: number; coin: Currency; status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED' };
  product: { id: string; name: string; image: string | null };
  isShown: boolean;
}

export const selectBumps = (platformId: string, productId: string): Statement<ListedBump> => ({
  text: `SELECT b.id, b.version, ${namedColumns('b', BUMP_COLUMNS)},
      jsonb_build_object('id', o.id, 'title', o.title, 'price', o.price, 'coin', o.coin, 'status', o.status) AS offer,
      jsonb_build_object('id', p.id, 'name', p.name, 'image', p.image) AS product,
      o.status = 'PUBLISHED' AND p.status = 'ACTIVE' AS "isShown"
    FROM order_bump b
    JOIN offer o ON o.platform_id = b.platform_id AND o.id = b.offer_id
    JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
    WHERE b.platform_id = $1 AND b.product_id = $2 ORDER BY b.position, b.id`,
  values: [platformId, productId],
});
