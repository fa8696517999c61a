/** Parts of what sellers edit: products, offers and order bumps. */
import { amountSchema, type FromSchema } from './common.ts';
import { PRODUCT_CATEGORIES, type ProductCategory } from './options.ts';
import { nullable, optional, record } from './parts.ts';

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

export const OFFER_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;
export const offerStatusSchema = { type: 'string', enum: OFFER_STATUSES } as const;

export const priceSchema = { ...amountSchema, minimum: 1 } as const;

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
