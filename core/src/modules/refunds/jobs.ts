import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import type { Sweep } from '../../plugins/sweeps.ts';
import { makeOrdersDue } from '../provider-orders/service.ts';
import { returnUnwanted } from './appeared-charges.ts';
import { decideDue, UNDECIDED } from './decisions.ts';
import { DUE_REFUNDS, type DueRefund } from './model.ts';
import { notifyRefundEnd } from './notifications.ts';
import { advanceOpenRefunds, advanceRefund } from './polling.ts';
import { notifyUnanswered, UNTOLD } from './unanswered.ts';

/** Events taken at a time. */
const EVENTS = 10;
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
    app.jobs.work<OutboxEvent>(CHECK, { batchSize: EVENTS }, ({ platformId, paymentId }) =>
      advanceOpenRefunds(app, platformId, paymentId),
    );
    app.outbox.subscribe(['payment.refunded', 'payment.settlement_changed', 'refund.done', 'refund.refused'], CHECK);
    app.jobs.work<OutboxEvent>(NOTIFY, { batchSize: EVENTS }, ({ platformId, payload }) =>
      notifyRefundEnd(app, platformId, payload.refundId as string),
    );
    app.outbox.subscribe(['refund.done', 'refund.refused'], NOTIFY);
    app.jobs.work<OutboxEvent>(APPEARED, { batchSize: EVENTS }, ({ platformId, paymentId, type }) =>
      returnUnwanted(app, platformId, paymentId, type === 'payment.charge_appeared'),
    );
    app.outbox.subscribe(['payment.charge_appeared', 'payment.paid_after_end'], APPEARED);
    app.sweep('refund-requests', () => decideDue(app), { waiting: UNDECIDED });
    app.sweep('unanswered-refund-requests', () => notifyUnanswered(app), { waiting: UNTOLD });
  },
  { name: 'refunds-jobs', dependencies: ['sweeps', 'jobs', 'outbox', 'clock'] },
);
