/** Held money paid out before its time, for a fee a day. */
import { amountSchema, currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import {
  countSchema,
  GUARDED,
  inCurrency,
  next,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  period,
  personSchema,
  REFUSALS,
  record,
  recordWith,
  sumSchema,
} from '../parts.ts';
import { type Access, adminWith, type Procedure } from '../procedure.ts';

const EARNING: Access = { kind: 'role', roles: ['seller', 'affiliate', 'co-producer'] };
const STAFF = adminWith('isAntecipationsAvailable');
export const ANTICIPATION_STATES = ['WAITING', 'PAID', 'REFUSED', 'CANCELED'] as const;

const anticipation = {
  id: uuidSchema,
  /** Cents that are paid out early, and what that costs. */
  amount: amountSchema,
  fee: amountSchema,
  currency: currencySchema,
  feeBasisPointsPerDay: { type: 'integer' },
  /** Sales it is made of. */
  holds: countSchema,
  state: { type: 'string', enum: ANTICIPATION_STATES },
  reason: nullable(textSchema(300)),
  createdAt: dateTimeSchema,
  closedAt: nullable(dateTimeSchema),
} as const;

export const quoteAnticipation = {
  name: 'anticipations.quoteAnticipation',
  kind: 'query',
  summary: 'What could be anticipated now and what it would cost; money kept as a reserve or in dispute is left out.',
  access: EARNING,
  /** All of it unless told; taken from what would be released first. */
  input: optional({ ...inCurrency, amount: { ...amountSchema, minimum: 1 } }),
  output: record({
    currency: currencySchema,
    isOffered: { type: 'boolean' },
    most: sumSchema,
    amount: sumSchema,
    fee: sumSchema,
    net: sumSchema,
    feeBasisPointsPerDay: { type: 'integer' },
    holds: countSchema,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const requestAnticipation = {
  name: 'anticipations.requestAnticipation',
  kind: 'mutation',
  summary:
    'Asks for held money now. `expectedFee` is what the person agreed to: where it grew meanwhile nothing is asked for.',
  access: EARNING,
  protects: 'money',
  isIdempotent: true,
  input: recordWith({ amount: { ...amountSchema, minimum: 1 }, expectedFee: amountSchema }, { ...inCurrency }),
  output: record({ anticipation: record(anticipation) }),
  errors: [...GUARDED, 'ANTICIPATION_UNAVAILABLE', 'ANTICIPATION_TOO_LARGE', 'PRICE_CHANGED', 'IDEMPOTENCY_KEY_REUSED'],
} as const satisfies Procedure;

export const cancelAnticipation = {
  name: 'anticipations.cancelAnticipation',
  kind: 'mutation',
  summary: 'Takes back what nobody has decided yet.',
  access: EARNING,
  protects: 'money',
  input: record({ anticipationId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'ANTICIPATION_NOT_FOUND', 'ANTICIPATION_DECIDED'],
} as const satisfies Procedure;

export const listAnticipations = {
  name: 'anticipations.listAnticipations',
  kind: 'query',
  summary: "The signed-in person's anticipations, newest first.",
  access: EARNING,
  input: optional({ ...inCurrency, ...page }),
  output: pageOf(record(anticipation)),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listRequested = {
  name: 'anticipations.listRequested',
  kind: 'query',
  summary: "Anticipations of the platform's people: those that wait, those that were paid, or all.",
  access: STAFF,
  input: recordWith(
    { view: { type: 'string', enum: ['OPEN', 'PAID', 'ALL'] } },
    {
      search: textSchema(100),
      ...period,
      ...inCurrency,
      ...page,
    },
  ),
  output: record({
    items: { type: 'array', items: record({ ...anticipation, person: personSchema }) },
    next,
    /** Of everything listed. */
    currency: currencySchema,
    count: countSchema,
    total: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const decideAnticipation = {
  name: 'anticipations.decideAnticipation',
  kind: 'mutation',
  summary: 'Pays an anticipation out, or refuses it.',
  access: STAFF,
  protects: 'money',
  input: recordWith(
    { anticipationId: uuidSchema, decision: { type: 'string', enum: ['PAY', 'REFUSE'] } },
    { reason: textSchema(300) },
  ),
  output: nothingSchema,
  errors: [...GUARDED, 'ANTICIPATION_NOT_FOUND', 'ANTICIPATION_DECIDED', 'ANTICIPATION_CHANGED', 'REASON_REQUIRED'],
} as const satisfies Procedure;
