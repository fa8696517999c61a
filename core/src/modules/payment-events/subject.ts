/** Applies events about charges. A signed one is believed; any other is a reason to ask the provider, and never changes a balance. */
import type { WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../connections/service.ts';
import { applyDisputeStage, applyDisputeStatuses } from '../disputes/service.ts';
import { wakeMandateCharge } from '../mandates/service.ts';
import type { Payment } from '../payments/model.ts';
import {
  applyCommand,
  checkPayment,
  findPaymentByMovement,
  findPaymentByReference,
  toAttemptEvidence,
  toReportedRefunds,
} from '../payments/service.ts';
import { applyReportedRefunds } from '../refunds/service.ts';
import { findSalesOfMovements } from '../sales/service.ts';
import type { ReceivedWebhook } from '../webhooks/model.ts';
import type { Applied, EventSubject, SubjectEvent } from '../webhooks/service.ts';

type Attempt = Payment['attempts'][number];

/** The charge that an event is about. */
interface Charge {
  webhook: ReceivedWebhook;
  payment: Payment;
  attempt: Attempt;
  made: Connection;
}

export const paymentSubject = (app: FastifyInstance): EventSubject => ({
  unknown: 'UNKNOWN_PAYMENT',
  async find(webhook, result) {
    const { platformId, connectionId } = webhook;
    const charge = toChargeResult(result);
    const payment = await findPaymentByReference(app, platformId, connectionId, charge);
    if (!payment) return findByMovement(app, webhook, result);
    const attempt = findAttempt(payment, connectionId, charge);
    return {
      id: attempt?.id ?? payment.id,
      version: attempt ? attempt.providerVersion : null,
      paymentId: payment.id,
      apply: async (made, event) =>
        attempt ? applyToCharge(app, { webhook, payment, attempt, made }, event) : { parked: 'UNKNOWN_ATTEMPT' },
    };
  },
});

/**
 * An event may name neither the charge nor our reference, but the movement of money that paid it, such as the PIX that is given back. It says
 * nothing of the whole charge, so the provider is always asked, also where the event is signed.
 */
async function findByMovement(app: FastifyInstance, webhook: ReceivedWebhook, result: WebhookResult) {
  const { platformId, connectionId } = webhook;
  const movementIds = [...(result.movementIds ?? []), ...(result.movements ?? []).map(({ id }) => id)];
  const saleIds = movementIds.length > 0 ? await findSalesOfMovements(app, platformId, movementIds) : [];
  const among = { saleIds, movementIds };
  const found = saleIds.length > 0 ? await findPaymentByMovement(app, platformId, connectionId, among) : null;
  if (!found) return null;
  const { payment, attemptId } = found;
  const attempt = payment.attempts.find(({ id }) => id === attemptId) as Attempt;
  return {
    id: attemptId,
    version: attempt.providerVersion,
    paymentId: payment.id,
    apply: (made: Connection, event: SubjectEvent) => askAbout(app, { webhook, payment, attempt, made }, event),
  };
}

async function applyToCharge(app: FastifyInstance, charge: Charge, event: SubjectEvent): Promise<Applied> {
  const { webhook, payment, attempt, made } = charge;
  const result = toChargeResult(event.result);
  const isMandates = result.subject === 'mandateCharge';
  if (isMandates !== (attempt.mandateId != null)) return { parked: 'OTHER_KIND_OF_CHARGE' };
  const { transactionId, providerStatus, memo } = result;
  if (!event.isSigned || !transactionId || !providerStatus) return askAbout(app, charge, { ...event, result });
  const report = { source: 'webhook', attemptId: attempt.id, occurredAt: app.clock.now() } as const;
  const after = await applyCommand(app, payment, {
    kind: 'WEBHOOK_RECEIVED',
    webhookId: webhook.id,
    attemptId: attempt.id,
    evidence: toAttemptEvidence(attempt)(made.manifest, { ...result, transactionId, providerStatus }, report),
    memo,
    newTransactionId: attempt.transactionId === null ? transactionId : null,
  });
  const refunds = toReportedRefunds(app, made.manifest, result, payment.id);
  await applyReportedRefunds(app, after, attempt.id, refunds);
  await applyDisputeStatuses(app, after, made, { attemptId: attempt.id, event: webhook.id });
  // An attempt of the buyer's bank that failed may be followed by another one.
  if (isMandates) await wakeMandateCharge(app, webhook.platformId, payment.id);
  return true;
}

/**
 * Asks the provider about the charge. Disputed money is held afterwards, which a person can undo: there a proven sender is enough. Before the
 * question, we may not have heard that the PIX was paid.
 */
async function askAbout(
  app: FastifyInstance,
  { webhook, payment, attempt: { id: attemptId, mandateId }, made }: Charge,
  { result, isFromProvider }: SubjectEvent,
): Promise<Applied> {
  const { platformId, id } = payment;
  if (mandateId != null) await wakeMandateCharge(app, platformId, id);
  const checked = await checkPayment(app, platformId, id, { attemptId, hint: result });
  if (!checked?.isAnswered) return false;
  await applyReportedRefunds(app, checked.payment, attemptId, checked.refunds);
  await applyDisputeStatuses(app, checked.payment, made, { attemptId, event: webhook.id });
  const { dispute, reason = null } = result;
  if (dispute && !isFromProvider) return { parked: `DISPUTE ${dispute}` };
  if (dispute) await applyDisputeStage(app, payment, dispute, { event: webhook.id, reason, attemptId });
  return true;
}

/** A charge under a mandate is a charge of a payment, under the id that the provider gave it. */
const toChargeResult = (result: WebhookResult): WebhookResult =>
  result.subject === 'mandateCharge' && result.mandateChargeId !== undefined
    ? { ...result, transactionId: result.mandateChargeId }
    : result;

const findAttempt = (payment: Payment, connectionId: string, { reference, transactionId }: WebhookResult) =>
  payment.attempts
    .filter((item) => item.connectionId === connectionId)
    .find((item) => item.id === reference || item.transactionId === transactionId);
