/** Removes files that were never finished, and pictures that nothing has shown for a month. */
import fp from 'fastify-plugin';
import { removeUnused } from './clean-up.ts';

const PURGE = 'media.purge';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, () => removeUnused(app));
    app.jobs.schedule(PURGE, '11 7 * * *');
  },
  { name: 'media-jobs', dependencies: ['jobs', 'storage'] },
);
