/** Polls the providers of refunds that have not ended: the provider's word ends them, and where it never comes, a person does. */
import { ProviderError } from '@feira/plugin-kit';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { WORK } from '@feira/schemas/procedures/inbox';
import { SETTLE_AFTER_HOURS } from '@feira/schemas/procedures/refunds';
import type { FastifyInstance } from 'fastify';
import { type Connection, findConnection } from '../connections/service.ts';
import { notifyAdmins, notifyMasters } from '../notifications/service.ts';
import { NOT_CONFIRMED, type Payment } from '../payments/model.ts';
import { applyCommand, checkPayment, findPayment, reportedBackOf } from '../payments/service.ts';
import { lookUpOrder } from '../provider-orders/service.ts';
import {
  countMiss,
  findRefund,
  type OpenRefund,
  REFUSED_AGAIN,
  type RefundRow,
  selectOpenRefunds,
  setRefundState,
} from './model.ts';
import { refuseUnconfirmed, sendRefund } from './provider-calls.ts';
import { applyReportedRefunds, isReported } from './reported.ts';

/** A refund that a lookup should have shown is looked up again after so long, while its idempotency key is known. */
const MISSED_AGAIN_SECONDS = 15;
/** The seconds a refund that was not carried out waits before it is sent again; the last wait repeats. */
const SEND_AGAIN_SECONDS = [0, 300, 900, 3_600];
/** About a day: then a person has to ask the provider. */
const MOST_SENDS = 24;
/** A key is not relied on so shortly before its provider forgets it. */
const KEY_MARGIN_MS = 5_000;

/** Takes a refund that is due one step further. */
export async function advanceRefund(app: FastifyInstance, { platformId, id, state }: OpenRefund): Promise<void> {
  if (state === 'REQUESTED') return sendRefund(app, platformId, id);
  if (state === 'SENDING') return markUnknown(app, platformId, id);
  return checkRefund(app, platformId, id);
}

/** The worker died in the call: the money may be gone. */
async function markUnknown(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const refund = await findRefund(app, platformId, id);
  const payment = refund && (await findPayment(app, platformId, refund.paymentId));
  if (refund?.reason === NOT_CONFIRMED && payment) return refuseUnconfirmed(app, payment, refund);
  const change = { from: ['SENDING'], to: 'UNKNOWN', reason: 'INTERRUPTED', inSeconds: MISSED_AGAIN_SECONDS } as const;
  if (!(await setRefundState(app, platformId, id, change))) return;
  app.log.error(
    { alert: 'refund-unknown', paymentId: refund?.paymentId, refundId: id },
    'Only the provider knows whether money was given back',
  );
}

/**
 * A provider reported something of a payment, perhaps that the money it was asked to give back is back, or one refund ended that others
 * waited for.
 */
export async function advanceOpenRefunds(app: FastifyInstance, platformId: string, paymentId: string): Promise<void> {
  for (const open of await app.database.list(platformId, selectOpenRefunds(platformId, paymentId), true))
    await advanceRefund(app, open);
}

/** The refund is DONE once the provider shows as much gone back as was ever sent. */
async function checkRefund(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const refund = await findRefund(app, platformId, id);
  const payment = refund && (await findPayment(app, platformId, refund.paymentId));
  const attempt = payment?.attempts.find((item) => item.id === refund?.attemptId);
  const connection = attempt && (await findConnection(app, platformId, attempt.connectionId, attempt.providerVersion));
  if (!refund || !payment) return;
  let after = payment;
  const { state, sentAt, now, misses, providerRefundId } = refund;
  const order = { reference: id, providerId: providerRefundId, sentAt: sentAt ?? now, misses };
  const ask = async () => {
    const { payment: asked, isListed } = await applyRefunded(app, platformId, refund);
    after = asked;
    return isListed || !isHidden(after, refund) ? { reference: id } : null;
  };
  const outcome =
    connection && (await lookUpOrder<{ reference: string }>({ connection, order, now, ask, idOf: () => id }));
  if (!isOpen(after, id)) return;
  if (state === 'UNKNOWN' && outcome?.kind === 'MISSED')
    await app.database.run(platformId, countMiss(platformId, id, MISSED_AGAIN_SECONDS));
  if (state === 'UNKNOWN' && outcome?.kind === 'NEVER_ARRIVED' && maySendAgain(after, refund, connection as Connection))
    return sendAgain(app, platformId, refund);
  if (refund.ageHours >= SETTLE_AFTER_HOURS) await notifyMastersOfRefund(app, after, refund);
}

