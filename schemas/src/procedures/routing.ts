/** Declares routing: a payment's connection, the reason, and the health of connections. For masters and administrators of the settings. */

import {
  amountSchema,
  CONNECTION_ENVIRONMENTS,
  dateTimeSchema,
  type FromSchema,
  paymentMethodSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  next,
  nothingSchema,
  nullable,
  optional,
  PLATFORM_GUARDED,
  PLATFORM_REFUSALS,
  page,
  record,
  recordWith,
} from '../parts.ts';
import type { Access, Procedure } from '../procedure.ts';
import { CONNECTION_STATUSES } from './connections.ts';
import { comparedSchema, PROPOSING_ERRORS, previewing, proposedSchema, proposing } from './money-rules.ts';

const SETTINGS: Access = { kind: 'role', roles: ['master', 'admin'], permission: 'isConfigAvailable' };

export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'elo',
  'amex',
  'hipercard',
  'diners',
  'discover',
  'jcb',
  'aura',
] as const;

/** A route applies when all of its conditions hold. */
export const routeConditionsSchema = optional({
  /** Cents, both limits included. */
  minAmount: amountSchema,
  maxAmount: amountSchema,
  minInstallments: { type: 'integer', minimum: 1, maximum: 12 },
  maxInstallments: { type: 'integer', minimum: 1, maximum: 12 },
  cardBrands: { type: 'array', items: { type: 'string', enum: CARD_BRANDS }, uniqueItems: true, minItems: 1 },
  offerIds: { type: 'array', items: uuidSchema, uniqueItems: true, minItems: 1, maxItems: 100 },
});
export type RouteConditions = FromSchema<typeof routeConditionsSchema>;

/** The reasons why a candidate was skipped. */
export const ROUTE_SKIPS = [
  'ROUTE_OFF',
  'CONNECTION_OFF',
  /** A master stopped the provider, or the version that the connection uses. */
  'STOPPED',
  'METHOD_OFF',
  'UNAVAILABLE',
  'AMOUNT',
  'INSTALLMENTS',
  'CARD_BRAND',
  'CARD_BRAND_UNKNOWN',
  'OFFER',
  'LIMIT',
  'DAILY_LIMIT',
  'CIRCUIT_OPEN',
  /** Too many of its calls were under way at the same time. */
  'BUSY',
  /** The card was sealed for another provider. */
  'CARD_FOREIGN',
  /** The provider is not proved to hold amounts on cards, which a purchase with two cards needs. */
  'NO_HOLDS',
  /** The provider cannot ask for the confirmation of a card's owner, which a rule wants. */
  'NO_AUTHENTICATION',
  /** The provider needs a document, phone or address of the buyer, which is missing. */
  'BUYER_FIELDS',
  /** The provider does not take the offer's currency by this method. */
  'CURRENCY',
  /** The weights drew another connection of the same priority, or one with a lower number came first. */
  'OUTRANKED',
  /** Among connections of the same number another one is cheaper and approves as well. */
  'COSTLIER',
  /** Among connections of the same number it measurably approves less than another one. */
  'APPROVES_LESS',
  'ALREADY_TRIED',
] as const;

/** The explanation of an attempt's route, stored with the attempt. */
export const routingSchema = record({
  /** `offer`: the seller chose this connection for the offer. */
  by: { type: 'string', enum: ['offer', 'routes'] },
  candidates: {
    type: 'array',
    items: recordWith(
      {
        connectionId: uuidSchema,
        name: textSchema(120),
        provider: textSchema(60),
        priority: { type: 'integer' },
        weight: { type: 'integer' },
        isChosen: { type: 'boolean' },
        reason: nullable({ type: 'string', enum: ROUTE_SKIPS }),
      },
      {
        /** Only where costs decided: the cents that the charge costs there, and the basis points of decided charges that it approved in 7 days. */
        cost: nullable(amountSchema),
        approvalRate: nullable({ type: 'integer' }),
      },
    ),
  },
  version: record({
    chosen: textSchema(60),
    isCanary: { type: 'boolean' },
    /** The percentage of new payments that the canary served at that time; null without a canary. */
    share: nullable({ type: 'integer' }),
  }),
  /** The attempt before, which certainly did not charge, and why it failed. */
  failoverOf: nullable(record({ attemptId: uuidSchema, reason: textSchema(60) })),
});
export type Routing = FromSchema<typeof routingSchema>;

