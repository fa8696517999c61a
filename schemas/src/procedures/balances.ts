/** What a person has on a platform, and where each cent of it came from. */
import {
  amountSchema,
  CURRENCIES,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import {
  countSchema,
  inCurrency,
  next,
  nullable,
  optional,
  page,
  pageOf,
  period,
  REFUSALS,
  record,
  recordWith,
  signedAmountSchema,
  sumSchema,
} from '../parts.ts';
import { EARNERS, type Procedure } from '../procedure.ts';

export const HOLD_REASONS = ['RELEASE', 'RESERVE', 'DISPUTE'] as const;
/** What a posting stands for; the statement's texts are the shells'. */
export const POSTING_KINDS = [
  'SALE',
  'REFUND',
  'REFUND_FAILED',
  'CHARGEBACK',
  'CHARGEBACK_WON',
  'ADJUSTMENT',
  'RELEASE',
  'DISPUTE_HELD',
  'DISPUTE_RELEASED',
  'WITHDRAWAL',
  'WITHDRAWAL_PAID',
  'WITHDRAWAL_FAILED',
  'ANTICIPATION',
  'ANTICIPATION_PAID',
  'ANTICIPATION_FAILED',
  'WRITE_OFF',
  'REVERSAL',
] as const;
export const BALANCE_ACCOUNTS = ['PENDING', 'AVAILABLE', 'RESERVED', 'OWED'] as const;

/** The rule behind a hold, as far as it has one. */
export const holdRuleSchema = optional({
  days: { type: 'integer' },
  guaranteeDays: { type: 'integer' },
  reserveBasisPoints: { type: 'integer' },
});

export const getBalance = {
  name: 'balances.getBalance',
  kind: 'query',
  summary: "The signed-in person's balance in one currency, and when held money becomes available.",
  access: EARNERS,
  input: optional(inCurrency),
  output: record({
    currency: currencySchema,
    /** Others in which the person has ever had money. */
    otherCurrencies: { type: 'array', items: { type: 'string', enum: CURRENCIES } },
    /** Cents: held; usable; promised to a withdrawal, an anticipation or a dispute; owed to the platform. */
    pending: sumSchema,
    available: sumSchema,
    reserved: sumSchema,
    owed: sumSchema,
    /** What becomes available day by day, the next 30 days that have something. */
    releases: { type: 'array', items: record({ day: { type: 'string', format: 'date' }, amount: sumSchema }) },
    /** Of `reserved`: what a dispute keeps. */
    disputed: sumSchema,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const statementLineSchema = record({
  /** Of the posting. */
  id: uuidSchema,
  occurredAt: dateTimeSchema,
  kind: { type: 'string', enum: POSTING_KINDS },
  /** Of the payment it is about, as the sales list names it. */
  payment: nullable(record({ paymentId: publicIdSchema, title: textSchema(120) })),
  /** Of what else it is about. */
  withdrawalId: nullable(uuidSchema),
  anticipationId: nullable(uuidSchema),
  disputeId: nullable(uuidSchema),
  /** How it changed each part of the balance, in cents; parts it left alone are 0. */
  pending: signedAmountSchema,
  available: signedAmountSchema,
  reserved: signedAmountSchema,
  owed: signedAmountSchema,
  /** What the provider split off to the person's own account there, or took back from it; no part of the balance. */
  receiver: signedAmountSchema,
});

export const listStatement = {
  name: 'balances.listStatement',
  kind: 'query',
  summary: "Every movement of the signed-in person's balance, newest first.",
  access: EARNERS,
  input: optional({ ...inCurrency, ...period, kind: { type: 'string', enum: POSTING_KINDS }, ...page }),
  output: record({
    items: { type: 'array', items: statementLineSchema },
    next,
    /** Of every amount. */
    currency: currencySchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const listReceiverParts = {
  name: 'balances.listReceiverParts',
  kind: 'query',
  summary:
    'What providers split off to the signed-in person in these days, by connection: sold through the platform, never in its hands.',
  access: EARNERS,
  input: recordWith(period, inCurrency),
  output: record({
    currency: currencySchema,
    items: {
      type: 'array',
      items: record({
        connectionId: uuidSchema,
        /** A package's id, and what the connection is called. */
        provider: textSchema(60),
        name: textSchema(60),
        /** The account as the provider names it now; null where there is none any more. */
        receiverId: nullable(textSchema(256)),
        /** Cents that came, and that went back with refunds and chargebacks. */
        received: sumSchema,
        returned: sumSchema,
        /** Payments behind them. */
        sales: countSchema,
      }),
    },
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const holdSchema = record({
  id: uuidSchema,
  reason: { type: 'string', enum: HOLD_REASONS },
  paymentId: publicIdSchema,
  title: textSchema(120),
  /** Cents left of it. */
  amount: amountSchema,
  currency: currencySchema,
  createdAt: dateTimeSchema,
  /** Null: until a dispute ends. */
  releaseAt: nullable(dateTimeSchema),
  rule: holdRuleSchema,
  /** Waits for an anticipation to be decided. */
  isAnticipating: { type: 'boolean' },
  isDisputed: { type: 'boolean' },
});

export const listHolds = {
  name: 'balances.listHolds',
  kind: 'query',
  summary: 'Which money of the signed-in person is held, why, by which rule and until when; soonest first.',
  access: EARNERS,
  input: optional({ ...inCurrency, reason: { type: 'string', enum: HOLD_REASONS }, ...page }),
  output: pageOf(holdSchema),
  errors: REFUSALS,
} as const satisfies Procedure;

/** Downloads, streamed: GET /exports/statement (one's own) and GET /exports/accounting (of the platform, for administrators). */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
const exported = { ...period, format: { type: 'string', enum: EXPORT_FORMATS } } as const;
/** Of the titles and words in it. */
const lang = { type: 'string', maxLength: 20 } as const;

export const exportAccountingInput = recordWith(exported, { ...inCurrency, lang });
export type ExportAccountingInput = FromSchema<typeof exportAccountingInput>;

export const exportStatementInput = recordWith(exported, {
  ...inCurrency,
  kind: { type: 'string', enum: POSTING_KINDS },
  lang,
});
export type ExportStatementInput = FromSchema<typeof exportStatementInput>;
