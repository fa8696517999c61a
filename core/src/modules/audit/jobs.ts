import fp from 'fastify-plugin';
import { reviewYesterday } from './review.ts';

const REVIEW = 'audit.review';

export default fp(
  async (app) => {
    app.jobs.work(REVIEW, {}, () => reviewYesterday(app));
    // Ten minutes before the mails of the morning.
    app.jobs.schedule(REVIEW, '50 10 * * *');
  },
  { name: 'audit-jobs', dependencies: ['jobs', 'database', 'platforms', 'clock'] },
);
