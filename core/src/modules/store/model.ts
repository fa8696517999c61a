/** Reads and writes stores, and reads the products that a page shows. */
import type { Currency } from '@feira/schemas/common';
import { fieldsOf } from '@feira/schemas/entities/entity';
import { type StoreFields, store } from '@feira/schemas/entities/store';
import type { OFFER_TYPES, ProductCategory, RecurrencePeriod } from '@feira/schemas/options';
import type { Statement } from '../../plugins/database.ts';
import { namedColumns } from '../../shared/edited-model.ts';
import { TAKEN } from '../offers/model.ts';

/** The products on a page of a store. */
export const PAGE_SIZE = 48;

const COLUMNS = namedColumns('s', fieldsOf(store));

export interface StoreRow extends StoreFields {
  version: number;
}

export const selectOwnStore = (platformId: string, sellerId: string): Statement<StoreRow> => ({
  text: `SELECT ${COLUMNS}, s.version FROM store s WHERE s.platform_id = $1 AND s.seller_id = $2`,
  values: [platformId, sellerId],
});

export const lockOwnStore = (platformId: string, sellerId: string): Statement<StoreRow> => {
  const { text, values } = selectOwnStore(platformId, sellerId);
  return { text: `${text} FOR NO KEY UPDATE`, values };
};

/** Returns the beginning of addresses that are in use with this beginning. */
export const selectAddresses = (platformId: string, beginning: string): Statement<{ address: string }> => ({
  text: `SELECT address FROM store WHERE platform_id = $1 AND address LIKE $2 || '%' LIMIT 1000`,
  values: [platformId, beginning],
});

/** Counts those of the products that are the seller's. */
export const countOwn = (
  platformId: string,
  sellerId: string,
  ids: readonly string[],
): Statement<{ count: number }> => ({
  text: `SELECT count(*)::int AS count FROM product
    WHERE platform_id = $1 AND seller_id = $2 AND id = ANY ($3::uuid[]) AND NOT is_hidden`,
  values: [platformId, sellerId, ids],
});

/** Writes the store as its next version. Returns nothing where another one has just been written for the first time. */
export const writeStore = (
  platformId: string,
  sellerId: string,
  fields: StoreFields,
  read: number,
): Statement<{ version: number }> => ({
  text: `INSERT INTO store AS s (platform_id, seller_id, is_published, address, title, about, color_primary, product_ids)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (seller_id, platform_id) DO UPDATE SET is_published = EXCLUDED.is_published, address = EXCLUDED.address,
      title = EXCLUDED.title, about = EXCLUDED.about, color_primary = EXCLUDED.color_primary, product_ids = EXCLUDED.product_ids,
      version = s.version + 1
    WHERE s.version = $9
    RETURNING version`,
  values: [
    ...[platformId, sellerId, fields.isPublished, fields.address, fields.title, fields.about, fields.colorPrimary],
    ...[fields.productIds, read],
  ],
});

/** The offer by which a product is sold now: the cheapest one that its seller shows. */
const sold = (now: string, currencies: string): string => `
  SELECT o.id AS offer_id, o.price, o.fake_price, o.coin, o.type, o.recurrence_price, o.frequency_in_days, o.period, o.is_trial_free,
    count(*) OVER ()::int AS offers
  FROM offer o
  WHERE o.platform_id = p.platform_id AND o.product_id = p.id AND o.status = 'PUBLISHED' AND NOT o.is_hidden
    AND o.coin = ANY (${currencies}::text[])
    AND (o.sale_starts_at IS NULL OR o.sale_starts_at <= ${now}) AND (o.sale_ends_at IS NULL OR o.sale_ends_at > ${now})
    AND (o.stock_limit IS NULL OR o.stock_limit > ${TAKEN('o.platform_id', 'o.id')})
  ORDER BY o.price, o.id LIMIT 1`;

/** The platform, as far as it decides what is sold. */
export interface Selling {
  platformId: string;
  currencies: readonly Currency[];
  now: Date;
}

export interface OwnProduct {
  id: string;
  name: string;
  image: string | null;
  category: ProductCategory | null;
  isSold: boolean;
}

