/**
 * Processes a stored event: verifies its sender, reads it by its adapter, and applies it to what it is about. Each domain registers the
 * subjects of its own events in `app.webhookSubjects`.
 */
import type { WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, findConnection } from '../connections/service.ts';
import { insertParts, type ReceivedWebhook, type Verdict } from './model.ts';
import { type Reading, readEvent, readThrough } from './read-event.ts';
import { listSearchWords } from './search-words.ts';

export { type Reading, readEvent } from './read-event.ts';

/** An event as it is read by the version that made its subject. */
export type SubjectEvent = Omit<Reading, 'connection'>;

/** False where the provider had to be asked and could not be. An event that only a person can judge is parked with the reason. */
export type Applied = boolean | { parked: string };

/** An object that events are about, such as one withdrawal. */
export interface FoundSubject {
  id: string;
  /** The version that made it, whose words its events use; null where every version says the same. */
  version: string | null | undefined;
  /** The payment that masters find beside the event; null where it concerns none. */
  paymentId: string | null;
  apply(made: Connection, event: SubjectEvent): Promise<Applied>;
}

/** A kind of object that events are about. */
export interface EventSubject {
  /** The reason for a retry while no object is found: the response that makes it may still be under way. */
  unknown: string;
  find(webhook: ReceivedWebhook, result: WebhookResult): Promise<FoundSubject | null>;
}

/**
 * An event may arrive before the response to our own call, or the provider may be down. It is retried after these seconds, then left to a
 * person.
 */
const RETRY_SECONDS = [1, 5, 30, 120, 600, 3600, 21_600];

const ignored = (reason: string): Verdict => ({ state: 'IGNORED', reason, paymentId: null });
const parked = (reason: string, paymentId: string | null = null): Verdict => ({ state: 'PARKED', reason, paymentId });

/** Retries later; after the last attempt the event is parked for a person. */
export function retry(webhook: ReceivedWebhook, reason: string, paymentId: string | null = null): Verdict {
  const retryInSeconds = RETRY_SECONDS[webhook.attempts - 1];
  return retryInSeconds === undefined
    ? parked(reason, paymentId)
    : { state: 'RECEIVED', reason, paymentId, retryInSeconds };
}

export async function processWebhook(app: FastifyInstance, webhook: ReceivedWebhook): Promise<Verdict> {
  const connection = await findConnection(app, webhook.platformId, webhook.connectionId);
  if (!connection) return retry(webhook, 'CONNECTION_UNAVAILABLE');
  const reading = await readEvent(app, webhook, connection);
  if (reading === 'ADAPTER_UNAVAILABLE') return retry(webhook, reading);
  return typeof reading === 'string' ? parked(reading) : applyReading(app, webhook, reading);
}

async function applyReading(app: FastifyInstance, webhook: ReceivedWebhook, reading: Reading): Promise<Verdict> {
  const { subject, event, reason, events = [] } = reading.result;
  switch (subject) {
    case 'several':
      return storeParts(app, webhook, events);
    case 'ignored':
      return ignored(event ? `EVENT ${event}`.slice(0, 200) : 'EVENT');
    case 'notice':
      return parked(['NOTICE', event, reason].filter(Boolean).join(' ').slice(0, 200));
    case 'either':
      return applyToEither(app, webhook, reading);
    default:
      return applyEvent(app, webhook, reading);
  }
}

/** Each event of a request is stored and processed by itself, so that one about a stranger's charge holds up none of the others. */
async function storeParts(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
  events: NonNullable<WebhookResult['events']>,
): Promise<Verdict> {
  if (events.length === 0) return ignored('EVENT');
  const searchTexts = events.map((event) => listSearchWords(Buffer.from(JSON.stringify(event))));
  await app.database.write(webhook.platformId, [insertParts(webhook, searchTexts)]);
  app.webhooks.wake();
  return { state: 'PROCESSED', reason: 'SEVERAL', paymentId: null };
}

/** A provider that numbers charges and withdrawals alike may mean both; then neither is changed without asking. */
async function applyToEither(app: FastifyInstance, webhook: ReceivedWebhook, reading: Reading): Promise<Verdict> {
  const { transactionId, reference } = reading.result;
  const named = { ...(transactionId && { transactionId, withdrawId: transactionId }), ...(reference && { reference }) };
  const result = { ...reading.result, ...named };
  const isKnown = async (subject: 'payment' | 'withdraw') =>
    (await subjectOf(app, subject).find(webhook, { ...result, subject })) !== null;
  const apply = (subject: 'payment' | 'withdraw', told: Reading) =>
    applyEvent(app, webhook, { ...told, result: { ...result, subject } });
  if (!(await isKnown('withdraw'))) return apply('payment', reading);
  if (!(await isKnown('payment'))) return apply('withdraw', reading);
  const hint = { ...reading, isSigned: false, isFromProvider: false };
  const verdict = await apply('withdraw', hint);
  return verdict.state === 'PROCESSED' ? apply('payment', hint) : verdict;
}

async function applyEvent(app: FastifyInstance, webhook: ReceivedWebhook, reading: Reading): Promise<Verdict> {
  const subject = subjectOf(app, reading.result.subject);
  const found = await subject.find(webhook, reading.result);
  if (!found) return retry(webhook, subject.unknown);
  const { paymentId } = found;
  const made = await findMaker(app, webhook, reading, found);
  if (!made) return retry(webhook, 'VERSION_UNAVAILABLE', paymentId);
  const event = await readByMaker(app, webhook, reading, { subject, found, made });
  if (event === 'ADAPTER_UNAVAILABLE') return retry(webhook, event, paymentId);
  const applied = await found.apply(made, event);
  if (applied === false) return retry(webhook, 'PROVIDER_UNAVAILABLE', paymentId);
  return applied === true ? { state: 'PROCESSED', reason: null, paymentId } : parked(applied.parked, paymentId);
}

const subjectOf = (app: FastifyInstance, name: WebhookResult['subject']): EventSubject => {
  const subject = app.webhookSubjects.get(name);
  if (!subject) throw new Error(`No domain has registered the subject ${name} of events.`);
  return subject;
};

const findMaker = async (
  app: FastifyInstance,
  { platformId, connectionId }: ReceivedWebhook,
  { connection }: Reading,
  { version }: FoundSubject,
): Promise<Connection | null> =>
  version === null ? connection : findConnection(app, platformId, connectionId, version);

/**
 * The version that made the object maps its events. Where that version reads the event as one about something else, the event is only a
 * reason to ask the provider.
 */
async function readByMaker(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
  reading: Reading,
  { subject, found, made }: { subject: EventSubject; found: FoundSubject; made: Connection },
): Promise<SubjectEvent | 'ADAPTER_UNAVAILABLE'> {
  if (made.version === reading.connection.version) return reading;
  const own = await readThrough(app, webhook, made);
  if (own === 'ADAPTER_UNAVAILABLE') return own;
  const isSame = typeof own !== 'string' && (await subject.find(webhook, own.result))?.id === found.id;
  return isSame ? own : { result: reading.result, isSigned: false, isFromProvider: false };
}
