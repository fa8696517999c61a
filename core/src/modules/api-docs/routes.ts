import { API_PREFIX } from '@feira/schemas/api';
import fp from 'fastify-plugin';
import { writeDocument } from './document.ts';

const PUBLIC = { kind: 'public' } as const;

export default fp(
  async (app) => {
    /** Written at the first request, when every module has declared its calls. */
    let text: string | null = null;
    const readText = () => {
      text ??= JSON.stringify(writeDocument(app.apiCalls));
      return text;
    };

    app.route({
      method: 'GET',
      url: `${API_PREFIX}/openapi.json`,
      config: { access: PUBLIC },
      handler: async (_request, reply) =>
        reply.type('application/json').header('cache-control', 'no-cache').send(readText()),
    });
  },
  { name: 'api-docs-routes', dependencies: ['api', 'procedures'] },
);
