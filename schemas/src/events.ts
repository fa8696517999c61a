/** Describes what an event holds, with an example of each type. `event-types.ts` lists the types. */
import { productStatusSchema } from './catalogue.ts';
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from './common.ts';
import type { EventType } from './event-types.ts';
import { nullable, record } from './parts.ts';
import { FISCAL_INVOICE_PROBLEMS } from './procedures/fiscal-invoices.ts';
import { RECEIVER_STATUSES, WITHDRAWAL_METHODS } from './provider.ts';
import { customerSchema, eventCartSchema, eventCycleSchema, eventSaleSchema, utmSchema } from './seller-webhook.ts';
import { subscriptionEndReasonSchema, subscriptionMethodSchema, subscriptionStatusSchema } from './subscription.ts';
import { VERIFICATION_STATUSES } from './verification.ts';

const saleData = record({
  sale: eventSaleSchema,
  customer: customerSchema,
  utm: utmSchema,
  /** Null where the sale is no charge of a subscription. The first charge is cycle 1. */
  subscription: nullable(eventCycleSchema),
});

const cartData = record({ cart: eventCartSchema, customer: customerSchema, utm: utmSchema });

const accessData = record({
  access: record({
    /** Null for a free trial. */
    saleId: nullable(uuidSchema),
    subscriptionId: nullable(uuidSchema),
    items: { type: 'array', items: record({ productId: uuidSchema, offerId: uuidSchema, title: textSchema(200) }) },
  }),
  customer: customerSchema,
});

const moment = nullable(dateTimeSchema);
const subscription = record({
  id: uuidSchema,
  offerId: uuidSchema,
  productId: uuidSchema,
  status: subscriptionStatusSchema,
  method: subscriptionMethodSchema,
  /** Cents of each charge. */
  amount: amountSchema,
  currency: currencySchema,
  frequencyInDays: { type: 'integer', minimum: 1 },
  /** The last charge that began, from 1. */
  cycle: { type: 'integer', minimum: 0 },
  /** The end of the period that is running. */
  periodEnd: dateTimeSchema,
  nextChargeAt: moment,
  /** Null while it goes on. */
  endReason: nullable(subscriptionEndReasonSchema),
  /** When what was sold closes; null while it stays open. */
  accessEndsAt: moment,
});
const subscriptionData = record({ subscription, customer: customerSchema });

const refundRequestData = record({
  request: record({
    id: uuidSchema,
    saleId: uuidSchema,
    /** Cents that would go back. */
    amount: amountSchema,
    currency: currencySchema,
    /** Until then somebody has to decide; null where it is decided already. */
    decideBy: moment,
  }),
});

const refundData = record({
  refund: record({ id: uuidSchema, saleId: uuidSchema, amount: amountSchema, currency: currencySchema }),
});

const disputeData = record({
  dispute: record({
    id: uuidSchema,
    saleId: nullable(uuidSchema),
    /** MED is the special return of PIX. */
    kind: { type: 'string', enum: ['CHARGEBACK', 'MED'] },
    state: { type: 'string', enum: ['OPEN', 'WON', 'LOST', 'ACCEPTED'] },
    amount: amountSchema,
    currency: currencySchema,
    /** Until then it can be answered. */
    dueAt: dateTimeSchema,
  }),
});

const payoutData = record({
  payout: record({
    id: uuidSchema,
    personId: uuidSchema,
    method: { type: 'string', enum: WITHDRAWAL_METHODS },
    /** Cents that leave the balance, the fee included. */
    amount: amountSchema,
    fee: amountSchema,
    currency: currencySchema,
  }),
});

const receiverData = record({
  receiver: record({
    id: uuidSchema,
    personId: nullable(uuidSchema),
    provider: textSchema(60),
    status: nullable({ type: 'string', enum: RECEIVER_STATUSES }),
  }),
});

const productData = record({ product: record({ id: uuidSchema, name: textSchema(200), status: productStatusSchema }) });

const kycData = record({
  verification: record({ personId: uuidSchema, status: { type: 'string', enum: VERIFICATION_STATUSES } }),
});

const reviewData = record({
  review: record({
    saleId: uuidSchema,
    /** The public id of the payment. */
    paymentId: publicIdSchema,
    decision: { type: 'string', enum: ['ACCEPT', 'REFUSE'] },
    amount: amountSchema,
    currency: currencySchema,
  }),
});

