import fp from 'fastify-plugin';
import { sendDeliveries } from '../../shared/send-deliveries.ts';
import { DELIVERY_CHANNEL } from '../events/service.ts';
import { DELIVERIES, DUE } from './delivery-model.ts';
import { OLD_SECRET, SECRET } from './secrets.ts';
import { createSender } from './sender.ts';

const PURGE = 'sellerWebhooks.purge';
/** The deliveries of one webhook, and of all of them, that a node has under way. */
const OF_ONE = 4;
const OF_ALL = 200;

export default fp(
  async (app) => {
    app.resealing.add(SECRET);
    app.resealing.add(OLD_SECRET);
    app.jobs.work(PURGE, {}, async () => void (await DELIVERIES.purge(app)));
    app.jobs.schedule(PURGE, '41 4 * * *');

    const { sendDue, close } = createSender(app);
    app.addHook('onClose', close);
    sendDeliveries(app, {
      name: 'seller-webhooks',
      due: DUE,
      channel: DELIVERY_CHANNEL,
      ofOne: OF_ONE,
      ofAll: OF_ALL,
      sendDue,
    });
  },
  {
    name: 'seller-webhooks-jobs',
    dependencies: ['jobs', 'outbox', 'sweeps', 'notifications', 'outgoing-hold', 'resealing', 'platforms', 'clock'],
  },
);
