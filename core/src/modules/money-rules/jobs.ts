import fp from 'fastify-plugin';
import { applyDue } from './service.ts';

export default fp(
  async (app) => {
    app.sweep('money-rules', () => applyDue(app));
  },
  { name: 'money-rules-jobs', dependencies: ['sweeps', 'database', 'cache', 'clock'] },
);
