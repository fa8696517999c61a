import fp from 'fastify-plugin';
import { carryOutDue, forgetErasedRecipients } from './service.ts';
import { eraseUnpaidBuyers } from './unpaid-model.ts';

const UNPAID = 'privacy.erase-unpaid';
const REQUESTED = 'privacy.erase-requested';

export default fp(
  async (app) => {
    app.jobs.work(UNPAID, {}, async () => {
      await eraseUnpaidBuyers(app);
    });
    app.jobs.schedule(UNPAID, '41 4 * * *');
    app.jobs.work(REQUESTED, {}, async () => {
      await carryOutDue(app);
      await forgetErasedRecipients(app);
    });
    app.jobs.schedule(REQUESTED, '17 * * * *');
  },
  { name: 'privacy-jobs', dependencies: ['jobs', 'config', 'database', 'platforms', 'clock', 'data-keys'] },
);
