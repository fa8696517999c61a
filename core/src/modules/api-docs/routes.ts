import { randomBytes } from 'node:crypto';
import { API_PREFIX } from '@feira/schemas/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { writeDocument } from './document.ts';
import { drawErrors, drawReference, errorsPolicy, referencePolicy } from './pages.ts';

const OPEN = { config: { access: { kind: 'public' }, anyHost: true }, schema: { hide: true } } as const;

export default fp(
  async (app) => {
    /** Written at the first request, when every module has declared its calls. */
    let text: string | null = null;
    const readText = () => {
      text ??= JSON.stringify(writeDocument(app.apiCalls));
      return text;
    };

    app.route({
      ...OPEN,
      method: 'GET',
      url: `${API_PREFIX}/openapi.json`,
      handler: async (_request, reply) =>
        reply
          .type('application/json')
          // The page that draws it has an origin of its own. Everybody may read it.
          .headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
          .send(readText()),
    });

    const sendPage = (reply: FastifyReply, html: string, policy: string) =>
      reply
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
        .send(html);
    const toOrigin = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`;
    const newNonce = () => randomBytes(16).toString('base64url');

    app.route({
      ...OPEN,
      method: 'GET',
      url: '/docs',
      handler: async (request, reply) => {
        const nonce = newNonce();
        const origin = toOrigin(request);
        return sendPage(reply, drawReference(request.locale, nonce, origin), referencePolicy(nonce, origin));
      },
    });
    app.route({
      ...OPEN,
      method: 'GET',
      url: '/docs/errors',
      handler: async (request, reply) => {
        const nonce = newNonce();
        return sendPage(reply, drawErrors(request.locale, nonce), errorsPolicy(nonce));
      },
    });
  },
  { name: 'api-docs-routes', dependencies: ['api', 'procedures'] },
);
