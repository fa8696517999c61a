/** Integrations: the catalogue of systems that can hear of sales, and the connections of sellers and platforms to them. */

import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { schemasOf } from '../entities/entity.ts';
import { integrationConnection } from '../entities/integration-connection.ts';
import type { ErrorTexts } from '../errors.ts';
import { INTEGRATION_CATEGORIES, INTEGRATION_EVENTS } from '../integration.ts';
import { CHANGING, READING } from '../limits.ts';
import { evidenceSchema } from '../manifest/evidence.ts';
import { countSchema, GUARDED, nothingSchema, nullable, page, pageOf, REFUSALS, record, recordWith } from '../parts.ts';
import type { Access, Procedure } from '../procedure.ts';
import { DELIVERY_PROBLEMS, DELIVERY_STATES } from '../seller-webhook.ts';

export const MOST_CONNECTIONS = 30;

/** Sellers connect systems to their own sales, administrators with the permission to configure the platform to those of all sellers. */
const OWNER: Access = { kind: 'role', roles: ['seller', 'admin'], permission: 'isConfigAvailable' };

export const INTEGRATION_OWNERS = ['SELLER', 'PLATFORM'] as const;
export type IntegrationOwner = (typeof INTEGRATION_OWNERS)[number];
const kind = { type: 'string', enum: INTEGRATION_OWNERS } as const;

/** OWNER: by its owner. GONE: the other side answered that nobody listens. FAILING: nothing arrived for three days. */
export const CONNECTION_OFF_REASONS = ['OWNER', 'GONE', 'FAILING'] as const;

/**
 * DATA_MISSING: the event lacked what the request needs. TOO_OLD: the other side takes no events of sales this old. NOT_SET_UP: the settings name
 * nothing to send for the event.
 */
/** Why nothing was sent, besides what stops every delivery. */
export const FACT_PROBLEMS = ['DATA_MISSING', 'TOO_OLD', 'NOT_SET_UP'] as const;
export const INTEGRATION_PROBLEMS = [...DELIVERY_PROBLEMS, ...FACT_PROBLEMS] as const;
export type IntegrationProblem = (typeof INTEGRATION_PROBLEMS)[number];

const integrationId = { type: 'string', pattern: '^[a-z][a-z0-9-]{1,40}$' } as const;
const version = { type: 'integer', minimum: 1, maximum: 2_147_483_647 } as const;
const event = { type: 'string', enum: INTEGRATION_EVENTS } as const;
const localized = record({ 'pt-BR': textSchema(600), en: textSchema(600) });

const terms = schemasOf(integrationConnection);
/** The values of the manifest's form, without the secrets. */
const settings = {
  type: 'object',
  maxProperties: 30,
  additionalProperties: { type: ['string', 'integer', 'boolean'], maxLength: 2_000 },
} as const;
/** The secrets of the manifest's form; null removes one, and those that are left out stay. */
const secrets = {
  type: 'object',
  maxProperties: 10,
  additionalProperties: nullable({ type: 'string', minLength: 1, maxLength: 4_096 }),
} as const;

const outcome = {
  state: { type: 'string', enum: DELIVERY_STATES },
  /** The reason why the last attempt failed. */
  problem: nullable({ type: 'string', enum: INTEGRATION_PROBLEMS }),
} as const;

const integrationSchema = record({
  id: integrationId,
  version: textSchema(20),
  name: textSchema(60),
  category: { type: 'string', enum: INTEGRATION_CATEGORIES },
  description: localized,
  docs: textSchema(500),
  evidence: evidenceSchema,
  /** The hosts that are called; empty for an address that the owner types. */
  hosts: { type: 'array', items: textSchema(200) },
  events: { type: 'array', items: event },
  /** The facts about buyers that are sent. */
  buyer: { type: 'array', items: textSchema(20) },
  /** A ManifestForm. */
  form: { type: 'object', additionalProperties: true },
});

const connection = {
  id: uuidSchema,
  integration: integrationId,
  ...terms,
  /** Why it is off; null while it is on. */
  offReason: nullable({ type: 'string', enum: CONNECTION_OFF_REASONS }),
  /** The first failure since something arrived; null while what is sent arrives. */
  failingSince: nullable(dateTimeSchema),
  createdAt: dateTimeSchema,
} as const;

