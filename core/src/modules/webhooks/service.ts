/**
 * Processes a stored event: verifies its sender, reads it by its adapter, and looks the payment up at the provider unless the event was
 * signed.
 */
import type { WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, findConnection } from '../connections/service.ts';
import { applyDisputeStage, applyDisputeStatuses } from '../disputes/service.ts';
import { applyMandateEvent, findMandateByProvider, wakeMandateCharge } from '../mandates/service.ts';
import type { Payment } from '../payments/model.ts';
import {
  applyCommand,
  checkPayment,
  findPaymentByMovement,
  findPaymentByReference,
  toAttemptEvidence,
  toReportedRefunds,
} from '../payments/service.ts';
import { applyWithdrawalEvent, findWithdrawalByProvider } from '../payouts/service.ts';
import { applyReceiverEvent, findReceiverByProvider } from '../receivers/service.ts';
import { applyReportedRefunds } from '../refunds/service.ts';
import { findSalesOfMovements } from '../sales/service.ts';
import { insertParts, type ReceivedWebhook, type Verdict } from './model.ts';
import { type Reading, readEvent, readThrough } from './read-event.ts';
import { listSearchWords } from './search-words.ts';

export { type Reading, readEvent } from './read-event.ts';

/**
 * An event may arrive before the response to our own call, or the provider may be down. It is retried after these seconds, then left to a
 * person.
 */
const RETRY_SECONDS = [1, 5, 30, 120, 600, 3600, 21_600];

const processed = (payment: Payment): Verdict => ({ state: 'PROCESSED', reason: null, paymentId: payment.id });
/** The verdict about an event that concerns no payment. */
const done: Verdict = { state: 'PROCESSED', reason: null, paymentId: null };
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
  if (typeof reading === 'string') return parked(reading);
  const { result } = reading;
  if (result.subject === 'several') return storeParts(app, webhook, result.events ?? []);
  if (result.subject === 'either') return applyToEither(app, webhook, reading);
  if (result.subject === 'ignored') return ignored(result.event ? `EVENT ${result.event}`.slice(0, 200) : 'EVENT');
  if (result.subject === 'notice')
    return parked(['NOTICE', result.event, result.reason].filter(Boolean).join(' ').slice(0, 200));
  if (result.subject === 'mandate') return applyToMandate(app, webhook, reading);
  if (result.subject === 'mandateCharge')
    return applyToPayment(app, webhook, { ...reading, result: toChargeResult(result) });
  if (result.subject === 'withdraw') return applyToWithdrawal(app, webhook, reading);
  if (result.subject === 'receiver') return applyToReceiver(app, webhook, reading);
  return applyToPayment(app, webhook, reading);
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
  const { platformId, connectionId } = webhook;
  const { transactionId, reference } = reading.result;
  const named = { ...(transactionId && { transactionId, withdrawId: transactionId }), ...(reference && { reference }) };
  const payment = await findPaymentByReference(app, platformId, connectionId, named);
  const withdrawal = await findWithdrawalByProvider(app, platformId, connectionId, named);
  const result = { ...reading.result, ...named };
  if (!payment || !withdrawal) {
    if (withdrawal) return applyToWithdrawal(app, webhook, { ...reading, result: { ...result, subject: 'withdraw' } });
    return applyToPayment(app, webhook, { ...reading, result: { ...result, subject: 'payment' } });
  }
  const hint = { ...reading, isSigned: false, isFromProvider: false };
  const verdict = await applyToWithdrawal(app, webhook, { ...hint, result: { ...result, subject: 'withdraw' } });
  if (verdict.state !== 'PROCESSED') return verdict;
  return applyToPayment(app, webhook, { ...hint, result: { ...result, subject: 'payment' } });
}

