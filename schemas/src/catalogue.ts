/** The things that sellers edit: products, offers, order bumps and delivery options. */
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  lineSchema,
  textSchema,
  uuidSchema,
} from './common.ts';
import {
  GUARANTEE_DAYS,
  OFFER_TYPES,
  PRODUCT_CATEGORIES,
  PRODUCT_NOTIFICATION_MODES,
  PRODUCT_PAGE_TYPES,
  PRODUCT_PRICING_TYPES,
  PRODUCT_TYPES,
  type ProductCategory,
  RECURRENCE_DAYS,
  RECURRENCE_PERIODS,
} from './options.ts';
import { nullable, optional, record, recordWith } from './parts.ts';
import { dunningSchema } from './subscription.ts';

/** The address of an uploaded picture on this platform, or an https address. */
export const pictureSchema = {
  type: 'string',
  maxLength: 2048,
  pattern: '^(https://[^\\s"<>\\\\]+|/[^\\s"<>/\\\\][^\\s"<>\\\\]*)$',
} as const;
/** An https address without a user name, which could make it look like another one. */
export const httpsSchema = {
  type: 'string',
  maxLength: 500,
  pattern: '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][^\\s"<>\\\\]*)?$',
} as const;
export const categorySchema = { type: 'string', enum: Object.keys(PRODUCT_CATEGORIES) as ProductCategory[] } as const;
/** The version of what a form shows. Every change adds one, and a form that read an older one is answered EDIT_CONFLICT. */
export const versionSchema = { type: 'integer', minimum: 1, maximum: 1_000_000_000 } as const;

/**
 * DRAFT: not on sale yet. IN_REVIEW: waits for the platform. ACTIVE: on sale. BLOCKED: taken off sale by the platform, with a reason.
 * ARCHIVED: taken off sale by its seller.
 */
