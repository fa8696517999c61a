/** Hands out licence keys as soon as a payment is approved. */
import fp from 'fastify-plugin';
import { selectDue, WAITING_SALES } from './key-model.ts';
import { handOut } from './keys.ts';

const BATCH = 50;

export default fp(
  async (app) => {
    const handOutDue = async () => {
      const due = await app.database.jobs.list(selectDue(BATCH));
      for (const { platformId, deliverableId } of due)
        await app.database.transaction(platformId, (transaction) => handOut(transaction, platformId, deliverableId));
      return due.length > 0;
    };
    const sweep = app.sweep('licence-keys', handOutDue, { waiting: WAITING_SALES });
    app.notifications.listen('feira_licence_keys', () => sweep.wake());
  },
  { name: 'deliverables-jobs', dependencies: ['sweeps', 'notifications', 'database'] },
);
