/** Health checks of a node: `live` says that the process responds, `ready` that it can sell. */
import fp from 'fastify-plugin';

export default fp(
  async (app) => {
    const open = {
      config: { access: { kind: 'public' }, anyHost: true, limit: null },
      schema: { hide: true },
    } as const;
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
        const checks = {
          database: await canQuery(),
          announcements: app.cache.isListening,
          providers: app.providers.list().length > 0,
        };
        const isReady = !isClosing && Object.values(checks).every(Boolean);
        if (!isReady) request.log.warn({ checks, isClosing }, 'This node is not ready');
        return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', checks });
      },
    });

    const canQuery = () =>
      app.database.query({ text: 'SELECT 1', values: [] }).then(
        () => true,
        () => false,
      );
  },
  { name: 'system-routes', dependencies: ['access', 'database', 'cache', 'providers'] },
);
