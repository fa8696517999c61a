import fp from 'fastify-plugin';
import { deleteEndedEntries, deleteOldRefusals } from './model.ts';

const PURGE = 'risk.purge';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, async () => {
      await app.database.deleteAll(deleteOldRefusals);
      await app.database.deleteAll(deleteEndedEntries);
    });
    app.jobs.schedule(PURGE, '29 5 * * *');
  },
  { name: 'risk-jobs', dependencies: ['jobs', 'database'] },
);
