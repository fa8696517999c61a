/**
 * Money that is not ours to keep goes back by itself: paid twice, too much, or too little to deliver. A refund is asked
 * for once; when its answer is lost it waits for the provider's word instead of being asked again.
 */
import { isProviderError } from '@feira/plugin-kit';
import type { RefundResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import type { Payment, Refund, RefundState } from './model.ts';
import { checkPayment, findPayment, record } from './service.ts';
import { type Evidence, heldBy, reducePayment } from './status.ts';

interface RefundRow {
  id: string;
  payment_id: string;
  attempt_id: string;
  amount: number;
  cause: Refund['cause'];
  state: string;
}

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

/** Where the provider itself, or our own clock and refunds, is the source. */
const CONFIRMED: readonly Evidence['source'][] = ['query', 'refund', 'clock'];

/** Runs as a job; throwing repeats it later, which is only done while nothing has been sent. */
export async function sendRefund(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const refund = await findRefund(app, platformId, id);
  if (refund?.state === 'SENDING') return leaveOpen(app, platformId, refund);
  if (refund?.state !== 'REQUESTED') return;
  // What a webhook claimed is not enough to send money away: the provider is asked what it really holds.
  const checked = await checkPayment(app, platformId, refund.payment_id);
  const payment = checked?.payment;
  const attempt = payment?.attempts.find((item) => item.id === refund.attempt_id);
  const connection = attempt
    ? await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion)
    : null;
  if (!payment || !attempt?.transactionId || !connection) {
    if (payment) await refuse(app, payment, id, 'CONNECTION_GONE');
    return;
  }
  if (!checked.isAnswered) throw new Error('The provider could not be asked about money to give back.');
  const { transactionId } = attempt;
  const confirmed = payment.evidence.filter((item) => CONFIRMED.includes(item.source));
  const due = reducePayment(payment, confirmed).returns.find(
    (item) => item.transactionId === transactionId && item.attemptId === attempt.id,
  );
  if (await claimRefund(app, platformId, refund, due?.amount ?? 0, refundedOf(payment, attempt.id, transactionId))) {
    await call(app, payment, refund, transactionId, connection);
  } else {
    await refuse(app, payment, id, 'NOT_CONFIRMED');
    app.log.error(
      { alert: 'refund-not-confirmed', paymentId: payment.id, refundId: id },
      'Money to give back was not confirmed by the provider',
    );
  }
}

const refuse = (
  app: FastifyInstance,
  payment: Payment,
  id: string,
  reason: string,
  providerRefundId: string | null = null,
) => record(app, payment, { evidence: [], closing: { id, state: 'REFUSED', reason, providerRefundId } });

async function findRefund(app: FastifyInstance, platformId: string, id: string): Promise<RefundRow | undefined> {
  const text = 'SELECT * FROM refund WHERE platform_id = $1 AND id = $2';
  const [result] = await app.database.read(platformId, [{ text, values: [platformId, id] }], true);
  return result?.rows[0] as RefundRow | undefined;
}

/** Its worker died in the call: the money may be gone, so it is never asked for again. */
async function leaveOpen(app: FastifyInstance, platformId: string, refund: RefundRow): Promise<void> {
  if (!(await setState(app, platformId, refund.id, ['SENDING'], 'UNKNOWN', 'INTERRUPTED', null))) return;
  app.log.error(
    { alert: 'refund-unknown', paymentId: refund.payment_id, refundId: refund.id },
    'Only the provider knows whether money was given back',
  );
}

/** Cents of a transaction that are known to have gone back. */
const refundedOf = (payment: Payment, attemptId: string, transactionId: string): number =>
  Math.max(
    0,
    ...payment.evidence
      .filter((item) => item.transactionId === transactionId && item.attemptId === attemptId)
      .map((item) => item.refundedAmount ?? 0),
  );

/**
 * Only as much leaves as is due beyond what may be under way already: refunds of one payment are claimed one after the
 * other, and those whose effect has not been seen count as sent.
 */