/** Returns the seller's products on sale and the named ones, by name. */
export const selectOwnProducts = (
  { platformId, currencies, now }: Selling,
  sellerId: string,
  named: readonly string[],
): Statement<OwnProduct> => ({
  text: `SELECT p.id, p.name, p.image, p.category, p.status = 'ACTIVE' AND EXISTS (${sold('$4', '$5')}) AS is_sold
    FROM product p
    WHERE p.platform_id = $1 AND p.seller_id = $2 AND NOT p.is_hidden AND (p.status = 'ACTIVE' OR p.id = ANY ($3::uuid[]))
    ORDER BY fold_text(p.name), p.id LIMIT 1000`,
  values: [platformId, sellerId, named, now, currencies],
});

export interface ShownStore {
  sellerId: string;
  sellerName: string;
  address: string;
  title: string;
  about: string;
  colorPrimary: string | null;
}

/** Returns a published store of a seller who may sell. */
export const selectShownStore = (platformId: string, address: string): Statement<ShownStore> => ({
  text: `SELECT s.seller_id, person.name AS seller_name, s.address, s.title, s.about, s.color_primary
    FROM store s JOIN person ON person.platform_id = s.platform_id AND person.id = s.seller_id
    WHERE s.platform_id = $1 AND s.address = $2 AND s.is_published AND person.status = 'ACTIVE'`,
  values: [platformId, address],
});

export interface ShownProduct {
  id: string;
  name: string;
  description: string;
  image: string | null;
  category: ProductCategory;
  /** The store that shows it, by its address and the name that visitors read. */
  storeAddress: string;
  storeName: string;
  offerId: string;
  price: number;
  fakePrice: number | null;
  coin: Currency;
  type: (typeof OFFER_TYPES)[number];
  recurrencePrice: number | null;
  frequencyInDays: number | null;
  period: RecurrencePeriod;
  isTrialFree: boolean;
  /** The number of offers that it is sold by. */
  offers: number;
}

interface Shown {
  /** Null for the products of all published stores of the platform. */
  sellerId: string | null;
  category?: string | undefined;
  search?: string | undefined;
}

const SHOWN = `FROM store s
  JOIN person ON person.platform_id = s.platform_id AND person.id = s.seller_id AND person.status = 'ACTIVE'
  CROSS JOIN unnest(s.product_ids) WITH ORDINALITY AS chosen(id, place)
  JOIN product p ON p.platform_id = s.platform_id AND p.id = chosen.id AND p.seller_id = s.seller_id AND p.status = 'ACTIVE'
    AND NOT p.is_hidden
  JOIN LATERAL (${sold('$2', '$3')}) best ON true
  WHERE s.platform_id = $1 AND s.is_published AND ($4::uuid IS NULL OR s.seller_id = $4)`;

/** Returns a page of products in the order of their seller; of several stores the newest products first. One more than a page says that another follows. */
export const selectShownProducts = (
  { platformId, currencies, now }: Selling,
  { sellerId, category, search }: Shown,
  page: number,
): Statement<ShownProduct> => ({
  text: `SELECT p.id, p.name, p.description, p.image, p.category, s.address AS store_address,
      coalesce(nullif(s.title, ''), person.name) AS store_name, best.*
    ${SHOWN} AND ($5::text IS NULL OR p.category = $5)
      AND ($6::text IS NULL OR strpos(fold_text(p.name || ' ' || p.description), fold_text($6)) > 0)
    ORDER BY CASE WHEN $4::uuid IS NOT NULL THEN place END, p.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET $7`,
  values: [
    ...[platformId, now, currencies, sellerId, category ?? null, search ?? null],
    Math.max(0, page - 1) * PAGE_SIZE,
  ],
});

/** Returns the categories of the shown products. */
export const selectShownCategories = (
  { platformId, currencies, now }: Selling,
  sellerId: string | null,
): Statement<{ category: ProductCategory }> => ({
  text: `SELECT DISTINCT p.category ${SHOWN}`,
  values: [platformId, now, currencies, sellerId],
});
