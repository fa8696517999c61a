import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { purgeNotifications } from './model.ts';
import { notifySeller } from './service.ts';

const SELLERS = 'notifications.tell-seller';
const PURGE = 'notifications.purge';
/** About the number of approvals in a busy second. */
const BATCH = 200;

export default fp(
  async (app) => {
    app.jobs.work<OutboxEvent>(SELLERS, { batchSize: BATCH }, (event) => notifySeller(app, event));
    for (const type of ['payment.approved', 'payment.refunded', 'payment.chargeback'])
      app.outbox.subscribe(type, SELLERS);
    app.jobs.work(PURGE, {}, () => purgeNotifications(app));
    app.jobs.schedule(PURGE, '51 6 * * *');
  },
  { name: 'notifications-jobs', dependencies: ['jobs', 'outbox'] },
);
