import fp from 'fastify-plugin';
import { type Laned, Lanes, waitingIn } from '../../shared/lanes.ts';
import { DELIVERY_CHANNEL } from '../events/service.ts';
import { DUE, purgeDeliveries } from './delivery-model.ts';
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
    app.jobs.work(PURGE, {}, async () => void (await purgeDeliveries(app)));
    app.jobs.schedule(PURGE, '41 4 * * *');

    const { sendDue, close } = createSender(app);
    app.addHook('onClose', close);
    const lanes = new Lanes<Laned>({ connection: OF_ONE, provider: OF_ONE });
    let underWay = 0;
    const sweep = app.sweep(
      'seller-webhooks',
      async () => {
        // A restored database does not know what was sent since.
        if (underWay >= OF_ALL || (await app.readOutgoingHold()) !== null) return false;
        const rows = await app.database.jobs.list(lanes.claim(DUE, app.config.claimSeconds));
        for (const row of rows) lanes.start(row, () => send(row), sweep.wake);
        return rows.length > 0;
      },
      { waiting: waitingIn(DUE), finish: () => lanes.finish() },
    );
    app.notifications.listen(DELIVERY_CHANNEL, () => sweep.wake());

    async function send(row: Laned): Promise<void> {
      underWay++;
      try {
        await sendDue(row);
      } catch (error) {
        // The claim expires and the row is tried again, under the same id.
        app.log.error({ err: error, deliveryId: row.id }, 'A delivery to a webhook could not be worked on');
      }
      if (underWay-- === OF_ALL) sweep.wake();
    }
  },
  {
    name: 'seller-webhooks-jobs',
    dependencies: ['jobs', 'outbox', 'sweeps', 'notifications', 'outgoing-hold', 'resealing', 'platforms', 'clock'],
  },
);
