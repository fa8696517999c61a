import fp from 'fastify-plugin';
import { pickPlatformsOf } from '../../plugins/outbox.ts';
import {
  CHANNEL,
  claimConversions,
  DUE_CONVERSIONS,
  type DueConversion,
  purgeConversions,
} from './conversion-model.ts';
import { createSender, prepareConversions } from './conversions.ts';
import { purgeConsents } from './model.ts';
import { TOKEN } from './tokens.ts';

const PREPARE = 'pixels.prepare-conversions';
const EVENTS = [
  'payment.pix_generated',
  'payment.billet_generated',
  'payment.approved',
  'payment.refunded',
  'payment.chargeback',
];
const PURGE = 'pixels.purge';
/** Reports under way at a time. */
const REPORTS = 20;

export default fp(
  async (app) => {
    app.resealing.add(TOKEN);
    app.outbox.subscribe({
      types: EVENTS,
      queue: PREPARE,
      handle: (event) => prepareConversions(app, event),
      pick: pickPlatformsOf('pixel_token'),
    });
    app.jobs.work(PURGE, {}, async () => {
      await purgeConversions(app);
      await purgeConsents(app);
    });
    app.jobs.schedule(PURGE, '11 5 * * *');

    const { sendDue, close } = createSender(app);
    app.addHook('onClose', close);
    const reportDue = async () => {
      // A restored database does not know what was reported since.
      if ((await app.readOutgoingHold()) !== null) return false;
      const rows = await app.database.jobs.list(claimConversions(REPORTS, app.config.claimSeconds));
      await Promise.all(rows.map((row) => handle(row)));
      return rows.length === REPORTS;
    };
    const sweep = app.sweep('conversions', reportDue, { waiting: DUE_CONVERSIONS });
    app.notifications.listen(CHANNEL, () => sweep.wake());

    async function handle(row: DueConversion): Promise<void> {
      try {
        await sendDue(row);
      } catch (error) {
        // The claim expires and the row is tried again, under the same id.
        app.log.error({ err: error, conversionId: row.id }, 'A conversion could not be worked on');
      }
    }
  },
  {
    name: 'pixels-jobs',
    dependencies: ['jobs', 'outbox', 'sweeps', 'notifications', 'outgoing-hold', 'resealing', 'platforms', 'clock'],
  },
);
