/** Looks after refunds nobody has closed: the provider's word ends them, and where it never comes, a person's. */
import { SETTLE_AFTER_HOURS } from '@feira/schemas/procedures/refunds';
import type { FastifyInstance } from 'fastify';
import { tellMasters } from '../notifications/service.ts';
import { type DueRefund, findRefund, NOT_CONFIRMED, selectOpen, setState, takeDue } from './refund-rows.ts';
import { refuseUnconfirmed, sendRefund } from './refunds.ts';
import { applyReport, checkPayment, findPayment } from './service.ts';

const BATCH = 200;

/** Runs as a schedule. */
export async function followRefunds(app: FastifyInstance): Promise<void> {
  for (const due of await takeDue(app, BATCH)) {
    try {
      await follow(app, due);
    } catch (error) {
      const { id, state } = due;
      app.log.error({ alert: 'refund-open', err: error, refundId: id, state }, 'An open refund could not be followed');
    }
  }
}

async function follow(app: FastifyInstance, { platformId, id, state }: DueRefund): Promise<void> {
  if (state === 'REQUESTED') return sendRefund(app, platformId, id);
  if (state === 'SENDING') return leaveOpen(app, platformId, id);
  return closeRefund(app, platformId, id);
}

/** Its worker died in the call: the money may be gone, so it is never asked for again. */
async function leaveOpen(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const refund = await findRefund(app, platformId, id);
  const payment = refund && (await findPayment(app, platformId, refund.paymentId));
  if (refund?.reason === NOT_CONFIRMED && payment) return refuseUnconfirmed(app, payment, id);
  const change = { from: ['SENDING'], to: 'UNKNOWN', reason: 'INTERRUPTED', inMinutes: 5 } as const;
  if (!(await setState(app, platformId, id, change))) return;
  app.log.error(
    { alert: 'refund-unknown', paymentId: refund?.paymentId, refundId: id },
    'Only the provider knows whether money was given back',
  );
}

/** The provider told something of a payment: perhaps that money it was asked to give back is back. */
export async function closeRefunds(app: FastifyInstance, platformId: string, paymentId: string): Promise<void> {
  const [open] = await app.database.read(platformId, [selectOpen(platformId, paymentId)], true);
  for (const { id } of (open?.rows ?? []) as { id: string }[]) await closeRefund(app, platformId, id);
}

/** DONE once the provider shows as much gone back as was ever sent. */
async function closeRefund(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const refund = await findRefund(app, platformId, id);
  const checked = refund && (await checkPayment(app, platformId, refund.paymentId));
  // Read after the look: an order sent in between may be what the provider shows.
  const payment = checked && (await findPayment(app, platformId, checked.payment.id));
  if (!refund || !payment) return;
  const refundEnd = { id, state: 'DONE', reason: null, providerRefundId: null, isOnlyIfSeen: true } as const;
  const after = checked.isAnswered ? await applyReport(app, payment, { evidence: [], refundEnd }) : payment;
  const isOpen = after.refunds.some((item) => item.id === id && ['PENDING', 'UNKNOWN'].includes(item.state));
  if (!isOpen || refund.ageHours < SETTLE_AFTER_HOURS) return;
  app.log.error(
    { alert: 'refund-unsettled', paymentId: refund.paymentId, refundId: id },
    'The provider does not say how a refund ended: somebody has to ask and settle it',
  );
  const { amount } = refund;
  const { currency, title } = after;
  const parameters = { amount, currency, title };
  const notification = { type: 'refund.unsettled', parameters, href: null, source: `refund:${id}:unsettled` } as const;
  await app.database.writeShared(platformId, tellMasters(platformId, notification));
}
