/** Coupons of a seller: codes that take a share or an amount off the price of an offer. */

import { versionSchema } from '../catalogue.ts';
import { currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { coupon } from '../entities/coupon.ts';
import { schemasOf } from '../entities/entity.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { countSchema, nothingSchema, optional, page, pageOf, REFUSALS, record, sumSchema } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

/** Letters without accents, digits, - and _. Upper and lower case are the same. */
export const couponCodeSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{3,30}$' } as const;

/** The terms may change afterwards; the code and the seller may not. */
const terms = schemasOf(coupon);

const couponSchema = record({
  id: uuidSchema,
  code: couponCodeSchema,
  ...terms,
  /** Purchases that count: paid ones, and those that may still be paid. */
  uses: countSchema,
  /** The money that buyers paid with the coupon and did not get back, in cents of each currency. */
  revenue: { type: 'array', items: record({ currency: currencySchema, amount: sumSchema }) },
  /** The version that an update names, so that two tabs never overwrite each other. */
  version: versionSchema,
  createdAt: dateTimeSchema,
});

const TARGET_ERRORS = ['COUPON_PERIOD_INVALID', 'OFFER_NOT_FOUND', 'PRODUCT_NOT_FOUND'] as const;

export const listMyCoupons = {
  name: 'coupons.listMyCoupons',
  kind: 'query',
  summary: "Lists the signed-in seller's coupons, newest first.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /coupons', resource: 'coupons' },
  input: optional({
    /** Part of a code. */
    search: textSchema(30),
    /** Only coupons that this product takes. */
    productId: uuidSchema,
    ...page,
  }),
  output: pageOf(couponSchema),
  errors: REFUSALS,
} as const satisfies Procedure;

export const createCoupon = {
  name: 'coupons.createCoupon',
  kind: 'mutation',
  summary: "Creates a coupon for the signed-in seller's offers.",
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /coupons', resource: 'coupons' },
  input: record({ code: couponCodeSchema, ...terms }),
  output: record({ couponId: uuidSchema }),
  errors: [...REFUSALS, ...TARGET_ERRORS, 'COUPON_CODE_TAKEN'],
} as const satisfies Procedure;

export const updateCoupon = {
  name: 'coupons.updateCoupon',
  kind: 'mutation',
  summary: "Changes the terms of a coupon. Purchases that were made keep theirs; the coupon's code never changes.",
  access: SELLER,
  limit: CHANGING,
  api: { call: 'PUT /coupons/{couponId}', resource: 'coupons' },
  input: record({ couponId: uuidSchema, version: versionSchema, ...terms }),
  output: record({ version: versionSchema }),
  errors: [...REFUSALS, ...TARGET_ERRORS, 'COUPON_NOT_FOUND', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const deleteCoupon = {
  name: 'coupons.deleteCoupon',
  kind: 'mutation',
  summary: 'Deletes a coupon. Purchases that were made with it keep their price, and its code is free again.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'DELETE /coupons/{couponId}', resource: 'coupons' },
  input: record({ couponId: uuidSchema, version: versionSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'COUPON_NOT_FOUND', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const couponsErrors = {
  COUPON_NOT_FOUND: { status: 404, 'pt-BR': 'Este cupom não existe.', en: 'This coupon does not exist.' },
  COUPON_CODE_TAKEN: {
    status: 409,
    'pt-BR': 'Você já tem um cupom com este código.',
    en: 'You have a coupon with this code already.',
  },
  COUPON_PERIOD_INVALID: {
    status: 422,
    'pt-BR': 'O cupom precisa terminar depois de começar.',
    en: 'The coupon must end after it begins.',
  },
} as const satisfies ErrorTexts;