const invoiceData = record({
  invoice: record({
    id: uuidSchema,
    saleId: uuidSchema,
    /** Cents of what is invoiced; null where it was never asked for. */
    amount: nullable(amountSchema),
    currency: currencySchema,
    /** Null where it never was issued, as is the code by which everybody can verify it. */
    number: nullable(textSchema(100)),
    code: nullable(textSchema(100)),
    /** Why it is refused; null otherwise. Its page has the words of the other system. */
    problem: nullable({ type: 'string', enum: FISCAL_INVOICE_PROBLEMS }),
  }),
});

/** The data of each type, by the word before its point. Longer names win. */
const DATA = {
  sale: saleData,
  pix: saleData,
  boleto: saleData,
  access: accessData,
  cart: cartData,
  subscription: subscriptionData,
  'refund.requested': refundRequestData,
  refund: refundData,
  dispute: disputeData,
  payout: payoutData,
  receiver: receiverData,
  product: productData,
  kyc: kycData,
  risk: reviewData,
  invoice: invoiceData,
} as const;
type Data = typeof DATA;
type Subject<T extends EventType> = T extends keyof Data
  ? T
  : T extends `${infer S}.${string}`
    ? S & keyof Data
    : never;

export type EventData<T extends EventType> = FromSchema<Data[Subject<T>]>;

/** The types whose data is a sale. */
export type SaleEventType = Extract<EventType, `${'sale' | 'pix' | 'boleto'}.${string}`>;
/** The types whose data is kept with the event: no field of it names a person otherwise than by id. The others are read when they are told. */
export type KeptEventType = Exclude<EventType, SaleEventType | `${'cart' | 'subscription' | 'access'}.${string}`>;

function subjectOf(type: EventType): keyof Data {
  return type in DATA ? (type as keyof Data) : (type.split('.')[0] as keyof Data);
}

/** Returns the schema of what an event of the type holds in `data`. */
export const dataSchemaOf = (type: EventType) => DATA[subjectOf(type)];

/** Returns the schema of an event. */
export const eventSchemaOf = (type: EventType) =>
  record({
    /** The same in every delivery of the event. */
    id: uuidSchema,
    type: { type: 'string', enum: [type] },
    /** True for made-up data, sent to try a webhook. */
    isTest: { type: 'boolean' },
    /** When it happened. */
    createdAt: dateTimeSchema,
    /** The seller whom it concerns; null where it concerns the platform alone. */
    sellerId: nullable(uuidSchema),
    data: dataSchemaOf(type),
  });

/** An event as webhooks, the stream and the API tell it. */
export interface PlatformEvent {
  id: string;
  type: EventType;
  isTest: boolean;
  createdAt: string;
  sellerId: string | null;
  data: object;
}

/** The ids of examples and tests, which belong to nothing. */
const ID = '00000000-0000-4000-8000-000000000000';
const AT = '2026-11-30T12:00:00.000Z';
const MONEY = { amount: 9_990, currency: 'BRL' } as const;
const CUSTOMER = { name: 'Maria de Teste', email: 'teste@example.com', phone: '11987654321' };
const UTM = { utm_source: 'instagram' };
const THING = { productId: ID, offerId: ID, title: 'Produto de teste' };
const SALE_STATUSES = {
  'sale.refused': 'REJECTED',
  'sale.canceled': 'CANCELED',
  'sale.refunded': 'REFUNDED',
  'sale.charged_back': 'CHARGEBACK',
  'pix.created': 'PENDING',
  'boleto.created': 'PENDING',
} as const satisfies Partial<Record<SaleEventType, EventData<'sale.approved'>['sale']['status']>>;

/** Returns the status of a sale that an event stands for, whatever has happened since. */
export const statusOfEvent = (type: EventType): EventData<'sale.approved'>['sale']['status'] =>
  SALE_STATUSES[type as keyof typeof SALE_STATUSES] ?? 'APPROVED';

const saleExample = (type: EventType): EventData<'sale.approved'> => ({
  sale: {
    id: ID,
    status: statusOfEvent(type),
    ...MONEY,
    method: type === 'boleto.created' ? 'BILLET' : 'PIX',
    installments: 1,
    freight: 0,
    discount: 0,
    coupon: null,
    items: [{ ...THING, unitPrice: MONEY.amount, quantity: 1, isPhysical: false }],
    createdAt: AT,
  },
  customer: CUSTOMER,
  utm: UTM,
  subscription: null,
});

