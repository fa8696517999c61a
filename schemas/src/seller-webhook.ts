/** Describes what the platform posts to the systems of sellers. docs/seller-webhooks.md explains it to their developers. */
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  textSchema,
  uuidSchema,
} from './common.ts';
import { nullable, record } from './parts.ts';

/** The type of each event, by the name that the specification gives the event. */
export const SELLER_EVENT_TYPES = {
  onBuyApproved: 'PURCHASE_APPROVED',
  onPixCreated: 'PIX_GENERATED',
  onAbandonedCart: 'ABANDONED_CART',
  onRefound: 'REFUNDED',
  onChargeback: 'CHARGEBACK',
  onProductShipping: 'SHIPPING',
  onProductDigital: 'DIGITAL',
} as const;
export type SellerEvent = keyof typeof SELLER_EVENT_TYPES;
export const SELLER_EVENTS = Object.keys(SELLER_EVENT_TYPES) as SellerEvent[];

export const DELIVERY_STATES = ['WAITING', 'SENT', 'FAILED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * UNREACHABLE: no answer came in time. BLOCKED: the name leads to an address that is not public. REDIRECTED: the answer leads elsewhere.
 * REFUSED: the answer is no success. SWITCHED_OFF: the webhook was off. ERASED: the buyer's data is not there any
 * more. NOT_CHOSEN: the webhook was changed meanwhile and does not choose the event any more.
 */
export const CALL_PROBLEMS = ['UNREACHABLE', 'BLOCKED', 'REDIRECTED', 'REFUSED', 'SWITCHED_OFF', 'ERASED'] as const;
export const DELIVERY_PROBLEMS = [...CALL_PROBLEMS, 'NOT_CHOSEN'] as const;
export type DeliveryProblem = (typeof DELIVERY_PROBLEMS)[number];

/** SELLER: by the seller. GONE: the receiver answered 410. FAILING: nothing arrived for three days. */
export const SWITCH_OFF_REASONS = ['SELLER', 'GONE', 'FAILING'] as const;
export type SwitchOffReason = (typeof SWITCH_OFF_REASONS)[number];

/** A buyer as events tell of one. */
export const customerSchema = record({
  name: textSchema(200),
  email: textSchema(254),
  /** With the area code, as the buyer typed it. */
  phone: nullable(textSchema(40)),
});

/** A sale as events tell of it. */
export const eventSaleSchema = record({
  id: uuidSchema,
  /** The status that the event stands for, whatever has happened since. */
  status: paymentStatusSchema,
  /** Cents that the buyer is charged, interest of installments included. */
  amount: amountSchema,
  currency: currencySchema,
  method: paymentMethodSchema,
  installments: { type: 'integer', minimum: 1 },
  /** Cents of the delivery, which are part of the amount. */
  freight: amountSchema,
  /** Cents that the coupon took off the price. */
  discount: amountSchema,
  coupon: nullable(textSchema(30)),
  items: {
    type: 'array',
    items: record({
      productId: uuidSchema,
      offerId: uuidSchema,
      title: textSchema(200),
      /** Cents. */
      unitPrice: amountSchema,
      quantity: { type: 'integer', minimum: 1 },
      isPhysical: { type: 'boolean' },
    }),
  },
  createdAt: dateTimeSchema,
});

/** The parameters utm_…, src and sck of the address with which the buyer came. */
export const utmSchema = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** A charge of a subscription. */
export const eventCycleSchema = record({ id: uuidSchema, cycle: { type: 'integer', minimum: 1 } });

/** An abandoned cart as events tell of it. */
export const eventCartSchema = record({
  id: uuidSchema,
  productId: uuidSchema,
  offerId: uuidSchema,
  title: textSchema(200),
  /** Cents; null where the price was not known yet. */
  amount: nullable(amountSchema),
  currency: currencySchema,
  /** The page on which the buyer goes on; null once its time is over. */
  resumeUrl: nullable({ type: 'string' }),
});

/** The body of every request. Documents, addresses, cards and secrets are never in it. */
export const sellerWebhookBodySchema = record({
  /** The id of the delivery, the same in every attempt and in the header webhook-id. */
  id: uuidSchema,
  event: { type: 'string', enum: SELLER_EVENTS },
  type: { type: 'string', enum: Object.values(SELLER_EVENT_TYPES) },
  /** True for an event that the seller sent to try the webhook. Its data is made up. */
  isTest: { type: 'boolean' },
  /** When the event happened. */
  createdAt: dateTimeSchema,
  data: record({
    /** Null for onAbandonedCart. */
    sale: nullable(eventSaleSchema),
    customer: customerSchema,
    utm: utmSchema,
    /** Null where the sale is no charge of a subscription. The first charge is cycle 1. */
    subscription: nullable(eventCycleSchema),
    /** Null for every other event than onAbandonedCart. */
    cart: nullable(eventCartSchema),
  }),
});
export type SellerWebhookBody = FromSchema<typeof sellerWebhookBodySchema>;
