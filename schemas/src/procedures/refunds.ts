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
import {
  countSchema,
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
  sumSchema,
} from '../parts.ts';
import { adminWith, CUSTOMER, type Procedure, SELLER } from '../procedure.ts';
import { tokenSchema } from './account.ts';

const STAFF = adminWith('isSalesAvailable');

/** REQUESTED: to be sent. SENDING, PENDING, UNKNOWN: under way. DONE and REFUSED are final. */
export const REFUND_STATES = ['REQUESTED', 'SENDING', 'PENDING', 'UNKNOWN', 'DONE', 'REFUSED'] as const;
export const REFUND_REASONS = ['REGRET', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DUPLICATE', 'OTHER'] as const;
/** LAW: within seven days. GUARANTEE: within the product's guarantee. LATE: the seller decides. */
export const REFUND_BASES = ['LAW', 'GUARANTEE', 'LATE'] as const;
/** SELLER: the provider has no way to give this payment back; the seller pays by themselves, outside of the platform. */
export const REFUND_PAYERS = ['PROVIDER', 'SELLER'] as const;
/** After these a person may say how a refund ended that its provider is silent about. */
export const SETTLE_AFTER_HOURS = 72;
/** Calendar days a buyer has by law to give back what they bought, and a seller to decide on a later wish. */
export const LEGAL_DAYS = 7;
export const DECISION_DAYS = 3;
export const REFUND_REQUEST_STATES = ['WAITING', 'GRANTED', 'DECLINED'] as const;

/** SURPLUS: money paid beyond the price is still on its way back; afterwards the price may be given back too. */
export const REFUND_OBSTACLES = ['NOT_PAID', 'ALL_RETURNED', 'DISPUTED', 'SURPLUS', 'UNSUPPORTED', 'EXPIRED'] as const;

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
  reason: nullable(textSchema(500)),
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
    /** Cents; all that is left unless told. */ amount: { ...amountSchema, minimum: 1 },
    note: textSchema(300),
  },
);

export const getRefundable = {
  name: 'refunds.getRefundable',
  kind: 'query',
  summary: 'What of a sale can still be given back, and what that takes from the balance of whom.',
  access: { kind: 'role', roles: ['seller', 'admin'], permission: 'isSalesAvailable' },
  input: recordWith(
    { paymentId: publicIdSchema },
    {
      /** Cents to look at; all that is left unless told. */ amount: { ...amountSchema, minimum: 1 },
    },
  ),
  output: record({
    currency: currencySchema,
    paidAmount: amountSchema,
    returnedAmount: amountSchema,
    refundable: amountSchema,
    isPartialPossible: { type: 'boolean' },
    /** Why nothing can be given back; null where something can. */
    obstacle: nullable({ type: 'string', enum: REFUND_OBSTACLES }),
    /** The caller's own share of a full refund, in cents. */
    ownShare: amountSchema,
    /** What giving `amount` back takes from whom, and leaves; of the platform its part after the manager's. */
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
  summary: "Gives the money of one of the signed-in seller's sales back, whole or in part.",
  access: SELLER,
  protects: 'money',
  isIdempotent: true,
  input: wanted,
  output: record({ refund: record(refund) }),
  errors: [...GUARDED, ...PAYMENT_ERRORS, ...KEYED],
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
  errors: [...GUARDED, ...PAYMENT_ERRORS, ...KEYED],
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
    next,
    count: countSchema,
    total: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

/** EXCESS and UNDERPAID go back by themselves; WANTED was granted by somebody. */
export const REFUND_CAUSES = ['EXCESS', 'UNDERPAID', 'WANTED'] as const;

export const listPlatformRefunds = {
  name: 'refunds.listPlatformRefunds',
  kind: 'query',
  summary: 'Refunds of all sales of the platform, newest first, also those that happen by themselves.',
  access: STAFF,
  input: optional({
    ...period,
    state: { type: 'string', enum: REFUND_STATES },
    /** Those alone whose end nobody knows although their time is over. */
    isOverdue: { type: 'boolean' },
    search: textSchema(100),
    ...page,
  }),
  output: pageOf(
    record({
      ...refund,
      cause: { type: 'string', enum: REFUND_CAUSES },
      /** Null where it happened by itself. */
      grantedAs: nullable({ type: 'string', enum: ['seller', 'admin', 'buyer'] }),
      sellerName: textSchema(120),
      provider: textSchema(64),
      providerRefundId: nullable(textSchema(255)),
      /** A person may say how it ended. */
      isOverdue: { type: 'boolean' },
    }),
  ),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const settleRefund = {
  name: 'refunds.settleRefund',
  kind: 'mutation',
  summary: 'Says how a refund ended that its provider has been silent about for three days.',
  access: STAFF,
  protects: 'money',
  input: record({
    refundId: uuidSchema,
    /** REFUSED: the money is still there, and every share goes back to its owner. */
    outcome: { type: 'string', enum: ['DONE', 'REFUSED'] },
    /** Where this is known from. */
    note: { ...textSchema(300), minLength: 1 },
  }),
  output: nothingSchema,
  errors: [...GUARDED, 'REFUND_NOT_FOUND', 'REFUND_NOT_OVERDUE', 'REASON_REQUIRED'],
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
  paidBy: { type: 'string', enum: REFUND_PAYERS },
  /** Of the refund it was granted with; null while there is none, and where the seller pays. */
  refundState: nullable({ type: 'string', enum: REFUND_STATES }),
} as const;

export const listRequests = {
  name: 'refunds.listRequests',
  kind: 'query',
  summary: "Buyers' wishes to give back what they bought of the signed-in seller; those that wait first.",
  access: SELLER,
  input: optional({ state: { type: 'string', enum: REFUND_REQUEST_STATES }, ...page }),
  output: record({ items: { type: 'array', items: record(request) }, next, waiting: countSchema }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const decideRequest = {
  name: 'refunds.decideRequest',
  kind: 'mutation',
  summary: 'Grants or declines a request that came after the seven days of the law; before, nobody can decline.',
  access: SELLER,
  protects: 'money',
  input: recordWith(
    { requestId: uuidSchema, decision: { type: 'string', enum: ['GRANT', 'DECLINE'] } },
    { answer: textSchema(1000) },
  ),
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
  input: record({ email: emailSchema }),
  output: nothingSchema,
  errors: ['CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const openRefundPage = {
  name: 'refunds.openRefundPage',
  kind: 'mutation',
  summary: 'What a mailed link carries, for a buyer who is signed in with a proven e-mail: no mail is needed.',
  access: CUSTOMER,
  input: record({}),
  output: record({ token: textSchema(200) }),
  errors: [...REFUSALS, 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

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
        /** Cents that have not gone back yet. */
        leftAmount: amountSchema,
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
            decideBy: nullable(dateTimeSchema),
            answer: nullable(textSchema(1000)),
            paidBy: { type: 'string', enum: REFUND_PAYERS },
          }),
        ),
        /** Who would give the money back. */
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
  summary: 'A buyer asks for their money. Within seven days it is granted at once; the protocol is mailed in any case.',
  access: { kind: 'public' },
  isRateLimited: true,
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
    basis: { type: 'string', enum: REFUND_BASES },
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
