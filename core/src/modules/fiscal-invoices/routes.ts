/** Leads buyers and sellers to the files of an invoice, beside the payment's page. Files that only the seller's key opens are fetched with it. */
import { INVOICE_FILES } from '@feira/schemas/integration-invoice';
import { READING } from '@feira/schemas/limits';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { findPaymentByPublicId } from '../payments/service.ts';
import { openInvoiceFile } from './service.ts';

const PUBLIC_ID = /^[A-Za-z0-9_-]{22}$/;
const TYPES = { pdf: 'application/pdf', xml: 'application/xml' } as const;

export default fp(
  async (app) => {
    for (const file of INVOICE_FILES)
      app.route<{ Params: { id: string } }>({
        method: 'GET',
        url: `/checkout/payment/:id/invoice.${file}`,
        config: { access: { kind: 'public' }, limit: READING },
        schema: { hide: true },
        handler: async ({ params, platform }, reply) => {
          const payment = PUBLIC_ID.test(params.id) ? await findPaymentByPublicId(app, platform.id, params.id) : null;
          const opened = payment && (await openInvoiceFile(app, platform.id, payment.id, file));
          if (!opened) throw new AppError('PAYMENT_NOT_FOUND');
          reply.headers({
            'cache-control': 'private, no-store',
            'referrer-policy': 'no-referrer',
            'x-robots-tag': 'noindex',
          });
          if ('url' in opened) return reply.redirect(opened.url, 302);
          // The file is shown as the kind that it is said to be, and runs nothing here.
          return reply
            .headers({
              'content-disposition': `${file === 'pdf' ? 'inline' : 'attachment'}; filename="nota-fiscal.${file}"`,
              'content-security-policy': "default-src 'none'; sandbox",
              'x-content-type-options': 'nosniff',
            })
            .type(TYPES[file])
            .send(opened.bytes);
        },
      });
  },
  { name: 'fiscal-invoices-routes', dependencies: ['procedures', 'admission', 'errors', 'locale', 'data-keys'] },
);
