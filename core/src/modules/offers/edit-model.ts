/** Reads and writes the rows of offers as their seller edits them, with their delivery options. */
import type { InstallmentTable, ProductStatus } from '@feira/schemas/catalogue';
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { RECURRENCE_DAYS, RecurrencePeriod } from '@feira/schemas/options';
import type { DunningRules } from '@feira/schemas/subscription';
import type { Statement } from '../../plugins/database.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';
import { type Columns, namedColumns, VERSIONED, type Versioned } from '../products/versioned-model.ts';
import { type DeliveryOption, TAKEN } from './model.ts';

export type OfferStatus = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';

/** The fields that a seller edits, besides the delivery options. */
export interface OfferFields {
  title: string;
  price: number;
  fakePrice: number | null;
  coin: Currency;
  type: 'ONE_TIME' | 'SUBSCRIPTION';
  recurrencePrice: number | null;
  frequencyInDays: (typeof RECURRENCE_DAYS)[number] | null;
  period: RecurrencePeriod;
  trialDays: number | null;
  isTrialFree: boolean;
  recurrenceCycles: number | null;
  affiliateCycles: number | null;
  dunning: DunningRules | null;
  fretePrice: number | null;
  requiredDocumentAndPhone: boolean;
  pixEnabled: boolean;
  creditCardEnabled: boolean;
  billetEnabled: boolean;
  abandonedCartEnabled: boolean;
  connectionId: string | null;
  stockLimit: number | null;
  /** In ISO 8601, as they are sent. */
  saleStartsAt: string | null;
  saleEndsAt: string | null;
  thankYouUrl: string | null;
  priceKeptDays: number;
  installments: InstallmentTable | null;
  status: OfferStatus;
}
export const OFFER_COLUMNS = {
  title: 'title',
  price: 'price',
  fakePrice: 'fake_price',
  coin: 'coin',
  type: 'type',
  recurrencePrice: 'recurrence_price',
  frequencyInDays: 'frequency_in_days',
  period: 'period',
  trialDays: 'trial_days',
  isTrialFree: 'is_trial_free',
  recurrenceCycles: 'recurrence_cycles',
  affiliateCycles: 'affiliate_cycles',
  dunning: 'dunning',
  fretePrice: 'frete_price',
  requiredDocumentAndPhone: 'required_document_and_phone',
  pixEnabled: 'pix_enabled',
  creditCardEnabled: 'credit_card_enabled',
  billetEnabled: 'billet_enabled',
  abandonedCartEnabled: 'abandoned_cart_enabled',
  connectionId: 'connection_id',
  stockLimit: 'stock_limit',
  saleStartsAt: 'sale_starts_at',
  saleEndsAt: 'sale_ends_at',
  thankYouUrl: 'thank_you_url',
  priceKeptDays: 'price_kept_days',
  installments: 'installments',
  status: 'status',
} as const satisfies Columns<OfferFields>;

const ISO = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const { saleStartsAt: STARTS, saleEndsAt: ENDS, ...PLAIN } = OFFER_COLUMNS;
const FIELDS = `${namedColumns('o', PLAIN)}, ${ISO(`o.${STARTS}`)} AS "saleStartsAt", ${ISO(`o.${ENDS}`)} AS "saleEndsAt"`;

const DELIVERY_OPTIONS = `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'description', d.description, 'deliveryTime', d.delivery_time,
      'fareAmount', d.fare_amount, 'preSelected', d.pre_selected) ORDER BY d.position, d.id), '[]')
    FROM delivery_option d WHERE d.platform_id = o.platform_id AND d.offer_id = o.id) AS "deliveryOptions"`;

export interface OfferRow extends OfferFields, Versioned {
  productId: string;
  deliveryOptions: DeliveryOption[];
}

const ROW = `o.id, o.product_id AS "productId", ${VERSIONED('o')}, ${FIELDS}, ${DELIVERY_OPTIONS}`;
const OWN = `offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id`;

/** Locks an offer of this seller against other editors; purchases of a limited stock wait as well. */
export const lockOwnOffer = (platformId: string, id: string, sellerId: string): Statement<OfferRow> => ({
  text: `SELECT ${ROW} FROM ${OWN} WHERE o.platform_id = $1 AND o.id = $2 AND p.seller_id = $3 FOR NO KEY UPDATE OF o`,
  values: [platformId, id, sellerId],
});

