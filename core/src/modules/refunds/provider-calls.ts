/**
 * Sends refunds: automatic ones (paid twice, too much, or too little to deliver), and those that a person authorised. The
 * provider is asked for a refund once; when its answer is lost, the refund is looked up, and sent again only where it was surely not
 * carried out and cannot be carried out twice.
 */
import type { RefundResult, Split } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { withMemo } from '../../shared/memo.ts';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import { type Attempt, NOT_CONFIRMED, type Payment } from '../payments/model.ts';
import {
  applyCommand,
  checkPayment,
  confirmableUntil,
  heldBy,
  isProven,
  reducePayment,
  toRefundSplits,
} from '../payments/service.ts';
import { callOrder, conclusiveAt, nextStep, notBefore } from '../provider-orders/service.ts';
import {
  type ClaimOutcome,
  claimRefund,
  findRefund,
  POLL_SECONDS,
  REFUSED_AGAIN,
  type RefundRow,
  setRefundState,
  suspectSent,
} from './model.ts';
import { providerReasonOf, reasonOf } from './reported.ts';

/** The seconds after which a refund is due again that was not sent; the last wait repeats. */
const RESEND_SECONDS = [60, 300, 900, 3_600];
/** The lookups of a payment that changes in between before its refund waits for the next sweep. */
const MAX_TRIES = 3;

interface Sending {
  refund: RefundRow;
  payment: Payment;
  attempt: Attempt & { transactionId: string };
  connection: Connection;
}

/**
 * Sends a refund that was requested; one that another worker is sending is left to it, and `pollRefunds` finds out when that
 * worker died. Throws only while nothing has been sent, so that the job may repeat it.
 */
export async function sendRefund(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const hold = await app.readOutgoingHold();
  if (hold) {
    // One from before the hold may have been sent already: it is looked up as if the answer of its call had been lost.
    if ((await app.database.run(platformId, suspectSent(platformId, id, hold.beganAt))) === 1) app.refunds.wake();
    return;
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) if ((await trySending(app, platformId, id)) !== 'STALE') return;
}

async function trySending(app: FastifyInstance, platformId: string, id: string): Promise<ClaimOutcome | 'ENDED'> {
  const refund = await findRefund(app, platformId, id);
  if (refund?.state !== 'REQUESTED') return 'ENDED';
  // A webhook alone is no reason to send money back, so the provider is asked what it holds.
  const checked = await checkPayment(app, platformId, refund.paymentId);
  if (!checked) return 'ENDED';
  const { payment } = checked;
  const attempt = payment.attempts.find((item) => item.id === refund.attemptId);
  const connection = attempt && (await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion));
  if (!attempt?.transactionId || !connection) {
    await refuseRefund(app, payment, id, 'CONNECTION_GONE');
    return 'REFUSE';
  }
  const { getTransaction, getMandateCharge } = connection.provider;
  const canBeAsked = attempt.mandateId == null ? getTransaction : getMandateCharge;
  const isSilent = !canBeAsked && refund.cause === 'WANTED';
  if (!checked.isAnswered && !isSilent) throw new Error('The provider could not be asked about money to give back.');
  const confirmed = readConfirmed(payment, refund, isSilent);
  if (confirmed.mayBeCompleted && refund.cause !== 'WANTED') return waitForEnd(app, payment, refund);
  const sending = { refund, payment, attempt: { ...attempt, transactionId: attempt.transactionId }, connection };
  const claim = await claimRefund(app, platformId, {
    refund,
    version: payment.version,
    ...confirmed,
  });
  if (claim === 'SEND') await callRefund(app, sending);
  if (claim === 'REFUSE') await refuseUnconfirmed(app, payment, refund);
  return claim;
}

/**
 * Returns what the provider confirmed. Where it cannot be asked, its events count, and the person who authorised the refund is
 * responsible.
 */
function readConfirmed(payment: Payment, { attemptId: own, cause }: RefundRow, isSilent = false) {
  const evidence = payment.evidence.filter((item) => isSilent || isProven(item));
  const { charges, paidAmount, status, returns } = reducePayment(payment, evidence);
  const ofOwn = charges.filter(({ attemptId, isChargedBack }) => attemptId === own && !isChargedBack);
  const due = returns.filter((item) => item.attemptId === own && item.cause === cause).map(({ amount }) => amount);
  const isSold = paidAmount >= payment.amount && !['PENDING', 'REJECTED', 'CANCELED'].includes(status);
  return {
    captured: Math.max(0, ...ofOwn.map((charge) => charge.captured)),
    // The bank's case is about another charge.
    isApart: status === 'CHARGEBACK' && ofOwn.length > 0,
    returned: charges.flatMap(({ attemptId, refunded }) => (attemptId ? [{ attemptId, amount: refunded }] : [])),
    // Money of a payment that may still be completed stays.
    surplus: isSold ? paidAmount - payment.amount : status === 'PENDING' ? 0 : paidAmount,
    due: due.reduce((sum, amount) => sum + amount, 0),
    mayBeCompleted: status === 'PENDING' && paidAmount > 0 && !isSold,
  };
}

/** An event called a payment over of which the provider shows a part: until its time is over, the buyer may pay the rest. */
async function waitForEnd(app: FastifyInstance, payment: Payment, { id }: RefundRow): Promise<'OTHERS'> {
  const leftMs = confirmableUntil(payment.method, payment.expiresAt).getTime() - app.clock.now().getTime();
  const inSeconds = Math.max(POLL_SECONDS, Math.ceil(leftMs / 1_000));
  await setRefundState(app, payment.platformId, id, { from: ['REQUESTED'], to: 'REQUESTED', inSeconds });
  return 'OTHERS';
}

