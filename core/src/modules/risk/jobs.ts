import fp from 'fastify-plugin';
import { deleteEndedEntries, deleteOldRefusals } from './model.ts';
import { watchRatios } from './ratios.ts';

const PURGE = 'risk.purge';
const RATIOS = 'risk.ratios';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, async () => {
      await app.database.deleteAll(deleteOldRefusals);
      await app.database.deleteAll(deleteEndedEntries);
    });
    app.jobs.schedule(PURGE, '29 5 * * *');
    app.jobs.work(RATIOS, {}, () => watchRatios(app));
    app.jobs.schedule(RATIOS, '47 9 * * *');
  },
  { name: 'risk-jobs', dependencies: ['jobs', 'database', 'clock'] },
);
