import fp from 'fastify-plugin';
import { OPEN_ROLLOUTS } from './model.ts';
import { watchRollouts } from './watch.ts';

export default fp(
  async (app) => {
    const watch = async () => {
      await watchRollouts(app);
      return false;
    };
    app.sweep('rollouts', watch, { waiting: OPEN_ROLLOUTS });
  },
  { name: 'rollouts-jobs', dependencies: ['sweeps', 'database', 'nodes', 'providers'] },
);
