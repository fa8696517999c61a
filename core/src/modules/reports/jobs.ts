import fp from 'fastify-plugin';
import { closeDays } from './closing.ts';

const CLOSE = 'ledger-closing';

export default fp(
  async (app) => {
    app.jobs.work(CLOSE, {}, () => closeDays(app));
    // A day may be closed an hour after it ended in São Paulo; where a run is missed, the next one does both.
    app.jobs.schedule(CLOSE, '7 * * * *');
  },
  { name: 'reports-jobs', dependencies: ['jobs', 'database'] },
);