async function claimRefund(
  app: FastifyInstance,
  platformId: string,
  refund: RefundRow,
  due: number,
  refunded: number,
): Promise<boolean> {
  const [, claimed] = await app.database.write(platformId, [
    {
      text: 'SELECT 1 FROM payment WHERE platform_id = $1 AND id = $2 FOR UPDATE',
      values: [platformId, refund.payment_id],
    },
    {
      text: `UPDATE refund SET state = 'SENDING', updated_at = now()
        WHERE platform_id = $1 AND id = $2 AND state = 'REQUESTED' AND $3 >= amount + greatest(0, (
          SELECT coalesce(sum(other.amount), 0) FROM refund other
          WHERE other.platform_id = $1 AND other.attempt_id = $5 AND other.state IN ('SENDING', 'PENDING', 'UNKNOWN', 'DONE')
        ) - $4)`,
      values: [platformId, refund.id, due, refunded, refund.attempt_id],
    },
  ]);
  return claimed?.rowCount === 1;
}

async function call(
  app: FastifyInstance,
  payment: Payment,
  refund: RefundRow,
  transactionId: string,
  connection: Connection,
): Promise<void> {
  const { platformId } = payment;
  const held = heldBy(payment, payment.evidence, refund.attempt_id, transactionId);
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
    await learn(app, payment, refund, result);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const state: RefundState =
      error.outcome === 'NOT_SENT' && error.code === 'UNAVAILABLE'
        ? 'REQUESTED'
        : error.outcome === 'UNKNOWN'
          ? 'UNKNOWN'
          : 'REFUSED';
    if (state === 'REFUSED') await refuse(app, payment, refund.id, error.code);
    else await setState(app, platformId, refund.id, ['SENDING'], state, error.code, null);
    app.log.error(
      { alert: 'refund-failed', err: error, paymentId: payment.id, refundId: refund.id, state },
      'Money could not be given back',
    );
    if (state === 'REQUESTED') throw error;
  }
}

async function learn(app: FastifyInstance, payment: Payment, refund: RefundRow, result: RefundResult): Promise<void> {
  const { status, reason = null, refundId: providerRefundId } = result;
  if (status === 'PENDING') {
    await setState(app, payment.platformId, refund.id, ['SENDING', 'UNKNOWN'], status, reason, providerRefundId);
    return;
  }
  await record(app, payment, { evidence: [], closing: { id: refund.id, state: status, reason, providerRefundId } });
  if (status === 'DONE') return;
  app.log.error(
    { alert: 'refund-refused', paymentId: payment.id, refundId: refund.id },
    'The provider refused to give money back',
  );
}

const OPEN_BATCH = 200;
/** A request whose job gave up is sent again after this; nothing of it has left. */
const STALLED_MINUTES = 60;

/**
 * Looks after refunds nobody has closed: asks the provider about those it has not confirmed, and sends again those whose
 * job gave up before anything was sent. Runs as a schedule.
 */
export async function followRefunds(app: FastifyInstance): Promise<void> {
  const { rows } = (await app.database.jobs.raw(
    `SELECT platform_id AS "platformId", id, state, updated_at < now() - make_interval(mins => ?) AS "isStalled" FROM refund
     WHERE state IN ('REQUESTED', 'PENDING', 'UNKNOWN') ORDER BY updated_at LIMIT ?`,
    [STALLED_MINUTES, OPEN_BATCH],
  )) as { rows: { platformId: string; id: string; state: string; isStalled: boolean }[] };
  for (const { platformId, id, state, isStalled } of rows) {
    try {
      if (state !== 'REQUESTED') await closeRefund(app, platformId, id);
      else if (isStalled) await sendRefund(app, platformId, id);
    } catch (error) {
      app.log.error({ alert: 'refund-open', err: error, refundId: id, state }, 'An open refund could not be followed');
    }
  }
}

/** DONE once the provider shows as much gone back as was ever sent. */
async function closeRefund(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const refund = await findRefund(app, platformId, id);
  const checked = refund ? await checkPayment(app, platformId, refund.payment_id) : null;
  if (!refund || !checked?.isAnswered) return;
  // Read after the look: an order sent in between may be what the provider shows.
  const payment = await findPayment(app, platformId, refund.payment_id);
  if (!payment) return;
  const closing = { id, state: 'DONE', reason: null, providerRefundId: null, isOnlyIfSeen: true } as const;
  await record(app, payment, { evidence: [], closing });
}
