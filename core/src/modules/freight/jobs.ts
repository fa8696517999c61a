import { quoteFreight } from '@feira/plugin-kit/integration';
import fp from 'fastify-plugin';
import { deleteExpired } from './model.ts';

const PURGE = 'freight.purge';

export default fp(
  async (app) => {
    app.decorate('quoteFreight', quoteFreight);
    app.jobs.work(PURGE, {}, async () => {
      await app.database.deleteAll(deleteExpired);
    });
    app.jobs.schedule(PURGE, '23 * * * *');
  },
  { name: 'freight-jobs', dependencies: ['jobs', 'database'] },
);
