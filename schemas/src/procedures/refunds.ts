/** Refunds of a buyer's money, by the seller, by the platform, or at the buyer's request. */

import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  paymentMethodSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, PROVING, READING } from '../limits.ts';
import {
  countSchema,
  cycleSchema,
  emailSchema,
  GUARDED,
  inCurrency,
  next,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  period,
  REFUSALS,
  record,
  recordWith,
  sortedBy,
  sumSchema,
} from '../parts.ts';
import { adminWith, CUSTOMER, type Procedure, SELLER } from '../procedure.ts';
import { tokenSchema } from './account.ts';

const STAFF = adminWith('isSalesAvailable');

/** REQUESTED: the refund waits to be sent. SENDING, PENDING, UNKNOWN: it is in progress. DONE and REFUSED are final. */
export const REFUND_STATES = ['REQUESTED', 'SENDING', 'PENDING', 'UNKNOWN', 'DONE', 'REFUSED'] as const;
/**
 * Reasons of refunds that screens put into words. A PENDING one waits until the provider, or its customer, authorises it; a REFUSED one was
 * not authorised.
 */
export const AWAITING_AUTHORISATION = 'AWAITING_AUTHORISATION';
export const DENIED = 'DENIED';
export const REFUND_REASONS = ['REGRET', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DUPLICATE', 'OTHER'] as const;
/** LAW: within the legal seven days. GUARANTEE: within the product's guarantee. LATE: the seller decides. */
export const REFUND_GROUNDS = ['LAW', 'GUARANTEE', 'LATE'] as const;
/** SELLER: the provider cannot refund this payment, so the seller pays the buyer outside the platform. */
export const REFUND_PAYERS = ['PROVIDER', 'SELLER'] as const;
/** The hours of silence of the provider after which a person may record how a refund ended. */
export const SETTLE_AFTER_HOURS = 72;
/** The calendar days that the law gives a buyer to return a purchase, and the days that a seller has to decide on a later request. */
export const LEGAL_DAYS = 7;
export const DECISION_DAYS = 3;
export const REFUND_REQUEST_STATES = ['WAITING', 'GRANTED', 'DECLINED'] as const;

/** SURPLUS: money paid beyond the price is still being returned; the price may be refunded after that. */
export const REFUND_OBSTACLES = ['NOT_PAID', 'ALL_RETURNED', 'DISPUTED', 'SURPLUS', 'UNSUPPORTED', 'EXPIRED'] as const;

const refund = {
  id: uuidSchema,
  createdAt: dateTimeSchema,
  paymentId: publicIdSchema,
  title: textSchema(120),
  cycle: cycleSchema,
  buyerName: textSchema(30),
  method: paymentMethodSchema,
  /** The refunded amount and the paid amount, in cents. */
  amount: amountSchema,
  paidAmount: amountSchema,
  currency: currencySchema,
  authorisedAs: { type: 'string', enum: ['seller', 'admin', 'buyer'] },
  state: { type: 'string', enum: REFUND_STATES },
  note: nullable(textSchema(300)),
  /** The provider's reason for the refusal, in words for the platform's staff. */
  reason: nullable(textSchema(500)),
  /** The provider's own words about a refund that it, or its customer, did not authorise. */
  providerReason: nullable(textSchema(500)),
} as const;

const PAYMENT_ERRORS = [
  'PAYMENT_NOT_FOUND',
  'REFUND_UNAVAILABLE',
  'REFUND_TOO_LARGE',
  'REFUND_PARTIAL_UNAVAILABLE',
  'REFUND_EXPIRED',
  'REFUND_FAILED',
  'PAYMENT_DISPUTED',
] as const;
const KEYED = ['IDEMPOTENCY_KEY_MISSING', 'IDEMPOTENCY_KEY_REUSED'] as const;

const wanted = recordWith(
  { paymentId: publicIdSchema },
  {
    /** The amount in cents; by default all that is left. */ amount: { ...amountSchema, minimum: 1 },
    note: textSchema(300),
  },
);

export const getRefundable = {
  name: 'refunds.getRefundable',
  kind: 'query',
  summary: 'Retrieves how much of a sale can still be refunded, and from whose balances the refund would be taken.',
  access: { kind: 'role', roles: ['seller', 'admin'], permission: 'isSalesAvailable' },
  limit: READING,
  api: { call: 'GET /payments/{paymentId}/refundable', resource: 'refunds' },
  input: recordWith(
    { paymentId: publicIdSchema },
    {
      /** The amount in cents to calculate for; by default all that is left. */ amount: { ...amountSchema, minimum: 1 },
    },
  ),
  output: record({
    /** The purchase that is refunded: the first item, who bought it from whom, and when. */
    sale: record({
      saleId: uuidSchema,
      title: textSchema(120),
      buyerName: textSchema(30),
      sellerId: uuidSchema,
      sellerName: textSchema(120),
      method: paymentMethodSchema,
      boughtAt: dateTimeSchema,
    }),
    currency: currencySchema,
    paidAmount: amountSchema,
    returnedAmount: amountSchema,
    refundable: amountSchema,
    isPartialPossible: { type: 'boolean' },
    /** The reason why nothing can be refunded; null where a refund is possible. */
    obstacle: nullable({ type: 'string', enum: REFUND_OBSTACLES }),
    /** The caller's own part of a full refund, in cents. */
    ownShare: amountSchema,
    /** The cents that refunding `amount` takes from each person, and those it leaves. The platform's part is net of the manager's. */
    shares: {
      type: 'array',
      items: record({
        role: { type: 'string', enum: ['PLATFORM', 'INTEREST', 'seller', 'affiliate', 'co-producer', 'manager'] },
        amount: amountSchema,
        left: amountSchema,
      }),
    },
  }),
  errors: [...REFUSALS, 'PAYMENT_NOT_FOUND', 'REFUND_TOO_LARGE'],
} as const satisfies Procedure;

export const refundSale = {
  name: 'refunds.refundSale',
  kind: 'mutation',
  summary: "Refunds one of the signed-in seller's sales, in full or in part.",
  access: SELLER,
  protects: 'money',
  isIdempotent: true,
  limit: CHANGING,
  api: { call: 'POST /payments/{paymentId}/refunds', resource: 'refunds' },
  input: wanted,
  output: record({ refund: record(refund) }),
  errors: [...GUARDED, ...PAYMENT_ERRORS, ...KEYED],
} as const satisfies Procedure;

export const refundPayment = {
  name: 'refunds.refundPayment',
  kind: 'mutation',
  summary: 'Refunds any sale of the platform, in full or in part.',
  access: STAFF,
  protects: 'money',
  isIdempotent: true,
  limit: CHANGING,
  api: { call: 'POST /platform/payments/{paymentId}/refunds', resource: 'refunds' },
  input: wanted,
  output: record({ refund: record(refund) }),
  errors: [...GUARDED, ...PAYMENT_ERRORS, ...KEYED],
} as const satisfies Procedure;

export const listRefunds = {
  name: 'refunds.listRefunds',
  kind: 'query',
  summary: "Lists refunds of the signed-in seller's sales, newest first, with their total.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /refunds', resource: 'refunds', expand: { sale: 'saleId', customer: 'customerId' } },
  input: optional({
    ...period,
    ...inCurrency,
    state: { type: 'string', enum: REFUND_STATES },
    search: textSchema(100),
    ...page,
  }),
  output: record({
    items: { type: 'array', items: recordWith(refund, { saleId: uuidSchema, customerId: nullable(uuidSchema) }) },
    next,
    count: countSchema,
    total: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

/** EXCESS and UNDERPAID are returned automatically; a person authorised a WANTED refund. */
export const REFUND_CAUSES = ['EXCESS', 'UNDERPAID', 'WANTED'] as const;

export const listPlatformRefunds = {
  name: 'refunds.listPlatformRefunds',
  kind: 'query',
  summary: 'Lists refunds of all sales of the platform, newest first, including automatic ones.',
  access: STAFF,
  limit: READING,
  api: { call: 'GET /platform/refunds', resource: 'refunds' },
  input: optional({
    ...period,
    state: { type: 'string', enum: REFUND_STATES },
    /** Only refunds whose outcome is still unknown after SETTLE_AFTER_HOURS. */
    isOverdue: { type: 'boolean' },
    search: textSchema(100),
    ...page,
    ...sortedBy('amount', 'createdAt', 'seller'),
  }),
  output: pageOf(
    record({
      ...refund,
      saleId: uuidSchema,
      cause: { type: 'string', enum: REFUND_CAUSES },
      /** The role that authorised the refund; null for an automatic one. */
      authorisedAs: nullable({ type: 'string', enum: ['seller', 'admin', 'buyer'] }),
      sellerName: textSchema(120),
      provider: textSchema(64),
      providerRefundId: nullable(textSchema(255)),
      /** True once an administrator may record its outcome. */
      isOverdue: { type: 'boolean' },
      /** True where it was automatic and refused, and an administrator may order it again because the money is still there. */
      isRepeatable: { type: 'boolean' },
    }),
  ),
  errors: [...REFUSALS, 'PERIOD_INVALID', 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const settleRefund = {
  name: 'refunds.settleRefund',
  kind: 'mutation',
  summary: 'Records the outcome of a refund for which the provider has not answered in three days.',
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: record({
    refundId: uuidSchema,
    /** REFUSED: the money was not returned, and every part goes back to its owner. */
    outcome: { type: 'string', enum: ['DONE', 'REFUSED'] },
    /** The source of this information. */
    note: textSchema(300, 1),
  }),
  output: nothingSchema,
  errors: [...GUARDED, 'REFUND_NOT_FOUND', 'REFUND_NOT_OVERDUE'],
} as const satisfies Procedure;

export const repeatRefund = {
  name: 'refunds.repeatRefund',
  kind: 'mutation',
  summary:
    'Orders an automatic refund again that its provider refused, for all that is still to be returned of the charge.',
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: record({ refundId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'REFUND_NOT_FOUND', 'REFUND_UNAVAILABLE'],
} as const satisfies Procedure;

const request = {
  id: uuidSchema,
  protocol: textSchema(40),
  paymentId: publicIdSchema,
  title: textSchema(120),
  cycle: cycleSchema,
  buyerName: textSchema(30),
  amount: amountSchema,
  currency: currencySchema,
  reason: { type: 'string', enum: REFUND_REASONS },
  note: textSchema(1000),
  ground: { type: 'string', enum: REFUND_GROUNDS },
  state: { type: 'string', enum: REFUND_REQUEST_STATES },
  decideBy: nullable(dateTimeSchema),
  answer: nullable(textSchema(1000)),
  createdAt: dateTimeSchema,
  decidedAt: nullable(dateTimeSchema),
  paidBy: { type: 'string', enum: REFUND_PAYERS },
  /** The state of the refund that the request led to; null where there is none, and where the seller pays. */
  refundState: nullable({ type: 'string', enum: REFUND_STATES }),
} as const;

export const listRequests = {
  name: 'refunds.listRequests',
  kind: 'query',
  summary: "Lists buyers' refund requests for the signed-in seller's sales, waiting requests first.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /refund-requests', resource: 'refunds' },
  input: optional({
    state: { type: 'string', enum: REFUND_REQUEST_STATES },
    /** Lists this request alone. */
    requestId: uuidSchema,
    ...page,
  }),
  output: record({ items: { type: 'array', items: record(request) }, next, waiting: countSchema }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listPlatformRequests = {
  name: 'refunds.listPlatformRequests',
  kind: 'query',
  summary: "Lists buyers' refund requests for all sales of the platform, newest first.",
  access: STAFF,
  limit: READING,
  input: optional({
    ...period,
    state: { type: 'string', enum: REFUND_REQUEST_STATES },
    /** Part of the protocol, the product's title, or the name or e-mail of the buyer or the seller. */
    search: textSchema(100),
    ...page,
    ...sortedBy('createdAt', 'decideBy', 'seller'),
  }),
  output: pageOf(
    record({
      id: uuidSchema,
      protocol: textSchema(40),
      saleId: uuidSchema,
      title: textSchema(120),
      cycle: request.cycle,
      buyerName: textSchema(30),
      sellerName: textSchema(120),
      /** Cents that were refunded; of a waiting request, the cents that a full refund would return. */
      amount: amountSchema,
      currency: currencySchema,
      reason: request.reason,
      ground: request.ground,
      state: request.state,
      createdAt: dateTimeSchema,
      /** Undecided by then, the request is granted within the guarantee and declined after it; null for a decided one of the law. */
      decideBy: request.decideBy,
      decidedAt: request.decidedAt,
    }),
  ),
  errors: [...REFUSALS, 'PERIOD_INVALID', 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const decideRequest = {
  name: 'refunds.decideRequest',
  kind: 'mutation',
  summary:
    'Approves or declines a refund request made after the legal seven days. Earlier requests cannot be declined.',
  access: SELLER,
  protects: 'money',
  limit: CHANGING,
  api: { call: 'POST /refund-requests/{requestId}/decide', resource: 'refunds' },
  input: recordWith(
    { requestId: uuidSchema, decision: { type: 'string', enum: ['GRANT', 'DECLINE'] } },
    { answer: textSchema(1000) },
  ),
  output: nothingSchema,
  errors: [...GUARDED, 'REQUEST_NOT_FOUND', 'REQUEST_DECIDED', 'REASON_REQUIRED', ...PAYMENT_ERRORS],
} as const satisfies Procedure;

export const grantRequest = {
  name: 'refunds.grantRequest',
  kind: 'mutation',
  summary:
    'Approves a refund request of the platform in the place of its seller, who has not decided it. Requests that wait for the return of a surplus are approved by themselves.',
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: record({ requestId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'REQUEST_NOT_FOUND', 'REQUEST_DECIDED', ...PAYMENT_ERRORS],
} as const satisfies Procedure;

/** Serves the buyer's page, /request-refund. No response reveals whether an address has bought here. */
export const sendRefundLink = {
  name: 'refunds.sendRefundLink',
  kind: 'mutation',
  summary:
    'Mails a link through which the buyer with this e-mail can request refunds. The response is the same for every address.',
  access: { kind: 'public' },
  limit: PROVING,
  input: record({ email: emailSchema }),
  output: nothingSchema,
  errors: ['CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const openRefundPage = {
  name: 'refunds.openRefundPage',
  kind: 'mutation',
  summary: 'Returns the token of a refund link to a signed-in buyer with a verified e-mail, without a mail.',
  access: CUSTOMER,
  limit: CHANGING,
  input: record({}),
  output: record({ token: textSchema(200) }),
  errors: [...REFUSALS, 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const listRefundable = {
  name: 'refunds.listRefundable',
  kind: 'mutation',
  summary: 'Lists the purchases of the holder of a refund link, with the refunds possible and requested for each.',
  access: { kind: 'public' },
  limit: PROVING,
  input: record({ token: tokenSchema }),
  output: record({
    email: textSchema(254),
    purchases: {
      type: 'array',
      items: record({
        paymentId: publicIdSchema,
        title: textSchema(120),
        sellerName: textSchema(120),
        amount: amountSchema,
        /** The cents that have not been refunded yet. */
        leftAmount: amountSchema,
        currency: currencySchema,
        method: paymentMethodSchema,
        boughtAt: dateTimeSchema,
        /** Null where nothing can be refunded any more. */
        ground: nullable({ type: 'string', enum: REFUND_GROUNDS }),
        /** The end of the period in which this ground applies. */
        groundUntil: nullable(dateTimeSchema),
        request: nullable(
          record({
            protocol: textSchema(40),
            state: { type: 'string', enum: REFUND_REQUEST_STATES },
            createdAt: dateTimeSchema,
            decideBy: nullable(dateTimeSchema),
            answer: nullable(textSchema(1000)),
            paidBy: { type: 'string', enum: REFUND_PAYERS },
          }),
        ),
        /** The payer of a refund. */
        paidBy: { type: 'string', enum: REFUND_PAYERS },
        isReturned: { type: 'boolean' },
      }),
    },
  }),
  errors: ['CROSS_SITE_REQUEST', 'TOKEN_INVALID', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const requestRefund = {
  name: 'refunds.requestRefund',
  kind: 'mutation',
  summary:
    'Requests a refund. Within the legal seven days it is approved at once. The buyer always gets a mail with the protocol number.',
  access: { kind: 'public' },
  limit: PROVING,
  input: recordWith(
    {
      token: tokenSchema,
      paymentId: publicIdSchema,
      reason: { type: 'string', enum: REFUND_REASONS },
    },
    { note: textSchema(1000) },
  ),
  output: record({
    protocol: textSchema(40),
    state: { type: 'string', enum: REFUND_REQUEST_STATES },
    ground: { type: 'string', enum: REFUND_GROUNDS },
    decideBy: nullable(dateTimeSchema),
    paidBy: { type: 'string', enum: REFUND_PAYERS },
  }),
  errors: [
    'CROSS_SITE_REQUEST',
    'TOKEN_INVALID',
    'PAYMENT_NOT_FOUND',
    'REFUND_UNAVAILABLE',
    'PAYMENT_DISPUTED',
    'TOO_MANY_REQUESTS',
  ],
} as const satisfies Procedure;

export const refundsErrors = {
  REFUND_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Este pagamento não pode ser reembolsado.',
    en: 'This payment cannot be refunded.',
  },
  REFUND_TOO_LARGE: {
    status: 422,
    'pt-BR': 'O valor é maior que o que resta deste pagamento.',
    en: 'The amount is more than what is left of this payment.',
  },
  REFUND_PARTIAL_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'O provedor deste pagamento só devolve o valor inteiro.',
    en: 'The provider of this payment gives back the whole amount only.',
  },
  REFUND_EXPIRED: {
    status: 422,
    'pt-BR': 'O prazo do provedor para devolver este pagamento terminou.',
    en: 'The time the provider allows for giving this payment back is over.',
  },
  REFUND_FAILED: { status: 400, 'pt-BR': 'Erro ao aprovar o reembolso.', en: 'The refund could not be approved.' },
  REFUND_NOT_FOUND: { status: 404, 'pt-BR': 'Este reembolso não existe.', en: 'This refund does not exist.' },
  REFUND_NOT_OVERDUE: {
    status: 409,
    'pt-BR':
      'O provedor ainda pode dizer como este reembolso terminou, ou já disse. Espere três dias a partir do pedido.',
    en: 'The provider may still say how this refund ended, or has said so. Wait three days from when it was asked for.',
  },
  REQUEST_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este pedido de reembolso não existe.',
    en: 'This refund request does not exist.',
  },
  REQUEST_DECIDED: { status: 409, 'pt-BR': 'Este pedido já foi decidido.', en: 'This request was already decided.' },
} as const satisfies ErrorTexts;
