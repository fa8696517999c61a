import fp from 'fastify-plugin';
import { deleteEndedKeys, deleteOldRequests } from './model.ts';

const PURGE = 'api-keys.purge';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, async () => {
      await app.database.deleteAll(deleteOldRequests);
      await app.database.deleteAll(deleteEndedKeys);
    });
    app.jobs.schedule(PURGE, '41 5 * * *');
  },
  { name: 'api-keys-jobs', dependencies: ['jobs', 'database'] },
);
