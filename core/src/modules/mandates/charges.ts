/**
 * Says which mandate may be charged, and follows charges that may still be paid: the buyer is told before the debit, the bank is asked for
 * one more attempt on the days that the mandate allows, and a charge that nobody wants any more is taken back.
 */
import { addDays, toSaoPauloDate } from '@feira/plugin-kit';
import type { MandateAttempt, MandateChargeResult, MandateRetries } from '@feira/schemas/mandate';
import type { Memo } from '@feira/schemas/provider';
import { nextRetryDate } from '@feira/schemas/rules/mandate';
import type { FastifyInstance } from 'fastify';
import { withMemo } from '../../shared/memo.ts';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import type { Attempt, Payment } from '../payments/model.ts';
import { applyCommand, checkPayment, findPayment, toMandateEvidence } from '../payments/service.ts';
import { callOrder, nextStep } from '../provider-orders/service.ts';
import {
  askToCancelCharge,
  type ChargeStep,
  type MandateChargeRow,
  makeChargeDue,
  selectCharge,
  writeCharge,
} from './model.ts';
import { mailNotice } from './notice.ts';
import { findMandate } from './reports.ts';

/** A bank needs to know of a charge this number of days before it is due. */
export const CHARGE_LEAD_DAYS = 2;
const RETRY_DAYS = 7;
/** After the last day on which a bank may pay, so long until the charge counts as unpaid: banks tell of a day's payments after it. */
const CONFIRMATION_DAYS = 1;
/** A charge that waits is looked at a few times a day; a retry or a cancellation whose answer was lost, sooner. */
const CHECK_SECONDS = [60, 600, 1_800, 3_600, 21_600];
const SOON_SECONDS = [60, 300, 900, 3_600];

/** A mandate as a charge under it needs it. */
export interface ChargedMandate {
  /** Our row. */
  id: string;
  /** The provider's own id. */
  mandateId: string;
  connection: Connection;
  dueDate: string;
  memo: Memo | null;
  /** Until then the bank may pay, retries included. */
  expiresAt: Date;
}

/**
 * NOT_ACTIVE: there is no agreement, or it has ended. OTHER_AMOUNT: the buyer agreed to another amount of each charge. ABOVE_MAX: it is more
 * than the buyer agreed to. TOO_SOON: the bank would not be told in time. BEFORE_FIRST: the agreement begins later. CONNECTION_GONE: the
 * provider cannot be asked. HELD: the platform sends nothing for now.
 */
export type MandateRefusal =
  | 'NOT_ACTIVE'
  | 'OTHER_AMOUNT'
  | 'ABOVE_MAX'
  | 'TOO_SOON'
  | 'BEFORE_FIRST'
  | 'CONNECTION_GONE'
  | 'HELD';

/** Returns why a mandate cannot be charged these cents; null where it can. Asked before a price changes, too. */
export function amountRefusalOf(
  { amount: agreed, maxAmount }: { amount: number | null; maxAmount: number | null },
  amount: number,
): 'OTHER_AMOUNT' | 'ABOVE_MAX' | null {
  if (agreed !== null) return amount === agreed ? null : 'OTHER_AMOUNT';
  return amount > (maxAmount ?? 0) ? 'ABOVE_MAX' : null;
}

/** Returns what a charge of a cycle needs, or why there can be none. `dueDate` is YYYY-MM-DD in São Paulo. */
export async function findChargeable(
  app: FastifyInstance,
  platformId: string,
  id: string,
  { amount, dueDate }: { amount: number; dueDate: string },
): Promise<{ mandate: ChargedMandate } | { refusal: MandateRefusal }> {
  const mandate = await findMandate(app, platformId, id);
  if (mandate?.status !== 'ACTIVE' || !mandate.mandateId || mandate.cancelAskedAt) return { refusal: 'NOT_ACTIVE' };
  if (mandate.endDate && dueDate > mandate.endDate) return { refusal: 'NOT_ACTIVE' };
  const refusal = amountRefusalOf(mandate, amount);
  if (refusal) return { refusal };
  if (dueDate < mandate.firstChargeDate) return { refusal: 'BEFORE_FIRST' };
  if (dueDate < addDays(toSaoPauloDate(app.clock.now()), CHARGE_LEAD_DAYS)) return { refusal: 'TOO_SOON' };
  // After a restore, a charge may have been made that the database has lost.
  if (await app.readOutgoingHold()) return { refusal: 'HELD' };
  const connection = await findConnection(app, platformId, mandate.connectionId, mandate.providerVersion);
  if (!connection?.provider.chargeMandate) return { refusal: 'CONNECTION_GONE' };
  const { mandateId, memo, retries } = mandate;
  return { mandate: { id, mandateId, connection, dueDate, memo, expiresAt: endOfCharge(dueDate, retries) } };
}

/** Returns the end of the last day on which a charge may still be paid, and the time that banks need to tell of it. */
export function endOfCharge(dueDate: string, retries: MandateRetries): Date {
  const last = addDays(dueDate, (retries === '3R_7D' ? RETRY_DAYS : 0) + CONFIRMATION_DAYS + 1);
  return new Date(`${last}T03:00:00Z`);
}

