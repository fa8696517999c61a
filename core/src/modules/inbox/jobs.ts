import fp from 'fastify-plugin';
import { purgeAssignments } from './model.ts';

const PURGE = 'inbox.purge';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, () => purgeAssignments(app));
    app.jobs.schedule(PURGE, '41 6 * * *');
  },
  { name: 'inbox-jobs', dependencies: ['jobs', 'database'] },
);