export const PRODUCT_STATUSES = ['DRAFT', 'IN_REVIEW', 'ACTIVE', 'BLOCKED', 'ARCHIVED'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
export const productStatusSchema = { type: 'string', enum: PRODUCT_STATUSES } as const;

export const PIX_PURCHASES = ['PAID', 'CREATED'] as const;

/** An empty id is stored as null. */
const pixelIdSchema = nullable({ type: 'string', maxLength: 64, pattern: '^[A-Za-z0-9_./-]*$' });
const pixelListSchema = { type: 'array', maxItems: 10, items: pixelIdSchema } as const;
export const pixelsSchema = optional({
  facebook: pixelListSchema,
  tiktok: pixelListSchema,
  kwai: pixelListSchema,
  googleAnalyticsId: pixelIdSchema,
  googleAdsId: pixelIdSchema,
  googleAdsConversionApiId: pixelIdSchema,
  /** The moment at which a PIX counts as a purchase: when it is paid (the default), or when its code is made. */
  pixPurchase: { type: 'string', enum: PIX_PURCHASES },
});
export type Pixels = FromSchema<typeof pixelsSchema>;

/** The fields of the tab General. */
export const productGeneral = {
  name: lineSchema(120, 1),
  typeProduct: { type: 'string', enum: PRODUCT_TYPES },
  category: categorySchema,
  description: textSchema(2000),
  image: nullable(pictureSchema),
  /** The seller's own page about the product. */
  salesPage: nullable(httpsSchema),
  supportEmail: nullable({ type: 'string', format: 'email', maxLength: 254 }),
} as const;
export const SHIP_DAYS = { least: 1, most: 60 } as const;

/** The fields of the tab Settings. */
export const productSettings = {
  guaranteeDays: { type: 'integer', enum: GUARANTEE_DAYS },
  /** The bank days after the payment in which a physical product is shipped. */
  shipDays: { type: 'integer', minimum: SHIP_DAYS.least, maximum: SHIP_DAYS.most },
  notificationMode: { type: 'string', enum: PRODUCT_NOTIFICATION_MODES },
  pageType: { type: 'string', enum: PRODUCT_PAGE_TYPES },
  pricingType: { type: 'string', enum: PRODUCT_PRICING_TYPES },
  pixels: pixelsSchema,
} as const;

export const OFFER_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;
export const offerStatusSchema = { type: 'string', enum: OFFER_STATUSES } as const;

const priceSchema = { ...amountSchema, minimum: 1 } as const;

/** The number of ways to send an offer's product. */
export const MOST_DELIVERY_OPTIONS = 20;
const deliveryOption = {
  description: textSchema(120, 1),
  deliveryTime: textSchema(120),
  /** The fare in cents; 0 is shown as free. */
  fareAmount: amountSchema,
  preSelected: { type: 'boolean' },
} as const;
/** An option with the id of one that is there replaces it; one without is new; those that are not named are deleted. */
export const deliveryOptionInputSchema = recordWith(deliveryOption, { id: uuidSchema });

const basisPointsSchema = { type: 'integer', minimum: 0, maximum: 10_000 } as const;
/** The seller's own table of installments, in place of the platform's. It may not ask less of the buyer than the platform's does. */
export const installmentTableSchema = record({
  max: { type: 'integer', minimum: 1, maximum: 12 },
  interestFree: { type: 'integer', minimum: 1, maximum: 12 },
  /** The whole fee of a sale in n installments at index n − 1, in basis points of the total. */
  feeBasisPoints: { type: 'array', minItems: 12, maxItems: 12, items: basisPointsSchema },
  /** Cents in the offer's currency. */
  minimumInstallment: amountSchema,
});
export type InstallmentTable = FromSchema<typeof installmentTableSchema>;

/** The fields of an offer that a seller edits. */
export const offerFields = {
  title: lineSchema(120, 1),
  /** Cents. */
  price: priceSchema,
  /** A former price in cents, which the page strikes through. */
  fakePrice: nullable(priceSchema),
  coin: currencySchema,
  type: { type: 'string', enum: OFFER_TYPES },
  /** The price in cents of each charge of a subscription; null for a single sale. */
  recurrencePrice: nullable(priceSchema),
  frequencyInDays: nullable({ type: 'integer', enum: RECURRENCE_DAYS }),
  /** CALENDAR: 30, 90, 180 and 365 days stand for 1, 3, 6 and 12 months, and each charge comes on the same day of the month. */
  period: { type: 'string', enum: RECURRENCE_PERIODS },
  /** The days of a subscription's first period, whose price is the offer's; null where it is as long as the others. */
  trialDays: nullable({ type: 'integer', minimum: 1, maximum: 365 }),
  /** The trial costs nothing, and the first charge comes when it ends. */
  isTrialFree: { type: 'boolean' },
  /** The number of charges after which a subscription ends; null for no end. A free trial is no charge. */
  recurrenceCycles: nullable({ type: 'integer', minimum: 1, maximum: 1_000 }),
  /** The number of charges in which an affiliate shares; null for all of them. */
  affiliateCycles: nullable({ type: 'integer', minimum: 1, maximum: 1_000 }),
  /** How unpaid cycles are dunned; null for the platform's rules. */
  dunning: nullable(dunningSchema),
  /** The fixed freight in cents; null where delivery options decide or nothing is sent. */
  fretePrice: nullable(amountSchema),
  requiredDocumentAndPhone: { type: 'boolean' },
  pixEnabled: { type: 'boolean' },
  creditCardEnabled: { type: 'boolean' },
  billetEnabled: { type: 'boolean' },
  abandonedCartEnabled: { type: 'boolean' },
  /** The connection that charges this offer; null leaves it to the platform's routes. */
  connectionId: nullable(uuidSchema),
  /** The number of units that may be sold; null for any number. */
  stockLimit: nullable({ type: 'integer', minimum: 0, maximum: 1_000_000 }),
  saleStartsAt: nullable(dateTimeSchema),
  saleEndsAt: nullable(dateTimeSchema),
  /** The address to which the payment page leads the buyer after approval. */
  thankYouUrl: nullable(httpsSchema),
  /** For so many days after a PIX or boleto has expired its buyer gets a new code for the same order at the same price; 0 for none. */
  priceKeptDays: { type: 'integer', minimum: 0, maximum: 90 },
  installments: nullable(installmentTableSchema),
} as const;
export const deliveryOptionsInput = {
  type: 'array',
  maxItems: MOST_DELIVERY_OPTIONS,
  items: deliveryOptionInputSchema,
} as const;

/** The fields of an order bump that a seller edits. */
export const bumpFields = {
  title: lineSchema(120, 1),
  text: textSchema(300),
  /** Null shows the picture of the product that the bump adds. */
  image: nullable(pictureSchema),
  /** Cents; null takes the price of the offer that the bump adds. */
  price: nullable(priceSchema),
  fakePrice: nullable(priceSchema),
} as const;
