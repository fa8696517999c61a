import fp from 'fastify-plugin';
import { countHours } from './statistics.ts';

const COUNT = 'routing.count-hours';

export default fp(
  async (app) => {
    app.jobs.work(COUNT, {}, () =>
      app.database.jobsTransaction((transaction) => transaction.runAll(countHours(app.clock.now()))),
    );
    app.jobs.schedule(COUNT, '23 */6 * * *');
  },
  { name: 'routing-jobs', dependencies: ['jobs', 'database'] },
);
