import fp from 'fastify-plugin';
import { eraseUnpaidBuyers } from './model.ts';

const ERASE = 'privacy.erase-unpaid';

export default fp(
  async (app) => {
    app.jobs.work(ERASE, {}, async () => {
      await eraseUnpaidBuyers(app);
    });
    app.jobs.schedule(ERASE, '41 4 * * *');
  },
  { name: 'privacy-jobs', dependencies: ['jobs', 'database', 'platforms'] },
);
