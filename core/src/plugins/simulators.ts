/** The simulators running on this node, by connection. */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    simulators: Map<string, Promise<SimulatorHost>>;
  }
}

export default fp(
  async (app) => {
    const simulators = new Map<string, Promise<SimulatorHost>>();
    app.decorate('simulators', simulators);
    app.addHook('onClose', async () => {
      for (const host of await Promise.allSettled(simulators.values())) {
        if (host.status === 'fulfilled') await host.value.close();
      }
    });
  },
  { name: 'simulators', dependencies: ['config'] },
);
