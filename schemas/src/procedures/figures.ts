/** The figures of masters, over all their platforms, and of managers, over the sellers in their care. */
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  paymentMethodSchema,
  paymentStatusSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import { READING } from '../limits.ts';
import {
  countSchema,
  daySchema,
  inCurrency,
  next,
  nothingSchema,
  nullable,
  optional,
  PLATFORM_REFUSALS,
  page,
  period,
  personSchema,
  REFUSALS,
  record,
  recordWith,
  signedAmountSchema,
  sumSchema,
} from '../parts.ts';
import { type Access, MASTER, type Procedure } from '../procedure.ts';
import { ADMIN_KINDS } from './inbox.ts';
import { PERSON_STATUSES } from './people.ts';

const MANAGER: Access = { kind: 'role', roles: ['manager'] };

/** The days of the masters' volume, compared with as many before. */
export const VOLUME_DAYS = 30;
/** The hours over which approval is measured. */
export const APPROVAL_HOURS = 168;

/** The sales of a period and the money that buyers paid, as the ledger recorded them. */
const turnover = { sales: countSchema, gross: sumSchema } as const;
const listOf = <const S>(items: S) => ({ type: 'array', items }) as const;

export const getPlatforms = {
  name: 'figures.getPlatforms',
  kind: 'query',
  summary:
    "Retrieves the figures of the caller's platform and those it operates: volume of 30 days beside the 30 before, approval by provider of 7 days, what waits for a decision, and money held.",
  access: MASTER,
  limit: READING,
  input: nothingSchema,
  output: record({
    from: daySchema,
    to: daySchema,
    platforms: listOf(
      record({
        id: uuidSchema,
        name: textSchema(120),
        /** The platform's own currency, in which all its amounts here are. */
        currency: currencySchema,
        ...turnover,
        /** Fees and interest less costs, commissions and losses. */
        profit: signedAmountSchema,
        before: record(turnover),
        /** Cents that the platform holds for people now. */
        available: sumSchema,
        pending: sumSchema,
        reserved: sumSchema,
        owed: sumSchema,
        /** The numbers of things that wait for somebody's decision, without the zeros. */
        waiting: listOf(record({ kind: { type: 'string', enum: ADMIN_KINDS }, count: countSchema })),
        /** The attempts of the last seven days by provider. Approval is the approved of those that ended. */
        approval: listOf(
          record({
            provider: textSchema(64),
            attempts: countSchema,
            approved: countSchema,
            refused: countSchema,
            /** Those that the provider did not answer, or refused as wrong. */
            failed: countSchema,
          }),
        ),
      }),
    ),
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const commission = { commission: signedAmountSchema } as const;

export const getManaged = {
  name: 'figures.getManaged',
  kind: 'query',
  summary:
    "Retrieves the sales of the users in the signed-in manager's care beside the period before, and the manager's commission, in total, by day and by seller.",
  access: MANAGER,
  limit: READING,
  input: recordWith(period, inCurrency),
  output: record({
    currency: currencySchema,
    ...turnover,
    ...commission,
    before: record({ ...turnover, ...commission }),
    days: listOf(record({ day: daySchema, ...turnover })),
    /** The sellers who sold in either period, the largest first, at most 100. */
    sellers: listOf(
      record({ person: personSchema, ...turnover, ...commission, before: record({ ...turnover, ...commission }) }),
    ),
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const getManagedSeller = {
  name: 'figures.getManagedSeller',
  kind: 'query',
  summary:
    "Retrieves one user in the signed-in manager's care: sales beside the period before, what went back, the manager's commission, days, methods and products.",
  access: MANAGER,
  limit: READING,
  input: recordWith({ personId: uuidSchema, ...period }, inCurrency),
  output: record({
    person: personSchema,
    phone: nullable({ type: 'string' }),
    status: { type: 'string', enum: PERSON_STATUSES },
    createdAt: dateTimeSchema,
    currency: currencySchema,
    ...turnover,
    refunded: signedAmountSchema,
    charged: signedAmountSchema,
    ...commission,
    before: record({ ...turnover, ...commission }),
    days: listOf(record({ day: daySchema, ...turnover })),
    methods: listOf(record({ method: paymentMethodSchema, ...turnover })),
    /** The 20 products with the most revenue. */
    products: listOf(record({ productId: uuidSchema, name: textSchema(300), ...turnover })),
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID', 'PERSON_NOT_FOUND'],
} as const satisfies Procedure;

export const listCharges = {
  name: 'figures.listCharges',
  kind: 'query',
  summary: "Lists the charges at providers of the caller's platform and those it operates as one list, newest first.",
  access: MASTER,
  limit: READING,
  input: optional({
    /** Only those of this platform. */
    platformId: uuidSchema,
    ...period,
    method: paymentMethodSchema,
    /** The public id of a payment, or the provider's id of a transaction. */
    search: textSchema(100),
    ...page,
  }),
  output: record({
    items: listOf(
      record({
        id: uuidSchema,
        createdAt: dateTimeSchema,
        platform: record({ id: uuidSchema, name: textSchema(120) }),
        /** The public id of the payment. */
        paymentId: textSchema(22),
        method: paymentMethodSchema,
        amount: amountSchema,
        currency: currencySchema,
        /** The status of the payment. */
        status: paymentStatusSchema,
        /** The state of this attempt: CREATED, ANSWERED, UNKNOWN, NOT_SENT, REFUSED or PARKED. */
        state: textSchema(20),
        connectionName: textSchema(120),
        provider: textSchema(60),
        transactionId: nullable(textSchema(256)),
        reason: nullable(textSchema(200)),
      }),
    ),
    next,
  }),
  errors: [...PLATFORM_REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;
