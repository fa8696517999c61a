import fp from 'fastify-plugin';
import { watchRollouts } from './watch.ts';

export default fp(
  async (app) => {
    app.sweep('rollouts', async () => {
      await watchRollouts(app);
      return false;
    });
  },
  { name: 'rollouts-jobs', dependencies: ['sweeps', 'database', 'nodes', 'providers'] },
);