async function applyToPayment(app: FastifyInstance, webhook: ReceivedWebhook, reading: Reading): Promise<Verdict> {
  const { platformId, connectionId } = webhook;
  const payment = await findPaymentByReference(app, platformId, connectionId, reading.result);
  if (!payment) return applyToMovement(app, webhook, reading);
  const attempt = findAttempt(payment, connectionId, reading.result);
  if (!attempt) return parked('UNKNOWN_ATTEMPT', payment.id);
  const made = await findConnection(app, platformId, connectionId, attempt.providerVersion);
  if (!made) return retry(webhook, 'VERSION_UNAVAILABLE', payment.id);
  // Statuses of a payment are mapped by the version that made it.
  const isOwn = made.version === reading.connection.version;
  const own = isOwn ? reading : await readThrough(app, webhook, made);
  if (own === 'ADAPTER_UNAVAILABLE') return retry(webhook, own, payment.id);
  const isSame =
    typeof own !== 'string' && findAttempt(payment, connectionId, toChargeResult(own.result))?.id === attempt.id;
  const event = isSame ? own : { result: reading.result, isSigned: false, isFromProvider: false };
  const { result, isSigned } = { ...event, result: toChargeResult(event.result) };
  if (isMandates(result) !== (attempt.mandateId != null)) return parked('OTHER_KIND_OF_CHARGE', payment.id);
  if (isSigned && result.transactionId && result.providerStatus) {
    const report = { source: 'webhook', attemptId: attempt.id, occurredAt: app.clock.now() } as const;
    const charge = { ...result, transactionId: result.transactionId, providerStatus: result.providerStatus };
    const after = await applyCommand(app, payment, {
      kind: 'WEBHOOK_RECEIVED',
      webhookId: webhook.id,
      attemptId: attempt.id,
      evidence: toAttemptEvidence(attempt)(made.manifest, charge, report),
      memo: result.memo,
      newTransactionId: attempt.transactionId === null ? result.transactionId : null,
    });
    const refunds = toReportedRefunds(app, made.manifest, result, payment.id);
    await applyReportedRefunds(app, after, attempt.id, refunds);
    await applyDisputeStatuses(app, after, made, { attemptId: attempt.id, event: webhook.id });
    // An attempt of the buyer's bank that failed may be followed by another one.
    if (isMandates(result)) await wakeMandateCharge(app, platformId, payment.id);
    return processed(payment);
  }
  if (isMandates(result)) await wakeMandateCharge(app, platformId, payment.id);
  const hint = { attemptId: attempt.id, hint: result };
  return result.dispute
    ? applyDispute(app, webhook, payment, made, { ...hint, isFromProvider: event.isFromProvider })
    : reread(app, webhook, payment, made, hint);
}

/**
 * An event may name neither the charge nor our reference, but the movement of money that paid it, such as the PIX that is given back. It says
 * nothing of the whole charge, so the provider is asked, whoever sent it.
 */
async function applyToMovement(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
  { result, isFromProvider }: Reading,
): Promise<Verdict> {
  const { platformId, connectionId } = webhook;
  const movementIds = [...(result.movementIds ?? []), ...(result.movements ?? []).map(({ id }) => id)];
  const saleIds = movementIds.length > 0 ? await findSalesOfMovements(app, platformId, movementIds) : [];
  const among = { saleIds, movementIds };
  const found = saleIds.length > 0 ? await findPaymentByMovement(app, platformId, connectionId, among) : null;
  if (!found) return retry(webhook, 'UNKNOWN_PAYMENT');
  const { payment, attemptId } = found;
  const attempt = payment.attempts.find(({ id }) => id === attemptId)!;
  const made = await findConnection(app, platformId, connectionId, attempt.providerVersion);
  if (!made) return retry(webhook, 'VERSION_UNAVAILABLE', payment.id);
  if (attempt.mandateId != null) await wakeMandateCharge(app, platformId, payment.id);
  const hint = { attemptId, hint: result };
  return result.dispute
    ? applyDispute(app, webhook, payment, made, { ...hint, isFromProvider })
    : reread(app, webhook, payment, made, hint);
}

async function applyToWithdrawal(app: FastifyInstance, webhook: ReceivedWebhook, reading: Reading): Promise<Verdict> {
  const { platformId, connectionId } = webhook;
  const find = ({ result }: Reading) => findWithdrawalByProvider(app, platformId, connectionId, result);
  const withdrawal = await find(reading);
  if (!withdrawal) return retry(webhook, 'UNKNOWN_WITHDRAW');
  const made = await findConnection(app, platformId, connectionId, withdrawal.providerVersion ?? undefined);
  if (!made) return retry(webhook, 'VERSION_UNAVAILABLE');
  // As with payments, the version that sent the withdrawal maps the event.
  const isOwn = made.version === reading.connection.version;
  const own = isOwn ? reading : await readThrough(app, webhook, made);
  if (own === 'ADAPTER_UNAVAILABLE') return retry(webhook, own);
  const isSame = typeof own !== 'string' && (await find(own))?.id === withdrawal.id;
  const event = isSame ? own : { result: reading.result, isSigned: false, isFromProvider: false };
  const isApplied = await applyWithdrawalEvent(app, platformId, withdrawal, made, {
    ...event,
    requestId: webhook.batchId ?? webhook.id,
  });
  return isApplied ? done : retry(webhook, 'PROVIDER_UNAVAILABLE');
}

