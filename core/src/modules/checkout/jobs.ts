import fp from 'fastify-plugin';
import { purgeCarts } from './carts.ts';

const PURGE = 'carts.purge';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, () => purgeCarts(app));
    app.jobs.schedule(PURGE, '27 3 * * *');
  },
  { name: 'checkout-jobs', dependencies: ['jobs'] },
);
