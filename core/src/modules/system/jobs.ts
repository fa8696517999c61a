import fp from 'fastify-plugin';
import {
  analyzeGrownTables,
  forgetAlerts,
  forgetDoneJobs,
  forgetOldDeeds,
  forgetOldKeys,
  forgetOldLogs,
  forgetPublished,
  forgetReports,
  forgetTries,
} from './housekeeping.ts';
import { measureOldestWork } from './oldest-work.ts';
import { countAlerts } from './status-model.ts';
import { measureUpkeep, watchUpkeep } from './upkeep.ts';

const HOUSEKEEPING = 'system.housekeeping';
const UPKEEP = 'system.upkeep';
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
      app.log.info({ forgotten: await forgetAlerts(app) }, 'Old counts of alerts were forgotten');
      app.log.info({ forgotten: await forgetTries(app) }, 'Ended counters of tries were forgotten');
      app.log.info({ forgotten: await forgetReports(app) }, 'Old reports of browsers were forgotten');
    });
    const counts = new Map<string, number>();
    app.onAlert((alert) => counts.set(alert, (counts.get(alert) ?? 0) + 1));
    app.sweep('alerts', async () => {
      if (counts.size === 0) return false;
      const news = [...counts].map(([alert, count]) => ({ alert, count }));
      await app.database.jobs.run(countAlerts(news));
      for (const { alert, count } of news) {
        const left = (counts.get(alert) ?? 0) - count;
        if (left > 0) counts.set(alert, left);
        else counts.delete(alert);
      }
      return false;
    });
    app.jobs.work(UPKEEP, {}, async () => {
      await watchUpkeep(app);
      app.log.info({ forgotten: await forgetDoneJobs(app) }, 'Jobs that are done were forgotten');
    });
    app.jobs.schedule(UPKEEP, '7 * * * *');
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
      const measure = () => Promise.all([measureOldestWork(app), measureUpkeep(app)]);
      await measure();
      timer = setInterval(() => void measure(), MEASURE_MS).unref();
    });
    app.addHook('preClose', async () => {
      if (timer) clearInterval(timer);
    });
  },
  { name: 'system-jobs', dependencies: ['jobs', 'sweeps', 'metrics'] },
);
