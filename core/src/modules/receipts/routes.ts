/** Serves receipts beside the payment page, the page that verifies them, and the keys that signed them. */
import { READING } from '@feira/schemas/limits';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { findPaymentByPublicId } from '../payments/service.ts';
import { listReceiptKeys } from './keys.ts';
import { printReceipt } from './pdf.ts';
import { checkReceipt, type SignedReceipt, writeReceipt } from './receipt.ts';
import { formatMoment, TEXTS } from './texts.ts';

const PUBLIC_ID = /^[A-Za-z0-9_-]{22}$/;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type OfPayment = FastifyRequest<{ Params: { id: string } }>;

export default fp(
  async (app) => {
    const open = {
      method: 'GET',
      config: { access: { kind: 'public' }, limit: READING },
      schema: { hide: true },
    } as const;

    /** Every caller who knows the address of the payment page may read its receipt. */
    async function receiptOf({ params, platform }: OfPayment): Promise<SignedReceipt> {
      const payment = PUBLIC_ID.test(params.id) ? await findPaymentByPublicId(app, platform.id, params.id) : null;
      const receipt = payment && (await writeReceipt(app, platform, payment));
      if (!receipt) throw new AppError('PAYMENT_NOT_FOUND');
      return receipt;
    }
    const name = (reply: FastifyReply, number: string, ending: string) =>
      reply.headers({
        'content-disposition': `inline; filename="comprovante-${number}.${ending}"`,
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      });

    app.route<{ Params: { id: string } }>({
      ...open,
      url: '/checkout/payment/:id/receipt.json',
      handler: async (request, reply) => {
        const signed = await receiptOf(request);
        return name(reply, signed.receipt.number, 'json').send(signed);
      },
    });
    app.route<{ Params: { id: string } }>({
      ...open,
      url: '/checkout/payment/:id/receipt.pdf',
      handler: async (request, reply) => {
        const signed = await receiptOf(request);
        const colour = request.platform.settings.customization.visuals?.colorPrimary;
        const pdf = await printReceipt(signed, { locale: request.locale, colour });
        return name(reply, signed.receipt.number, 'pdf').type('application/pdf').send(pdf);
      },
    });
    // A parameter may not be as long as a signature.
    app.route<{ Params: { '*': string } }>({
      ...open,
      url: '/receipts/*',
      handler: async (request, reply) => {
        const { platform, locale, params } = request;
        const proof = await checkReceipt(app, platform, params['*']);
        const t = TEXTS[locale];
        const facts: [string, string][] = proof
          ? [
              [t.number, proof.number],
              [t.total, formatCurrency(proof.amount, proof.currency, locale)],
              [t.paidAt, formatMoment(proof.paidAt, locale)],
              [t.seller, proof.seller],
            ]
          : [];
        const texts = proof ? [t.validText, ...(proof.isReturned ? [t.wasReturned] : [])] : [t.invalidText];
        reply.code(proof ? 200 : 404).headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': POLICY,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        });
        return reply.send(
          renderPage(locale, platform.name, {
            isValid: proof !== null,
            title: proof ? t.valid : t.invalid,
            texts,
            facts,
          }),
        );
      },
    });
    app.route({
      ...open,
      url: '/.well-known/receipt-keys.json',
      handler: async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=300').send({ keys: await listReceiptKeys(app) }),
    });
  },
  { name: 'receipts-routes', dependencies: ['procedures', 'admission', 'errors', 'locale'] },
);

interface Verdict {
  isValid: boolean;
  title: string;
  texts: readonly string[];
  facts: readonly [string, string][];
}

function renderPage(locale: string, platformName: string, { isValid, title, texts, facts }: Verdict): string {
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} · ${escapeHtml(platformName)}</title><style>
:root{color-scheme:light dark}body{margin:0;padding:1.5rem 1rem;background:light-dark(#f3f6f4,#121614);color:light-dark(#17201b,#e8eeea);font:1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto}section{margin-top:.75rem;padding:1.5rem;border-top:4px solid var(--tone);border-radius:12px;background:light-dark(#fff,#1c2320)}
h1{display:flex;gap:.5rem;margin:0;font-size:1.5rem;line-height:1.25}h1::before{color:var(--tone)}p{margin:1rem 0 0}
.good{--tone:light-dark(#0b6e4f,#5cc9a0)}.good h1::before{content:'✓'/''}.bad{--tone:light-dark(#b42318,#ff8a80)}.bad h1::before{content:'✕'/''}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1.5rem;margin:1rem 0 0}dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere}
</style></head><body><main><strong>${escapeHtml(platformName)}</strong><section class="${isValid ? 'good' : 'bad'}"><h1>${escapeHtml(title)}</h1>
${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${facts.length > 0 ? `<dl>${facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>` : ''}
</section></main></body></html>
`;
}
