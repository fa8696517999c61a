/** Lists the simulators running on this node, by connection. */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import fp from 'fastify-plugin';

/** A simulator with the id of its provider, which tells whether another one has to replace it. */
export type RunningSimulator = SimulatorHost & {
  providerId: string;
  /** True if a stranger wrote it, so that browsers must not trust its pages as ours. */
  isForeign: boolean;
};

declare module 'fastify' {
  interface FastifyInstance {
    simulators: Map<string, Promise<RunningSimulator>>;
  }
}

export default fp(
  async (app) => {
    const simulators = new Map<string, Promise<RunningSimulator>>();
    app.decorate('simulators', simulators);
    app.addHook('onClose', async () => {
      for (const host of await Promise.allSettled(simulators.values())) {
        if (host.status === 'fulfilled') await host.value.close();
      }
    });
  },
  { name: 'simulators', dependencies: ['config'] },
);
