import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { notifyExpired, OVERDUE } from './expiry.ts';
import { handleChargebackEvent, handleRefundEvent } from './opening.ts';
import { settleClosed, UNSETTLED } from './outcomes.ts';
import { pollChargebacks } from './polling.ts';

const CHARGEBACKS = 'disputes.chargeback-events';
const REFUNDS = 'disputes.refund-events';
const POLL = 'disputes.poll';
const BATCH_SIZE = 10;

export default fp(
  async (app) => {
    app.jobs.work<OutboxEvent>(CHARGEBACKS, { batchSize: BATCH_SIZE }, (event) => handleChargebackEvent(app, event));
    app.outbox.subscribe(['payment.chargeback', 'payment.part_charged_back'], CHARGEBACKS);
    app.jobs.work<OutboxEvent>(REFUNDS, { batchSize: BATCH_SIZE }, (event) => handleRefundEvent(app, event));
    app.outbox.subscribe(['payment.refunded'], REFUNDS);
    app.jobs.work(POLL, {}, () => pollChargebacks(app));
    app.jobs.schedule(POLL, '23 * * * *');
    app.sweep('closed-disputes', () => settleClosed(app), { waiting: UNSETTLED });
    app.sweep('overdue-disputes', () => notifyExpired(app), { waiting: OVERDUE });
  },
  { name: 'disputes-jobs', dependencies: ['sweeps', 'jobs', 'outbox', 'database', 'clock'] },
);
