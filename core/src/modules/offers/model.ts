/** Reads a published offer with everything a checkout needs in one statement, and caches it until it changes. */
import type { Pixels } from '@feira/schemas/catalogue';
import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { deliveryFields } from '@feira/schemas/entities/delivery-option';
import { fieldsOf, type ValuesOf } from '@feira/schemas/entities/entity';
import { type OfferFields, offer } from '@feira/schemas/entities/offer';
import type { ProductNotificationMode } from '@feira/schemas/options';
import type { PlatformSettings } from '@feira/schemas/platform';
import type { PaymentLinkKind } from '@feira/schemas/procedures/payment-links';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { namedColumns } from '../../shared/edited-model.ts';

/** The parts of a platform that decide whether an offer is sold. */
interface Selling {
  id: string;
  settings: Pick<PlatformSettings, 'currencies'>;
}

/** The limits that take an offer off sale by themselves. */
interface Sale {
  /** The number that may be sold; null for any number. */
  stockLimit: number | null;
  saleStartsAt: Date | string | null;
  saleEndsAt: Date | string | null;
}

export interface OrderBump extends Sale {
  id: string;
  offerId: string;
  title: string;
  text: string;
  price: number;
  fakePrice: number | null;
  productName: string;
  productImage: string | null;
  isTangible: boolean;
  parcel: ProductParcel;
}

/** The parcel of one piece of a product, as far as its seller has told it. */
export interface ProductParcel {
  weightGrams: number | null;
  heightCm: number | null;
  widthCm: number | null;
  lengthCm: number | null;
}

export type DeliveryOption = ValuesOf<typeof deliveryFields> & {
  id: string;
  /** The option in whose place a quoted service stands; then `id` is that of the quote. */
  quotedFrom?: string;
};

/** A running test, which shows some visitors version B instead of the published version A. */
export interface CheckoutTest {
  id: string;
  versionAId: string;
  versionBId: string;
  /** The percentage of visitors who see version B. */
  shareB: number;
  configB: CheckoutBuilderConfig;
}

/** The payment link that an offer belongs to. */
export interface OfferLink {
  kind: PaymentLinkKind;
  /** Neither turned off nor closed. */
  isOn: boolean;
  isSingleUse: boolean;
  /** The cents between which the buyer chooses; null where the amount is fixed. */
  leastAmount: number | null;
  mostAmount: number | null;
}

/** An offer as it is sold. `pixEnabled` and the like are true if the offer and its seller allow the method; the platform may restrict it further. */
export interface Offer extends Sale, Omit<OfferFields, keyof Sale> {
  id: string;
  productId: string;
  /** Null for an offer that is sold by itself. */
  link: OfferLink | null;
  /** Its seller has a coupon that it takes, now or later. */
  hasCoupons: boolean;
  checkoutBuilderConfig: CheckoutBuilderConfig;
  /** The published version of the checkout; null before the first one. */
  checkoutVersionId: string | null;
  /** The running test of two versions; null where there is none. */
  checkoutTest: CheckoutTest | null;
  sellerId: string;
  /** NONE: the buyer gets no mail about the purchase. */
  notificationMode: ProductNotificationMode;
  /** The product's pixels. */
  pixels: Pixels;
  sellerName: string;
  /** CPF or CNPJ. A CPF goes to the provider alone. */
  sellerDocument: string | null;
  /** The seller lets buyers see a CPF. */
  showsSellerDocument: boolean;
  sellerAddress: string | null;
  supportEmail: string | null;
  /** The origins whose pages may frame the seller's checkouts. */
  embedOrigins: string[];
  guaranteeDays: number;
  product: {
    name: string;
    description: string;
    image: string | null;
    typeProduct: 'DIGITAL' | 'FISICO';
    parcel: ProductParcel;
  };
  orderBumps: OrderBump[];
  deliveryOptions: DeliveryOption[];
}

/** The platform may forbid the seller a method. */
const METHODS = ['pixEnabled', 'creditCardEnabled', 'billetEnabled'];
const PLAIN_FIELDS = fieldsOf(offer).filter((name) => !METHODS.includes(name));

const parcelOf = (
  alias: string,
) => `jsonb_build_object('weightGrams', ${alias}.weight_grams, 'heightCm', ${alias}.height_cm,
  'widthCm', ${alias}.width_cm, 'lengthCm', ${alias}.length_cm)`;

