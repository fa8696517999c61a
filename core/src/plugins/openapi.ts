/** Serves the OpenAPI document of every procedure, and its pages at /docs. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fp from 'fastify-plugin';

export default fp(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Feira',
          version: '0.1.0',
          description:
            'Typed remote calls of the checkout. Queries are GET, mutations POST. Errors: { code, message, details }.',
        },
        // The document describes the host it was read from, because each host leads to a platform of its own.
        servers: [{ url: '/' }],
      },
      refResolver: {
        buildLocalReference: (schema, _base, _fragment, index) =>
          (schema.$id as string)?.split(':')[1] ?? `schema-${index}`,
      },
    });
    // The pages register their own routes, which are as public as the document.
    await app.register(async (pages) => {
      pages.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: { kind: 'public' }, anyHost: true };
        route.schema = { ...route.schema, hide: true };
      });
      await pages.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
    });
  },
  { name: 'openapi', dependencies: ['config'] },
);