/** Asks the provider about the payment, and ends the refund where it shows. */
async function applyRefunded(
  app: FastifyInstance,
  platformId: string,
  { id, paymentId, attemptId, providerRefundId }: RefundRow,
): Promise<{ payment: Payment; isListed: boolean }> {
  const checked = await checkPayment(app, platformId, paymentId);
  // Read after the check: an order sent in between may be what the provider shows.
  const payment = await findPayment(app, platformId, paymentId);
  if (!checked?.isAnswered || !payment)
    throw new ProviderError('UNAVAILABLE', 'NOT_SENT', 'The provider did not answer.');
  const listed = checked.refunds.filter((item) => item.attemptId === attemptId);
  const told = await applyReportedRefunds(app, payment, attemptId, listed);
  // A provider that tells of this very refund says more than the sum of what went back.
  if (listed.some((item) => isReported({ id, providerRefundId }, item))) return { payment: told, isListed: true };
  const end = { id, state: 'DONE', reason: null, providerRefundId: null, isOnlyIfSeen: true } as const;
  return { payment: await applyCommand(app, told, { kind: 'REFUND_ENDED', end }), isListed: false };
}

const isOpen = ({ refunds }: Payment, id: string): boolean =>
  refunds.some((item) => item.id === id && ['PENDING', 'UNKNOWN'].includes(item.state));

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** True where the provider shows no more gone back of the charge than the refunds that are done: this one did nothing yet. */
function isHidden(payment: Payment, refund: RefundRow): boolean {
  const done = payment.refunds.filter((item) => item.attemptId === refund.attemptId && item.state === 'DONE');
  return reportedBackOf(payment, refund.attemptId) <= sumOf(done.map(({ amount }) => amount));
}

/**
 * True where a refund that was not carried out cannot be carried out twice either: its idempotency key is still known, or it takes all
 * that is left of its charge.
 */
function maySendAgain(payment: Payment, refund: RefundRow, { manifest }: Connection): boolean {
  const { sends, reason, firstSentAt, now, attemptId, amount } = refund;
  if (!firstSentAt || sends >= MOST_SENDS || reason === REFUSED_AGAIN) return false;
  const { supported, ttlSeconds = 0 } = manifest.idempotency;
  const isKnown = supported && now.getTime() < firstSentAt.getTime() + ttlSeconds * 1_000 - KEY_MARGIN_MS;
  const captured = sumOf(
    payment.charges.filter((charge) => charge.attemptId === attemptId).map((charge) => charge.captured),
  );
  return isKnown || captured - reportedBackOf(payment, attemptId) === amount;
}

async function sendAgain(app: FastifyInstance, platformId: string, { id, sends, paymentId }: RefundRow): Promise<void> {
  const inSeconds = SEND_AGAIN_SECONDS[Math.min(sends - 1, SEND_AGAIN_SECONDS.length - 1)] as number;
  if (
    !(await setRefundState(app, platformId, id, { from: ['UNKNOWN'], to: 'REQUESTED', reason: 'NOT_DONE', inSeconds }))
  )
    return;
  app.log.warn({ paymentId, refundId: id, sends }, 'A refund was surely not carried out, and is sent again');
  app.refunds.wake();
}

async function notifyMastersOfRefund(app: FastifyInstance, payment: Payment, { id, amount }: RefundRow): Promise<void> {
  const { platformId, currency, title } = payment;
  app.log.error(
    { alert: 'refund-unsettled', paymentId: payment.id, refundId: id },
    'The provider does not report how a refund ended: a person has to ask and settle it',
  );
  const parameters = { amount, currency, title };
  const notice = { type: 'refund.unsettled', parameters, source: `refund:${id}:unsettled`, workId: id } as const;
  const href = `${DASHBOARD_PATHS.admin}/charges?tab=refunds&state=OVERDUE`;
  await app.database.write(platformId, [
    notifyAdmins(platformId, WORK.REFUNDS.permissions, { ...notice, href }),
    notifyMasters(platformId, { ...notice, href: null }),
  ]);
}
