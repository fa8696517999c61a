/** No route exists without saying who may call it. */
import type { Access } from '@feira/schemas/procedure';
import fp from 'fastify-plugin';
import { AppError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

export default fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      if (!route.config?.access) {
        throw new Error(`The route ${route.method} ${route.url} does not say who may call it: set config.access.`);
      }
    });
    app.addHook('onRequest', async (request) => {
      const access = request.routeOptions.config.access;
      // Unknown addresses go on to the 404 handler. Nobody can sign in yet, so a role is never held.
      if (request.is404 || access?.kind === 'public') return;
      throw new AppError('LOGIN_REQUIRED');
    });
  },
  { name: 'access', dependencies: ['errors', 'openapi'] },
);
