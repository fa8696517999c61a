import fp from 'fastify-plugin';
import { forgetOldKeys } from './housekeeping.ts';

const HOUSEKEEPING = 'system.housekeeping';

export default fp(
  async (app) => {
    app.jobs.work(HOUSEKEEPING, {}, async () => {
      const forgotten = await forgetOldKeys(app);
      app.log.info({ forgotten }, 'Old idempotency keys were forgotten');
    });
    // Early morning in Brazil.
    app.jobs.schedule(HOUSEKEEPING, '30 6 * * *');
  },
  { name: 'system-jobs', dependencies: ['jobs'] },
);
