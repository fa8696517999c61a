import { PAYMENT_SETTLEMENTS } from '../checkout.ts';
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  PAYMENT_STATUSES,
  paymentMethodSchema,
  paymentStatusSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { SALE_STATUS_FILTERS } from '../options.ts';
import {
  countSchema,
  cycleSchema,
  inCurrency,
  next,
  nullable,
  optional,
  page,
  period,
  REFUSALS,
  record,
  recordWith,
  signedAmountSchema,
} from '../parts.ts';
import { adminWith, type Procedure, SELLER } from '../procedure.ts';
import { BALANCE_ACCOUNTS, EXPORT_FORMATS, HOLD_REASONS, holdRuleSchema, POSTING_KINDS } from './balances.ts';
import { DISPUTE_KINDS, DISPUTE_STATES } from './disputes.ts';
import { REFUND_CAUSES, REFUND_GROUNDS, REFUND_REASONS, REFUND_REQUEST_STATES, REFUND_STATES } from './refunds.ts';
import { riskNoteSchema } from './risk.ts';
import { routingSchema } from './routing.ts';
import { shipmentSchema } from './shipping.ts';

const SALE = {
  id: uuidSchema,
  /** The public id of the payment, which leads to its page. */
  paymentId: publicIdSchema,
  createdAt: dateTimeSchema,
  title: textSchema(120),
  cycle: cycleSchema,
  buyerName: textSchema(30),
  buyerEmail: textSchema(254),
  method: paymentMethodSchema,
  /** The amount charged, in cents. */
  amount: amountSchema,
  currency: currencySchema,
  installments: { type: 'integer' },
  status: paymentStatusSchema,
  settlement: { type: 'string', enum: PAYMENT_SETTLEMENTS },
} as const;
const SOMETIMES = {
  approvedAt: nullable(dateTimeSchema),
  couponCode: nullable(textSchema(30)),
  /** The coupon's discount in cents. */
  discount: amountSchema,
  /** The cents that the payment method took off the price besides. */
  methodDiscount: amountSchema,
  offerId: uuidSchema,
  productId: uuidSchema,
  /** The buyer as a customer of the seller; null once the buyer's data is erased. */
  customerId: nullable(uuidSchema),
  /** The subscription that the sale is a charge of. */
  subscriptionId: nullable(uuidSchema),
} as const;
const saleSchema = recordWith(SALE, SOMETIMES);
const platformSaleSchema = recordWith({ ...SALE, sellerId: uuidSchema, sellerName: textSchema(200) }, SOMETIMES);

const FILTER = {
  ...period,
  status: { type: 'string', enum: SALE_STATUS_FILTERS },
  method: paymentMethodSchema,
  /** Sales of one of its offers. */
  productId: uuidSchema,
  /**
   * Words that all have to be found: the beginnings of words of the buyer's name or e-mail; whole words of the offer's title; a whole
   * document, phone number, order code, sale id, payment id, end-to-end id of a Pix, amount, or the last four digits of a card.
   * Capitals and accents make no difference.
   */
  search: textSchema(100),
} as const;
/** The objects that programs can have beside their ids, and the properties with these ids. */
const EXPANDED = {
  product: 'productId',
  offer: 'offerId',
  customer: 'customerId',
  subscription: 'subscriptionId',
} as const;
const PAGE = { after: { ...page.after, maxLength: 100 }, limit: page.limit } as const;
/** The number of all sales found, up to 1,000; null where there are more, and behind the first page. */
const count = nullable(countSchema);

