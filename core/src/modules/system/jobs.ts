import fp from 'fastify-plugin';
import { forgetOldKeys, forgetOldLogs } from './housekeeping.ts';

const HOUSEKEEPING = 'system.housekeeping';

export default fp(
  async (app) => {
    app.jobs.work(HOUSEKEEPING, {}, async () => {
      const forgotten = await forgetOldKeys(app);
      app.log.info({ forgotten }, 'Old idempotency keys were forgotten');
      app.log.info({ forgotten: await forgetOldLogs(app) }, 'Old events and exchanges were forgotten');
    });
    // Early morning in Brazil.
    app.jobs.schedule(HOUSEKEEPING, '30 6 * * *');
  },
  { name: 'system-jobs', dependencies: ['jobs'] },
);
