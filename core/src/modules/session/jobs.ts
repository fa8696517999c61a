import fp from 'fastify-plugin';
import { purgeSessions } from './purge.ts';

const PURGE = 'session.purge';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, () => purgeSessions(app));
    app.jobs.schedule(PURGE, '17 * * * *');
  },
  { name: 'session-jobs', dependencies: ['jobs'] },
);
