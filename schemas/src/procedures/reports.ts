/** What was earned, owed and released: charts, rankings and the accounting export. */
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
  GUARDED,
  inCurrency,
  next,
  nothingSchema,
  optional,
  page,
  period,
  personSchema,
  REFUSALS,
  record,
  recordWith,
  signedAmountSchema,
  sumSchema,
} from '../parts.ts';
import { adminWith, EARNERS, type Procedure } from '../procedure.ts';
import { holdSchema } from './balances.ts';

const SALES = adminWith('isSalesAvailable');
const wholePeriod = recordWith(period, inCurrency);
const dated = <const P extends Record<string, unknown>>(properties: P) =>
  recordWith(period, { ...inCurrency, ...properties });
const day = { type: 'string', format: 'date' } as const;

/**
 * Cents of one group, as the ledger was told of them in the period: gross is what buyers paid, refunded what went back to
 * them (below zero where more of it came back than went), net the person's own part of what is left.
 */
const earnings = {
  sales: countSchema,
  gross: sumSchema,
  refunded: signedAmountSchema,
  net: signedAmountSchema,
} as const;

export const getEarnings = {
  name: 'reports.getEarnings',
  kind: 'query',
  summary: 'What the signed-in person earned in a period, as whom, by day, method and product.',
  access: EARNERS,
  input: wholePeriod,
  output: record({
    currency: currencySchema,
    ...earnings,
    /** What the platform, affiliates, co-producers and interest took of one's own sales. */
    fees: signedAmountSchema,
    commissions: signedAmountSchema,
    /** Every day of the period, also those with nothing. */
    days: { type: 'array', items: record({ day, ...earnings }) },
    methods: { type: 'array', items: record({ method: paymentMethodSchema, ...earnings }) },
    /** The best 20. */
    products: { type: 'array', items: record({ productId: uuidSchema, name: textSchema(120), ...earnings }) },
    roles: {
      type: 'array',
      items: record({ role: { type: 'string', enum: ['seller', 'affiliate', 'co-producer', 'manager'] }, ...earnings }),
    },
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

/** A page of sellers ranked by one of their numbers. */
const ranking = <const P extends Record<string, unknown>>(properties: P, totals: P) =>
  record({
    items: { type: 'array', items: record({ person: personSchema, ...properties }) },
    next,
    currency: currencySchema,
    totals: record(totals),
  });
const revenue = {
  sales: countSchema,
  gross: sumSchema,
  refunded: signedAmountSchema,
  charged: signedAmountSchema,
  net: signedAmountSchema,
} as const;
/** Profit is fees, interest and anticipations less the other three. */
const profit = {
  sales: countSchema,
  gross: sumSchema,
  fees: signedAmountSchema,
  interest: signedAmountSchema,
  anticipations: signedAmountSchema,
  providerCosts: signedAmountSchema,
  /** Of managers. */
  commissions: signedAmountSchema,
  losses: signedAmountSchema,
  profit: signedAmountSchema,
} as const;

export const listSellerRevenue = {
  name: 'reports.listSellerRevenue',
  kind: 'query',
  summary: 'What each seller sold in a period: gross, given back, charged back, and their own net; the most first.',
  access: SALES,
  input: dated({ search: textSchema(100), ...page }),
  output: ranking(revenue, revenue),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const listSellerProfit = {
  name: 'reports.listSellerProfit',
  kind: 'query',
  summary:
    "What the platform earned with each seller: fees, interest and anticipations less the providers' costs, managers' commissions and losses.",
  access: SALES,
  input: dated({ search: textSchema(100), ...page }),
  output: ranking(profit, profit),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const listNegativeSellers = {
  name: 'reports.listNegativeSellers',
  kind: 'query',
  summary: 'People who owe the platform money, the most first, and what is on its way to them.',
  access: SALES,
  input: optional({ ...inCurrency, search: textSchema(100), ...page }),
  output: record({
    items: {
      type: 'array',
      items: record({ person: personSchema, owed: sumSchema, pending: sumSchema, since: dateTimeSchema }),
    },
    next,
    currency: currencySchema,
    count: countSchema,
    total: sumSchema,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const writeOffDebt = {
  name: 'reports.writeOffDebt',
  kind: 'mutation',
  summary: 'Gives up what somebody owes: it becomes a loss of the platform.',
  access: SALES,
  protects: 'money',
  isIdempotent: true,
  input: recordWith(
    { personId: uuidSchema, amount: { ...amountSchema, minimum: 1 }, reason: textSchema(300, 4) },
    { ...inCurrency },
  ),
  output: nothingSchema,
  errors: [
    ...GUARDED,
    'IDEMPOTENCY_KEY_MISSING',
    'IDEMPOTENCY_KEY_REUSED',
    'PERSON_NOT_FOUND',
    'OWN_DEBT_FIXED',
    'DEBT_TOO_SMALL',
  ],
} as const satisfies Procedure;

export const listReleased = {
  name: 'reports.listReleased',
  kind: 'query',
  summary:
    'Money of sellers that became available because its days and guarantee had passed (garantee-released), newest first.',
  access: SALES,
  input: dated({ search: textSchema(100), ...page }),
  output: record({
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        person: personSchema,
        paymentId: publicIdSchema,
        title: textSchema(120),
        amount: amountSchema,
        heldSince: dateTimeSchema,
        releasedAt: dateTimeSchema,
        reason: holdSchema.properties.reason,
        rule: holdSchema.properties.rule,
      }),
    },
    next,
    currency: currencySchema,
    count: countSchema,
    total: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const getOverview = {
  name: 'reports.getOverview',
  kind: 'query',
  summary: "The platform's money in a period, by day, method and product, and what it holds for whom now.",
  access: SALES,
  input: wholePeriod,
  output: record({
    currency: currencySchema,
    ...profit,
    refunded: signedAmountSchema,
    charged: signedAmountSchema,
    days: { type: 'array', items: record({ day, sales: countSchema, gross: sumSchema, profit: signedAmountSchema }) },
    methods: {
      type: 'array',
      items: record({ method: paymentMethodSchema, sales: countSchema, gross: sumSchema, profit: signedAmountSchema }),
    },
    /** The best 20. */
    products: {
      type: 'array',
      items: record({
        productId: uuidSchema,
        name: textSchema(120),
        sales: countSchema,
        gross: sumSchema,
        profit: signedAmountSchema,
      }),
    },
    /** Cents held for people now. */
    pending: sumSchema,
    available: sumSchema,
    reserved: sumSchema,
    owed: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;
