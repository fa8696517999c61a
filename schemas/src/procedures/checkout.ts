import { checkoutSchema, installmentOptionSchema, paymentViewSchema } from '../checkout.ts';
import {
  amountSchema,
  codeSchema,
  lineSchema,
  nameSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  publicIdSchema,
  STATES,
  textSchema,
  uuidSchema,
} from '../common.ts';
import { couponCyclesSchema, couponDiscountSchema } from '../entities/coupon.ts';
import { LOOKING_UP, PURCHASING, READING, SAVING_CARTS, TRYING_COUPONS } from '../limits.ts';
import { nothingSchema, optional, phoneSchema, record, recordWith } from '../parts.ts';
import { adConsentSchema } from '../pixels.ts';
import type { Procedure } from '../procedure.ts';
import { couponCodeSchema } from './coupons.ts';

const bumps = { type: 'array', items: uuidSchema, maxItems: 20, uniqueItems: true } as const;
const digits = (pattern: string) => ({ type: 'string', pattern }) as const;
/** The parsed query of the checkout address that the buyer opened (utm_* and others). */
const utmQuery = {
  type: 'object',
  maxProperties: 30,
  additionalProperties: { type: 'string', maxLength: 500 },
  propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9_-]{0,60}$' },
} as const;
const COUPON_ERRORS = ['COUPON_UNKNOWN', 'COUPON_EXPIRED', 'COUPON_USED_UP', 'COUPON_NOT_FOR_OFFER'] as const;
/** A CPF (11 digits) or a CNPJ (12 letters or digits and 2 digits), without punctuation. */
const document = digits('^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$');

/** The values that the form of a cart holds besides the named fields, so that a resume link fills all of it. */
export const cartFormProperties = {
  paymentMethod: paymentMethodSchema,
  orderBumpsIds: bumps,
  deliveryOptionId: uuidSchema,
  coupon: couponCodeSchema,
  affiliateId: textSchema(64),
  cep: textSchema(9),
  street: lineSchema(120),
  number: lineSchema(20),
  complement: lineSchema(120),
  district: lineSchema(120),
  city: lineSchema(120),
  state: { type: 'string', enum: STATES },
} as const;

export const getCheckout = {
  name: 'checkout.getCheckout',
  kind: 'query',
  summary: 'Retrieves a published offer as its checkout shows it.',
  access: { kind: 'public' },
  limit: READING,
  input: record({ checkoutId: uuidSchema }),
  output: checkoutSchema,
  errors: ['OFFER_NOT_FOUND'],
} as const satisfies Procedure;

export const getInstallments = {
  name: 'checkout.getInstallments',
  kind: 'query',
  summary:
    "Lists the installment options of a card payment: total × (1 + fee) ÷ n, only those above the platform's minimum.",
  access: { kind: 'public' },
  limit: READING,
  input: recordWith(
    { checkoutId: uuidSchema },
    {
      orderBumpsIds: bumps,
      /** Cents that the buyer has typed, where the checkout has an amountRange. */
      chosenAmount: amountSchema,
      fareAmount: amountSchema,
      /** The coupon's discount in cents. */
      discount: amountSchema,
    },
  ),
  output: record({ options: { type: 'array', items: installmentOptionSchema } }),
  errors: [
    'OFFER_NOT_FOUND',
    'ORDER_BUMP_NOT_FOUND',
    'METHOD_NOT_ENABLED',
    'GATEWAY_NOT_CONFIGURED',
    'METHOD_LIMIT_REACHED',
    'METHOD_PAUSED',
    'AMOUNT_OUT_OF_RANGE',
  ],
} as const satisfies Procedure;

