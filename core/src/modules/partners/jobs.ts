import fp from 'fastify-plugin';
import { purgeInvitations } from './contract-model.ts';

const PURGE = 'contracts.purge';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, () => purgeInvitations(app));
    app.jobs.schedule(PURGE, '37 3 * * *');
  },
  { name: 'partners-jobs', dependencies: ['jobs'] },
);
