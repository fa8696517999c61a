import fp from 'fastify-plugin';
import { type Laned, Lanes, waitingIn } from '../../shared/lanes.ts';
import { INTEGRATION_CHANNEL } from '../events/delivery-model.ts';
import { readCatalogue } from './catalogue.ts';
import { DUE, purgeDeliveries } from './delivery-model.ts';
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
    app.jobs.work(PURGE, {}, async () => void (await purgeDeliveries(app)));
    app.jobs.schedule(PURGE, '47 4 * * *');

    const { sendDue } = createSender(app);
    const lanes = new Lanes<Laned>({ connection: OF_ONE, provider: OF_ONE });
    let underWay = 0;
    const sweep = app.sweep(
      'integrations',
      async () => {
        // A restored database does not know what was sent since.
        if (underWay >= OF_ALL || (await app.readOutgoingHold()) !== null) return false;
        const rows = await app.database.jobs.list(lanes.claim(DUE, app.config.claimSeconds));
        for (const row of rows) lanes.start(row, () => send(row), sweep.wake);
        return rows.length > 0;
      },
      { waiting: waitingIn(DUE), finish: () => lanes.finish() },
    );
    app.notifications.listen(INTEGRATION_CHANNEL, () => sweep.wake());

    async function send(row: Laned): Promise<void> {
      underWay++;
      try {
        await sendDue(row);
      } catch (error) {
        // The claim expires and the row is tried again, under the same id.
        app.log.error({ err: error, deliveryId: row.id }, 'A delivery to an integration could not be worked on');
      }
      if (underWay-- === OF_ALL) sweep.wake();
    }
  },
  {
    name: 'integrations-jobs',
    dependencies: ['jobs', 'sweeps', 'notifications', 'outgoing-hold', 'resealing', 'platforms', 'clock'],
  },
);
