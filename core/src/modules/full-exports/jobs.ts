import fp from 'fastify-plugin';
import { purgeExports, selectStuck } from './model.ts';
import { MAKE, makeExport } from './service.ts';
import { ownTables } from './tables.ts';

const PURGE = 'full-exports.purge';
const TEND = 'full-exports.tend';

export default fp(
  async (app) => {
    for (const table of ownTables(app)) app.sellerTables.add(table);
    app.jobs.work<{ platformId: string; exportId: string }>(MAKE, { retryLimit: 5 }, ({ platformId, exportId }) =>
      makeExport(app, platformId, exportId),
    );
    app.jobs.work(TEND, {}, async () => {
      for (const { platformId, id } of await app.database.jobs.list(selectStuck()))
        await app.jobs.sendShared(MAKE, { platformId, exportId: id }, app.clock.now());
    });
    app.jobs.schedule(TEND, '*/10 * * * *');
    app.jobs.work(PURGE, {}, async () => void (await app.database.deleteAll(purgeExports)));
    app.jobs.schedule(PURGE, '23 * * * *');
  },
  { name: 'full-exports-jobs', dependencies: ['jobs', 'database', 'clock', 'platforms', 'seller-tables'] },
);
