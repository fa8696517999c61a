import fp from 'fastify-plugin';
import { closeDays } from './closing.ts';

const CLOSE = 'reports.close-days';

export default fp(
  async (app) => {
    app.jobs.work(CLOSE, {}, () => closeDays(app));
    // A day can be closed one hour after it ended in São Paulo. The next run also closes the days of a run that was missed.
    app.jobs.schedule(CLOSE, '7 * * * *');
  },
  { name: 'reports-jobs', dependencies: ['jobs', 'database'] },
);