export const getCoupon = {
  name: 'checkout.getCoupon',
  kind: 'query',
  summary: "Retrieves what a coupon takes off an offer's price. A discount leaves a charge of 100 cents of the price.",
  access: { kind: 'public' },
  limit: TRYING_COUPONS,
  input: record({ checkoutId: uuidSchema, code: couponCodeSchema }),
  output: record({ code: couponCodeSchema, discount: couponDiscountSchema, cycles: couponCyclesSchema }),
  errors: ['OFFER_NOT_FOUND', ...COUPON_ERRORS, 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const tokenCreditCard = {
  name: 'checkout.tokenCreditCard',
  kind: 'mutation',
  summary: 'Stores a card at the provider for a subscription and returns its id. The card frame seals the card data.',
  access: { kind: 'public' },
  limit: PURCHASING,
  input: recordWith(
    {
      checkoutId: uuidSchema,
      /** The sealed card, or the token of the provider's own tokenizer where it has one. */
      token: { type: 'string', minLength: 1, maxLength: 8192 },
      name: nameSchema(30, 4),
      email: { type: 'string', format: 'email', maxLength: 254 },
    },
    {
      cpf: document,
      phone: phoneSchema,
      /** The seller's account at the provider that is to hold the card, as the card form was told. */
      receiverId: textSchema(128),
    },
  ),
  output: record({ creditCardId: { type: 'string' } }),
  errors: [
    'OFFER_NOT_FOUND',
    'METHOD_NOT_ENABLED',
    'GATEWAY_NOT_CONFIGURED',
    'METHOD_LIMIT_REACHED',
    'METHOD_PAUSED',
    'OPERATION_UNSUPPORTED',
    'CARD_NOT_SAVED',
    'CARD_TOKEN_INVALID',
    'CARD_UNAVAILABLE',
    'CHALLENGE_REQUIRED',
    'RECEIVER_NOT_FOUND',
    'TOO_MANY_REQUESTS',
  ],
} as const satisfies Procedure;

export const purchase = {
  name: 'checkout.purchase',
  kind: 'mutation',
  summary:
    'Creates a purchase of an offer. The server calculates the price; amounts that the page sends are only compared with it.',
  access: { kind: 'public' },
  isIdempotent: true,
  limit: PURCHASING,
  input: recordWith(
    {
      offerId: uuidSchema,
      email: { type: 'string', format: 'email', maxLength: 254 },
      name: nameSchema(30, 4),
      paymentMethod: paymentMethodSchema,
    },
    {
      phone: phoneSchema,
      cpf: document,
      creditCard: optional({
        /**
         * The value that the card form returned: the sealed card, or the connection id, "~" and the provider's token. A token
         * alone belongs to the connection that getCheckout named.
         */
        token: { type: 'string', minLength: 1, maxLength: 8192 },
        installments: { type: 'integer', minimum: 1, maximum: 12 },
        /** The id that tokenCreditCard returned for the same offer, e-mail and CPF within the last hour. */
        creditCardId: { type: 'string', minLength: 1, maxLength: 1024 },
      }),
      /**
       * A second card, which pays a part of the price: `creditCard` pays the rest. Both amounts are held, and charged together or not at all.
       * Both cards pay in the installments of `creditCard`.
       */
      secondCard: record({
        /** A token like the one of `creditCard`. */
        token: { type: 'string', minLength: 1, maxLength: 8192 },
        /** Cents of the amount charged, including the interest of installments. Each card pays at least 100. */
        amount: { type: 'integer', minimum: 100, maximum: 1_000_000_000 },
      }),
      cep: digits('^[0-9]{8}$'),
      street: lineSchema(120),
      number: lineSchema(20),
      complement: lineSchema(120),
      district: lineSchema(120),
      city: lineSchema(120),
      state: { type: 'string', enum: STATES },
      orderBumpsIds: bumps,
      /** The code of a coupon of the seller's. */
      coupon: couponCodeSchema,
      /** Cents that the buyer has typed, where the checkout has an amountRange. */
      chosenAmount: amountSchema,
      /** The chosen delivery option. */
      deliveryOptionId: uuidSchema,
      /** The freight in cents that the page showed. The purchase is refused when the offer says otherwise. */
      deliveryFare: amountSchema,
      /** The total in cents that the page showed. The purchase is refused when the price has changed since. */
      expectedTotal: amountSchema,
      utmQuery,
      /**
       * False: the purchase is refused with ALREADY_PURCHASED where this buyer has bought the offer within 24 hours. True: the buyer was
       * asked and wants it once more. Without it nobody is asked.
       */
      isRepeat: { type: 'boolean' },
      referer: textSchema(2048),
      affiliateId: textSchema(64),
      abandonedCartId: uuidSchema,
      /** Present where the buyer agreed that the purchase is reported to advertising networks. */
      adConsent: adConsentSchema,
      fingerPrints: {
        type: 'array',
        maxItems: 5,
        items: record({ provider: textSchema(40, 1), value: codeSchema(256, 1) }),
      },
    },
  ),
  output: record({
    paymentId: publicIdSchema,
    method: paymentMethodSchema,
    status: paymentStatusSchema,
    payment: paymentViewSchema,
    upsellToken: { type: 'string' },
  }),
  errors: [
    'OFFER_NOT_FOUND',
    'ORDER_BUMP_NOT_FOUND',
    'METHOD_NOT_ENABLED',
    ...COUPON_ERRORS,
    'COUPON_USED_BY_BUYER',
    'PRICE_CHANGED',
    'AMOUNT_OUT_OF_RANGE',
    'ALREADY_PURCHASED',
    'DELIVERY_OPTION_NOT_FOUND',
    'DOCUMENT_INVALID',
    'DOCUMENT_MISSING',
    'PHONE_MISSING',
    'ADDRESS_MISSING',
    'CARD_TOKEN_MISSING',
    'CARD_TOKEN_INVALID',
    'CARD_UNAVAILABLE',
    'PURCHASE_REFUSED',
    'CHALLENGE_REQUIRED',
    'INSTALLMENTS_NOT_OFFERED',
    'TWO_CARDS_NOT_OFFERED',
    'SECOND_CARD_AMOUNT',
    'GATEWAY_NOT_CONFIGURED',
    'METHOD_LIMIT_REACHED',
    'AMOUNT_TOO_SMALL',
    'METHOD_PAUSED',
    'PAYMENT_REFUSED',
    'TOO_MANY_REQUESTS',
    'IDEMPOTENCY_KEY_MISSING',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_KEY_IN_USE',
    'OPERATION_UNSUPPORTED',
  ],
} as const satisfies Procedure;

export const startTrial = {
  name: 'checkout.startTrial',
  kind: 'mutation',
  summary:
    'Begins a subscription with a free trial. Nothing is charged: the first charge comes when the trial ends. A buyer has one for each product.',
  access: { kind: 'public' },
  isIdempotent: true,
  limit: PURCHASING,
  input: purchase.input,
  /** The address of the page of the subscription, whose token is in the fragment. */
  output: record({ url: { type: 'string' } }),
  errors: [
    'TRIAL_USED',
    'OFFER_NOT_FOUND',
    'METHOD_NOT_ENABLED',
    ...COUPON_ERRORS,
    'COUPON_USED_BY_BUYER',
    'PRICE_CHANGED',
    'DOCUMENT_INVALID',
    'DOCUMENT_MISSING',
    'PHONE_MISSING',
    'ADDRESS_MISSING',
    'CARD_TOKEN_MISSING',
    'CARD_TOKEN_INVALID',
    'CARD_UNAVAILABLE',
    'PURCHASE_REFUSED',
    'CHALLENGE_REQUIRED',
    'GATEWAY_NOT_CONFIGURED',
    'METHOD_LIMIT_REACHED',
    'AMOUNT_TOO_SMALL',
    'METHOD_PAUSED',
    'TOO_MANY_REQUESTS',
    'IDEMPOTENCY_KEY_MISSING',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_KEY_IN_USE',
  ],
} as const satisfies Procedure;

export const getPaymentQuick = {
  name: 'checkout.getPaymentQuick',
  kind: 'query',
  summary: 'Retrieves a payment by its public id, as the payment page shows it.',
  access: { kind: 'public' },
  limit: READING,
  input: record({ paymentId: publicIdSchema }),
  output: paymentViewSchema,
  errors: ['PAYMENT_NOT_FOUND'],
} as const satisfies Procedure;

export const createRestCode = {
  name: 'checkout.createRestCode',
  kind: 'mutation',
  summary:
    'Makes a PIX code for exactly the missing cents of a PIX that was paid in part, and returns the payment. While such a code is open, the payment is returned with that one.',
  access: { kind: 'public' },
  limit: PURCHASING,
  input: record({ paymentId: publicIdSchema }),
  output: paymentViewSchema,
  errors: ['PAYMENT_NOT_FOUND', 'OFFER_NOT_FOUND', 'METHOD_NOT_ENABLED', 'METHOD_LIMIT_REACHED', 'METHOD_PAUSED'],
} as const satisfies Procedure;

export const lookupZipCode = {
  name: 'checkout.lookupZipCode',
  kind: 'query',
  summary:
    'Looks up the address of a zip code (CEP) in a cached third-party service. A purchase never needs it: the buyer may type the address.',
  access: { kind: 'public' },
  limit: LOOKING_UP,
  input: record({ cep: digits('^[0-9]{8}$') }),
  output: record({
    uf: { type: 'string' },
    logradouro: { type: 'string' },
    bairro: { type: 'string' },
    localidade: { type: 'string' },
  }),
  errors: ['ZIP_CODE_NOT_FOUND', 'ZIP_CODE_LOOKUP_FAILED'],
} as const satisfies Procedure;

export const checkAbandonedCartEnabled = {
  name: 'checkout.checkAbandonedCartEnabled',
  kind: 'query',
  summary: 'Retrieves whether an offer saves unfinished carts.',
  access: { kind: 'public' },
  limit: READING,
  input: record({ offerId: uuidSchema }),
  output: record({ enabled: { type: 'boolean' } }),
  errors: ['OFFER_NOT_FOUND'],
} as const satisfies Procedure;

export const putAbandonedCart = {
  name: 'checkout.putAbandonedCart',
  kind: 'mutation',
  summary:
    'Creates or replaces the unfinished cart of this browser, where the offer saves them. A cookie proves whose cart it is.',
  access: { kind: 'public' },
  limit: SAVING_CARTS,
  input: recordWith(
    { offerId: uuidSchema, email: { type: 'string', format: 'email', maxLength: 254 } },
    {
      cartId: uuidSchema,
      name: lineSchema(30),
      document: textSchema(18),
      phone: digits('^[0-9]{0,11}$'),
      /** The amount of the cart in cents. */
      cartAmt: amountSchema,
      utmQuery,
      ...cartFormProperties,
    },
  ),
  bodyLimit: 4_096,
  output: record({ cartId: uuidSchema }),
  errors: ['OFFER_NOT_FOUND', 'CART_NOT_FOUND', 'CART_CAPTURE_DISABLED', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const withdrawAdConsent = {
  name: 'checkout.withdrawAdConsent',
  kind: 'mutation',
  summary: 'Withdraws the consent to report a purchase to advertising networks. Nothing about it is sent from then on.',
  access: { kind: 'public' },
  limit: READING,
  input: record({ paymentId: publicIdSchema }),
  output: nothingSchema,
  errors: ['PAYMENT_NOT_FOUND', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const deleteAbandonedCart = {
  name: 'checkout.deleteAbandonedCart',
  kind: 'mutation',
  summary: "Deletes this browser's cart of an offer, for a buyer who does not want it kept. There may be none.",
  access: { kind: 'public' },
  limit: SAVING_CARTS,
  input: record({ offerId: uuidSchema }),
  output: nothingSchema,
  errors: ['TOO_MANY_REQUESTS'],
} as const satisfies Procedure;