export const listSales = {
  name: 'sales.listSales',
  kind: 'query',
  summary: "Lists the signed-in seller's sales, newest first.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /sales', resource: 'sales', expand: { ...EXPANDED, refunds: 'id' } },
  input: optional({
    ...FILTER,
    /** Sales of one customer; with it, sales cannot be searched by words. */
    customerId: uuidSchema,
    ...PAGE,
  }),
  output: record({ sales: { type: 'array', items: saleSchema }, next, count }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const listPlatformSales = {
  name: 'sales.listPlatformSales',
  kind: 'query',
  summary: 'Lists the sales of all sellers of the platform, or of one, newest first.',
  access: adminWith('isSalesAvailable'),
  limit: READING,
  api: { call: 'GET /platform/sales', resource: 'sales' },
  input: optional({ ...FILTER, sellerId: uuidSchema, ...PAGE }),
  output: record({ sales: { type: 'array', items: platformSaleSchema }, next, count }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

/** The filters and format of streamed downloads: GET /exports/sales (one's own) and GET /exports/platform-sales (for administrators). */
const EXPORTED = { format: { type: 'string', enum: EXPORT_FORMATS } } as const;
/** The language of titles and texts in the file. */
const lang = { type: 'string', maxLength: 20 } as const;

export const exportSalesInput = recordWith(EXPORTED, { ...FILTER, lang });
export type ExportSalesInput = FromSchema<typeof exportSalesInput>;

export const exportPlatformSalesInput = recordWith(EXPORTED, { ...FILTER, sellerId: uuidSchema, lang });
export type ExportPlatformSalesInput = FromSchema<typeof exportPlatformSalesInput>;

export const getSummary = {
  name: 'sales.getSummary',
  kind: 'query',
  summary: "Retrieves the signed-in seller's sales of a period of at most 366 days, in total, by day and by method.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /sales/summary', resource: 'sales' },
  input: recordWith(period, inCurrency),
  output: record({
    /** The currency of every amount and count below. Payments in other currencies are left out. */
    currency: currencySchema,
    /** The approved amount in cents. */
    approvedAmount: amountSchema,
    approvedCount: { type: 'integer' },
    pendingAmount: amountSchema,
    pendingCount: { type: 'integer' },
    /** The number of payments created, in every status. approvedCount ÷ createdCount is the conversion. */
    createdCount: { type: 'integer' },
    /** Every day of the period, including days without a sale. */
    days: {
      type: 'array',
      items: record({
        day: { type: 'string', format: 'date' },
        approvedAmount: amountSchema,
        approvedCount: { type: 'integer' },
      }),
    },
    /** The methods used in the period. */
    methods: {
      type: 'array',
      items: record({
        method: paymentMethodSchema,
        approvedAmount: amountSchema,
        approvedCount: { type: 'integer' },
        createdCount: { type: 'integer' },
      }),
    },
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

/** SELLER and ADMIN see the whole sale; a PARTNER (affiliate, co-producer) sees when what was sold, and the own part of it. */
export const SALE_VIEWERS = ['SELLER', 'ADMIN', 'PARTNER'] as const;
/** The sources of news about a payment: an answer or an event of the provider, a look-up, a refund, time, or a case. */
export const EVIDENCE_SOURCES = ['answer', 'webhook', 'query', 'refund', 'clock', 'dispute'] as const;
/** The kind that a report counts as. RETURNED: the money went back, and the report does not say why. */
export const REPORTED_STATUSES = [...PAYMENT_STATUSES, 'RETURNED'] as const;
/** The parts that the buyer's money is divided into. RETURNING is on its way back to the buyer. */
export const MONEY_PARTS = ['INTEREST', 'PLATFORM', 'affiliate', 'co-producer', 'seller', 'RETURNING'] as const;

const moneySchema = record({
  /** Cents that the buyer paid, and of these what went back to the buyer or was taken by the bank; null for partners. */
  paid: nullable(amountSchema),
  returned: nullable(signedAmountSchema),
  /** Divides what is left: the parts sum to `paid` − `returned`. The platform's fee includes what it pays a manager. */
  parts: {
    type: 'array',
    items: record({
      part: { type: 'string', enum: MONEY_PARTS },
      /** Null for the platform and the buyer. */
      name: nullable(textSchema(120)),
      isOwn: { type: 'boolean' },
      amount: signedAmountSchema,
      /**
       * The agreement that the part followed when the sale was made: a share of a number of cents, and cents more. Null for what has none
       * of its own, such as the seller's rest.
       */
      rule: nullable(
        record({
          basisPoints: { type: 'integer' },
          of: amountSchema,
          fixed: amountSchema,
          /** The cents that the rule gave when the sale was made. `amount` is less where money went back. */
          given: amountSchema,
          /** The fixed amount of the platform's fee that was not charged, because the sale is in another currency. */
          omitted: nullable(record({ amount: amountSchema, currency: currencySchema })),
        }),
      ),
    }),
  },
  /** The provider's cost for the sale, which the platform pays from its fee. Only administrators see it. */
  providerCost: nullable(amountSchema),
  /** The manager's part of the platform's fee; null where there is none. Only administrators see it. */
  manager: nullable(record({ name: nullable(textSchema(120)), amount: signedAmountSchema })),
  /** The state of the caller's part; for administrators the seller's. */
  own: record({
    amount: signedAmountSchema,
    /** Cents that were released to the balance, paid out early in an anticipation, or paid by the provider to the own account there. */
    released: amountSchema,
    anticipated: amountSchema,
    atReceiver: signedAmountSchema,
    /** The amounts that are still held, the first to be released first. */
    holds: {
      type: 'array',
      items: record({
        reason: { type: 'string', enum: HOLD_REASONS },
        amount: amountSchema,
        /** Null: the hold lasts until the dispute ends. */
        releaseAt: nullable(dateTimeSchema),
        rule: holdRuleSchema,
        isAnticipating: { type: 'boolean' },
        isDisputed: { type: 'boolean' },
      }),
    },
  }),
  /** Every posting of the sale that changed that part, the oldest first. */
  movements: {
    type: 'array',
    items: record({
      at: dateTimeSchema,
      kind: { type: 'string', enum: POSTING_KINDS },
      amount: signedAmountSchema,
    }),
  },
});

const addressSchema = optional({
  zipCode: textSchema(8),
  street: textSchema(120),
  number: textSchema(20),
  complement: textSchema(120),
  district: textSchema(120),
  city: textSchema(120),
  state: textSchema(2),
});

const onlySale = record({ saleId: uuidSchema });

export const getSale = {
  name: 'sales.getSale',
  kind: 'query',
  summary:
    'Retrieves one sale with its buyer, its payment and where its money went. Partners see its date, what was sold, their own part and the rule it followed.',
  access: { kind: 'role', roles: ['seller', 'affiliate', 'co-producer', 'admin'], permission: 'isSalesAvailable' },
  limit: READING,
  api: { call: 'GET /sales/{saleId}', resource: 'sales', expand: EXPANDED },
  input: onlySale,
  output: record({
    id: uuidSchema,
    viewer: { type: 'string', enum: SALE_VIEWERS },
    createdAt: dateTimeSchema,
    status: paymentStatusSchema,
    currency: currencySchema,
    /** Null for partners, like the customer and the subscription; the customer is null too once the buyer's data is erased. */
    offerId: nullable(uuidSchema),
    productId: nullable(uuidSchema),
    customerId: nullable(uuidSchema),
    subscriptionId: nullable(uuidSchema),
    /** Null for partners. */
    sellerId: nullable(uuidSchema),
    sellerName: textSchema(200),
    items: {
      type: 'array',
      items: record({
        title: textSchema(120),
        /** Null for partners. */
        unitPrice: nullable(amountSchema),
        quantity: { type: 'integer' },
        isBump: { type: 'boolean' },
        isTangible: { type: 'boolean' },
      }),
    },
    /** Null for partners, like everything below but the money. */
    order: nullable(
      recordWith(
        {
          /** The public id of the latest payment, which leads to its page. */
          paymentId: publicIdSchema,
          method: paymentMethodSchema,
          settlement: { type: 'string', enum: PAYMENT_SETTLEMENTS },
          approvedAt: nullable(dateTimeSchema),
          expiresAt: dateTimeSchema,
          installments: { type: 'integer' },
          cardBrand: nullable({ type: 'string' }),
          cardLastDigits: nullable({ type: 'string' }),
          /** Cents: the items with freight, of which freight, what a coupon took off before, and what was charged with interest. */
          total: amountSchema,
          freight: amountSchema,
          discount: amountSchema,
          methodDiscount: amountSchema,
          amount: amountSchema,
          couponCode: nullable({ type: 'string' }),
          delivery: nullable(record({ description: textSchema(120), deliveryTime: textSchema(120) })),
          /** The sale whose funnel made this one; null for any other. */
          upsellOf: nullable(uuidSchema),
        },
        {
          /** The two cards that paid, with their parts in cents; null where one card or another method did. */
          cards: nullable({
            type: 'array',
            items: record({
              brand: nullable({ type: 'string' }),
              lastDigits: nullable({ type: 'string' }),
              amount: amountSchema,
            }),
          }),
          /** The rule or list that let the purchase through or asked its buyer's machine for work; for administrators alone. */
          risk: nullable(riskNoteSchema),
          /** The score that a provider gave the purchase, from 0 to 100; for administrators alone. */
          riskScore: nullable(record({ provider: textSchema(60), score: countSchema })),
          /** The card's owner has confirmed the charge at the bank, which bears a chargeback because of fraud, as the provider says. */
          isLiabilityShifted: { type: 'boolean' },
          /** The buyer's answers to the offer's own fields. */
          customFields: nullable({
            type: 'array',
            items: record({ label: textSchema(80), value: textSchema(500) }),
          }),
          /** The subscription that the sale is a charge of, and its number there. */
          subscription: nullable(record({ id: uuidSchema, cycle: { type: 'integer', minimum: 1 } })),
        },
      ),
    ),
    buyer: nullable(
      record({
        name: textSchema(30),
        email: textSchema(254),
        phone: nullable({ type: 'string' }),
        /** Digits; administrators read it through sales.getBuyerDocument. */
        document: nullable(textSchema(14)),
        hasDocument: { type: 'boolean' },
        address: nullable(addressSchema),
      }),
    ),
    /** The campaign parameters and the page that the buyer came from. */
    campaign: { type: 'array', items: record({ name: textSchema(100), value: textSchema(500) }) },
    referer: nullable({ type: 'string' }),
    /** The news about the payments, the oldest first. News that changed nothing is left out. */
    history: {
      type: 'array',
      items: record({
        at: dateTimeSchema,
        source: { type: 'string', enum: EVIDENCE_SOURCES },
        status: paymentStatusSchema,
        /** The method of the payment that the news is about. */
        method: paymentMethodSchema,
        /** Cents paid and returned as far as this news tells; null where it does not. */
        paidAmount: nullable(amountSchema),
        refundedAmount: nullable(amountSchema),
        /** The provider's id. Only administrators see it. */
        provider: nullable(textSchema(64)),
      }),
    },
    refunds: {
      type: 'array',
      items: record({
        at: dateTimeSchema,
        amount: amountSchema,
        state: { type: 'string', enum: REFUND_STATES },
        cause: { type: 'string', enum: REFUND_CAUSES },
        authorisedAs: nullable({ type: 'string', enum: ['seller', 'admin', 'buyer'] }),
        note: nullable(textSchema(300)),
      }),
    },
    requests: {
      type: 'array',
      items: record({
        protocol: { type: 'string' },
        at: dateTimeSchema,
        state: { type: 'string', enum: REFUND_REQUEST_STATES },
        ground: { type: 'string', enum: REFUND_GROUNDS },
        reason: { type: 'string', enum: REFUND_REASONS },
        note: { type: 'string' },
      }),
    },
    cases: {
      type: 'array',
      items: record({
        at: dateTimeSchema,
        kind: { type: 'string', enum: DISPUTE_KINDS },
        state: { type: 'string', enum: DISPUTE_STATES },
        amount: amountSchema,
        dueAt: dateTimeSchema,
        closedAt: nullable(dateTimeSchema),
      }),
    },
    /** Null for partners, and where nothing is to be shipped. */
    shipment: nullable(shipmentSchema),
    /** Null as long as no money came. */
    money: nullable(moneySchema),
  }),
  errors: [...REFUSALS, 'SALE_NOT_FOUND'],
} as const satisfies Procedure;

/** The states of an attempt. UNKNOWN: its answer was lost. NOT_SENT: nothing was charged. PARKED: a person has to find out. */
export const ATTEMPT_STATES = ['CREATED', 'ANSWERED', 'UNKNOWN', 'NOT_SENT', 'REFUSED', 'PARKED'] as const;
/** The end of held money. REVERSED: it was paid out early, and then taken back. */
export const HOLD_STATES = ['OPEN', 'RELEASED', 'TAKEN', 'ANTICIPATED', 'SETTLED', 'REVERSED'] as const;
/** The accounts of the ledger. */
export const LEDGER_ACCOUNTS = [
  ...BALANCE_ACCOUNTS,
  'RECEIVER',
  'PROVIDER',
  'PROVIDER_FEES',
  'PLATFORM_FEES',
  'INTEREST',
  'REFUNDS',
  'DISPUTES',
  'ANTICIPATION',
  'WITHDRAWN',
  'LOSSES',
  'TAX_WITHHELD',
] as const;

export const getSaleStory = {
  name: 'sales.getSaleStory',
  kind: 'query',
  summary:
    'Retrieves what lies behind a sale: its attempts and why each used its provider, every report of the providers, every posting of the ledger and every hold.',
  access: adminWith('isSalesAvailable'),
  limit: READING,
  input: onlySale,
  /** Each list is in order of time. */
  output: record({
    attempts: {
      type: 'array',
      items: record({
        id: uuidSchema,
        at: dateTimeSchema,
        /** Null until the provider answers. */
        answeredAt: nullable(dateTimeSchema),
        method: paymentMethodSchema,
        provider: textSchema(64),
        connectionName: textSchema(120),
        state: { type: 'string', enum: ATTEMPT_STATES },
        reason: nullable(textSchema(200)),
        /** The charge's id at the provider. */
        transactionId: nullable(textSchema(256)),
        /** Null for attempts made before explanations were stored. */
        routing: nullable(routingSchema),
      }),
    },
    /** All that was heard of the charges, repeats included. */
    reports: {
      type: 'array',
      items: record({
        at: dateTimeSchema,
        source: { type: 'string', enum: EVIDENCE_SOURCES },
        method: paymentMethodSchema,
        provider: nullable(textSchema(64)),
        /** The provider's own word, and what it counts as. */
        providerStatus: textSchema(200),
        status: { type: 'string', enum: REPORTED_STATUSES },
        paidAmount: nullable(amountSchema),
        refundedAmount: nullable(amountSchema),
        reason: nullable(textSchema(300)),
        /** The webhook that it was read from, as far as it is still kept. */
        webhook: nullable(record({ id: uuidSchema, receivedAt: dateTimeSchema })),
      }),
    },
    /** Every posting of the sale's payments. The entries of one sum to zero. */
    postings: {
      type: 'array',
      items: record({
        id: uuidSchema,
        at: dateTimeSchema,
        kind: { type: 'string', enum: POSTING_KINDS },
        entries: {
          type: 'array',
          items: record({
            account: { type: 'string', enum: LEDGER_ACCOUNTS },
            /** The person or the connection whose account it is; null for the platform's. */
            owner: nullable(textSchema(200)),
            amount: signedAmountSchema,
          }),
        },
      }),
    },
    holds: {
      type: 'array',
      items: record({
        at: dateTimeSchema,
        person: textSchema(200),
        reason: { type: 'string', enum: HOLD_REASONS },
        state: { type: 'string', enum: HOLD_STATES },
        /** The cents held at first, and those left; of a closed hold the cents that it ended with. */
        initialAmount: amountSchema,
        amount: amountSchema,
        /** Null: until the dispute ends. */
        releaseAt: nullable(dateTimeSchema),
        closedAt: nullable(dateTimeSchema),
      }),
    },
  }),
  errors: [...REFUSALS, 'SALE_NOT_FOUND'],
} as const satisfies Procedure;

export const getBuyerDocument = {
  name: 'sales.getBuyerDocument',
  kind: 'mutation',
  summary: "Retrieves the CPF or CNPJ of a sale's buyer. It is a mutation, because every access is logged.",
  access: adminWith('isSalesAvailable'),
  limit: CHANGING,
  input: onlySale,
  /** The digits without punctuation. */
  output: record({ document: nullable(textSchema(14)) }),
  errors: [...REFUSALS, 'SALE_NOT_FOUND'],
} as const satisfies Procedure;

export const salesErrors = {
  SALE_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Venda não encontrada.',
    en: 'Sale not found.',
  },
} as const satisfies ErrorTexts;
