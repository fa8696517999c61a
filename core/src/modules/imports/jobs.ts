import fp from 'fastify-plugin';
import type { Sweep } from '../../plugins/sweeps.ts';
import { exportedTables } from './exported-tables.ts';
import { claimWork, noteFailure, purgeImports, purgeRows, WAITING } from './model.ts';
import { takeStep } from './work.ts';

const PURGE = 'imports.purge';
/** A node that dies keeps its import from others for so long. */
const CLAIM_SECONDS = 60;
const MOST_FAILURES = 6;

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes imports on. */
    imports: Sweep;
  }
}

export default fp(
  async (app) => {
    for (const table of exportedTables(app)) app.sellerTables.add(table);
    const sweep = app.sweep(
      'imports',
      async () => {
        const claimed = await app.database.jobs.find(claimWork(app.clock.now(), CLAIM_SECONDS));
        if (!claimed) return false;
        try {
          await takeStep(app, claimed.platformId, claimed.id);
        } catch (error) {
          app.log.error({ err: error, importId: claimed.id }, 'A step of an import failed');
          await app.database.jobs.run(noteFailure(claimed.id, app.clock.now(), MOST_FAILURES));
        }
        return true;
      },
      { waiting: WAITING },
    );
    app.decorate('imports', sweep);
    app.jobs.work(PURGE, {}, async () => {
      await app.database.deleteAll(purgeRows);
      await app.database.deleteAll(purgeImports);
    });
    app.jobs.schedule(PURGE, '17 4 * * *');
  },
  { name: 'imports-jobs', dependencies: ['jobs', 'database', 'sweeps', 'clock', 'platforms', 'seller-tables'] },
);
