/** Serves the documents of the dashboards. A document holds no personal data, so it is public; its procedures are not. */
import { DASHBOARD_PATHS, HOST_PATHS } from '@feira/schemas/addresses';
import fp from 'fastify-plugin';

const ADDRESSES = [
  ...Object.values(HOST_PATHS),
  ...Object.values(DASHBOARD_PATHS).flatMap((path) => [path, `${path}/*`]),
];

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
    app.route<{ Params: { name: string } }>({
      method: 'GET',
      url: '/own-pages/:name',
      config: { access: { kind: 'public' } },
      schema: { hide: true },
      handler: (request, reply) => app.documents.sendRemoteFrame(request, reply, request.params.name),
    });
  },
  { name: 'dashboards-routes', dependencies: ['documents'] },
);
