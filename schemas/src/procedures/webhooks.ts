/** The raw events that providers sent, and the requests that the core sent to providers, for masters. */

import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  next,
  nothingSchema,
  nullable,
  optional,
  PLATFORM_REFUSALS,
  page,
  period,
  record,
  recordWith,
} from '../parts.ts';
import { MASTER, type Procedure } from '../procedure.ts';

/** A search covers at most this number of days: the given ones, or the newest. */
export const WEBHOOK_SEARCH_DAYS = 31;
export const WEBHOOK_STATES = ['RECEIVED', 'PROCESSED', 'IGNORED', 'PARKED'] as const;

const filters = {
  platformId: uuidSchema,
  connectionId: uuidSchema,
  /** Days in São Paulo time, both included. */
  ...period,
  ...page,
} as const;

const webhookSummary = record({
  id: uuidSchema,
  connectionId: uuidSchema,
  connectionName: textSchema(120),
  provider: textSchema(60),
  state: { type: 'string', enum: WEBHOOK_STATES },
  reason: nullable(textSchema(300)),
  /** The public id of the payment that the event is about. */
  paymentId: nullable(textSchema(22)),
  attempts: { type: 'integer' },
  replays: { type: 'integer' },
  bytes: { type: 'integer' },
  receivedAt: dateTimeSchema,
  processedAt: nullable(dateTimeSchema),
});

export const listWebhooks = {
  name: 'webhooks.listWebhooks',
  kind: 'query',
  summary: 'Lists the events received from providers, newest first.',
  access: MASTER,
  limit: READING,
  input: optional({
    ...filters,
    state: { type: 'string', enum: WEBHOOK_STATES },
    /** Part of an id or of an event's name in the body, a payment's public id, or an event's id. */
    search: textSchema(100),
  }),
  output: record({ webhooks: { type: 'array', items: webhookSummary }, next }),
  errors: [...PLATFORM_REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const getWebhook = {
  name: 'webhooks.getWebhook',
  kind: 'query',
  summary: 'Retrieves a raw event. Secrets in headers, and documents and card numbers in the body, are masked.',
  access: MASTER,
  limit: READING,
  input: recordWith({ webhookId: uuidSchema }, { platformId: uuidSchema }),
  output: record({
    ...webhookSummary.properties,
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    query: { type: 'object', additionalProperties: { type: 'string' } },
    /** The body as text; null where it is not text. */
    body: nullable({ type: 'string' }),
    /** The response that the provider got at once. */
    answer: record({ status: { type: 'integer' }, body: { type: 'string' } }),
  }),
  errors: [...PLATFORM_REFUSALS, 'WEBHOOK_NOT_FOUND'],
} as const satisfies Procedure;

export const replayWebhook = {
  name: 'webhooks.replayWebhook',
  kind: 'mutation',
  summary: 'Processes a stored event again. The provider still has to confirm what the event says about money.',
  access: MASTER,
  limit: CHANGING,
  input: recordWith({ webhookId: uuidSchema }, { platformId: uuidSchema }),
  output: nothingSchema,
  errors: [...PLATFORM_REFUSALS, 'WEBHOOK_NOT_FOUND', 'WEBHOOK_BUSY'],
} as const satisfies Procedure;

export const listExchanges = {
  name: 'webhooks.listExchanges',
  kind: 'query',
  summary:
    'Lists the requests sent to providers and their outcomes, newest first. Bodies, queries and secrets are not kept.',
  access: MASTER,
  limit: READING,
  input: optional({
    ...filters,
    /** Only requests that failed. */
    isFailed: { type: 'boolean' },
    /** Part of the path, an error code, an operation or the reason, or a payment's public id. */
    search: textSchema(100),
  }),
  output: record({
    exchanges: {
      type: 'array',
      items: record({
        id: uuidSchema,
        connectionId: uuidSchema,
        connectionName: textSchema(120),
        provider: textSchema(60),
        operation: nullable(textSchema(40)),
        method: textSchema(10),
        host: textSchema(253),
        path: textSchema(2000),
        status: nullable({ type: 'integer' }),
        outcome: textSchema(20),
        errorCode: nullable(textSchema(40)),
        reason: nullable(textSchema(500)),
        durationMs: { type: 'integer' },
        paymentId: nullable(textSchema(22)),
        startedAt: dateTimeSchema,
      }),
    },
    next,
  }),
  errors: [...PLATFORM_REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const webhooksErrors = {
  WEBHOOK_NOT_FOUND: { status: 404, 'pt-BR': 'Este evento não existe.', en: 'This event does not exist.' },
  WEBHOOK_BUSY: {
    status: 409,
    'pt-BR': 'Este evento ainda está sendo processado.',
    en: 'This event is still being processed.',
  },
  WEBHOOK_UNKNOWN: {
    status: 404,
    'pt-BR': 'Nenhuma conexão recebe notificações neste endereço.',
    en: 'No connection receives notifications at this address.',
  },
} as const satisfies ErrorTexts;
