import fp from 'fastify-plugin';
import { SECRETS } from './codes.ts';
import { purgeSessions } from './purge.ts';

const PURGE = 'session.purge';

export default fp(
  async (app) => {
    for (const secret of SECRETS) app.resealing.add(secret);
    app.jobs.work(PURGE, {}, () => purgeSessions(app));
    app.jobs.schedule(PURGE, '17 * * * *');
  },
  { name: 'session-jobs', dependencies: ['jobs', 'resealing'] },
);
