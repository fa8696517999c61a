import fp from 'fastify-plugin';
import { notifyExpired, OVERDUE } from './expiry.ts';
import { handleChargebackEvent, handleRefundEvent } from './opening.ts';
import { settleClosed, UNSETTLED } from './outcomes.ts';
import { pollChargebacks } from './polling.ts';

const CHARGEBACKS = 'disputes.chargeback-events';
const REFUNDS = 'disputes.refund-events';
const POLL = 'disputes.poll';

export default fp(
  async (app) => {
    app.outbox.subscribe({
      types: ['payment.chargeback', 'payment.part_charged_back'],
      queue: CHARGEBACKS,
      handle: (event) => handleChargebackEvent(app, event),
    });
    app.outbox.subscribe({
      types: ['payment.refunded'],
      queue: REFUNDS,
      handle: (event) => handleRefundEvent(app, event),
    });
    app.jobs.work(POLL, {}, () => pollChargebacks(app));
    app.jobs.schedule(POLL, '23 * * * *');
    app.sweep('closed-disputes', () => settleClosed(app), { waiting: UNSETTLED });
    app.sweep('overdue-disputes', () => notifyExpired(app), { waiting: OVERDUE });
  },
  { name: 'disputes-jobs', dependencies: ['sweeps', 'jobs', 'outbox', 'database', 'clock'] },
);
