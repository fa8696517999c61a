import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { followChargebacks, settleLeft, tellExpired } from './follow.ts';
import { hearChargeback, hearRefund } from './opening.ts';

const CHARGEBACKS = 'disputes.hear-chargeback';
const REFUNDS = 'disputes.hear-refund';
const FOLLOW = 'disputes.follow';
/** Events taken at a time. */
const EVENTS = 10;

export default fp(
  async (app) => {
    app.jobs.work<OutboxEvent>(CHARGEBACKS, { batchSize: EVENTS }, (event) => hearChargeback(app, event));
    app.outbox.subscribe('payment.chargeback', CHARGEBACKS);
    app.jobs.work<OutboxEvent>(REFUNDS, { batchSize: EVENTS }, (event) => hearRefund(app, event));
    app.outbox.subscribe('payment.refunded', REFUNDS);
    app.jobs.work(FOLLOW, {}, () => followChargebacks(app));
    app.jobs.schedule(FOLLOW, '23 * * * *');
    app.sweep('disputes', async () => {
      const hasMore = await settleLeft(app);
      return (await tellExpired(app)) || hasMore;
    });
  },
  { name: 'disputes-jobs', dependencies: ['sweeps', 'jobs', 'outbox', 'database', 'clock'] },
);
