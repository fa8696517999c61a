import fp from 'fastify-plugin';
import type { Sweep } from '../../plugins/sweeps.ts';
import { makeOrdersDue } from '../provider-orders/service.ts';
import { returnUnwanted } from './appeared-charges.ts';
import { decideDue, UNDECIDED } from './decisions.ts';
import { DUE_REFUNDS, type DueRefund } from './model.ts';
import { notifyRefundEnd } from './notifications.ts';
import { advanceOpenRefunds, advanceRefund } from './polling.ts';
import { notifyUnanswered, UNTOLD } from './unanswered.ts';

const CHECK = 'refunds.check';
const NOTIFY = 'refunds.notify';
const APPEARED = 'refunds.charge-appeared';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends refunds that are due, and asks how those that were sent have ended. */
    refunds: Sweep;
  }
}

export default fp(
  async (app) => {
    const sweep = app.sweepByProvider<DueRefund>('refunds', {
      due: DUE_REFUNDS,
      sizes: { connection: 4, provider: 16 },
      abandoned: makeOrdersDue('refund', 'SENDING', app.config.nodeLiveSeconds),
      work: (refund) => advanceRefund(app, refund),
    });
    app.decorate('refunds', sweep);
    app.outbox.subscribe({
      types: ['payment.refunded', 'payment.settlement_changed', 'refund.done', 'refund.refused'],
      queue: CHECK,
      handle: ({ platformId, paymentId }) => advanceOpenRefunds(app, platformId, paymentId),
    });
    app.outbox.subscribe({
      types: ['refund.done', 'refund.refused'],
      queue: NOTIFY,
      handle: ({ platformId, payload }) => notifyRefundEnd(app, platformId, payload.refundId as string),
    });
    app.outbox.subscribe({
      types: ['payment.charge_appeared', 'payment.paid_after_end'],
      queue: APPEARED,
      handle: ({ platformId, paymentId, type }) =>
        returnUnwanted(app, platformId, paymentId, type === 'payment.charge_appeared'),
    });
    app.sweep('refund-requests', () => decideDue(app), { waiting: UNDECIDED });
    app.sweep('unanswered-refund-requests', () => notifyUnanswered(app), { waiting: UNTOLD });
  },
  { name: 'refunds-jobs', dependencies: ['sweeps', 'jobs', 'outbox', 'clock'] },
);