const OFFER = `
  SELECT o.id, o.product_id, ${namedColumns('o', PLAIN_FIELDS)}, o.pix_enabled AND person.pix_enabled AS pix_enabled,
    o.credit_card_enabled AND person.credit_card_enabled AS credit_card_enabled,
    o.billet_enabled AND person.billet_enabled AS billet_enabled,
    -- The limits of uses are left out: they change with purchases, which this must not follow.
    NOT p.is_hidden AND EXISTS (SELECT FROM coupon c WHERE c.platform_id = o.platform_id AND c.seller_id = p.seller_id AND c.is_active AND c.deleted_at IS NULL
      AND (c.ends_at IS NULL OR c.ends_at > now()) AND (c.coin IS NULL OR c.coin = o.coin)
      AND (c.offer_ids = '{}' AND c.product_ids = '{}' OR o.id = ANY (c.offer_ids) OR p.id = ANY (c.product_ids))) AS has_coupons,
    (SELECT jsonb_build_object('kind', l.kind, 'isOn', l.is_active AND l.closed_at IS NULL, 'isSingleUse', l.is_single_use,
        'leastAmount', l.least_amount, 'mostAmount', l.most_amount)
      FROM payment_link l WHERE l.platform_id = o.platform_id AND l.id = o.id) AS link,
    o.checkout_builder_config, o.checkout_version_id,
    (SELECT jsonb_build_object('id', t.id, 'versionAId', t.version_a_id, 'versionBId', t.version_b_id, 'shareB', t.share_b,
        'configB', v.config)
      FROM checkout_test t JOIN checkout_version v ON v.platform_id = t.platform_id AND v.id = t.version_b_id
      WHERE t.platform_id = o.platform_id AND t.offer_id = o.id AND t.ended_at IS NULL) AS checkout_test, person.id AS seller_id,
    person.name AS seller_name, person.document AS seller_document, person.shows_document AS shows_seller_document,
    person.public_address AS seller_address, person.embed_origins, p.notification_mode,
    nullif(p.support_email, '') AS support_email, p.guarantee_days, p.pixels,
    jsonb_build_object('name', p.name, 'description', p.description, 'image', p.image, 'typeProduct', p.type_product,
      'parcel', ${parcelOf('p')}) AS product,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'offerId', bo.id, 'title', b.title, 'text', b.text,
        'price', coalesce(b.price, bo.price),
        'fakePrice', coalesce(b.fake_price, bo.fake_price), 'productName', bp.name, 'productImage', coalesce(b.image, bp.image),
        'isTangible', bp.type_product = 'FISICO', 'parcel', ${parcelOf('bp')}, 'stockLimit', bo.stock_limit, 'saleStartsAt', bo.sale_starts_at,
        'saleEndsAt', bo.sale_ends_at)
        ORDER BY b.position, b.id), '[]')
      FROM order_bump b
      JOIN offer bo ON bo.platform_id = b.platform_id AND bo.id = b.offer_id AND bo.status = 'PUBLISHED' AND bo.coin = o.coin
      JOIN product bp ON bp.platform_id = bo.platform_id AND bp.id = bo.product_id AND bp.status = 'ACTIVE'
      WHERE b.platform_id = o.platform_id AND b.product_id = o.product_id) AS order_bumps,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'description', d.description, 'deliveryTime', d.delivery_time,
        'fareAmount', d.fare_amount, 'preSelected', d.pre_selected, 'quotedBy', d.quoted_by, 'freeFrom', d.free_from,
        'fallback', d.fallback) ORDER BY d.position, d.id), '[]')
      FROM delivery_option d WHERE d.platform_id = o.platform_id AND d.offer_id = o.id) AS delivery_options
  FROM offer o
  JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
  JOIN person ON person.platform_id = p.platform_id AND person.id = p.seller_id
  WHERE o.platform_id = $1 AND o.id = $2`;

const selectOffer = (platformId: string, id: string): Statement<Offer> => ({
  name: 'offer',
  values: [platformId, id],
  text: `${OFFER} AND o.status = 'PUBLISHED' AND p.status = 'ACTIVE' AND person.status = 'ACTIVE'`,
});

/**
 * Returns an offer for its subscriptions, on sale or not. Neither a blocked product nor a blocked seller charges anybody; undefined where that
 * is so.
 */
export const findRenewedOffer = (app: OffersApp, platformId: string, id: string): Promise<Offer | undefined> =>
  app.database.find(
    platformId,
    { values: [platformId, id], text: `${OFFER} AND p.status <> 'BLOCKED' AND person.status = 'ACTIVE'` },
    true,
  );

/** Returns an offer of this seller whatever its status, as the preview of its checkout shows it. */
export const selectPreviewedOffer = (platformId: string, id: string, sellerId: string): Statement<Offer> => ({
  text: `${OFFER} AND p.seller_id = $3`,
  values: [platformId, id, sellerId],
});

export type OffersApp = Pick<FastifyInstance, 'database' | 'cache' | 'clock'>;

const readOffer = (app: OffersApp, platformId: string, id: string): Promise<Offer | null> =>
  app.cache.get(platformId, `offer:${id}`, async () => {
    // Reads the primary database, because the result is cached until the next change and a replica may lag.
    return (await app.database.find(platformId, selectOffer(platformId, id), true)) ?? null;
  });

