import fp from 'fastify-plugin';
import { analyzeGrownTables, forgetOldDeeds, forgetOldKeys, forgetOldLogs, forgetPublished } from './housekeeping.ts';
import { measureOldestWork } from './oldest-work.ts';

const HOUSEKEEPING = 'system.housekeeping';
/** A table grows to thousands of rows within seconds, and plans made before are kept until it is analysed. */
const ANALYSIS_MS = 5_000;
/** However often metrics are asked for, the database is read this often for them. */
const MEASURE_MS = 15_000;

export default fp(
  async (app) => {
    app.jobs.work(HOUSEKEEPING, {}, async () => {
      const forgotten = await forgetOldKeys(app);
      app.log.info({ forgotten }, 'Old idempotency keys were forgotten');
      app.log.info({ forgotten: await forgetOldLogs(app) }, 'Old events and exchanges were forgotten');
      app.log.info({ forgotten: await forgetPublished(app) }, 'Published events of the outbox were forgotten');
      app.log.info({ forgotten: await forgetOldDeeds(app) }, 'Old audit events were forgotten');
    });
    // Early morning in Brazil.
    app.jobs.schedule(HOUSEKEEPING, '30 6 * * *');
    let analysedAt = Number.NEGATIVE_INFINITY;
    app.sweep('analysis', async () => {
      if (performance.now() - analysedAt < ANALYSIS_MS) return false;
      analysedAt = performance.now();
      const tables = await analyzeGrownTables(app);
      if (tables.length > 0) app.log.info({ tables }, 'Tables that have doubled were analysed');
      return false;
    });
    if (!app.config.metricsToken) return;
    // No sweep, because a node whose clock is wrong is watched as well.
    let timer: NodeJS.Timeout | null = null;
    app.addHook('onListen', async () => {
      await measureOldestWork(app);
      timer = setInterval(() => void measureOldestWork(app), MEASURE_MS).unref();
    });
    app.addHook('preClose', async () => {
      if (timer) clearInterval(timer);
    });
  },
  { name: 'system-jobs', dependencies: ['jobs', 'sweeps', 'metrics'] },
);
