/** Carts that buyers left, as their seller sees and recovers them. */

import { INTRO_LENGTH, SUBJECT_LENGTH } from '../../rules/buyer-mails.ts';
import {
  AFTER_MINUTES,
  KEEP_DAYS,
  MOST_HOLDOUT_PERCENT,
  MOST_STEPS,
  RECOVERY_CHANNELS,
} from '../../rules/cart-recovery.ts';
import { versionSchema } from '../catalogue.ts';
import { currencySchema, dateTimeSchema, type FromSchema, LOCALES, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  next,
  nothingSchema,
  nullable,
  optional,
  page,
  period,
  REFUSALS,
  record,
  recordWith,
  sumSchema,
} from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';
import { EXPORT_FORMATS } from './balances.ts';
import { couponCodeSchema } from './coupons.ts';

/** OPEN: it may still be bought. RECOVERED: it was paid. STOPPED: no messages any more. EXPIRED: its link works no more. */
export const CART_STATES = ['OPEN', 'RECOVERED', 'STOPPED', 'EXPIRED'] as const;
/** REPLACED: the same buyer left a newer cart of the offer. SELLER: its seller stopped it. */
export const CART_STOP_REASONS = ['UNSUBSCRIBED', 'REFUNDED', 'REPLACED', 'SELLER'] as const;
/** WAITING: the seller is to write by WhatsApp. SKIPPED: it came too late, or its coupon was not valid any more. */
export const CART_STEP_STATES = ['SENT', 'WAITING', 'DONE', 'SKIPPED'] as const;

export const cartFilter = {
  ...period,
  state: { type: 'string', enum: CART_STATES },
  productId: uuidSchema,
  /** Part of a name, an e-mail or a phone. */
  search: textSchema(100),
  /** Only carts whose seller is to write by WhatsApp. */
  isToContact: { type: 'boolean' },
} as const;

const amounts = {
  type: 'array',
  items: record({ currency: currencySchema, amount: sumSchema, count: countSchema }),
} as const;

export const cartSchema = record({
  id: uuidSchema,
  offerId: uuidSchema,
  title: { type: 'string' },
  /** Null once the keeping time has ended, as the document, the e-mail and the phone. */
  name: nullable({ type: 'string' }),
  /** Masked. */
  document: nullable({ type: 'string' }),
  email: nullable({ type: 'string' }),
  phone: nullable({ type: 'string' }),
  cartAmt: nullable({ type: 'integer' }),
  currency: currencySchema,
  utmQuery: { type: 'object', additionalProperties: { type: 'string' } },
  state: { type: 'string', enum: CART_STATES },
  stopReason: nullable({ type: 'string', enum: CART_STOP_REASONS }),
  /** The buyer gets no messages, for comparison. */
  isHoldout: { type: 'boolean' },
  abandonedAt: dateTimeSchema,
  /** The last change by the buyer. */
  updatedAt: dateTimeSchema,
  recoveredAt: nullable(dateTimeSchema),
  /** The sale that it became. */
  saleId: nullable(uuidSchema),
  /** Opens the filled checkout; null where it works no more. */
  resumeUrl: nullable({ type: 'string' }),
  /** Opens a chat with a message in Portuguese; null without a phone or once the cart is closed. */
  whatsappUrl: nullable({ type: 'string' }),
  steps: {
    type: 'array',
    items: record({
      channel: { type: 'string', enum: RECOVERY_CHANNELS },
      state: { type: 'string', enum: CART_STEP_STATES },
      at: dateTimeSchema,
    }),
  },
  /** When the recovery looks at the cart next; null where it has nothing left to do. */
  nextAt: nullable(dateTimeSchema),
});
export type ListedCart = FromSchema<typeof cartSchema>;