/** Returns the origins whose pages may frame the checkouts of this offer's seller; none where the offer is not published any more. */
export const findEmbedOrigins = async (app: OffersApp, platformId: string, offerId: string): Promise<string[]> =>
  (await readOffer(app, platformId, offerId))?.embedOrigins ?? [];

/**
 * Counts the stock that is taken: by payments that may still be paid or were. A payment that is refused or expires gives its piece back by
 * that alone; one that is paid late takes it again, even where nothing is left.
 */
export const TAKEN = (platform: string, offer: string): string => `
  (SELECT coalesce(sum(c.quantity), 0)::int FROM stock_claim c JOIN payment y ON y.id = c.payment_id AND y.platform_id = c.platform_id
    WHERE c.platform_id = ${platform} AND c.offer_id = ${offer} AND y.status NOT IN ('REJECTED', 'CANCELED'))`;

const selectLeft = (platformId: string, ids: readonly string[]): Statement<{ id: string; left: number }> => ({
  text: `SELECT o.id, o.stock_limit - ${TAKEN('o.platform_id', 'o.id')} AS left FROM offer o
    WHERE o.platform_id = $1 AND o.id = ANY ($2::uuid[]) AND o.stock_limit IS NOT NULL`,
  values: [platformId, ids],
});

/** The reason why a published offer cannot be bought now. */
const UNAVAILABLE = [
  'OFFER_NOT_STARTED',
  'OFFER_ENDED',
  'OFFER_SOLD_OUT',
  'PAYMENT_LINK_OFF',
  'PAYMENT_LINK_EXPIRED',
  'PAYMENT_LINK_USED',
] as const;
export type Unavailable = (typeof UNAVAILABLE)[number];
export const isUnavailable = (code: string): code is Unavailable => UNAVAILABLE.some((one) => one === code);

/** The reasons of offers as the buyer of a payment link is told them. */
const OF_LINKS: Partial<Record<Unavailable, Unavailable>> = {
  OFFER_ENDED: 'PAYMENT_LINK_EXPIRED',
  OFFER_SOLD_OUT: 'PAYMENT_LINK_USED',
};

/** Returns the reason as the buyer of the offer is told it. */
export const tellUnavailable = ({ link }: Pick<Offer, 'link'>, why: Unavailable): Unavailable =>
  (link && OF_LINKS[why]) ?? why;

export interface FoundOffer extends Offer {
  unavailable: Unavailable | null;
}

/**
 * Returns null when this platform has no such published offer of an active product, or no longer sells in its currency. Its order bumps are
 * those that can be bought now, and no order may have more pieces than are left.
 */
export async function findOffer(app: OffersApp, platform: Selling, id: string): Promise<FoundOffer | null> {
  const found = await readOffer(app, platform.id, id);
  if (!found || !platform.settings.currencies.includes(found.coin)) return null;
  const limited = [found, ...found.orderBumps].filter(({ stockLimit }) => stockLimit !== null);
  const ids = limited.map((item) => ('offerId' in item ? item.offerId : item.id));
  const rows = ids.length > 0 ? (await app.database.readShared(platform.id, selectLeft(platform.id, ids))).rows : [];
  const left = new Map(rows.map((row) => [row.id, row.left]));
  const now = app.clock.now();
  const whyNot = (offerId: string, { saleStartsAt, saleEndsAt }: Sale): Unavailable | null => {
    if (saleEndsAt && new Date(saleEndsAt) <= now) return 'OFFER_ENDED';
    if (saleStartsAt && new Date(saleStartsAt) > now) return 'OFFER_NOT_STARTED';
    return (left.get(offerId) ?? 1) < 1 ? 'OFFER_SOLD_OUT' : null;
  };
  const why = found.link?.isOn === false ? 'PAYMENT_LINK_OFF' : whyNot(found.id, found);
  return {
    ...found,
    maxQuantity: Math.max(1, Math.min(found.maxQuantity, left.get(found.id) ?? found.maxQuantity)),
    unavailable: why && tellUnavailable(found, why),
    orderBumps: found.orderBumps.filter((bump) => whyNot(bump.offerId, bump) === null),
  };
}

export type OfferSummary = Pick<Offer, 'id' | 'title' | 'price' | 'coin'>;

/** Returns the published offers of this seller, newest first, since ids grow with time. */
export const selectSellerOffers = (
  { id, settings }: Selling,
  sellerId: string,
  limit: number,
): Statement<Pick<Offer, 'id' | 'title' | 'price' | 'coin'>> => ({
  text: `
    SELECT o.id, o.title, o.price, o.coin
    FROM offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
    WHERE o.platform_id = $1 AND p.seller_id = $2 AND o.status = 'PUBLISHED' AND p.status = 'ACTIVE' AND NOT o.is_hidden
      AND o.coin = ANY($4)
    ORDER BY o.id DESC LIMIT $3`,
  values: [id, sellerId, limit, settings.currencies],
});
