/** Ends mails about a topic by the link in them, without signing in. Programs that open links only see a page with a button. */
import { CHANGING, READING } from '@feira/schemas/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { readUnsubscription, unsubscribe } from './mails.ts';
import { TOPIC_NAMES, UNSUBSCRIBE_PAGE } from './unsubscribe-texts.ts';

const URL = '/notifications/unsubscribe';
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const BODY_LIMIT = 2_048;

type Request = FastifyRequest<{ Querystring: { token?: string | string[] } }>;

export default fp(
  async (app) => {
    const readLink = ({ query, platform }: Request) => {
      const found = typeof query.token === 'string' ? readUnsubscription(app, platform.id, query.token) : null;
      if (!found) throw new AppError('TOKEN_INVALID');
      return found;
    };
    const common = { url: URL, schema: { hide: true } } as const;
    const access = { kind: 'public' } as const;

    app.route({
      ...common,
      method: 'GET',
      config: { access, limit: READING },
      handler: async (request: Request, reply) => {
        const names = readLink(request).topics.map((topic) => TOPIC_NAMES[request.locale][topic]);
        const { title, question, button } = UNSUBSCRIBE_PAGE[request.locale];
        return send(
          request,
          reply,
          title,
          `<p>${question}</p><ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul>
<form method="post"><button>${button}</button></form>`,
        );
      },
    });

    // Mail programs send the body of one click as either kind of form (RFC 8058); the address says everything.
    await app.register(async (forms) => {
      forms.addContentTypeParser(
        ['application/x-www-form-urlencoded', 'multipart/form-data'],
        { parseAs: 'string', bodyLimit: BODY_LIMIT },
        (_request, _body, done) => done(null, undefined),
      );
      forms.route({
        ...common,
        method: 'POST',
        bodyLimit: BODY_LIMIT,
        config: { access, limit: CHANGING },
        handler: async (request: Request, reply) => {
          await unsubscribe(app, request.platform.id, readLink(request));
          const { title, done } = UNSUBSCRIBE_PAGE[request.locale];
          return send(request, reply, title, `<p>${done}</p>`);
        },
      });
    });

    const send = ({ platform, locale }: FastifyRequest, reply: FastifyReply, title: string, body: string) =>
      reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'content-security-policy': POLICY,
          'x-robots-tag': 'noindex',
        })
        .send(`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · ${escapeHtml(platform.name)}</title>
<style>body{max-width:32rem;margin:12vh auto;padding:0 24px;font:16px/1.5 system-ui,sans-serif}button{padding:12px 24px;font:inherit;cursor:pointer}</style></head>
<body><p>${escapeHtml(platform.name)}</p><h1>${title}</h1>${body}</body></html>`);
  },
  { name: 'notifications-routes', dependencies: ['access', 'platforms', 'locale', 'config', 'database'] },
);
