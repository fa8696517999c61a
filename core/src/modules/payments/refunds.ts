/**
 * Sends money back: what is not ours to keep (paid twice, too much, or too little to deliver), and what somebody granted. A
 * refund is asked for once; when its answer is lost it waits for the provider's word instead of being asked again.
 */
import { isProviderError, type ProviderError } from '@feira/plugin-kit';
import type { RefundResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import type { Attempt, Payment } from './model.ts';
import { claimRefund, findRefund, NOT_CONFIRMED, type RefundRow, setState } from './refund-rows.ts';
import { applyReport, checkPayment } from './service.ts';
import { type Evidence, heldBy, reducePayment } from './status.ts';

/** Where the provider itself, or our own clock and refunds, is the source. */
const CONFIRMED: readonly Evidence['source'][] = ['query', 'refund', 'clock', 'dispute'];
/** When a refund is looked at again: nothing of it left, or somebody else knows how it ended. */
const RESEND_MINUTES = 60;
const LOOK_MINUTES = 5;

interface Order {
  refund: RefundRow;
  payment: Payment;
  attempt: Attempt & { transactionId: string };
  connection: Connection;
}

/**
 * Throwing repeats the job later, which is only done while nothing has been sent. One that is being sent already is left to
 * whoever does: `followRefunds` finds out when they died.
 */
export async function sendRefund(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const refund = await findRefund(app, platformId, id);
  if (refund?.state !== 'REQUESTED') return;
  // What a webhook claimed is not enough to send money away: the provider is asked what it really holds.
  const checked = await checkPayment(app, platformId, refund.paymentId);
  if (!checked) return;
  const { payment } = checked;
  const attempt = payment.attempts.find((item) => item.id === refund.attemptId);
  const connection = attempt && (await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion));
  if (!attempt?.transactionId || !connection) return refuse(app, payment, id, 'CONNECTION_GONE');
  const isSilent = !connection.provider.getTransaction && refund.cause === 'WANTED';
  if (!checked.isAnswered && !isSilent) throw new Error('The provider could not be asked about money to give back.');
  const order = { refund, payment, attempt: { ...attempt, transactionId: attempt.transactionId }, connection };
  const claim = await claimRefund(app, platformId, { refund, ...confirm(order, isSilent) });
  if (claim === 'SEND') await call(app, order);
  if (claim === 'REFUSE') await refuseUnconfirmed(app, payment, id);
}

/** Where a provider has no way to be asked, whoever granted a refund answers for what its events said. */
function confirm({ payment, attempt }: Order, isSilent: boolean) {
  const evidence = payment.evidence.filter((item) => isSilent || CONFIRMED.includes(item.source));
  const { charges, paidAmount, status } = reducePayment(payment, evidence);
  const own = charges.filter((charge) => charge.attemptId === attempt.id);
  const isSold = paidAmount >= payment.amount;
  return {
    captured: status === 'CHARGEBACK' ? 0 : Math.max(0, ...own.map((charge) => charge.captured)),
    returned: charges.flatMap(({ attemptId, refunded }) => (attemptId ? [{ attemptId, amount: refunded }] : [])),
    // Money of a payment that may still be completed stays.
    surplus: isSold ? paidAmount - payment.amount : status === 'PENDING' ? 0 : paidAmount,
  };
}

async function refuse(app: FastifyInstance, payment: Payment, id: string, reason: string): Promise<void> {
  await applyReport(app, payment, {
    evidence: [],
    refundEnd: { id, state: 'REFUSED', reason, providerRefundId: null },
  });
}

export async function refuseUnconfirmed(app: FastifyInstance, payment: Payment, id: string): Promise<void> {
  await refuse(app, payment, id, NOT_CONFIRMED);
  app.log.error(
    { alert: 'refund-not-confirmed', paymentId: payment.id, refundId: id },
    'Money to give back was not confirmed by the provider',
  );
}

async function call(app: FastifyInstance, { refund, payment, attempt, connection }: Order): Promise<void> {
  const { transactionId } = attempt;
  const request = {
    reference: refund.id,
    transactionId,
    amount: refund.amount,
    isFull: refund.amount === heldBy(payment, payment.evidence, attempt.id, transactionId),
    paymentMethod: payment.method,
  };
  let result: RefundResult;
  try {
    result = await callProvider(connection, 'refund', request, payment.id);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return giveUp(app, payment, refund, error);
  }
  await learn(app, payment, refund, result);
}

async function giveUp(app: FastifyInstance, payment: Payment, { id }: RefundRow, error: ProviderError): Promise<void> {
  const { outcome, code } = error;
  const mayRepeat = outcome === 'NOT_SENT' && code === 'UNAVAILABLE';
  const to = mayRepeat ? 'REQUESTED' : 'UNKNOWN';
  if (!mayRepeat && outcome !== 'UNKNOWN') await refuse(app, payment, id, code);
  else {
    const inMinutes = mayRepeat ? RESEND_MINUTES : LOOK_MINUTES;
    await setState(app, payment.platformId, id, { from: ['SENDING'], to, reason: code, inMinutes });
  }
  app.log.error(
    { alert: 'refund-failed', err: error, paymentId: payment.id, refundId: id },
    'Money could not be given back',
  );
  if (mayRepeat) throw error;
}

async function learn(app: FastifyInstance, payment: Payment, { id }: RefundRow, result: RefundResult): Promise<void> {
  const { status, reason = null, refundId: providerRefundId } = result;
  if (status === 'PENDING') {
    const change = { from: ['SENDING', 'UNKNOWN'], to: 'PENDING', reason, providerRefundId } as const;
    await setState(app, payment.platformId, id, { ...change, inMinutes: LOOK_MINUTES });
    return;
  }
  const after = await applyReport(app, payment, {
    evidence: [],
    refundEnd: { id, state: status, reason, providerRefundId },
  });
  if (status === 'REFUSED') {
    app.log.error(
      { alert: 'refund-refused', paymentId: payment.id, refundId: id },
      'The provider refused to give money back',
    );
    return;
  }
  // Where something had gone back before, perhaps not by us, only the provider knows what that comes to now.
  if (after.evidence.some((item) => item.source !== 'refund' && item.refundedAmount)) {
    await checkPayment(app, payment.platformId, payment.id);
  }
}
