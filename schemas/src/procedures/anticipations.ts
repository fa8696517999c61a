/** Anticipations pay held money out early, for a fee per day. */

import { amountSchema, currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
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
  sortedBy,
  sumSchema,
} from '../parts.ts';
import { type Access, adminWith, type Procedure } from '../procedure.ts';

const EARNING: Access = { kind: 'role', roles: ['seller', 'affiliate', 'co-producer'] };
const STAFF = adminWith('isAntecipationsAvailable');
export const ANTICIPATION_STATES = ['WAITING', 'PAID', 'REFUSED', 'CANCELED'] as const;

const anticipation = {
  id: uuidSchema,
  /** The amount paid out early and its fee, in cents. */
  amount: amountSchema,
  fee: amountSchema,
  currency: currencySchema,
  feeBasisPointsPerDay: { type: 'integer' },
  /** The number of holds that the anticipation covers. */
  holds: countSchema,
  state: { type: 'string', enum: ANTICIPATION_STATES },
  reason: nullable(textSchema(300)),
  createdAt: dateTimeSchema,
  closedAt: nullable(dateTimeSchema),
} as const;

export const quoteAnticipation = {
  name: 'anticipations.quoteAnticipation',
  kind: 'query',
  summary: 'Calculates what can be anticipated now and its fee. Reserves and disputed money cannot be anticipated.',
  access: EARNING,
  /** The amount is by default everything available. The holds that end first are used first. */
  limit: READING,
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
  summary: 'Requests an anticipation. If the fee has grown beyond `expectedFee`, the request fails with PRICE_CHANGED.',
  access: EARNING,
  protects: 'money',
  isIdempotent: true,
  limit: CHANGING,
  input: recordWith({ amount: { ...amountSchema, minimum: 1 }, expectedFee: amountSchema }, { ...inCurrency }),
  output: record({ anticipation: record(anticipation) }),
  errors: [...GUARDED, 'ANTICIPATION_UNAVAILABLE', 'ANTICIPATION_TOO_LARGE', 'PRICE_CHANGED', 'IDEMPOTENCY_KEY_REUSED'],
} as const satisfies Procedure;

export const cancelAnticipation = {
  name: 'anticipations.cancelAnticipation',
  kind: 'mutation',
  summary: 'Cancels an anticipation that has not been decided yet.',
  access: EARNING,
  protects: 'money',
  limit: CHANGING,
  input: record({ anticipationId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'ANTICIPATION_NOT_FOUND', 'ANTICIPATION_DECIDED'],
} as const satisfies Procedure;

export const listAnticipations = {
  name: 'anticipations.listAnticipations',
  kind: 'query',
  summary: "Lists the signed-in person's anticipations, newest first.",
  access: EARNING,
  limit: READING,
  input: optional({ ...inCurrency, ...page }),
  output: pageOf(record(anticipation)),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listRequested = {
  name: 'anticipations.listRequested',
  kind: 'query',
  summary: "Lists the anticipations of the platform's people: open, paid or all.",
  access: STAFF,
  limit: READING,
  input: recordWith(
    { view: { type: 'string', enum: ['OPEN', 'PAID', 'ALL'] } },
    {
      search: textSchema(100),
      ...period,
      ...inCurrency,
      ...page,
      ...sortedBy('amount', 'person', 'createdAt', 'closedAt'),
    },
  ),
  output: record({
    items: { type: 'array', items: record({ ...anticipation, person: personSchema }) },
    next,
    /** The totals of everything that matches the filter. */
    currency: currencySchema,
    count: countSchema,
    total: sumSchema,
  }),
  errors: [...REFUSALS, 'PERIOD_INVALID', 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const decideAnticipation = {
  name: 'anticipations.decideAnticipation',
  kind: 'mutation',
  summary: 'Pays an anticipation out, or refuses it.',
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: recordWith(
    { anticipationId: uuidSchema, decision: { type: 'string', enum: ['PAY', 'REFUSE'] } },
    { reason: textSchema(300) },
  ),
  output: nothingSchema,
  errors: [...GUARDED, 'ANTICIPATION_NOT_FOUND', 'ANTICIPATION_DECIDED', 'ANTICIPATION_CHANGED', 'REASON_REQUIRED'],
} as const satisfies Procedure;

export const anticipationsErrors = {
  ANTICIPATION_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Não há valores que possam ser antecipados agora.',
    en: 'Nothing can be advanced right now.',
  },
  ANTICIPATION_TOO_LARGE: {
    status: 422,
    'pt-BR': 'Este valor é maior que o que pode ser antecipado.',
    en: 'This amount is more than can be advanced.',
  },
  ANTICIPATION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta antecipação não existe.',
    en: 'This advance does not exist.',
  },
  ANTICIPATION_DECIDED: {
    status: 409,
    'pt-BR': 'Esta antecipação já foi decidida.',
    en: 'This advance was already decided.',
  },
  ANTICIPATION_CHANGED: {
    status: 409,
    'pt-BR': 'Parte destas vendas foi devolvida ou contestada depois do pedido. Recuse e peça um novo.',
    en: 'Some of these sales have since been refunded or disputed. Reject it and ask for a new request.',
  },
} as const satisfies ErrorTexts;