async function refuseRefund(
  app: FastifyInstance,
  payment: Payment,
  id: string,
  reason: string,
  reordered?: number,
): Promise<void> {
  const refused = { id, state: 'REFUSED', reason, providerRefundId: null } as const;
  const end = { ...refused, ...(reordered !== undefined && { reordered }) };
  await applyCommand(app, payment, { kind: 'REFUND_ENDED', end });
}

/** Ends a refund that may not be sent. What the provider did confirm is ordered in its place. */
export async function refuseUnconfirmed(app: FastifyInstance, payment: Payment, refund: RefundRow): Promise<void> {
  const { id } = refund;
  const { due, captured } = readConfirmed(payment, refund);
  await refuseRefund(app, payment, id, NOT_CONFIRMED, due > 0 ? due : undefined);
  const told = { paymentId: payment.id, refundId: id, confirmed: due };
  const arrived = payment.refunds.find((item) => item.id === id)?.arrivedAmount ?? Number.POSITIVE_INFINITY;
  if (captured >= arrived) {
    // Before the provider was asked, nobody here knew how much had gone back beside our own refunds.
    app.log.info(told, 'Money to give back had gone back before, as the provider says');
    return;
  }
  app.log.error({ alert: 'refund-not-confirmed', ...told }, 'Money to give back was not confirmed by the provider');
}

/** A charge that goes back whole at once goes back as it was split. */
function splitsOf(
  { terms, charges }: Payment,
  { id, transactionId }: Sending['attempt'],
  part: { held: number; amount: number },
): Split[] | undefined {
  const charge = charges.find((item) => item.attemptId === id && item.transactionId === transactionId);
  if (!terms || charge?.captured === part.amount) return undefined;
  const splits = toRefundSplits(terms, id, part);
  return splits && splits.length > 0 ? splits : undefined;
}

async function callRefund(app: FastifyInstance, { refund, payment, attempt, connection }: Sending): Promise<void> {
  const { transactionId, mandateId } = attempt;
  const held = heldBy(payment, payment.evidence, attempt.id, transactionId);
  const splits = splitsOf(payment, attempt, { held, amount: refund.amount });
  const request = {
    reference: refund.id,
    amount: refund.amount,
    isFull: refund.amount === held,
    webhookUrl: connection.webhookUrl,
    ...withMemo(attempt.memo),
  };
  const outcome = await callOrder(() =>
    mandateId == null
      ? callProvider(
          connection,
          'refund',
          { ...request, ...(splits && { splits }), transactionId, paymentMethod: payment.method },
          payment.id,
        )
      : callProvider(
          connection,
          'refundMandateCharge',
          { ...request, mandateChargeId: transactionId, mandateId },
          payment.id,
        ),
  );
  if (outcome.kind === 'ANSWERED') return applyResult(app, payment, refund, outcome.answer);
  const { kind, error } = outcome;
  app.log.error(
    { alert: 'refund-failed', err: error, paymentId: payment.id, refundId: refund.id },
    'Money could not be given back',
  );
  const isFirst = refund.sends === 0;
  if (kind === 'REFUSED' && isFirst) return refuseRefund(app, payment, refund.id, error.code);
  const now = app.clock.now();
  const secondsUntil = (at: Date) => Math.ceil((at.getTime() - now.getTime()) / 1_000);
  const resendAt = notBefore(error.retryAt, nextStep(RESEND_SECONDS, refund.sends, now));
  const change =
    kind === 'NOT_SENT'
      ? ({ to: 'REQUESTED', inSeconds: secondsUntil(resendAt), reason: error.code } as const)
      : // Refused the second time, it may be because the first call did its work.
        ({
          to: 'UNKNOWN',
          inSeconds: secondsUntil(conclusiveAt(connection, now)),
          reason: kind === 'REFUSED' ? REFUSED_AGAIN : error.code,
        } as const);
  await setRefundState(app, payment.platformId, refund.id, { from: ['SENDING'], ...change });
}

async function applyResult(app: FastifyInstance, payment: Payment, { id }: RefundRow, result: RefundResult) {
  const { status, refundId: providerRefundId } = result;
  const reason = reasonOf(result);
  if (status === 'PENDING' || status === 'AWAITING') {
    const change = { from: ['SENDING', 'UNKNOWN'], to: 'PENDING', reason, providerRefundId } as const;
    await setRefundState(app, payment.platformId, id, { ...change, inSeconds: POLL_SECONDS });
    return;
  }
  const isDone = status === 'DONE';
  const end = {
    id,
    state: isDone ? ('DONE' as const) : ('REFUSED' as const),
    reason,
    providerReason: providerReasonOf(result),
    providerRefundId,
  };
  const after = await applyCommand(app, payment, { kind: 'REFUND_ENDED', end });
  if (!isDone) {
    app.log.error(
      { alert: 'refund-refused', paymentId: payment.id, refundId: id },
      'The provider refused to give money back',
    );
    return;
  }
  // Only the provider knows the sum if money went back before, perhaps not through this platform.
  if (after.evidence.some((item) => item.source !== 'refund' && item.refundedAmount)) {
    await checkPayment(app, payment.platformId, payment.id);
  }
}
