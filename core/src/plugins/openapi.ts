/** Serves the OpenAPI document of every procedure, and its pages at /docs/procedures, where the configuration wants them. */
import fp from 'fastify-plugin';

/** The pages stand on the origin of the dashboards, so they get no more than those. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export default fp(
  async (app) => {
    if (!app.config.isApiDocumented) return;
    const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
      import('@fastify/swagger'),
      import('@fastify/swagger-ui'),
    ]);
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
      await pages.register(swaggerUi, { routePrefix: '/docs/procedures', staticCSP: POLICY });
    });
  },
  { name: 'openapi', dependencies: ['config'] },
);
