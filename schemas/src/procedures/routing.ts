/** Which connection serves a payment, why, and how connections are doing. For masters and administrators of the settings. */
import {
  amountSchema,
  CONNECTION_ENVIRONMENTS,
  dateTimeSchema,
  type FromSchema,
  paymentMethodSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
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

/** All that are given have to hold. */
export const routeConditionsSchema = optional({
  /** Cents, both included. */
  minAmount: amountSchema,
  maxAmount: amountSchema,
  minInstallments: { type: 'integer', minimum: 1, maximum: 12 },
  maxInstallments: { type: 'integer', minimum: 1, maximum: 12 },
  cardBrands: { type: 'array', items: { type: 'string', enum: CARD_BRANDS }, uniqueItems: true, minItems: 1 },
  offerIds: { type: 'array', items: uuidSchema, uniqueItems: true, minItems: 1, maxItems: 100 },
});
export type RouteConditions = FromSchema<typeof routeConditionsSchema>;

/** Why a candidate was passed over. */
export const ROUTE_SKIPS = [
  'ROUTE_OFF',
  'CONNECTION_OFF',
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
  /** The card was sealed for another provider's eyes. */
  'CARD_FOREIGN',
  /** Needs something of the buyer (document, phone, address) that was not given. */
  'BUYER_FIELDS',
  /** Another of the same priority was drawn by weight, or one of a lower number came first. */
  'OUTRANKED',
  'ALREADY_TRIED',
] as const;

/** The explanation of one attempt, stored with it. */
export const routingSchema = record({
  /** offer: the seller chose this connection for the offer. */
  by: { type: 'string', enum: ['offer', 'routes'] },
  candidates: {
    type: 'array',
    items: record({
      connectionId: uuidSchema,
      name: textSchema(120),
      provider: textSchema(60),
      priority: { type: 'integer' },
      weight: { type: 'integer' },
      isChosen: { type: 'boolean' },
      reason: nullable({ type: 'string', enum: ROUTE_SKIPS }),
    }),
  },
  version: record({
    chosen: textSchema(60),
    isCanary: { type: 'boolean' },
    /** Percent of new payments that went through the canary then; null where there was none. */
    share: nullable({ type: 'integer' }),
  }),
  /** The attempt before, which surely did not charge, and why it failed. */
  failoverOf: nullable(record({ attemptId: uuidSchema, reason: textSchema(60) })),
});
export type Routing = FromSchema<typeof routingSchema>;

const routeInput = record({
  connectionId: uuidSchema,
  /** The lowest number is asked first; equal numbers share by weight. */
  priority: { type: 'integer', minimum: 1, maximum: 1000 },
  weight: { type: 'integer', minimum: 1, maximum: 1000 },
  conditions: routeConditionsSchema,
  isEnabled: { type: 'boolean' },
});

export const listRoutes = {
  name: 'routing.listRoutes',
  kind: 'query',
  summary: 'For each method the connections that may serve it, in the order they are asked.',
  access: SETTINGS,
  input: optional({ platformId: uuidSchema }),
  output: record({
    methods: {
      type: 'array',
      items: record({
        method: paymentMethodSchema,
        /** By the platform's settings. */
        isEnabled: { type: 'boolean' },
        routes: {
          type: 'array',
          items: record({
            id: uuidSchema,
            ...routeInput.properties,
            isManaged: { type: 'boolean' },
            state: {
              type: 'string',
              enum: ['SERVING', 'ROUTE_OFF', 'CONNECTION_OFF', 'METHOD_OFF', 'UNAVAILABLE', 'CIRCUIT_OPEN'],
            },
          }),
        },
      }),
    },
    /** Those that routes may name. */
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
  summary: "Replaces a method's routes. Routes of connections from the configuration file have to stay as they are.",
  access: SETTINGS,
  protects: 'credentials',
  input: recordWith(
    { method: paymentMethodSchema, routes: { type: 'array', items: routeInput, maxItems: 50 } },
    { platformId: uuidSchema },
  ),
  output: nothingSchema,
  errors: [...PLATFORM_GUARDED, 'CONNECTION_NOT_FOUND', 'CONNECTION_MANAGED', 'ROUTE_INVALID'],
} as const satisfies Procedure;

export const getHealth = {
  name: 'routing.getHealth',
  kind: 'query',
  summary: 'How each connection did lately: outcomes by method, times, the last errors, and a series for a chart.',
  access: SETTINGS,
  input: optional({
    platformId: uuidSchema,
    /** Looks back this far; 24 by default. */
    hours: { type: 'integer', enum: [1, 24, 168, 720] },
  }),
  output: record({
    connections: {
      type: 'array',
      items: record({
        connectionId: uuidSchema,
        /** Null while it serves. */
        circuit: nullable(record({ openedAt: dateTimeSchema, openUntil: dateTimeSchema, reason: textSchema(200) })),
        methods: {
          type: 'array',
          items: record({
            method: paymentMethodSchema,
            attempts: { type: 'integer' },
            approved: { type: 'integer' },
            /** Made, and not paid or decided yet. */
            waiting: { type: 'integer' },
            refused: { type: 'integer' },
            failed: { type: 'integer' },
            unknown: { type: 'integer' },
            /** Basis points of attempts that the provider took; refusals by the bank are answers, too. Null without attempts. */
            successRate: nullable({ type: 'integer' }),
            /** Of the calls that charge; null without any. 95 of 100 were faster than slowMs. */
            medianMs: nullable({ type: 'integer' }),
            slowMs: nullable({ type: 'integer' }),
          }),
        },
        /** Newest first, at most 10. */
        errors: {
          type: 'array',
          items: record({
            at: dateTimeSchema,
            operation: nullable(textSchema(40)),
            code: textSchema(60),
            message: nullable(textSchema(500)),
            /** The public id. */
            paymentId: nullable(textSchema(22)),
          }),
        },
        /** Equal steps from the beginning to now, empty ones included: at most 60. */
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
  summary: 'Lets payments through a connection again before its rest is over.',
  access: SETTINGS,
  input: recordWith({ connectionId: uuidSchema }, { platformId: uuidSchema }),
  output: nothingSchema,
  errors: [...PLATFORM_REFUSALS, 'CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

export const listDecisions = {
  name: 'routing.listDecisions',
  kind: 'query',
  summary: 'Attempts of payments, newest first, each with why it went where it went.',
  access: SETTINGS,
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
        /** The public id. */
        paymentId: textSchema(22),
        method: paymentMethodSchema,
        amount: amountSchema,
        currency: { type: 'string' },
        /** Of the payment. */
        status: { type: 'string' },
        /** Of the attempt: CREATED, ANSWERED, UNKNOWN, NOT_SENT, REFUSED, PARKED. */
        state: { type: 'string' },
        connectionId: uuidSchema,
        connectionName: textSchema(120),
        provider: textSchema(60),
        version: textSchema(60),
        transactionId: nullable(textSchema(256)),
        reason: nullable(textSchema(200)),
        /** Null for attempts made before decisions were kept. */
        routing: nullable(routingSchema),
        createdAt: dateTimeSchema,
      }),
    },
    next,
  }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;