export const list = {
  name: 'integrations.list',
  kind: 'query',
  summary: "Lists the systems that can be connected, and the connections of the caller or of the caller's platform.",
  access: OWNER,
  limit: READING,
  input: record({ kind }),
  output: record({
    catalogue: { type: 'array', items: integrationSchema },
    connections: {
      type: 'array',
      items: record({
        ...connection,
        /** The last delivery, tests included; null before the first one. */
        lastDelivery: nullable(record({ ...outcome, event, createdAt: dateTimeSchema })),
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const byId = { connectionId: uuidSchema } as const;

export const get = {
  name: 'integrations.get',
  kind: 'query',
  summary: 'Retrieves a connection with its settings and the names of its secrets. Secrets are never returned.',
  access: OWNER,
  limit: READING,
  input: record(byId),
  output: record({
    ...connection,
    settings,
    secrets: { type: 'array', items: record({ name: textSchema(60), updatedAt: dateTimeSchema }) },
    /** Null where the integration is not there any more. */
    manifest: nullable(integrationSchema),
    /** The version that an update names, so that two tabs never overwrite each other. */
    version,
  }),
  errors: [...REFUSALS, 'INTEGRATION_CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

const FORM_ERRORS = [
  'INTEGRATION_NOT_FOUND',
  'INTEGRATION_EVENT_UNKNOWN',
  'CREDENTIALS_INVALID',
  'PRODUCT_NOT_FOUND',
] as const;

export const create = {
  name: 'integrations.create',
  kind: 'mutation',
  summary: 'Connects a system. It hears of the chosen events from now on.',
  access: OWNER,
  protects: 'credentials',
  limit: CHANGING,
  input: record({ kind, integration: integrationId, ...terms, settings, secrets }),
  output: record(byId),
  errors: [...GUARDED, ...FORM_ERRORS, 'INTEGRATION_LIMIT'],
} as const satisfies Procedure;

export const update = {
  name: 'integrations.update',
  kind: 'mutation',
  summary: 'Changes a connection. Secrets that are left out stay; switched off, it gives up what waits.',
  access: OWNER,
  protects: 'credentials',
  limit: CHANGING,
  input: record({ ...byId, version, ...terms, settings, secrets }),
  output: record({ version }),
  errors: [...GUARDED, ...FORM_ERRORS, 'INTEGRATION_CONNECTION_NOT_FOUND', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const remove = {
  name: 'integrations.remove',
  kind: 'mutation',
  summary: 'Removes a connection with its credentials and its deliveries.',
  access: OWNER,
  limit: CHANGING,
  input: record({ ...byId, version }),
  output: nothingSchema,
  errors: [...REFUSALS, 'INTEGRATION_CONNECTION_NOT_FOUND', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const sendTest = {
  name: 'integrations.sendTest',
  kind: 'mutation',
  summary:
    'Sends an event with made-up data to a connected system, also where the connection is off. It is tried once.',
  access: OWNER,
  limit: CHANGING,
  input: record({ ...byId, event }),
  output: record({ deliveryId: uuidSchema }),
  errors: [...REFUSALS, 'INTEGRATION_CONNECTION_NOT_FOUND', 'INTEGRATION_EVENT_UNKNOWN'],
} as const satisfies Procedure;

const deliverySchema = record({
  id: uuidSchema,
  event,
  isTest: { type: 'boolean' },
  /** The sale of the event; null for a cart and for a test. */
  saleId: nullable(uuidSchema),
  ...outcome,
  attempts: countSchema,
  /** The status of the last answer. */
  answerStatus: nullable({ type: 'integer' }),
  /** The reason that the other side gave, without secrets and personal data. */
  answer: nullable(textSchema(300)),
  attemptedAt: nullable(dateTimeSchema),
  /** When it is tried next; null once it has ended. */
  nextAttemptAt: nullable(dateTimeSchema),
  createdAt: dateTimeSchema,
});

export const listDeliveries = {
  name: 'integrations.listDeliveries',
  kind: 'query',
  summary: 'Lists what was sent to a connected system in the last 30 days, newest first.',
  access: OWNER,
  limit: READING,
  input: recordWith(byId, { ...page, state: outcome.state }),
  output: pageOf(deliverySchema),
  errors: [...REFUSALS, 'INTEGRATION_CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

export const getDelivery = {
  name: 'integrations.getDelivery',
  kind: 'query',
  summary: 'Retrieves a delivery with its requests, without any key.',
  access: OWNER,
  limit: READING,
  input: record({ deliveryId: uuidSchema }),
  output: record({
    ...deliverySchema.properties,
    /** Empty where the buyer's data is not there any more, or where there is nothing to send. */
    requests: {
      type: 'array',
      items: record({
        method: textSchema(10),
        host: textSchema(300),
        path: textSchema(3_000),
        body: nullable({ type: 'string' }),
      }),
    },
  }),
  errors: [...REFUSALS, 'INTEGRATION_DELIVERY_NOT_FOUND'],
} as const satisfies Procedure;

export const resend = {
  name: 'integrations.resend',
  kind: 'mutation',
  summary: 'Sends a delivery that has ended again, under the same id.',
  access: OWNER,
  limit: CHANGING,
  input: record({ deliveryId: uuidSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'INTEGRATION_DELIVERY_NOT_FOUND', 'INTEGRATION_OFF'],
} as const satisfies Procedure;

export const integrationsErrors = {
  INTEGRATION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta integração não existe no catálogo.',
    en: 'The catalog has no such integration.',
  },
  INTEGRATION_CONNECTION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta conexão com uma integração não existe.',
    en: 'This connection to an integration does not exist.',
  },
  INTEGRATION_EVENT_UNKNOWN: {
    status: 422,
    'pt-BR': 'Esta integração não recebe este evento. Escolha entre os que a página dela mostra.',
    en: 'This integration does not receive this event. Choose among those that its page shows.',
  },
  INTEGRATION_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo 30 conexões. Remova uma que não usa mais.',
    en: 'You can have up to 30 connections. Remove one that you no longer use.',
  },
  INTEGRATION_OFF: {
    status: 409,
    'pt-BR': 'Esta conexão está desligada. Ligue-a antes de enviar de novo.',
    en: 'This connection is off. Turn it on before you send again.',
  },
  INTEGRATION_DELIVERY_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este envio não existe. Envios ficam guardados por 30 dias.',
    en: 'This delivery does not exist. Deliveries are kept for 30 days.',
  },
} as const satisfies ErrorTexts;