/** Takes back a charge that may still be paid: asked for by the sweep until the provider says how it ended. */
export async function cancelMandateCharge(
  app: FastifyInstance,
  platformId: string,
  paymentId: string,
): Promise<boolean> {
  const asked = await app.database.run(platformId, askToCancelCharge(platformId, paymentId));
  if (asked > 0) app.mandateCharges.wake();
  return asked > 0;
}

/** Something was reported of a charge: perhaps it has to be tried again. */
export async function wakeMandateCharge(app: FastifyInstance, platformId: string, paymentId: string): Promise<void> {
  if ((await app.database.run(platformId, makeChargeDue(platformId, paymentId))) > 0) app.mandateCharges.wake();
}

/** Takes a charge that is due one step further. */
export async function advanceCharge(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const charge = await app.database.find(platformId, selectCharge(platformId, id), true);
  if (!charge) return;
  const step = await findStep(app, platformId, charge);
  await app.database.run(platformId, writeCharge(platformId, id, step));
}

async function findStep(app: FastifyInstance, platformId: string, charge: MandateChargeRow): Promise<ChargeStep> {
  const now = app.clock.now();
  const later = { nextCheckAt: nextStep(CHECK_SECONDS, charge.checks, now) };
  const known = await findPayment(app, platformId, charge.paymentId);
  if (!known || isOver(known)) return { nextCheckAt: null };
  const checked = await checkPayment(app, platformId, charge.paymentId, { attemptId: charge.id });
  const payment = checked?.payment ?? known;
  if (isOver(payment)) return { nextCheckAt: null };
  const attempt = payment.attempts.find((item) => item.id === charge.id);
  if (!checked?.isAnswered || !attempt?.transactionId) return later;
  await mailNotice(app, payment, charge.dueDate);
  const connection = await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion);
  if (!connection) return later;
  const asked = { charge, payment, attempt, connection };
  if (charge.cancelAskedAt) return cancelCharge(app, asked);
  return retryCharge(app, asked, checked.mandateAttempts ?? [], later);
}

const isOver = ({ status, isProvisional, paidAmount }: Payment): boolean =>
  !isProvisional && (status !== 'PENDING' || paidAmount > 0);

interface Asked {
  charge: MandateChargeRow;
  payment: Payment;
  attempt: Attempt;
  connection: Connection;
}

/** Asks the bank for one more attempt where the last one failed. The provider takes a day once, so that a lost answer is asked for again. */
async function retryCharge(
  app: FastifyInstance,
  { charge, payment, attempt, connection }: Asked,
  attempts: readonly MandateAttempt[],
  later: ChargeStep,
): Promise<ChargeStep> {
  if (charge.retries !== '3R_7D' || charge.retryRefusal || attempts.length === 0) return later;
  if (attempts.some(({ status }) => status === 'SCHEDULED' || status === 'PAID')) return later;
  const now = app.clock.now();
  const tried = attempts.map(({ date }) => date).sort();
  const date = nextRetryDate(charge.dueDate, tried, toSaoPauloDate(now));
  if (!date) return later;
  const request = { ...namesOf(charge, attempt), dueDate: charge.dueDate, date };
  const outcome = await callOrder(() => callProvider(connection, 'retryMandateCharge', request, payment.id));
  if (outcome.kind === 'ANSWERED') {
    await applyAnswer(app, payment, { attempt, connection }, outcome.answer);
    return { ...later, retryDate: date };
  }
  app.log.warn(
    { err: outcome.error, paymentId: payment.id, date },
    'One more attempt of a mandate charge could not be asked for',
  );
  const soon = { nextCheckAt: nextStep(SOON_SECONDS, charge.checks, now) };
  return outcome.kind === 'REFUSED' ? { ...soon, retryRefusal: outcome.error.code } : soon;
}

async function cancelCharge(
  app: FastifyInstance,
  { charge, payment, attempt, connection }: Asked,
): Promise<ChargeStep> {
  const soon = { nextCheckAt: nextStep(SOON_SECONDS, charge.checks, app.clock.now()) };
  if (!connection.provider.cancelMandateCharge) return soon;
  const request = namesOf(charge, attempt);
  const outcome = await callOrder(() => callProvider(connection, 'cancelMandateCharge', request, payment.id));
  if (outcome.kind !== 'ANSWERED') {
    app.log.warn({ err: outcome.error, paymentId: payment.id }, 'A mandate charge could not be taken back yet');
    return soon;
  }
  const after = await applyAnswer(app, payment, { attempt, connection }, outcome.answer);
  return isOver(after) ? { nextCheckAt: null } : soon;
}

const namesOf = ({ mandateId }: MandateChargeRow, { id, transactionId, memo }: Attempt) => ({
  mandateChargeId: transactionId ?? '',
  reference: id,
  mandateId: mandateId ?? '',
  ...withMemo(memo),
});

const applyAnswer = (
  app: FastifyInstance,
  payment: Payment,
  { attempt, connection }: Pick<Asked, 'attempt' | 'connection'>,
  { mandateChargeId, ...answer }: MandateChargeResult,
): Promise<Payment> => {
  const origin = { source: 'answer', attemptId: attempt.id, occurredAt: app.clock.now() } as const;
  const evidence = toMandateEvidence(connection.manifest, { ...answer, transactionId: mandateChargeId }, origin);
  return applyCommand(app, payment, {
    kind: 'REPORTED',
    evidence: [evidence],
    memo: { attemptId: attempt.id, told: answer.memo },
  });
};