type SubscriptionStatus = EventData<'subscription.created'>['subscription']['status'];
const SUBSCRIPTION_STATES: Partial<Record<EventType, SubscriptionStatus>> = {
  'subscription.past_due': 'PAST_DUE',
  'subscription.paused': 'PAUSED',
  'subscription.canceled': 'CANCELED',
  'subscription.ended': 'ENDED',
};

/** Returns the status of a subscription that an event stands for; null where it stands for no certain one. */
export const statusOfSubscriptionEvent = (type: EventType): SubscriptionStatus | null =>
  SUBSCRIPTION_STATES[type] ?? null;

const EXAMPLES: { [S in keyof Data]: (type: EventType) => FromSchema<Data[S]> } = {
  sale: saleExample,
  pix: saleExample,
  boleto: saleExample,
  access: () => ({ access: { saleId: ID, subscriptionId: null, items: [THING] }, customer: CUSTOMER }),
  cart: () => ({
    cart: { id: ID, ...THING, ...MONEY, resumeUrl: 'https://loja.example/retomar/teste' },
    customer: CUSTOMER,
    utm: UTM,
  }),
  subscription: (type) => ({
    subscription: {
      id: ID,
      offerId: ID,
      productId: ID,
      status: SUBSCRIPTION_STATES[type] ?? 'ACTIVE',
      method: 'CREDIT_CARD',
      ...MONEY,
      frequencyInDays: 30,
      cycle: 1,
      periodEnd: '2026-12-30T12:00:00.000Z',
      nextChargeAt: type === 'subscription.ended' ? null : '2026-12-30T12:00:00.000Z',
      endReason: type === 'subscription.ended' || type === 'subscription.canceled' ? 'BUYER' : null,
      accessEndsAt:
        type === 'subscription.ended' || type === 'subscription.canceled' ? '2026-12-30T12:00:00.000Z' : null,
    },
    customer: CUSTOMER,
  }),
  'refund.requested': () => ({ request: { id: ID, saleId: ID, ...MONEY, decideBy: '2026-12-02T12:00:00.000Z' } }),
  refund: () => ({ refund: { id: ID, saleId: ID, ...MONEY } }),
  dispute: (type) => ({
    dispute: {
      id: ID,
      saleId: ID,
      kind: 'CHARGEBACK',
      state: type === 'dispute.won' ? 'WON' : type === 'dispute.lost' ? 'LOST' : 'OPEN',
      ...MONEY,
      dueAt: '2026-12-07T12:00:00.000Z',
    },
  }),
  payout: () => ({ payout: { id: ID, personId: ID, method: 'PIX', ...MONEY, fee: 367 } }),
  receiver: () => ({ receiver: { id: ID, personId: ID, provider: 'pagarme', status: 'ACTIVE' } }),
  product: () => ({ product: { id: ID, name: 'Produto de teste', status: 'ACTIVE' } }),
  kyc: (type) => ({
    verification: {
      personId: ID,
      status:
        (
          {
            'kyc.requested': 'ASKED',
            'kyc.submitted': 'IN_REVIEW',
            'kyc.refused': 'REFUSED',
            'kyc.expired': 'EXPIRED',
          } as const
        )[type as string] ?? 'VERIFIED',
    },
  }),
  risk: () => ({ review: { saleId: ID, paymentId: 'V1StGXR8Z5jdHi6BmyTe3A', decision: 'ACCEPT', ...MONEY } }),
  invoice: (type) => ({
    invoice: {
      id: ID,
      saleId: ID,
      ...MONEY,
      ...(type === 'invoice.refused' ? { number: null, code: null } : { number: '1042', code: 'AB12-CD34' }),
      problem: type === 'invoice.refused' ? 'DATA_MISSING' : null,
    },
  }),
};

/** Returns what an event of the type may hold, with made-up data. */
export const exampleDataOf = (type: EventType): object => EXAMPLES[subjectOf(type)](type);

/** Returns a whole event with made-up data. */
export const exampleOf = (type: EventType): PlatformEvent => ({
  id: '0190a1b2-0000-7000-8000-000000000001',
  type,
  isTest: false,
  createdAt: AT,
  sellerId: ID,
  data: exampleDataOf(type),
});
