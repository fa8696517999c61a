import fp from 'fastify-plugin';
import { purgeQuestions } from './model.ts';

const PURGE = 'questions.purge';

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, () => purgeQuestions(app));
    app.jobs.schedule(PURGE, '53 6 * * *');
  },
  { name: 'questions-jobs', dependencies: ['jobs', 'database'] },
);
