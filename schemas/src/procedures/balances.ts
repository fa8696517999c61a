/** A person's balance on a platform, and where each cent of it came from. */
import {
  amountSchema,
  CURRENCIES,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import { READING } from '../limits.ts';
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
/** The kinds of posting. The shells hold their texts. */
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

/** The rule that a hold follows, as far as it has one. */
export const holdRuleSchema = optional({
  days: { type: 'integer' },
  guaranteeDays: { type: 'integer' },
  reserveBasisPoints: { type: 'integer' },
});

export const getBalance = {
  name: 'balances.getBalance',
  kind: 'query',
  summary: "Retrieves the signed-in person's balance in one currency, and when held money becomes available.",
  access: EARNERS,
  limit: READING,
  api: { call: 'GET /balance', resource: 'balance' },
  input: optional(inCurrency),
  output: record({
    currency: currencySchema,
    /** The other currencies in which the person has ever had money. */
    otherCurrencies: { type: 'array', items: { type: 'string', enum: CURRENCIES } },
    /** Amounts in cents: held; available; reserved for withdrawals, anticipations or disputes; owed to the platform. */
    pending: sumSchema,
    available: sumSchema,
    reserved: sumSchema,
    owed: sumSchema,
    /** The cents that become available on each of the next 30 days on which money is released. */
    releases: { type: 'array', items: record({ day: { type: 'string', format: 'date' }, amount: sumSchema }) },
    /** The part of `reserved` that disputes hold. */
    disputed: sumSchema,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const statementLineSchema = record({
  /** The id of the posting. */
  id: uuidSchema,
  occurredAt: dateTimeSchema,
  kind: { type: 'string', enum: POSTING_KINDS },
  /** The sale that the posting is about. Partners get no id of its payment: that opens the buyer's page. */
  sale: nullable(
    record({
      saleId: uuidSchema,
      title: textSchema(120),
      /** The buyer's name; null for everybody but the sale's seller. */
      buyerName: nullable(textSchema(200)),
    }),
  ),
  /** The withdrawal or the anticipation that the posting is about. */
  withdrawalId: nullable(uuidSchema),
  anticipationId: nullable(uuidSchema),
  disputeId: nullable(uuidSchema),
  /** The posting's change of each part of the balance, in cents; 0 for no change. */
  pending: signedAmountSchema,
  available: signedAmountSchema,
  reserved: signedAmountSchema,
  owed: signedAmountSchema,
  /** The cents that the provider split off to the person's own account there, or took back. They are not part of the balance. */
  receiver: signedAmountSchema,
  /**
   * The balance after the posting, in cents: what could be used, and `total` with what was held, reserved and owed. Null in a list of one
   * kind, where other postings lie between.
   */
  balance: nullable(record({ available: signedAmountSchema, total: signedAmountSchema })),
});

export const listStatement = {
  name: 'balances.listStatement',
  kind: 'query',
  summary: "Lists every movement of the signed-in person's balance, newest first.",
  access: EARNERS,
  limit: READING,
  api: { call: 'GET /balance/statement', resource: 'balance' },
  input: optional({ ...inCurrency, ...period, kind: { type: 'string', enum: POSTING_KINDS }, ...page }),
  output: record({
    items: { type: 'array', items: statementLineSchema },
    next,
    /** The currency of every amount. */
    currency: currencySchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const listReceiverParts = {
  name: 'balances.listReceiverParts',
  kind: 'query',
  summary:
    "Lists what providers paid to the signed-in person's own accounts in splits during a period, by connection. This money never passed through the platform.",
  access: EARNERS,
  limit: READING,
  input: recordWith(period, inCurrency),
  output: record({
    currency: currencySchema,
    items: {
      type: 'array',
      items: record({
        connectionId: uuidSchema,
        /** The id of the provider's package, and the name of the connection. */
        provider: textSchema(60),
        name: textSchema(60),
        /** The provider's current id of the account; null where the account no longer exists. */
        receiverId: nullable(textSchema(256)),
        /** Cents received, and cents returned with refunds and chargebacks. */
        received: sumSchema,
        returned: sumSchema,
        /** The number of payments. */
        sales: countSchema,
      }),
    },
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const holdSchema = record({
  id: uuidSchema,
  reason: { type: 'string', enum: HOLD_REASONS },
  saleId: uuidSchema,
  title: textSchema(120),
  /** The cents that the hold still has. */
  amount: amountSchema,
  currency: currencySchema,
  createdAt: dateTimeSchema,
  /** Null: the hold lasts until the dispute ends. */
  releaseAt: nullable(dateTimeSchema),
  rule: holdRuleSchema,
  /** True while an anticipation of this hold waits for a decision. */
  isAnticipating: { type: 'boolean' },
  isDisputed: { type: 'boolean' },
});

export const listHolds = {
  name: 'balances.listHolds',
  kind: 'query',
  summary:
    "Lists the signed-in person's holds with their reasons, rules and release dates; the earliest release first.",
  access: EARNERS,
  limit: READING,
  api: { call: 'GET /balance/holds', resource: 'balance' },
  input: optional({ ...inCurrency, reason: { type: 'string', enum: HOLD_REASONS }, ...page }),
  output: pageOf(holdSchema),
  errors: REFUSALS,
} as const satisfies Procedure;

/**
 * The formats of streamed downloads: GET /exports/statement (the person's own) and GET /exports/accounting (the platform's, for
 * administrators).
 */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
const exported = { ...period, format: { type: 'string', enum: EXPORT_FORMATS } } as const;
/** The language of titles and texts in the file. */
const lang = { type: 'string', maxLength: 20 } as const;

export const exportAccountingInput = recordWith(exported, { ...inCurrency, lang });
export type ExportAccountingInput = FromSchema<typeof exportAccountingInput>;

export const exportStatementInput = recordWith(exported, {
  ...inCurrency,
  kind: { type: 'string', enum: POSTING_KINDS },
  lang,
});
export type ExportStatementInput = FromSchema<typeof exportStatementInput>;
