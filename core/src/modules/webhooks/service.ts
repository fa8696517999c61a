/** What a stored event teaches: checked for its sender, read by its adapter, re-read at the provider unless it was signed. */
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import type { WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import type { Payment } from '../payments/model.ts';
import { checkPayment, findPaymentByReference, record, toEvidence } from '../payments/service.ts';
import type { ReceivedWebhook, Verdict } from './model.ts';

/** An event may overtake our own answer, or its provider may be down when we re-read: wait, then give it to a person. */
const RETRY_SECONDS = [1, 5, 30, 120, 600, 3600, 21_600];

const processed = (payment: Payment): Verdict => ({ state: 'PROCESSED', reason: null, paymentId: payment.id });
const ignored = (reason: string): Verdict => ({ state: 'IGNORED', reason, paymentId: null });
const parked = (reason: string, paymentId: string | null = null): Verdict => ({ state: 'PARKED', reason, paymentId });

/** Tries again later, and after the last try leaves it to a person. */
export function retry(webhook: ReceivedWebhook, reason: string, paymentId: string | null = null): Verdict {
  const retryInSeconds = RETRY_SECONDS[webhook.attempts - 1];
  return retryInSeconds === undefined
    ? parked(reason, paymentId)
    : { state: 'RECEIVED', reason, paymentId, retryInSeconds };
}

export async function processWebhook(app: FastifyInstance, webhook: ReceivedWebhook): Promise<Verdict> {
  const connection = await findConnection(app, webhook.platformId, webhook.connectionId);
  if (!connection) return retry(webhook, 'CONNECTION_UNAVAILABLE');
  const rawBody = webhook.body.toString();
  const { ok, isSigned } = authenticateWebhook({
    manifest: connection.manifest,
    secrets: connection.secrets,
    headers: webhook.headers,
    rawBody: webhook.body,
    digestKey: [app.config.encryptionKey, ...app.config.previousEncryptionKeys],
  });
  if (!ok) {
    app.log.warn(
      { alert: 'webhook-refused', webhookId: webhook.id, provider: connection.providerId },
      'An event did not prove its sender',
    );
    return parked('SENDER_NOT_PROVEN');
  }
  let said: WebhookResult;
  try {
    said = await callProvider(
      connection,
      'processWebhook',
      { headers: webhook.headers, query: webhook.query, body: parseBody(webhook.headers, rawBody), rawBody },
      null,
    );
  } catch (error) {
    app.log.error(
      { alert: 'webhook-unreadable', err: error, webhookId: webhook.id, provider: connection.providerId },
      'An event could not be read',
    );
    return parked('UNREADABLE');
  }
  if (said.subject === 'ignored') return ignored(said.event ? `EVENT ${said.event}`.slice(0, 200) : 'EVENT');
  if (said.subject !== 'payment')
    return retry(webhook, said.subject === 'withdraw' ? 'UNKNOWN_WITHDRAW' : 'UNKNOWN_RECEIVER');
  return applyToPayment(app, webhook, connection, said, isSigned);
}

async function applyToPayment(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
  connection: Connection,
  said: WebhookResult,
  isSigned: boolean,
): Promise<Verdict> {
  const payment = await findPaymentByReference(app, webhook.platformId, connection.id, said);
  if (!payment) return retry(webhook, 'UNKNOWN_PAYMENT');
  const own = payment.attempts.filter((item) => item.connectionId === connection.id);
  const attempt = own.find((item) => item.id === said.reference || item.transactionId === said.transactionId);
  if (!attempt) return parked('UNKNOWN_ATTEMPT', payment.id);
  if (isSigned && said.transactionId && said.providerStatus) {
    const heard = { source: 'webhook', attemptId: attempt.id, occurredAt: app.clock.now() } as const;
    const words = { ...said, transactionId: said.transactionId, providerStatus: said.providerStatus };
    await record(app, payment, {
      evidence: [toEvidence(connection.manifest, words, heard)],
      webhookId: webhook.id,
      // The event came before our own answer: the charge exists, whatever became of the call.
      ...(attempt.transactionId === null && {
        attempt: { id: attempt.id, state: 'UNKNOWN' as const, transactionId: said.transactionId, reason: null },
      }),
    });
    return processed(payment);
  }
  return reread(app, webhook, payment, attempt.id, said.transactionId);
}

/** An unsigned word is only a hint to look: nobody is credited on it. */
async function reread(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
  payment: Payment,
  attemptId: string,
  hint: string | undefined,
): Promise<Verdict> {
  const checked = await checkPayment(app, payment.platformId, payment.id, {
    attemptId,
    ...(hint !== undefined && { transactionId: hint }),
  });
  return checked?.isAnswered ? processed(checked.payment) : retry(webhook, 'PROVIDER_UNAVAILABLE', payment.id);
}

function parseBody(headers: Record<string, string>, rawBody: string): unknown {
  if (headers['content-type']?.includes('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(rawBody));
  try {
    return JSON.parse(rawBody);
  } catch {
    return undefined;
  }
}
