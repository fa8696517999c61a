/** Webhooks of sellers and of the platform: the addresses of their systems, the events that are sent there, and what became of each. */

import { API_KEY_KINDS } from '../api.ts';
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { schemasOf } from '../entities/entity.ts';
import { sellerWebhook } from '../entities/seller-webhook.ts';
import type { ErrorTexts } from '../errors.ts';
import { WEBHOOK_EVENTS } from '../event-types.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  GUARDED,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { INTEGRATORS, type Procedure } from '../procedure.ts';
import { DELIVERY_PROBLEMS, DELIVERY_STATES, SWITCH_OFF_REASONS } from '../seller-webhook.ts';

export const MOST_SELLER_WEBHOOKS = 20;

/** The hours in which a secret that was replaced signs as well. */
export const OLD_SECRET_HOURS = 24;

const version = { type: 'integer', minimum: 1, maximum: 2_147_483_647 } as const;

const terms = schemasOf(sellerWebhook);
const { sellerIds, isOrdered, ...required } = terms;
/** Properties that came later: a program that does not know them leaves them out. */
const added = { sellerIds, isOrdered } as const;

/** The seller's own, or the platform's. A key says itself for whom it acts. */
const owner = { type: 'string', enum: API_KEY_KINDS } as const;

const byId = { webhookId: uuidSchema } as const;
const event = { type: 'string', enum: WEBHOOK_EVENTS } as const;
const outcome = {
  state: { type: 'string', enum: DELIVERY_STATES },
  /** Why the last attempt failed. */
  problem: nullable({ type: 'string', enum: DELIVERY_PROBLEMS }),
} as const;

const webhook = {
  id: uuidSchema,
  ...terms,
  /** Why it is off; null while it is on. */
  offReason: nullable({ type: 'string', enum: SWITCH_OFF_REASONS }),
  createdAt: dateTimeSchema,
} as const;

/** The secret that signs, which is shown this once. */
const secret = { type: 'string' } as const;

const deliverySchema = record({
  id: uuidSchema,
  event,
  isTest: { type: 'boolean' },
  /** The sale of the event; null for a cart and for a test. */
  saleId: nullable(uuidSchema),
  ...outcome,
  attempts: countSchema,
  /** The status of the receiver's last answer. */
  answerStatus: nullable({ type: 'integer' }),
  /** The beginning of the receiver's last answer. */
  answer: nullable(textSchema(300)),
  attemptedAt: nullable(dateTimeSchema),
  /** When it is tried next; null once it has ended. */
  nextAttemptAt: nullable(dateTimeSchema),
  createdAt: dateTimeSchema,
});

