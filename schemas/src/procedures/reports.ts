/** Earnings, debts and released money: charts, rankings and the accounting export. */

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
import { CHANGING, READING } from '../limits.ts';
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

const FIGURES = adminWith('isDashboardAvailable');
/** Those who pay out may also forgive what is owed. */
const DEBTS = adminWith('isWithdrawsRequestUsersAvailable');
const wholePeriod = recordWith(period, inCurrency);
const dated = <const P extends Record<string, unknown>>(properties: P) =>
  recordWith(period, { ...inCurrency, ...properties });
const day = { type: 'string', format: 'date' } as const;

/**
 * The cents of one group, as the ledger recorded them in the period. gross: what buyers paid. refunded: what went back to them
 * (negative where more of it came back than went). net: the person's own part of the rest.
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
  summary: 'Retrieves what the signed-in person earned in a period, by role, day, method and product.',
  access: EARNERS,
  limit: READING,
  input: wholePeriod,
  output: record({
    currency: currencySchema,
    ...earnings,
    /** The cents that the platform, affiliates, co-producers and interest took of the person's own sales. */
    fees: signedAmountSchema,
    commissions: signedAmountSchema,
    /** Every day of the period, including days without earnings. */
    days: { type: 'array', items: record({ day, ...earnings }) },
    methods: { type: 'array', items: record({ method: paymentMethodSchema, ...earnings }) },
    /** The 20 products with the most earnings. */
    products: { type: 'array', items: record({ productId: uuidSchema, name: textSchema(120), ...earnings }) },
    roles: {
      type: 'array',
      items: record({ role: { type: 'string', enum: ['seller', 'affiliate', 'co-producer', 'manager'] }, ...earnings }),
    },
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

/** A page of sellers, ranked by one of their numbers. */
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
/** The profit is fees, interest and anticipations minus the other three. */
const profit = {
  sales: countSchema,
  gross: sumSchema,
  fees: signedAmountSchema,
  interest: signedAmountSchema,
  anticipations: signedAmountSchema,
  providerCosts: signedAmountSchema,
  /** The commissions of managers. */
  commissions: signedAmountSchema,
  losses: signedAmountSchema,
  profit: signedAmountSchema,
} as const;

export const listSellerRevenue = {
  name: 'reports.listSellerRevenue',
  kind: 'query',
  summary: 'Ranks sellers by their revenue in a period: gross, refunded, charged back and net.',
  access: FIGURES,
  limit: READING,
  api: { call: 'GET /platform/reports/seller-revenue', resource: 'reports' },
  input: dated({ search: textSchema(100), ...page }),
  output: ranking(revenue, revenue),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const listSellerProfit = {
  name: 'reports.listSellerProfit',
  kind: 'query',
  summary:
    "Ranks sellers by the platform's profit from them: fees, interest and anticipations minus provider costs, managers' commissions and losses.",
  access: FIGURES,
  limit: READING,
  api: { call: 'GET /platform/reports/seller-profit', resource: 'reports' },
  input: dated({ search: textSchema(100), ...page }),
  output: ranking(profit, profit),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const listNegativeSellers = {
  name: 'reports.listNegativeSellers',
  kind: 'query',
  summary:
    'Lists the people who owe the platform money, largest debt first, and the money that is about to reach them.',
  access: DEBTS,
  limit: READING,
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
  summary: "Writes off a person's debt as a loss of the platform.",
  access: DEBTS,
  protects: 'money',
  isIdempotent: true,
  limit: CHANGING,
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
    "Lists sellers' money that was released because its days and its guarantee had passed (garantee-released), newest first.",
  access: FIGURES,
  limit: READING,
  input: dated({ search: textSchema(100), ...page }),
  output: record({
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        person: personSchema,
        paymentId: publicIdSchema,
        saleId: uuidSchema,
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
  summary:
    "Retrieves the platform's revenue of a period, by day, method and product, and what it holds for others now.",
  access: FIGURES,
  limit: READING,
  api: { call: 'GET /platform/reports/overview', resource: 'reports' },
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
    /** The 20 products with the most revenue. */
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
    /** The cents held for people now. */
    pending: sumSchema,
    available: sumSchema,
    reserved: sumSchema,
    owed: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const reportsErrors = {
  OWN_DEBT_FIXED: {
    status: 422,
    'pt-BR': 'Ninguém perdoa a própria dívida. Peça a outra pessoa da equipe.',
    en: 'Nobody forgives their own debt. Ask somebody else on the team.',
  },
  DEBT_TOO_SMALL: { status: 422, 'pt-BR': 'Esta pessoa deve menos que isso.', en: 'This person owes less than that.' },
} as const satisfies ErrorTexts;
