import fp from 'fastify-plugin';
import { sendDeliveries } from '../../shared/send-deliveries.ts';
import { INTEGRATION_CHANNEL } from '../events/delivery-model.ts';
import { readCatalogue } from './catalogue.ts';
import { DELIVERIES, DUE } from './delivery-model.ts';
import { SECRETS } from './secrets.ts';
import { createSender } from './sender.ts';

const PURGE = 'integrations.purge';
/** The deliveries of one connection, and of all of them, that a node has under way. */
const OF_ONE = 2;
const OF_ALL = 100;

export default fp(
  async (app) => {
    // A manifest with a fault stops the start of a node, not the first delivery.
    await readCatalogue();
    app.resealing.add(SECRETS);
    app.jobs.work(PURGE, {}, async () => void (await DELIVERIES.purge(app)));
    app.jobs.schedule(PURGE, '47 4 * * *');

    const { sendDue } = createSender(app);
    sendDeliveries(app, {
      name: 'integrations',
      due: DUE,
      channel: INTEGRATION_CHANNEL,
      ofOne: OF_ONE,
      ofAll: OF_ALL,
      sendDue,
    });
  },
  {
    name: 'integrations-jobs',
    dependencies: ['jobs', 'sweeps', 'notifications', 'outgoing-hold', 'resealing', 'platforms', 'clock'],
  },
);
