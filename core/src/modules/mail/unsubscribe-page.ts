/** Serves the page that ends mails by the link in them, without signing in. Programs that open links only see a page with a button. */
import type { Locale } from '@feira/schemas/common';
import { CHANGING, READING } from '@feira/schemas/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { escapeHtml } from '../../shared/escape-html.ts';

export type UnsubscribeTexts = Record<Locale, Record<'title' | 'question' | 'button' | 'done', string>>;

interface UnsubscribePage<Link> {
  url: string;
  texts: UnsubscribeTexts;
  /** Returns what the token of a link ends; null for one that is not valid here. */
  read(platformId: string, token: string): Link | null;
  /** Names what ends, in plain texts. */
  list?(link: Link, locale: Locale): string[];
  end(platformId: string, link: Link): Promise<unknown>;
}

type Request = FastifyRequest<{ Querystring: { token?: string | string[] } }>;

const BODY_LIMIT = 2_048;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Adds the page at `url`, whose links carry a `token`. A wrong one is answered TOKEN_INVALID. */
export async function addUnsubscribePage<Link>(app: FastifyInstance, page: UnsubscribePage<Link>): Promise<void> {
  const readLink = ({ query, platform }: Request): Link => {
    const found = typeof query.token === 'string' ? page.read(platform.id, query.token) : null;
    if (!found) throw new AppError('TOKEN_INVALID');
    return found;
  };
  const common = { url: page.url, schema: { hide: true } } as const;
  const access = { kind: 'public' } as const;
  app.route({
    ...common,
    method: 'GET',
    config: { access, limit: READING },
    handler: async (request: Request, reply) => {
      const link = readLink(request);
      const { title, question, button } = page.texts[request.locale];
      const names = page.list?.(link, request.locale) ?? [];
      const list = names.length ? `<ul>${names.map((name) => `<li>${escapeHtml(name)}</li>`).join('')}</ul>` : '';
      return send(
        request,
        reply,
        title,
        `<p>${question}</p>${list}<form method="post"><button>${button}</button></form>`,
      );
    },
  });
  await app.register(async (forms) => {
    // Mail programs send the body of one click as either kind of form (RFC 8058); the address says everything, so the body is not read.
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
        await page.end(request.platform.id, readLink(request));
        const { title, done } = page.texts[request.locale];
        return send(request, reply, title, `<p>${done}</p>`);
      },
    });
  });
}

/** `body` is HTML. */
const send = ({ platform, locale }: FastifyRequest, reply: FastifyReply, title: string, body: string): FastifyReply =>
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
