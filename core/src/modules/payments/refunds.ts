/**
 * Money that is not ours to keep goes back by itself: paid twice, too much, or too little to deliver. A refund is asked
 * for once; when its answer is lost it waits for the provider's word instead of being asked again.
 */
import { isProviderError } from '@feira/plugin-kit';
import type { RefundResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import { checkPayment } from './janitor.ts';
import type { Payment } from './model.ts';
import { record } from './service.ts';
import { reducePayment } from './status.ts';

interface RefundRow {
  id: string;
  payment_id: string;
  attempt_id: string;
  amount: number;
  cause: 'EXCESS' | 'UNDERPAID';
  state: string;
}

type RefundState = 'PENDING' | 'DONE' | 'REFUSED' | 'UNKNOWN' | 'REQUESTED';

const setState = (
  app: FastifyInstance,
  platformId: string,
  id: string,
  from: string[],
  to: string,
  reason: string | null,
  providerRefundId: string | null,
) =>
  app.database
    .write(platformId, [
      {
        text: `UPDATE refund SET state = $4, reason = $5, provider_refund_id = coalesce($6, provider_refund_id), updated_at = now()
          WHERE platform_id = $1 AND id = $2 AND state = ANY($3) RETURNING *`,
        values: [platformId, id, from, to, reason, providerRefundId],
      },
    ])
    .then(([result]) => result?.rows[0] as RefundRow | undefined);

/** Runs as a job; throwing repeats it later, which is only done while nothing has been sent. */
export async function sendRefund(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const refund = await setState(app, platformId, id, ['REQUESTED'], 'SENDING', null, null);
  if (!refund) return;
  // What a webhook claimed is not enough to send money away: the provider is asked what it really holds.
  const payment = (await checkPayment(app, platformId, refund.payment_id))?.payment;
  const attempt = payment?.attempts.find((item) => item.id === refund.attempt_id);
  const connection = attempt ? await findConnection(app, platformId, attempt.connectionId) : null;
  if (!payment || !attempt?.transactionId || !connection) {
    await setState(app, platformId, id, ['SENDING'], 'REFUSED', 'CONNECTION_GONE', null);
    return;
  }
  const due = reducePayment(payment, payment.evidence).returns.find(
    (item) => item.transactionId === attempt.transactionId,
  );
  const isConfirmed = payment.evidence.some(
    (item) => item.source === 'query' && item.transactionId === attempt.transactionId && item.status === 'APPROVED',
  );
  if (!due || due.amount < refund.amount || !isConfirmed) {
    await setState(app, platformId, id, ['SENDING'], 'REFUSED', 'NOT_CONFIRMED', null);
    app.log.error(
      { alert: 'refund-not-confirmed', paymentId: payment.id, refundId: id },
      'Money to give back was not confirmed by the provider',
    );
    return;
  }
  await call(app, payment, refund, attempt.transactionId, connection);
}

async function call(
  app: FastifyInstance,
  payment: Payment,
  refund: RefundRow,
  transactionId: string,
  connection: Connection,
): Promise<void> {
  const { platformId } = payment;
  const held = payment.paidAmount - payment.refundedAmount;
  try {
    const result = await callProvider(
      connection,
      'refund',
      {
        reference: refund.id,
        transactionId,
        amount: refund.amount,
        isFull: refund.amount === held,
        paymentMethod: payment.method,
      },
      payment.id,
    );
    await setState(app, platformId, refund.id, ['SENDING'], result.status, result.reason ?? null, result.refundId);
    await learn(app, payment, refund, transactionId, result);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const state: RefundState =
      error.outcome === 'NOT_SENT' && error.code === 'UNAVAILABLE'
        ? 'REQUESTED'
        : error.outcome === 'UNKNOWN'
          ? 'UNKNOWN'
          : 'REFUSED';
    await setState(app, platformId, refund.id, ['SENDING'], state, error.code, null);
    app.log.error(
      { alert: 'refund-failed', err: error, paymentId: payment.id, refundId: refund.id, state },
      'Money could not be given back',
    );
    if (state === 'REQUESTED') throw error;
  }
}

async function learn(
  app: FastifyInstance,
  payment: Payment,
  refund: RefundRow,
  transactionId: string,
  result: RefundResult,
): Promise<void> {
  if (result.status === 'REFUSED') {
    app.log.error(
      { alert: 'refund-refused', paymentId: payment.id, refundId: refund.id },
      'The provider refused to give money back',
    );
    return;
  }
  if (result.status !== 'DONE') return;
  const before = Math.max(
    0,
    ...payment.evidence.filter((item) => item.transactionId === transactionId).map((item) => item.refundedAmount ?? 0),
  );
  await record(app, payment, {
    evidence: [
      {
        source: 'refund',
        attemptId: refund.attempt_id,
        providerStatus: 'REFUNDED_BY_US',
        status: 'REFUNDED',
        isRecognised: true,
        transactionId,
        amount: null,
        paidAmount: null,
        refundedAmount: before + refund.amount,
        movementIds: [],
        reason: refund.cause,
        occurredAt: app.clock.now(),
      },
    ],
  });
}