export const listCarts = {
  name: 'abandonedCarts.listCarts',
  kind: 'query',
  summary: "Lists the carts that buyers left in the signed-in seller's checkouts, newest first, with what is at stake.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /carts', resource: 'carts' },
  input: optional({ ...cartFilter, ...page }),
  output: recordWith(
    { items: { type: 'array', items: cartSchema }, next },
    {
      /** Counts over all pages: carts that may still be bought, and carts that were paid. */
      atStake: amounts,
      recovered: amounts,
    },
  ),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const exportCartsInput = recordWith(
  { format: { type: 'string', enum: EXPORT_FORMATS } },
  { ...cartFilter, lang: { type: 'string', maxLength: 20 } },
);
export type ExportCartsInput = FromSchema<typeof exportCartsInput>;

const named = record({ cartId: uuidSchema });

export const markContacted = {
  name: 'abandonedCarts.markContacted',
  kind: 'mutation',
  summary: "Marks that the signed-in seller wrote to a cart's buyer by WhatsApp.",
  access: SELLER,
  limit: CHANGING,
  input: named,
  output: nothingSchema,
  errors: [...REFUSALS, 'CART_NOT_FOUND'],
} as const satisfies Procedure;

export const stopCart = {
  name: 'abandonedCarts.stopCart',
  kind: 'mutation',
  summary: 'Stops the messages about an open cart. Its link goes on to work.',
  access: SELLER,
  limit: CHANGING,
  input: named,
  output: nothingSchema,
  errors: [...REFUSALS, 'CART_NOT_FOUND'],
} as const satisfies Procedure;

/** The subject of a recovery: an offer, or a product for those of its offers that have no recovery of their own. */
const subject = {
  subject: { type: 'string', enum: ['OFFER', 'PRODUCT'] },
  subjectId: uuidSchema,
} as const;

const wordingSchema = record({
  subject: { ...textSchema(SUBJECT_LENGTH), minLength: 1 },
  intro: { ...textSchema(INTRO_LENGTH), minLength: 1 },
});

const recovery = {
  isEnabled: { type: 'boolean' },
  keepDays: { type: 'integer', minimum: KEEP_DAYS.least, maximum: KEEP_DAYS.most },
  holdoutPercent: { type: 'integer', minimum: 0, maximum: MOST_HOLDOUT_PERCENT },
  /** Whole hours in the buyer's time zone: the first quiet one, and the first that is not. The same twice: none is quiet. */
  quiet: record({
    from: { type: 'integer', minimum: 0, maximum: 23 },
    until: { type: 'integer', minimum: 0, maximum: 23 },
  }),
  steps: {
    type: 'array',
    maxItems: MOST_STEPS,
    items: record({
      id: uuidSchema,
      channel: { type: 'string', enum: RECOVERY_CHANNELS },
      afterMinutes: { type: 'integer', minimum: AFTER_MINUTES.least, maximum: AFTER_MINUTES.most },
      coupon: nullable(couponCodeSchema),
      texts: record({ 'pt-BR': wordingSchema, en: wordingSchema }),
    }),
  },
} as const;

const SUBJECT_ERRORS = ['OFFER_NOT_FOUND', 'PRODUCT_NOT_FOUND'] as const;

export const getRecovery = {
  name: 'abandonedCarts.getRecovery',
  kind: 'query',
  summary: 'Retrieves how carts of an offer or a product are recovered, or what is proposed where nothing is saved.',
  access: SELLER,
  limit: READING,
  input: record(subject),
  output: record({
    ...recovery,
    /** 0 before the first save. */
    version: { type: 'integer' },
    /** True if at least one of the offers keeps carts. */
    isCaptured: { type: 'boolean' },
  }),
  errors: [...REFUSALS, ...SUBJECT_ERRORS],
} as const satisfies Procedure;

export const updateRecovery = {
  name: 'abandonedCarts.updateRecovery',
  kind: 'mutation',
  summary:
    'Saves how carts of an offer or a product are recovered. A shorter keeping time holds for carts that are there as well.',
  access: SELLER,
  limit: CHANGING,
  input: record({ ...subject, ...recovery, version: { ...versionSchema, minimum: 0 } }),
  output: record({ version: versionSchema }),
  errors: [
    ...REFUSALS,
    ...SUBJECT_ERRORS,
    'COUPON_NOT_FOUND',
    'EDIT_CONFLICT',
    'MAIL_PLACEHOLDER_UNKNOWN',
    'MAIL_TEXT_EMPTY',
  ],
} as const satisfies Procedure;

export const previewStep = {
  name: 'abandonedCarts.previewStep',
  kind: 'query',
  summary: 'Renders a mail of a recovery with sample values, as it would arrive.',
  access: SELLER,
  limit: READING,
  input: recordWith(
    { locale: { type: 'string', enum: LOCALES }, ...wordingSchema.properties },
    { coupon: couponCodeSchema },
  ),
  output: record({ subject: { type: 'string' }, html: { type: 'string' }, text: { type: 'string' } }),
  errors: [...REFUSALS, 'MAIL_PLACEHOLDER_UNKNOWN', 'MAIL_TEXT_EMPTY'],
} as const satisfies Procedure;

const armSchema = record({ carts: countSchema, recovered: countSchema, share: nullable({ type: 'number' }) });

export const getUplift = {
  name: 'abandonedCarts.getUplift',
  kind: 'query',
  summary:
    'Compares the abandoned carts that were paid with recovery and in the holdout group, with the interval of the difference at 95 %.',
  access: SELLER,
  limit: READING,
  input: optional({ ...period, productId: uuidSchema }),
  output: record({
    withRecovery: armSchema,
    holdout: armSchema,
    /** Shares from -1 to 1; null while one of the two is empty. */
    difference: nullable(record({ value: { type: 'number' }, low: { type: 'number' }, high: { type: 'number' } })),
    /** True if the interval leaves 0 out. */
    isProven: { type: 'boolean' },
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const abandonedCartsErrors = {
  CART_NOT_FOUND: { status: 404, 'pt-BR': 'Este carrinho não existe.', en: 'This cart does not exist.' },
} as const satisfies ErrorTexts;
