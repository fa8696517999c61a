/** Addresses of the dashboards. The document holds nobody's data, so it is public; what it asks for is not. */
import fp from 'fastify-plugin';

const ADDRESSES = ['/login', '/platform', '/platform/*'];

export default fp(
  async (app) => {
    for (const url of ADDRESSES) {
      app.route({
        method: 'GET',
        url,
        config: { access: { kind: 'public' } },
        schema: { hide: true },
        handler: (_request, reply) => app.documents.sendDashboard(reply),
      });
    }
  },
  { name: 'dashboards-routes', dependencies: ['documents'] },
);
