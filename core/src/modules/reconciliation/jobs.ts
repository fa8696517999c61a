import fp from 'fastify-plugin';
import { type Order, orderDaily, QUEUE, runOrder } from './service.ts';

const DAILY = 'reconciliation.daily';

export default fp(
  async (app) => {
    app.jobs.work<Order>(QUEUE, { retryLimit: 3 }, (order) => runOrder(app, order));
    app.jobs.work(DAILY, {}, () => orderDaily(app));
    // Half past five in São Paulo: the day is over, and buyers of the night have had time to pay.
    app.jobs.schedule(DAILY, '30 8 * * *');
  },
  { name: 'reconciliation-jobs', dependencies: ['jobs', 'database', 'clock'] },
);
