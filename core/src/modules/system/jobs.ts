import fp from 'fastify-plugin';
import { analyzeGrownTables, forgetOldKeys, forgetOldLogs } from './housekeeping.ts';

const HOUSEKEEPING = 'system.housekeeping';
const ANALYSIS = 'system.analyze-tables';

export default fp(
  async (app) => {
    app.jobs.work(HOUSEKEEPING, {}, async () => {
      const forgotten = await forgetOldKeys(app);
      app.log.info({ forgotten }, 'Old idempotency keys were forgotten');
      app.log.info({ forgotten: await forgetOldLogs(app) }, 'Old events and exchanges were forgotten');
    });
    // Early morning in Brazil.
    app.jobs.schedule(HOUSEKEEPING, '30 6 * * *');
    app.jobs.work(ANALYSIS, {}, async () => {
      const tables = await analyzeGrownTables(app);
      if (tables.length > 0) app.log.info({ tables }, 'Tables that have doubled were analysed');
    });
    app.jobs.schedule(ANALYSIS, '* * * * *');
  },
  { name: 'system-jobs', dependencies: ['jobs'] },
);
