import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { decideDue } from './decisions.ts';
import { notifyRefundEnd } from './notifications.ts';
import { checkRefunds, pollRefunds } from './polling.ts';
import { sendRefund } from './provider-calls.ts';

/** Events taken at a time. */
const EVENTS = 10;
const SEND = 'refunds.send';
const POLL = 'refunds.poll';
const CHECK = 'refunds.check';
const NOTIFY = 'refunds.notify';

export default fp(
  async (app) => {
    app.jobs.work<OutboxEvent>(SEND, { batchSize: EVENTS }, ({ platformId, payload }) =>
      sendRefund(app, platformId, payload.refundId as string),
    );
    app.outbox.subscribe('refund.requested', SEND);
    app.jobs.work<OutboxEvent>(CHECK, { batchSize: EVENTS }, ({ platformId, paymentId }) =>
      checkRefunds(app, platformId, paymentId),
    );
    for (const type of ['payment.refunded', 'payment.settlement_changed']) app.outbox.subscribe(type, CHECK);
    app.jobs.work(POLL, {}, () => pollRefunds(app));
    app.jobs.schedule(POLL, '*/5 * * * *');
    app.jobs.work<OutboxEvent>(NOTIFY, { batchSize: EVENTS }, ({ platformId, payload }) =>
      notifyRefundEnd(app, platformId, payload.refundId as string),
    );
    for (const type of ['refund.done', 'refund.refused']) app.outbox.subscribe(type, NOTIFY);
    app.sweep('refund-requests', () => decideDue(app));
  },
  { name: 'refunds-jobs', dependencies: ['sweeps', 'jobs', 'outbox', 'clock'] },
);
