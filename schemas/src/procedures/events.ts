/** Events of the last 30 days, as other systems hear of them. */

import { API_KEY_KINDS } from '../api.ts';
import { dateTimeSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { EVENT_TYPE_NAMES } from '../event-types.ts';
import { READING } from '../limits.ts';
import { nullable, optional, page, pageOf, REFUSALS, record, recordWith } from '../parts.ts';
import { INTEGRATORS, type Procedure } from '../procedure.ts';
import { DELIVERY_STATES } from '../seller-webhook.ts';

/** The seller's own, or the platform's. A key says itself for whom it acts. */
const owner = { type: 'string', enum: API_KEY_KINDS } as const;

const type = { type: 'string', enum: EVENT_TYPE_NAMES } as const;

const event = {
  id: uuidSchema,
  type,
  /** When it happened. */
  createdAt: dateTimeSchema,
  /** The seller whom it concerns; null where it concerns the platform alone. */
  sellerId: nullable(uuidSchema),
  /** The sale, subscription, cart, payout, receiver, product or person. */
  subjectId: uuidSchema,
} as const;

export const listEvents = {
  name: 'events.listEvents',
  kind: 'query',
  summary: "Lists the events of the caller's sales, or of the whole platform, newest first.",
  access: INTEGRATORS,
  limit: READING,
  api: { call: 'GET /events', resource: 'events' },
  input: optional({
    owner,
    type,
    subjectId: uuidSchema,
    createdFrom: dateTimeSchema,
    createdBefore: dateTimeSchema,
    ...page,
  }),
  output: pageOf(record(event)),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getEvent = {
  name: 'events.getEvent',
  kind: 'query',
  summary: 'Retrieves an event with what it tells, and what became of it at each webhook.',
  access: INTEGRATORS,
  limit: READING,
  api: { call: 'GET /events/{eventId}', resource: 'events' },
  input: recordWith({ eventId: uuidSchema }, { owner }),
  output: record({
    ...event,
    /** The content of the event, as docs/events.md says for each type; null where it is not there any more. */
    data: nullable({ type: 'object', additionalProperties: true }),
    deliveries: {
      type: 'array',
      items: record({
        id: uuidSchema,
        webhookId: uuidSchema,
        webhookName: { type: 'string' },
        state: { type: 'string', enum: DELIVERY_STATES },
        answerStatus: nullable({ type: 'integer' }),
        attemptedAt: nullable(dateTimeSchema),
      }),
    },
  }),
  errors: [...REFUSALS, 'EVENT_NOT_FOUND'],
} as const satisfies Procedure;

export const eventsErrors = {
  EVENT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este evento não existe. Eventos ficam guardados por 30 dias.',
    en: 'This event does not exist. Events are kept for 30 days.',
  },
  EVENT_STREAMS: {
    status: 429,
    'pt-BR': 'Esta chave já tem 10 transmissões abertas. Encerre uma antes de abrir outra.',
    en: 'This key already has 10 open streams. Close one before you open another.',
  },
} as const satisfies ErrorTexts;
