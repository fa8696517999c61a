/** Giving a buyer's money back: by the seller, by the platform, and at the buyer's own wish. */
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  paymentMethodSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { Access, Procedure } from '../procedure.ts';
import { nothingSchema } from './account.ts';
import {
  countSchema,
  GUARDED,
  inCurrency,
  nullable,
  optional,
  page,
  period,
  REFUSALS,
  record,
  sumSchema,
} from './parts.ts';

const SELLER: Access = { kind: 'role', roles: ['seller'] };
const STAFF: Access = { kind: 'role', roles: ['admin'], permission: 'isSalesAvailable' };

/** REQUESTED: to be sent. SENDING, PENDING, UNKNOWN: under way. DONE and REFUSED are final. */
export const REFUND_STATES = ['REQUESTED', 'SENDING', 'PENDING', 'UNKNOWN', 'DONE', 'REFUSED'] as const;
export const REFUND_REASONS = ['REGRET', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DUPLICATE', 'OTHER'] as const;
export const REFUND_BASES = ['LAW', 'GUARANTEE', 'LATE'] as const;
export const REFUND_REQUEST_STATES = ['WAITING', 'GRANTED', 'DECLINED'] as const;

const refund = {
  id: uuidSchema,
  createdAt: dateTimeSchema,
  paymentId: publicIdSchema,
  title: textSchema(120),
  buyerName: textSchema(30),
  method: paymentMethodSchema,
  /** Cents given back, of cents paid. */
  amount: amountSchema,
  paidAmount: amountSchema,
  currency: currencySchema,
  grantedAs: { type: 'string', enum: ['seller', 'admin', 'buyer'] },
  state: { type: 'string', enum: REFUND_STATES },
  note: nullable(textSchema(300)),
  /** Why the provider refused, in words for people at the platform. */
  reason: nullable(textSchema(300)),
} as const;

const PAYMENT_ERRORS = [
  'PAYMENT_NOT_FOUND',
  'REFUND_UNAVAILABLE',
  'REFUND_TOO_LARGE',
  'REFUND_PARTIAL_UNAVAILABLE',
  'REFUND_EXPIRED',
  'PAYMENT_DISPUTED',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

const wanted = {
  ...optional({
    paymentId: publicIdSchema,
    /** Cents; all that is left unless told. */ amount: { ...amountSchema, minimum: 1 },
    note: textSchema(300),
  }),
  required: ['paymentId'],
} as const;

export const getRefundable = {
  name: 'refunds.getRefundable',
  kind: 'query',
  summary: 'What of a sale can still be given back, and what that takes from the balance of whom.',
  access: { kind: 'role', roles: ['seller', 'admin'] },
  input: record({ paymentId: publicIdSchema }),
  output: record({
    currency: currencySchema,
    paidAmount: amountSchema,
    returnedAmount: amountSchema,
    refundable: amountSchema,
    isPartialPossible: { type: 'boolean' },
    /** Why nothing can be given back; null where something can. */
    obstacle: nullable({ type: 'string', enum: ['NOT_PAID', 'ALL_RETURNED', 'DISPUTED', 'UNSUPPORTED', 'EXPIRED'] }),
    /** The caller's own share of a full refund, in cents. */
    ownShare: amountSchema,
  }),
  errors: [...REFUSALS, 'PAYMENT_NOT_FOUND'],
} as const satisfies Procedure;

export const refundSale = {
  name: 'refunds.refundSale',
  kind: 'mutation',
  summary: "Gives the money of one of the signed-in seller's sales back, whole or in part.",
  access: SELLER,
  protects: 'money',
  isIdempotent: true,
  input: wanted,
  output: record({ refund: record(refund) }),
  errors: [...GUARDED, ...PAYMENT_ERRORS],
} as const satisfies Procedure;

export const refundPayment = {
  name: 'refunds.refundPayment',
  kind: 'mutation',
  summary: 'Gives the money of any sale of the platform back, whole or in part.',
  access: STAFF,
  protects: 'money',
  isIdempotent: true,
  input: wanted,
  output: record({ refund: record(refund) }),
  errors: [...GUARDED, ...PAYMENT_ERRORS],
} as const satisfies Procedure;

export const listRefunds = {
  name: 'refunds.listRefunds',
  kind: 'query',
  summary: "Refunds of the signed-in seller's sales, newest first, with what they come to.",
  access: SELLER,
  input: optional({
    ...period,
    ...inCurrency,
    state: { type: 'string', enum: REFUND_STATES },
    search: textSchema(100),
    ...page,
  }),
  output: record({
    items: { type: 'array', items: record(refund) },
    next: nullable({ type: 'string' }),
    count: countSchema,
    total: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

const request = {
  id: uuidSchema,
  protocol: textSchema(40),
  paymentId: publicIdSchema,
  title: textSchema(120),
  buyerName: textSchema(30),
  amount: amountSchema,
  currency: currencySchema,
  reason: { type: 'string', enum: REFUND_REASONS },
  note: textSchema(1000),
  basis: { type: 'string', enum: REFUND_BASES },
  state: { type: 'string', enum: REFUND_REQUEST_STATES },
  decideBy: nullable(dateTimeSchema),
  answer: nullable(textSchema(1000)),
  createdAt: dateTimeSchema,
  decidedAt: nullable(dateTimeSchema),
} as const;

export const listRequests = {
  name: 'refunds.listRequests',
  kind: 'query',
  summary: "Buyers' wishes to give back what they bought of the signed-in seller; those that wait first.",
  access: SELLER,
  input: optional({ state: { type: 'string', enum: REFUND_REQUEST_STATES }, ...page }),
  output: record({
    items: { type: 'array', items: record(request) },
    next: nullable({ type: 'string' }),
    waiting: countSchema,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const decideRequest = {
  name: 'refunds.decideRequest',
  kind: 'mutation',
  summary: 'Grants or declines a request that came after the seven days of the law; before, nobody can decline.',
  access: SELLER,
  protects: 'money',
  input: {
    ...optional({
      requestId: uuidSchema,
      decision: { type: 'string', enum: ['GRANT', 'DECLINE'] },
      answer: textSchema(1000),
    }),
    required: ['requestId', 'decision'],
  },
  output: nothingSchema,
  errors: [...GUARDED, 'REQUEST_NOT_FOUND', 'REQUEST_DECIDED', 'REASON_REQUIRED', ...PAYMENT_ERRORS],
} as const satisfies Procedure;

/** The buyer's page, /request-refund. Nothing tells whether an address has bought here. */
export const sendRefundLink = {
  name: 'refunds.sendRefundLink',
  kind: 'mutation',
  summary:
    'Mails a link to an address, through which its purchases can be given back. Answers the same for any address.',
  access: { kind: 'public' },
  isRateLimited: true,
  input: record({ email: { type: 'string', maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' } }),
  output: nothingSchema,
  errors: ['TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

const tokenSchema = { type: 'string', minLength: 20, maxLength: 200 } as const;

export const listRefundable = {
  name: 'refunds.listRefundable',
  kind: 'mutation',
  summary:
    'What the holder of a mailed link bought, what may be given back on which basis, and what was asked for already.',
  access: { kind: 'public' },
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
        currency: currencySchema,
        method: paymentMethodSchema,
        boughtAt: dateTimeSchema,
        /** Null where nothing can be given back any more. */
        basis: nullable({ type: 'string', enum: REFUND_BASES }),
        /** Until when this basis holds. */
        basisUntil: nullable(dateTimeSchema),
        request: nullable(
          record({
            protocol: textSchema(40),
            state: { type: 'string', enum: REFUND_REQUEST_STATES },
            createdAt: dateTimeSchema,
            answer: nullable(textSchema(1000)),
          }),
        ),
        isReturned: { type: 'boolean' },
      }),
    },
  }),
  errors: ['TOKEN_INVALID'],
} as const satisfies Procedure;

export const requestRefund = {
  name: 'refunds.requestRefund',
  kind: 'mutation',
  summary: 'A buyer asks for their money. Within seven days it is granted at once; the protocol is mailed in any case.',
  access: { kind: 'public' },
  isRateLimited: true,
  input: {
    ...optional({
      token: tokenSchema,
      paymentId: publicIdSchema,
      reason: { type: 'string', enum: REFUND_REASONS },
      note: textSchema(1000),
    }),
    required: ['token', 'paymentId', 'reason'],
  },
  output: record({
    protocol: textSchema(40),
    state: { type: 'string', enum: REFUND_REQUEST_STATES },
    basis: { type: 'string', enum: REFUND_BASES },
    decideBy: nullable(dateTimeSchema),
  }),
  errors: ['TOKEN_INVALID', 'PAYMENT_NOT_FOUND', 'REFUND_UNAVAILABLE', 'PAYMENT_DISPUTED', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;