const routeFields = {
  connectionId: uuidSchema,
  /** The lowest number comes first; connections with equal numbers share payments by weight. */
  priority: { type: 'integer', minimum: 1, maximum: 1000 },
  weight: { type: 'integer', minimum: 1, maximum: 1000 },
  conditions: routeConditionsSchema,
  isEnabled: { type: 'boolean' },
} as const;
const routeInput = recordWith(routeFields, {
  /**
   * True where the cheapest route of this number that approves at least as well comes first, in place of a draw by weight. All routes of the
   * number have to say so. Costs are those agreed with each provider.
   */
  isCheapestFirst: { type: 'boolean' },
});

export const listRoutes = {
  name: 'routing.listRoutes',
  kind: 'query',
  summary: 'Lists the routes of each method: the connections that may serve it, in order.',
  access: SETTINGS,
  limit: READING,
  input: optional({ platformId: uuidSchema }),
  output: record({
    methods: {
      type: 'array',
      items: record({
        method: paymentMethodSchema,
        /** True while the platform's settings allow the method. */
        isEnabled: { type: 'boolean' },
        /** The version of these routes, for setRoutes. */
        version: { type: 'integer' },
        routes: {
          type: 'array',
          items: recordWith(
            {
              id: uuidSchema,
              ...routeFields,
              isManaged: { type: 'boolean' },
              state: {
                type: 'string',
                enum: [
                  'SERVING',
                  'ROUTE_OFF',
                  'CONNECTION_OFF',
                  'STOPPED',
                  'METHOD_OFF',
                  'UNAVAILABLE',
                  'CIRCUIT_OPEN',
                ],
              },
            },
            { isCheapestFirst: { type: 'boolean' } },
          ),
        },
      }),
    },
    /** The connections that routes may name. */
    connections: {
      type: 'array',
      items: record({
        id: uuidSchema,
        name: textSchema(120),
        provider: textSchema(60),
        providerName: textSchema(60),
        environment: { type: 'string', enum: CONNECTION_ENVIRONMENTS },
        status: { type: 'string', enum: CONNECTION_STATUSES },
        methods: { type: 'array', items: paymentMethodSchema },
      }),
    },
  }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;

export const setRoutes = {
  name: 'routing.setRoutes',
  kind: 'mutation',
  summary:
    'Proposes other routes of a method, which replace those there are, at once unless a later day is named. Routes of connections from the configuration file have to stay as they are.',
  access: SETTINGS,
  protects: 'credentials',
  limit: CHANGING,
  input: recordWith(
    { method: paymentMethodSchema, routes: { type: 'array', items: routeInput, maxItems: 50 } },
    { platformId: uuidSchema, ...proposing },
  ),
  output: proposedSchema,
  errors: [...PLATFORM_GUARDED, 'EDIT_CONFLICT', 'CONNECTION_NOT_FOUND', 'CONNECTION_MANAGED', 'ROUTE_INVALID'],
} as const satisfies Procedure;

export const previewRoutes = {
  name: 'routing.previewRoutes',
  kind: 'mutation',
  summary: 'Shows with which connections an example charge would begin under other routes. Changes nothing.',
  access: SETTINGS,
  limit: READING,
  input: recordWith(
    { method: paymentMethodSchema, routes: { type: 'array', items: routeInput, maxItems: 50 } },
    { platformId: uuidSchema, ...previewing },
  ),
  output: comparedSchema,
  errors: [...PLATFORM_REFUSALS, ...PROPOSING_ERRORS, 'CONNECTION_NOT_FOUND', 'CONNECTION_MANAGED', 'ROUTE_INVALID'],
} as const satisfies Procedure;

export const getHealth = {
  name: 'routing.getHealth',
  kind: 'query',
  summary:
    'Retrieves the recent health of each connection: outcomes by method, durations, last errors and a series for a chart.',
  access: SETTINGS,
  limit: READING,
  input: optional({
    platformId: uuidSchema,
    /** The number of hours to look back; the default is 24. */
    hours: { type: 'integer', enum: [1, 24, 168, 720] },
  }),
  output: record({
    connections: {
      type: 'array',
      items: record({
        connectionId: uuidSchema,
        /** The open circuit breaker; null while the connection serves payments. */
        circuit: nullable(record({ openedAt: dateTimeSchema, openUntil: dateTimeSchema, reason: textSchema(200) })),
        methods: {
          type: 'array',
          items: record({
            method: paymentMethodSchema,
            attempts: { type: 'integer' },
            approved: { type: 'integer' },
            /** Charges that were created and are neither paid nor decided yet. */
            waiting: { type: 'integer' },
            refused: { type: 'integer' },
            failed: { type: 'integer' },
            unknown: { type: 'integer' },
            /** The basis points of attempts that the provider processed, including refusals by the bank; null without attempts. */
            successRate: nullable({ type: 'integer' }),
            /** The duration of the calls that charge; null without any. 95 of 100 calls were faster than slowMs. */
            medianMs: nullable({ type: 'integer' }),
            slowMs: nullable({ type: 'integer' }),
          }),
        },
        /** The newest errors first, at most 10. */
        errors: {
          type: 'array',
          items: record({
            at: dateTimeSchema,
            operation: nullable(textSchema(40)),
            code: textSchema(60),
            message: nullable(textSchema(500)),
            /** The public id of the payment. */
            paymentId: nullable(textSchema(22)),
          }),
        },
        /** Equal steps from the beginning until now, including empty ones; at most 60. */
        series: {
          type: 'array',
          items: record({
            at: dateTimeSchema,
            attempts: { type: 'integer' },
            approved: { type: 'integer' },
            failed: { type: 'integer' },
          }),
        },
      }),
    },
  }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;

export const closeCircuit = {
  name: 'routing.closeCircuit',
  kind: 'mutation',
  summary: "Closes a connection's circuit breaker early, so that it serves payments again.",
  access: SETTINGS,
  limit: CHANGING,
  input: recordWith({ connectionId: uuidSchema }, { platformId: uuidSchema }),
  output: nothingSchema,
  errors: [...PLATFORM_REFUSALS, 'CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

export const listDecisions = {
  name: 'routing.listDecisions',
  kind: 'query',
  summary: 'Lists payment attempts, newest first, each with the explanation of its route.',
  access: SETTINGS,
  limit: READING,
  input: optional({
    platformId: uuidSchema,
    connectionId: uuidSchema,
    method: paymentMethodSchema,
    /** A payment's public id, or a provider's transaction id. */
    search: textSchema(100),
    ...page,
  }),
  output: record({
    decisions: {
      type: 'array',
      items: record({
        attemptId: uuidSchema,
        /** The public id of the payment. */
        paymentId: textSchema(22),
        saleId: uuidSchema,
        method: paymentMethodSchema,
        amount: amountSchema,
        currency: { type: 'string' },
        /** The status of the payment. */
        status: { type: 'string' },
        /** The state of the attempt: CREATED, ANSWERED, UNKNOWN, NOT_SENT, REFUSED or PARKED. */
        state: { type: 'string' },
        connectionId: uuidSchema,
        connectionName: textSchema(120),
        provider: textSchema(60),
        version: textSchema(60),
        transactionId: nullable(textSchema(256)),
        reason: nullable(textSchema(200)),
        /** Null for attempts made before explanations were stored. */
        routing: nullable(routingSchema),
        createdAt: dateTimeSchema,
      }),
    },
    next,
  }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;

export const routingErrors = {
  ROUTE_INVALID: {
    status: 422,
    'pt-BR': 'Confira a rota indicada: limites em ordem e condições que a forma de pagamento conhece.',
    en: 'Check the route named below: limits in order, and conditions the payment method knows.',
  },
} as const satisfies ErrorTexts;
