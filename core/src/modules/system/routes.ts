/** Serves a node's health checks (`live`: the process responds; `ready`: it can sell) and its metrics for callers with the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { createProbe } from './readiness.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

export default fp(
  async (app) => {
    const open = {
      config: { access: { kind: 'public' }, anyHost: true, limit: null },
      schema: { hide: true },
    } as const;
    const probe = createProbe(app);

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
          node: app.isDraining ? 'stopping' : 'ok',
        };
        const isReady = Object.values(checks).every((found) => found === 'ok');
        if (!isReady) request.log.warn({ checks, oldestWorkSeconds }, 'This node is not ready');
        const status = isReady ? 'ok' : 'unavailable';
        return reply.code(isReady ? 200 : 503).send({ status, checks, oldestWorkSeconds });
      },
    });

    const { metricsToken } = app.config;
    if (!metricsToken) return;
    const expected = digest(`Bearer ${metricsToken}`);
    app.route({
      ...open,
      method: 'GET',
      url: '/metrics',
      handler: async ({ headers }, reply) => {
        if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) throw new AppError('LOGIN_REQUIRED');
        const { registry } = app.metrics;
        return reply
          .headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
          .send(await registry.metrics());
      },
    });
  },
  {
    name: 'system-routes',
    dependencies: ['access', 'config', 'database', 'cache', 'providers', 'nodes', 'clock', 'sweeps', 'metrics'],
  },
);
