/** Serves the page at which the buyer of an imported subscription agrees to go on with it. Programs that open links only see a page with a button. */
import type { Locale } from '@feira/schemas/common';
import { CHANGING, READING } from '@feira/schemas/limits';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { AGREEMENT_PATH, agree, findWaiting, nameTerms, readLink, subscriptionUrl } from './subscribers.ts';
import { readDocument, readPhone } from './values.ts';

const TEXTS = {
  'pt-BR': {
    title: 'Continuar a assinatura',
    lead: (seller: string) =>
      `${seller} mudou sua assinatura para esta plataforma. Os dados do seu pagamento não vieram junto.`,
    amount: 'Valor de cada cobrança',
    next: 'Próxima cobrança',
    terms:
      'Ao continuar, você concorda em pagar este valor a partir da próxima cobrança. Nada é cobrado antes. Na próxima página você escolhe como pagar, e pode cancelar quando quiser.',
    name: 'Seu nome',
    document: 'CPF ou CNPJ',
    phone: 'Telefone com DDD',
    button: 'Concordar e continuar',
    documentWrong: 'Confira o CPF ou CNPJ.',
    phoneWrong: 'Confira o telefone, com o DDD.',
    changed: 'O valor ou a data mudou. Confira e concorde de novo.',
    gone: 'Esta assinatura não está mais disponível. Fale com quem vendeu.',
  },
  en: {
    title: 'Continue the subscription',
    lead: (seller: string) =>
      `${seller} moved your subscription to this platform. Your payment details did not move with it.`,
    amount: 'Amount of each charge',
    next: 'Next charge',
    terms:
      'By continuing, you agree to pay this amount from the next charge on. Nothing is charged before. On the next page you choose how to pay, and you can cancel at any time.',
    name: 'Your name',
    document: 'CPF or CNPJ',
    phone: 'Phone with area code',
    button: 'Agree and continue',
    documentWrong: 'Check the CPF or CNPJ.',
    phoneWrong: 'Check the phone, with its area code.',
    changed: 'The amount or the date has changed. Check them and agree again.',
    gone: 'This subscription is no longer available. Contact the seller.',
  },
} as const;

const BODY_LIMIT = 4_096;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const NAME_LETTERS = 120;

type Request = FastifyRequest<{ Querystring: { token?: string | string[] }; Body: URLSearchParams | undefined }>;

export async function addAgreementPage(app: FastifyInstance): Promise<void> {
  const readPublicId = ({ query }: Request): string => {
    const found = typeof query.token === 'string' ? readLink(app, query.token) : null;
    if (!found) throw new AppError('TOKEN_INVALID');
    return found;
  };
  const show = async (request: Request, reply: FastifyReply, problems: string[] = []) => {
    const { platform, locale } = request;
    const found = await findWaiting(app, platform.id, readPublicId(request));
    const text = TEXTS[locale];
    if (!found) return send(request, reply.code(410), `<p>${text.gone}</p>`);
    const { waiting, offer, dueAt } = found;
    if (waiting.subscriptionPublicId)
      return reply.redirect(await subscriptionUrl(app, platform.id, waiting.subscriptionPublicId), 303);
    const field = (name: 'name' | 'document' | 'phone', isRequired: boolean) =>
      `<p><label>${text[name]}<br><input name="${name}" maxlength="${NAME_LETTERS}"${isRequired ? ' required' : ''}></label></p>`;
    const fields = [
      waiting.name ? '' : field('name', true),
      waiting.document ? '' : field('document', true),
      waiting.phone ? '' : field('phone', offer.requiredDocumentAndPhone),
    ];
    const alert =
      problems.length > 0 ? `<p role="alert"><strong>${problems.map(escapeHtml).join(' ')}</strong></p>` : '';
    return send(
      request,
      reply,
      `<p>${escapeHtml(text.lead(waiting.sellerName))}</p><h2>${escapeHtml(waiting.title)}</h2>
<dl><dt>${text.amount}</dt><dd>${formatCurrency(waiting.amount, waiting.currency, locale)}</dd>
<dt>${text.next}</dt><dd>${formatDay(dueAt, locale)}</dd></dl>${alert}
<form method="post"><input type="hidden" name="seen" value="${nameTerms(waiting, dueAt)}">${fields.join('')}<p>${text.terms}</p><button>${text.button}</button></form>`,
    );
  };
  const common = { url: AGREEMENT_PATH, schema: { hide: true } } as const;
  const access = { kind: 'public' } as const;
  app.route({
    ...common,
    method: 'GET',
    config: { access, limit: READING },
    handler: (request: Request, reply) => show(request, reply),
  });
  await app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    forms.route({
      ...common,
      method: 'POST',
      bodyLimit: BODY_LIMIT,
      config: { access, limit: CHANGING },
      handler: async (request: Request, reply) => {
        const { platform, locale, body } = request;
        const publicId = readPublicId(request);
        const found = await findWaiting(app, platform.id, publicId);
        if (!found) return show(request, reply);
        const { waiting, offer, dueAt } = found;
        const seen = body?.get('seen') ?? '';
        if (!waiting.subscriptionPublicId && seen !== nameTerms(waiting, dueAt))
          return show(request, reply.code(409), [TEXTS[locale].changed]);
        const typed = (name: string) => (body?.get(name) ?? '').trim().slice(0, NAME_LETTERS);
        const document = readDocument(typed('document'));
        const phone = readPhone(typed('phone'));
        const problems = [
          ...(waiting.document || document ? [] : [TEXTS[locale].documentWrong]),
          ...(waiting.phone || phone || (!offer.requiredDocumentAndPhone && !typed('phone'))
            ? []
            : [TEXTS[locale].phoneWrong]),
        ];
        if (problems.length > 0) return show(request, reply.code(422), problems);
        const address = await agree(app, platform, publicId, {
          locale,
          seen,
          name: typed('name') || null,
          document,
          phone,
        });
        return address ? reply.redirect(address, 303) : show(request, reply);
      },
    });
  });
}

const formatDay = (date: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'America/Sao_Paulo' }).format(date);

/** `body` is HTML. */
const send = ({ platform, locale }: FastifyRequest, reply: FastifyReply, body: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': POLICY,
      'x-robots-tag': 'noindex',
    })
    .send(`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${TEXTS[locale].title} · ${escapeHtml(platform.name)}</title>
<style>body{max-width:32rem;margin:8vh auto;padding:0 24px;font:16px/1.5 system-ui,sans-serif}button{padding:12px 24px;font:inherit;cursor:pointer}
input{width:100%;box-sizing:border-box;padding:10px;font:inherit}dt{opacity:.75}dd{margin:0 0 8px;font-weight:600}</style></head>
<body><p>${escapeHtml(platform.name)}</p><h1>${TEXTS[locale].title}</h1>${body}</body></html>`);