interface ProductSummary {
  id: string;
  name: string;
  image: string | null;
  typeProduct: 'DIGITAL' | 'FISICO';
  status: ProductStatus;
}
const PRODUCT = `jsonb_build_object('id', p.id, 'name', p.name, 'image', p.image, 'typeProduct', p.type_product, 'status', p.status) AS product`;

export interface OfferView extends OfferRow {
  createdAt: Date;
  product: ProductSummary;
  taken: number;
}

export const selectOwnOffer = (platformId: string, id: string, sellerId: string): Statement<OfferView> => ({
  text: `SELECT ${ROW}, o.created_at AS "createdAt", ${PRODUCT}, ${TAKEN('o.platform_id', 'o.id')} AS taken
    FROM ${OWN} WHERE o.platform_id = $1 AND o.id = $2 AND p.seller_id = $3`,
  values: [platformId, id, sellerId],
});

interface OwnFilter {
  sellerId: string;
  productId?: string | undefined;
  status?: OfferStatus | undefined;
  search?: string | undefined;
}

export const OWN_OFFERS: List<
  Pick<OfferView, 'id' | 'title' | 'price' | 'coin' | 'type' | 'status' | 'createdAt' | 'product'>,
  OwnFilter
> = {
  isFresh: true,
  sql: ({ sellerId, productId, status, search }, bind) => ({
    columns: `o.id, o.title, o.price, o.coin, o.type, o.status, o.created_at AS "createdAt", ${PRODUCT}`,
    from: OWN,
    where: [
      'o.platform_id = $1',
      `p.seller_id = ${bind(sellerId)}`,
      productId && `o.product_id = ${bind(productId)}`,
      status && `o.status = ${bind(status)}`,
      contains('fold_text(o.title)', search, bind),
    ],
    order: newestFirst('o'),
  }),
};

export const countOffers = (platformId: string, productId: string): Statement<{ count: number }> => ({
  text: 'SELECT count(*)::int AS count FROM offer WHERE platform_id = $1 AND product_id = $2',
  values: [platformId, productId],
});

export const copyLooks = (platformId: string, { from, to }: { from: string; to: string }): Statement => ({
  text: `UPDATE offer SET checkout_builder_config = source.checkout_builder_config
    FROM offer source WHERE source.platform_id = $1 AND source.id = $2 AND offer.platform_id = $1 AND offer.id = $3`,
  values: [platformId, from, to],
});

/** Makes the delivery options of an offer exactly these, in this order. */
export const replaceDeliveryOptions = (
  platformId: string,
  offerId: string,
  options: readonly DeliveryOption[],
): Statement[] => [
  {
    text: 'DELETE FROM delivery_option WHERE platform_id = $1 AND offer_id = $2 AND id <> ALL ($3::uuid[])',
    values: [platformId, offerId, options.map(({ id }) => id)],
  },
  {
    text: `INSERT INTO delivery_option (platform_id, id, offer_id, description, delivery_time, fare_amount, pre_selected, position)
      SELECT $1, d.id, $2, d.description, d."deliveryTime", d."fareAmount", d."preSelected", row_number() OVER ()
      FROM jsonb_to_recordset($3::jsonb) AS d(id uuid, description text, "deliveryTime" text, "fareAmount" bigint, "preSelected" boolean)
      ON CONFLICT (id, platform_id) DO UPDATE SET description = excluded.description, delivery_time = excluded.delivery_time,
        fare_amount = excluded.fare_amount, pre_selected = excluded.pre_selected, position = excluded.position`,
    values: [platformId, offerId, JSON.stringify(options)],
  },
];

interface ChosenConnection {
  id: string;
  provider: string;
  name: string;
  methods: PaymentMethod[];
  limits: { minAmount?: number };
}

/** The connections that may charge. */
export const selectChoices = (platformId: string): Statement<ChosenConnection> => ({
  text: `SELECT id, provider, name, methods, limits FROM provider_connection WHERE platform_id = $1 AND status = 'ENABLED' ORDER BY created_at, id`,
  values: [platformId],
});
