/** Serves the form by which buyers ask a seller, before and after a purchase. It works without JavaScript. */
import { CONTACTING } from '@feira/schemas/limits';
import { questionInput } from '@feira/schemas/procedures/questions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { AppError, errorBody } from '../../plugins/errors.ts';
import { findOffer } from '../offers/model.ts';
import { findPaymentByPublicId } from '../payments/service.ts';
import { selectAskedSale } from './model.ts';
import { askSeller } from './service.ts';

type Addressed = FastifyRequest<{ Params: { id: string } }>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PUBLIC_ID = /^[A-Za-z0-9_-]{22}$/;
const FORM_LIMIT = 16 * 1024;

/** The offer or purchase that a form is about. */
interface Subject {
  sellerId: string;
  sellerName: string;
  productId: string;
  title: string;
  saleId: string | null;
  logoUrl: string | null;
  colorPrimary: string | null;
  backUrl: string;
  /** Name and e-mail of the person who has bought; the form asks for neither then. */
  buyer: { name: string; email: string } | null;
}

export default fp(
  async (app) => {
    async function findOfferSubject({ params, platform }: Addressed): Promise<Subject | null> {
      const offer = UUID.test(params.id) ? await findOffer(app, platform, params.id) : null;
      if (!offer) return null;
      const { sellerId, sellerName, productId, title, checkoutBuilderConfig: looks } = offer;
      const logoUrl = looks.logoTopImageURL ?? null;
      const colorPrimary = looks.colorPrimary ?? null;
      const backUrl = `/checkout/${offer.id}`;
      return { sellerId, sellerName, productId, title, logoUrl, colorPrimary, backUrl, saleId: null, buyer: null };
    }
    async function findPurchaseSubject({ params, platform }: Addressed): Promise<Subject | null> {
      const payment = PUBLIC_ID.test(params.id) ? await findPaymentByPublicId(app, platform.id, params.id) : null;
      if (!payment) return null;
      const sale = await app.database.find(platform.id, selectAskedSale(platform.id, payment.saleId), true);
      if (!sale) return null;
      const { sellerName, title, saleId, publicId } = payment;
      const { sellerId, productId, logoUrl, colorPrimary, ...buyer } = sale;
      const backUrl = `/checkout/payment/${publicId}`;
      return { sellerId, sellerName, productId, title, saleId, logoUrl, colorPrimary, backUrl, buyer };
    }

    interface Shown {
      values?: Record<string, string>;
      error?: { message: string; fields: Record<string, string> };
      isSent?: boolean;
    }
    function sendForm(request: FastifyRequest, reply: FastifyReply, subject: Subject, shown: Shown = {}) {
      const { sellerName, title, logoUrl, colorPrimary, backUrl, buyer } = subject;
      const language = request.locale === 'en' ? '?lang=en' : '';
      return app.documents.send(reply.header('cache-control', 'no-store'), (renderer, nonce) =>
        renderer.renderContact({
          platformName: request.platform.name,
          sellerName,
          title,
          logoUrl,
          colorPrimary: colorPrimary ?? request.platform.settings.customization.visuals?.colorPrimary ?? null,
          backUrl: `${backUrl}${language}`,
          formAction: `${backUrl}/contact${language}`,
          asksBuyer: buyer === null,
          values: shown.values ?? {},
          ...(shown.error && { error: shown.error }),
          isSent: shown.isSent ?? false,
          locale: request.locale,
          nonce,
        }),
      );
    }

    async function take(request: Addressed, reply: FastifyReply, subject: Subject | null) {
      refuseCrossSite(request);
      if (!subject) return app.documents.sendMessage(request, reply, 'not-found');
      if (!(request.body instanceof URLSearchParams)) throw new AppError('MEDIA_TYPE_UNSUPPORTED');
      const { platform, locale, body } = request;
      const typed = (name: string) => (body.get(name) ?? '').trim();
      const values = { ...(subject.buyer ?? { name: typed('name'), email: typed('email') }), text: typed('text') };
      // The name of a purchase may be longer than the form takes.
      const checked = subject.buyer ? { ...values, name: 'buyer' } : values;
      const problems = app.findProblems(questionInput, checked, locale);
      if (problems) return sendForm(request, reply.code(422), subject, { values, error: problems });
      try {
        const { sellerId, productId, title, saleId } = subject;
        await askSeller(app, platform, { sellerId, productId, title, saleId, ...values });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const { message } = errorBody(error, locale);
        return sendForm(request, reply.code(error.status), subject, { values, error: { message, fields: {} } });
      }
      return sendForm(request, reply, subject, { isSent: true });
    }

    const page = { config: { access: { kind: 'public' }, limit: CONTACTING }, schema: { hide: true } } as const;
    const SUBJECTS = [
      ['/checkout/:id/contact', findOfferSubject],
      ['/checkout/payment/:id/contact', findPurchaseSubject],
    ] as const;
    await app.register(async (forms) => {
      forms.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: FORM_LIMIT },
        (_request, body, done) => done(null, new URLSearchParams(body as string)),
      );
      for (const [url, findSubject] of SUBJECTS) {
        forms.route<{ Params: { id: string } }>({
          ...page,
          method: 'GET',
          url,
          handler: async (request, reply) => {
            const subject = await findSubject(request);
            return subject ? sendForm(request, reply, subject) : app.documents.sendMessage(request, reply, 'not-found');
          },
        });
        forms.route<{ Params: { id: string } }>({
          ...page,
          method: 'POST',
          url,
          bodyLimit: FORM_LIMIT,
          handler: async (request, reply) => take(request, reply, await findSubject(request)),
        });
      }
    });
  },
  { name: 'questions-routes', dependencies: ['documents', 'database', 'procedures', 'admission'] },
);