async function applyToReceiver(app: FastifyInstance, webhook: ReceivedWebhook, reading: Reading): Promise<Verdict> {
  const { platformId, connectionId } = webhook;
  const { receiverId } = reading.result;
  const receiver = receiverId ? await findReceiverByProvider(app, platformId, connectionId, receiverId) : null;
  // The response that creates the receiver may still be under way.
  if (!receiver) return retry(webhook, 'UNKNOWN_RECEIVER');
  const isApplied = await applyReceiverEvent(app, platformId, receiver, reading.connection, reading);
  return isApplied ? done : retry(webhook, 'PROVIDER_UNAVAILABLE');
}

async function applyToMandate(app: FastifyInstance, webhook: ReceivedWebhook, reading: Reading): Promise<Verdict> {
  const { platformId, connectionId } = webhook;
  const find = ({ result }: Reading) => findMandateByProvider(app, platformId, connectionId, result);
  const mandate = await find(reading);
  // The response that makes it may still be under way, and another system may use the same account.
  if (!mandate) return retry(webhook, 'UNKNOWN_MANDATE');
  const made = await findConnection(app, platformId, connectionId, mandate.providerVersion);
  if (!made) return retry(webhook, 'VERSION_UNAVAILABLE');
  // As with payments, the version that made the mandate maps the event.
  const isOwn = made.version === reading.connection.version;
  const own = isOwn ? reading : await readThrough(app, webhook, made);
  if (own === 'ADAPTER_UNAVAILABLE') return retry(webhook, own);
  const isSame = typeof own !== 'string' && (await find(own))?.id === mandate.id;
  const event = isSame ? own : { result: reading.result, isSigned: false };
  return (await applyMandateEvent(app, mandate, made, event)) ? done : retry(webhook, 'PROVIDER_UNAVAILABLE');
}

/** A charge under a mandate is a charge of a payment, under the id that the provider gave it. */
const toChargeResult = (result: WebhookResult): WebhookResult =>
  result.subject === 'mandateCharge' && result.mandateChargeId !== undefined
    ? { ...result, transactionId: result.mandateChargeId }
    : result;

const isMandates = ({ subject }: WebhookResult): boolean => subject === 'mandateCharge';

const findAttempt = (payment: Payment, connectionId: string, { reference, transactionId }: WebhookResult) =>
  payment.attempts
    .filter((item) => item.connectionId === connectionId)
    .find((item) => item.id === reference || item.transactionId === transactionId);

/** An unsigned event only triggers a look-up; it never changes a balance. */
async function reread(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
  payment: Payment,
  connection: Connection,
  { attemptId, hint }: { attemptId: string; hint: WebhookResult },
): Promise<Verdict> {
  const checked = await checkPayment(app, payment.platformId, payment.id, { attemptId, hint });
  if (!checked?.isAnswered) return retry(webhook, 'PROVIDER_UNAVAILABLE', payment.id);
  await applyReportedRefunds(app, checked.payment, attemptId, checked.refunds);
  await applyDisputeStatuses(app, checked.payment, connection, { attemptId, event: webhook.id });
  return processed(checked.payment);
}

/** Disputed money is held, which a person can undo: here a proven sender is enough. Before it, we may not have heard that the PIX was paid. */
async function applyDispute(
  app: FastifyInstance,
  webhook: ReceivedWebhook,
  payment: Payment,
  connection: Connection,
  { isFromProvider, ...hint }: { attemptId: string; hint: WebhookResult; isFromProvider: boolean },
): Promise<Verdict> {
  const { dispute, reason = null } = hint.hint;
  const verdict = await reread(app, webhook, payment, connection, hint);
  if (verdict.state !== 'PROCESSED' || !dispute) return verdict;
  if (!isFromProvider) return parked(`DISPUTE ${dispute}`, payment.id);
  const { attemptId } = hint;
  await applyDisputeStage(app, payment, dispute, { event: webhook.id, reason, attemptId });
  return verdict;
}
