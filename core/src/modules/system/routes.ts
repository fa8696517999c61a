/** Health checks of a node: `live` says that the process responds, `ready` that it can sell. */
import fp from 'fastify-plugin';
import { createProbe } from './readiness.ts';

export default fp(
  async (app) => {
    const open = {
      config: { access: { kind: 'public' }, anyHost: true, limit: null },
      schema: { hide: true },
    } as const;
    const probe = createProbe(app.database, app.nodes.id);
    let isClosing = false;
    app.addHook('preClose', async () => {
      isClosing = true;
    });

    app.route({ ...open, method: 'GET', url: '/health/live', handler: async () => ({ status: 'ok' }) });

    app.route({
      ...open,
      method: 'GET',
      url: '/health/ready',
      handler: async (request, reply) => {
        const { database, oldestWorkSeconds } = await probe();
        const checks = {
          database,
          announcements: app.cache.isListening ? 'ok' : 'deaf',
          providers: app.providers.list().length > 0 ? 'ok' : 'none',
          clock: app.machineClock.isRight ? 'ok' : 'wrong',
          sweeps: app.isSweeping() ? 'ok' : 'stuck',
          node: isClosing ? 'stopping' : 'ok',
        };
        const isReady = Object.values(checks).every((found) => found === 'ok');
        if (!isReady) request.log.warn({ checks, oldestWorkSeconds }, 'This node is not ready');
        const status = isReady ? 'ok' : 'unavailable';
        return reply.code(isReady ? 200 : 503).send({ status, checks, oldestWorkSeconds });
      },
    });
  },
  { name: 'system-routes', dependencies: ['access', 'database', 'cache', 'providers', 'nodes', 'clock', 'sweeps'] },
);
