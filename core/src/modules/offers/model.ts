/** Reads a published offer with everything a checkout needs in one statement, and caches it until it changes. */
import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { Currency } from '@feira/schemas/common';
import type { PlatformSettings } from '@feira/schemas/platform';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';

/** The parts of a platform that decide whether an offer is sold. */
interface Selling {
  id: string;
  settings: Pick<PlatformSettings, 'currencies'>;
}

export interface OrderBump {
  id: string;
  offerId: string;
  title: string;
  price: number;
  fakePrice: number | null;
  productName: string;
  productImage: string | null;
  isTangible: boolean;
}

export interface DeliveryOption {
  id: string;
  description: string;
  deliveryTime: string;
  fareAmount: number;
  preSelected: boolean;
}

export interface Offer {
  id: string;
  title: string;
  price: number;
  coin: Currency;
  type: 'ONE_TIME' | 'SUBSCRIPTION';
  recurrencePrice: number | null;
  frequencyInDays: number | null;
  fretePrice: number | null;
  requiredDocumentAndPhone: boolean;
  /** True if the offer and its seller allow the method; the platform may restrict it further. */
  pixEnabled: boolean;
  creditCardEnabled: boolean;
  billetEnabled: boolean;
  abandonedCartEnabled: boolean;
  checkoutBuilderConfig: CheckoutBuilderConfig;
  sellerId: string;
  /** The connection that the seller chose for this offer, if any. */
  connectionId: string | null;
  sellerName: string;
  /** CPF or CNPJ. Only the provider may receive it. */
  sellerDocument: string | null;
  product: { name: string; description: string; image: string | null; typeProduct: 'DIGITAL' | 'FISICO' };
  orderBumps: OrderBump[];
  deliveryOptions: DeliveryOption[];
}

const selectOffer = (platformId: string, id: string): Statement<Offer> => ({
  name: 'offer',
  values: [platformId, id],
  text: `
  SELECT o.id, o.title, o.price, o.coin, o.type, o.recurrence_price AS "recurrencePrice",
    o.frequency_in_days AS "frequencyInDays", o.frete_price AS "fretePrice",
    o.required_document_and_phone AS "requiredDocumentAndPhone", o.pix_enabled AND person.pix_enabled AS "pixEnabled",
    o.credit_card_enabled AND person.credit_card_enabled AS "creditCardEnabled",
    o.billet_enabled AND person.billet_enabled AS "billetEnabled", o.abandoned_cart_enabled AS "abandonedCartEnabled",
    o.checkout_builder_config AS "checkoutBuilderConfig", o.connection_id AS "connectionId",
    person.id AS "sellerId", person.name AS "sellerName", person.document AS "sellerDocument",
    jsonb_build_object('name', p.name, 'description', p.description, 'image', p.image, 'typeProduct', p.type_product) AS product,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'offerId', bo.id, 'title', b.title, 'price', bo.price,
        'fakePrice', bo.fake_price, 'productName', bp.name, 'productImage', bp.image, 'isTangible', bp.type_product = 'FISICO')
        ORDER BY b.position, b.id), '[]')
      FROM order_bump b
      JOIN offer bo ON bo.platform_id = b.platform_id AND bo.id = b.offer_id AND bo.status = 'PUBLISHED' AND bo.coin = o.coin
      JOIN product bp ON bp.platform_id = bo.platform_id AND bp.id = bo.product_id
      WHERE b.platform_id = o.platform_id AND b.product_id = o.product_id) AS "orderBumps",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'description', d.description, 'deliveryTime', d.delivery_time,
        'fareAmount', d.fare_amount, 'preSelected', d.pre_selected) ORDER BY d.position, d.id), '[]')
      FROM delivery_option d WHERE d.platform_id = o.platform_id AND d.offer_id = o.id) AS "deliveryOptions"
  FROM offer o
  JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
  JOIN person ON person.platform_id = p.platform_id AND person.id = p.seller_id AND person.status = 'ACTIVE'
  WHERE o.platform_id = $1 AND o.id = $2 AND o.status = 'PUBLISHED'`,
});

type OffersApp = Pick<FastifyInstance, 'database' | 'cache'>;

const readOffer = (app: OffersApp, platformId: string, id: string): Promise<Offer | null> =>
  app.cache.get(platformId, `offer:${id}`, async () => {
    // Reads the primary database, because the result is cached until the next change and a replica may lag.
    return (await app.database.find(platformId, selectOffer(platformId, id), true)) ?? null;
  });

/** Returns null when this platform has no such published offer, or no longer sells in its currency. */
export async function findOffer(app: OffersApp, platform: Selling, id: string): Promise<Offer | null> {
  const offer = await readOffer(app, platform.id, id);
  return offer && platform.settings.currencies.includes(offer.coin) ? offer : null;
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
    WHERE o.platform_id = $1 AND p.seller_id = $2 AND o.status = 'PUBLISHED' AND o.coin = ANY($4)
    ORDER BY o.id DESC LIMIT $3`,
  values: [id, sellerId, limit, settings.currencies],
});
