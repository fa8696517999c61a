/** Polls the providers of refunds that have not ended: the provider's word ends them, and where it never comes, a person does. */
import { SETTLE_AFTER_HOURS } from '@feira/schemas/procedures/refunds';
import type { FastifyInstance } from 'fastify';
import { notifyMasters } from '../notifications/service.ts';
import type { Payment } from '../payments/model.ts';
import { applyReport, checkPayment, findPayment } from '../payments/service.ts';
import {
  findRefund,
  NOT_CONFIRMED,
  type OpenRefund,
  type RefundRow,
  selectOpenRefunds,
  setRefundState,
} from './model.ts';
import { refuseUnconfirmed, sendRefund } from './provider-calls.ts';

/** Takes a refund that is due one step further. */
export async function advanceRefund(app: FastifyInstance, { platformId, id, state }: OpenRefund): Promise<void> {
  if (state === 'REQUESTED') return sendRefund(app, platformId, id);
  if (state === 'SENDING') return markUnknown(app, platformId, id);
  return checkRefund(app, platformId, id);
}

/** The worker died in the call: the money may be gone, so the refund is never sent again. */
async function markUnknown(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const refund = await findRefund(app, platformId, id);
  const payment = refund && (await findPayment(app, platformId, refund.paymentId));
  if (refund?.reason === NOT_CONFIRMED && payment) return refuseUnconfirmed(app, payment, refund);
  const change = { from: ['SENDING'], to: 'UNKNOWN', reason: 'INTERRUPTED', inMinutes: 5 } as const;
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
  const checked = refund && (await checkPayment(app, platformId, refund.paymentId));
  // Read after the check: an order sent in between may be what the provider shows.
  const payment = checked && (await findPayment(app, platformId, checked.payment.id));
  if (!refund || !payment) return;
  const refundEnd = { id, state: 'DONE', reason: null, providerRefundId: null, isOnlyIfSeen: true } as const;
  const after = checked.isAnswered ? await applyReport(app, payment, { evidence: [], refundEnd }) : payment;
  const isOpen = after.refunds.some((item) => item.id === id && ['PENDING', 'UNKNOWN'].includes(item.state));
  if (isOpen && refund.ageHours >= SETTLE_AFTER_HOURS) await notifyMastersOfRefund(app, after, refund);
}

async function notifyMastersOfRefund(app: FastifyInstance, payment: Payment, { id, amount }: RefundRow): Promise<void> {
  const { platformId, currency, title } = payment;
  app.log.error(
    { alert: 'refund-unsettled', paymentId: payment.id, refundId: id },
    'The provider does not report how a refund ended: a person has to ask and settle it',
  );
  const parameters = { amount, currency, title };
  const notification = { type: 'refund.unsettled', parameters, href: null, source: `refund:${id}:unsettled` } as const;
  await app.database.writeShared(platformId, notifyMasters(platformId, notification));
}