export const list = {
  name: 'sellerWebhooks.list',
  kind: 'query',
  summary: "Lists the caller's webhooks, or those of the platform, newest first.",
  access: INTEGRATORS,
  limit: READING,
  api: { call: 'GET /webhooks', resource: 'webhooks' },
  input: optional({ owner }),
  output: record({
    webhooks: {
      type: 'array',
      items: record({
        ...webhook,
        /** The last delivery, tests included; null before the first one. */
        lastDelivery: nullable(record({ ...outcome, event, createdAt: dateTimeSchema })),
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const get = {
  name: 'sellerWebhooks.get',
  kind: 'query',
  summary: "Retrieves one of the caller's webhooks, or of the platform's. Its secret is never shown again.",
  access: INTEGRATORS,
  limit: READING,
  api: { call: 'GET /webhooks/{webhookId}', resource: 'webhooks' },
  input: record(byId),
  output: record({
    ...webhook,
    /** Until then the secret that was replaced last signs as well; null where none does. */
    oldSecretUntil: nullable(dateTimeSchema),
    /** The sellers of `sellerIds` by name. */
    sellers: { type: 'array', items: record({ id: uuidSchema, name: { type: 'string' } }) },
    /** The version that an update names, so that two tabs never overwrite each other. */
    version,
  }),
  errors: [...REFUSALS, 'SELLER_WEBHOOK_NOT_FOUND'],
} as const satisfies Procedure;

const TERMS_ERRORS = ['SELLER_WEBHOOK_ADDRESS', 'PRODUCT_NOT_FOUND', 'PERSON_NOT_FOUND'] as const;

export const create = {
  name: 'sellerWebhooks.create',
  kind: 'mutation',
  summary: 'Creates a webhook of the caller or of the platform, and returns the secret that signs what is sent.',
  access: INTEGRATORS,
  protects: 'credentials',
  limit: CHANGING,
  api: { call: 'POST /webhooks', resource: 'webhooks' },
  input: recordWith(required, { ...added, owner }),
  output: record({ ...byId, secret }),
  errors: [...GUARDED, ...TERMS_ERRORS, 'SELLER_WEBHOOK_LIMIT'],
} as const satisfies Procedure;

export const update = {
  name: 'sellerWebhooks.update',
  kind: 'mutation',
  summary: 'Changes a webhook. Deliveries that wait go to its new address; switched off, it gives them up.',
  access: INTEGRATORS,
  protects: 'credentials',
  limit: CHANGING,
  api: { call: 'PUT /webhooks/{webhookId}', resource: 'webhooks' },
  input: recordWith({ ...byId, version, ...required }, added),
  output: record({ version }),
  errors: [...GUARDED, ...TERMS_ERRORS, 'SELLER_WEBHOOK_NOT_FOUND', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const remove = {
  name: 'sellerWebhooks.remove',
  kind: 'mutation',
  summary: 'Deletes a webhook with its deliveries.',
  access: INTEGRATORS,
  limit: CHANGING,
  api: { call: 'DELETE /webhooks/{webhookId}', resource: 'webhooks' },
  input: record({ ...byId, version }),
  output: nothingSchema,
  errors: [...REFUSALS, 'SELLER_WEBHOOK_NOT_FOUND', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const rotateSecret = {
  name: 'sellerWebhooks.rotateSecret',
  kind: 'mutation',
  summary: 'Gives a webhook a new secret, and returns it. The old one signs as well for 24 hours.',
  access: INTEGRATORS,
  protects: 'credentials',
  limit: CHANGING,
  api: { call: 'POST /webhooks/{webhookId}/rotate-secret', resource: 'webhooks' },
  input: record(byId),
  output: record({ secret }),
  errors: [...GUARDED, 'SELLER_WEBHOOK_NOT_FOUND'],
} as const satisfies Procedure;

export const sendTest = {
  name: 'sellerWebhooks.sendTest',
  kind: 'mutation',
  summary: 'Sends an event with made-up data to a webhook, also to one that is off. It is tried once.',
  access: INTEGRATORS,
  limit: CHANGING,
  api: { call: 'POST /webhooks/{webhookId}/test', resource: 'webhooks' },
  input: record({ ...byId, event }),
  output: record({ deliveryId: uuidSchema }),
  errors: [...REFUSALS, 'SELLER_WEBHOOK_NOT_FOUND'],
} as const satisfies Procedure;

export const listDeliveries = {
  name: 'sellerWebhooks.listDeliveries',
  kind: 'query',
  summary: 'Lists the deliveries of a webhook of the last 30 days, newest first.',
  access: INTEGRATORS,
  limit: READING,
  api: { call: 'GET /webhooks/{webhookId}/deliveries', resource: 'webhooks' },
  input: recordWith(byId, { ...page, state: outcome.state }),
  output: pageOf(deliverySchema),
  errors: [...REFUSALS, 'SELLER_WEBHOOK_NOT_FOUND'],
} as const satisfies Procedure;

export const getDelivery = {
  name: 'sellerWebhooks.getDelivery',
  kind: 'query',
  summary: 'Retrieves a delivery with the body of its request.',
  access: INTEGRATORS,
  limit: READING,
  api: { call: 'GET /deliveries/{deliveryId}', resource: 'webhooks' },
  input: record({ deliveryId: uuidSchema }),
  output: record({
    ...deliverySchema.properties,
    /** The JSON that is posted; null where the buyer's data is not there any more. */
    body: nullable({ type: 'string' }),
  }),
  errors: [...REFUSALS, 'SELLER_WEBHOOK_DELIVERY_NOT_FOUND'],
} as const satisfies Procedure;

export const resend = {
  name: 'sellerWebhooks.resend',
  kind: 'mutation',
  summary: 'Sends a delivery that has ended again, under the same id.',
  access: INTEGRATORS,
  limit: CHANGING,
  api: { call: 'POST /deliveries/{deliveryId}/resend', resource: 'webhooks' },
  input: record({ deliveryId: uuidSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'SELLER_WEBHOOK_DELIVERY_NOT_FOUND', 'SELLER_WEBHOOK_OFF'],
} as const satisfies Procedure;

export const MOST_REPLAYED = 10_000;

export const replay = {
  name: 'sellerWebhooks.replay',
  kind: 'mutation',
  summary:
    'Sends the events of a period to a webhook: those that never arrived, or all. Only what happened in the last 30 days is there.',
  access: INTEGRATORS,
  limit: CHANGING,
  api: { call: 'POST /webhooks/{webhookId}/replay', resource: 'webhooks' },
  input: record({
    ...byId,
    from: dateTimeSchema,
    to: dateTimeSchema,
    /** MISSED: what was not sent, or failed. ALL: what arrived is sent again as well, under the same id. */
    which: { type: 'string', enum: ['MISSED', 'ALL'] },
  }),
  output: record({ count: countSchema }),
  errors: [
    ...REFUSALS,
    'SELLER_WEBHOOK_NOT_FOUND',
    'SELLER_WEBHOOK_OFF',
    'SELLER_WEBHOOK_REPLAY_PERIOD',
    'SELLER_WEBHOOK_REPLAY_SIZE',
  ],
} as const satisfies Procedure;

export const getNotificationWebhook = {
  name: 'sellerWebhooks.getNotificationWebhook',
  kind: 'query',
  summary: 'Retrieves the address to which the signed-in person has their notifications sent.',
  access: { kind: 'signedIn' },
  limit: READING,
  input: nothingSchema,
  output: record({
    /** Null where the person gave none. */
    webhook: nullable(
      record({
        url: terms.url,
        isEnabled: { type: 'boolean' },
        offReason: webhook.offReason,
        createdAt: dateTimeSchema,
        lastDelivery: nullable(
          record({ ...outcome, answerStatus: nullable({ type: 'integer' }), createdAt: dateTimeSchema }),
        ),
      }),
    ),
  }),
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

const PERSONAL = ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN'] as const;

export const setNotificationWebhook = {
  name: 'sellerWebhooks.setNotificationWebhook',
  kind: 'mutation',
  summary:
    'Sets the address to which the signed-in person has their notifications sent, signed like a webhook: those of the topics that the person chose for it.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: recordWith(
    { url: terms.url, isEnabled: { type: 'boolean' } },
    {
      /** Replaces the secret as well. The one before signs for another day. */
      isSecretNew: { type: 'boolean' },
    },
  ),
  /** Null where the secret stays as it is. */
  output: record({ secret: nullable(secret) }),
  errors: [...PERSONAL, 'SELLER_WEBHOOK_ADDRESS', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const removeNotificationWebhook = {
  name: 'sellerWebhooks.removeNotificationWebhook',
  kind: 'mutation',
  summary: 'Sends no more notifications to the address of the signed-in person, and forgets it.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: nothingSchema,
  output: nothingSchema,
  errors: PERSONAL,
} as const satisfies Procedure;

export const testNotificationWebhook = {
  name: 'sellerWebhooks.testNotificationWebhook',
  kind: 'mutation',
  summary: 'Sends made-up data to the address of the signed-in person, once, also while it is off.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: nothingSchema,
  output: nothingSchema,
  errors: [...PERSONAL, 'SELLER_WEBHOOK_NOT_FOUND'],
} as const satisfies Procedure;

export const sellerWebhooksErrors = {
  SELLER_WEBHOOK_NOT_FOUND: { status: 404, 'pt-BR': 'Este webhook não existe.', en: 'This webhook does not exist.' },
  SELLER_WEBHOOK_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo 20 webhooks. Exclua um que não usa mais.',
    en: 'You can have up to 20 webhooks. Delete one that you no longer use.',
  },
  SELLER_WEBHOOK_ADDRESS: {
    status: 422,
    'pt-BR':
      'Informe um endereço público com https, sem usuário, senha nem #. Endereços da própria máquina ou de redes internas não são aceitos.',
    en: 'Enter a public https address without a user name, password or #. Addresses of this machine or of private networks are not allowed.',
  },
  SELLER_WEBHOOK_OFF: {
    status: 409,
    'pt-BR': 'Este webhook está desligado. Ligue-o antes de enviar de novo.',
    en: 'This webhook is off. Turn it on before you send again.',
  },
  SELLER_WEBHOOK_REPLAY_PERIOD: {
    status: 422,
    'pt-BR': 'O período precisa terminar depois de começar. Ajuste as duas datas.',
    en: 'The period must end after it begins. Change the two dates.',
  },
  SELLER_WEBHOOK_REPLAY_SIZE: {
    status: 422,
    'pt-BR': 'Este período tem mais de 10.000 eventos. Escolha um período mais curto.',
    en: 'This period has more than 10,000 events. Choose a shorter one.',
  },
  SELLER_WEBHOOK_DELIVERY_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta entrega não existe. Entregas ficam guardadas por 30 dias.',
    en: 'This delivery does not exist. Deliveries are kept for 30 days.',
  },
} as const satisfies ErrorTexts;
