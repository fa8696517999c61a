import fp from 'fastify-plugin';
import { DUE_PROPOSALS } from './model.ts';
import { applyDue } from './service.ts';

export default fp(
  async (app) => {
    app.sweep('money-rules', () => applyDue(app), { waiting: DUE_PROPOSALS });
  },
  { name: 'money-rules-jobs', dependencies: ['sweeps', 'database', 'cache', 'clock'] },
);
