/** Serves the public pages: documents rendered by the built checkout, a form that works without JavaScript, and the live payment. */
import type { Checkout } from '@feira/schemas/checkout';
import { LOCALES, type Locale } from '@feira/schemas/common';
import { PURCHASING, READING, WATCHING } from '@feira/schemas/limits';
import { SELLER } from '@feira/schemas/procedure';
import { purchase } from '@feira/schemas/procedures/checkout';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { CAPTCHA_ACTION } from '../../plugins/captcha.ts';
import { AppError, errorBody } from '../../plugins/errors.ts';
import { newPublicId } from '../../shared/ids.ts';
import { chooseVariant, findPreviewedOffer, readVariants } from '../checkout-builder/service.ts';
import { findCoupon } from '../coupons/service.ts';
import { findAttribution } from '../fees/service.ts';
import {
  type FoundOffer,
  findEmbedOrigins,
  findOffer,
  isUnavailable,
  type Offer,
  type Unavailable,
} from '../offers/model.ts';
import { makeReturnedDue, type Payment } from '../payments/model.ts';
import { findPaymentByPublicId } from '../payments/service.ts';
import { toPagePixels, toPaymentPixels } from '../pixels/service.ts';
import { captchaFrameUrl, createPageView } from '../velocity/service.ts';
import { readRemembered, rememberAffiliate } from './affiliate-cookie.ts';
import { createBilletLink } from './billet-files.ts';
import { findFramingPage, toCardFrame } from './card-frame.ts';
import { findKeptDays, findResumed, readVisitor, resumeCart, toFormValues } from './carts.ts';
import {
  type FormPost,
  readAmount,
  readCarried,
  readForm,
  readPageView,
  readPrefill,
  readStepForm,
  readTracking,
} from './form.ts';
import { showFreight } from './freight.ts';
import {
  acceptUpsell,
  declineUpsell,
  findLead,
  listVisitOrders,
  mayEnter,
  readPurchase,
  type StepForm,
  setUpsellCookie,
  showStep,
} from './funnel-visits.ts';
import { createLivePayments } from './live.ts';
import { readOrderPage } from './order-page.ts';
import { payByPixInstead } from './pix-instead.ts';
import { isOpenAmount, priceOpen } from './pricing.ts';
import { purchaseOffer } from './purchase.ts';
import { renewCode } from './renewal.ts';
import { createRestCode } from './rest-code.ts';
import { platformColour, readPaymentView, toCheckout } from './view.ts';

/** Every page here is about the one thing its address names. */
type Addressed = FastifyRequest<{ Params: { id: string } }>;
type Query = Record<string, string | string[] | undefined>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PUBLIC_ID = /^[A-Za-z0-9_-]{22}$/;
const FORM_LIMIT = 64 * 1024;

/** Returns whether a person opens the page: programs fetch it ahead, or to draw a picture of the link into a chat. */
const isOpening = ({ headers }: FastifyRequest): boolean =>
  !/prefetch|prerender/.test(String(headers['sec-purpose'] ?? '')) &&
  !/bot\b|crawl|spider|facebookexternalhit|whatsapp|preview/i.test(headers['user-agent'] ?? '');

/** Returns the checkout as a frame shows it: it neither asks before it is left nor leads anywhere else. */
const toFramed = (checkout: Checkout): Checkout => ({
  ...checkout,
  checkoutBuilderConfig: { ...checkout.checkoutBuilderConfig, leaveConfirmation: false, backRedirect: '' },
});

export default fp(
  async (app) => {
    const publicPage = { access: { kind: 'public' } } as const;
    const schema = { hide: true };

    const offerOf = async ({ params, platform }: Addressed) =>
      UUID.test(params.id) ? findOffer(app, platform, params.id) : null;

    /** Tells why an offer cannot be bought now. The buyer of a payment link is also told who has sent it. */
    function sendUnavailable(request: FastifyRequest, reply: FastifyReply, offer: Offer, why: Unavailable) {
      const error = new AppError(why);
      const framing = framingOf(request, offer.embedOrigins);
      if (!offer.link) return app.documents.sendMessage(request, reply, 'unavailable', error, framing);
      const { id, sellerName, supportEmail } = offer;
      const url = `/checkout/${id}/contact${request.locale === 'en' ? '?lang=en' : ''}`;
      const note = [sellerName, supportEmail].filter(Boolean).join(' · ');
      return app.documents.sendMessage(request, reply, 'link', error, { url, note, ...framing });
    }

    /** Returns the page of the payment that this browser has made by a link for one payment; null where another one has, or nobody. */
    async function findOwnPayment(request: FastifyRequest, { id, unavailable }: FoundOffer): Promise<string | null> {
      const publicId = unavailable === 'PAYMENT_LINK_USED' ? readPurchase(request) : null;
      const payment = publicId && (await findPaymentByPublicId(app, request.platform.id, publicId));
      return payment && payment.offerId === id ? inLanguage(request, `/checkout/payment/${publicId}`) : null;
    }

    /** Asks for the amount of a payment link, before its checkout is shown. */
    function sendAmount(request: FastifyRequest, reply: FastifyReply, offer: Offer, error?: AppError) {
      const query = request.query as Query;
      if (error) reply.code(error.status);
      const { product, checkoutBuilderConfig: looks } = offer;
      const { ancestors, embed } = framingOf(request, offer.embedOrigins);
      const render: Parameters<typeof app.documents.send>[1] = (renderer, nonce) =>
        renderer.renderAmount({
          platformName: request.platform.name,
          sellerName: offer.sellerName,
          title: offer.title,
          description: product.description,
          coin: offer.coin,
          least: offer.link?.leastAmount ?? 0,
          most: offer.link?.mostAmount ?? 0,
          logoUrl: looks.logoTopImageURL ?? null,
          colorPrimary: looks.colorPrimary ?? platformColour(request.platform),
          query: { ...readCarried(query), ...(embed && { embed: embed.origin }) },
          ...(embed && { embed }),
          typed: typeof query.amount === 'string' ? query.amount.slice(0, 30) : '',
          ...(error && {
            error: error.reasons.chosenAmount?.[request.locale] ?? errorBody(error, request.locale).message,
          }),
          locale: request.locale,
          nonce,
          languageUrls: languageUrls(request),
        });
      return app.documents.send(reply, render, { ancestors });
    }

    /** Returns the offer at the amount of the address, or the page that asks for it. */
    function priceAddressed<O extends Offer>(
      request: FastifyRequest,
      reply: FastifyReply,
      offer: O,
    ): { offer: O } | { asked: Promise<FastifyReply> } {
      if (!isOpenAmount(offer)) return { offer };
      const amount = readAmount(request.query as Query);
      if (amount === undefined) return { asked: sendAmount(request, reply, offer) };
      try {
        return { offer: priceOpen(offer, amount) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { asked: sendAmount(request, reply, offer, error) };
      }
    }
    const paymentOf = async ({ params, platform }: Addressed) =>
      PUBLIC_ID.test(params.id) ? findPaymentByPublicId(app, platform.id, params.id) : null;

    const visitOf = (request: FastifyRequest, reply: FastifyReply) => ({
      platform: request.platform,
      customerIp: request.ip,
      remembered: readRemembered(request),
      variants: readVariants(request),
      visitor: readVisitor(app, request),
      // Without JavaScript nobody was asked.
      adConsent: null,
      locale: request.locale,
      reply,
    });

    const languageUrls = (request: FastifyRequest): Record<Locale, string> => {
      const [path, search = ''] = request.url.split('?');
      return Object.fromEntries(
        LOCALES.map((locale) => {
          const query = new URLSearchParams(search);
          for (const name of ['nome', 'email', 'telefone', 'cpf']) query.delete(name);
          query.set('lang', locale);
          return [locale, `${path}?${query}`];
        }),
      ) as Record<Locale, string>;
    };

    /** Returns the address of a page of the same visit: in its language, and in the frame that it is in. */
    const inLanguage = ({ locale, query }: FastifyRequest, url: string) => {
      const { embed } = query as Query;
      const carried = new URLSearchParams({
        ...(locale === 'en' && { lang: 'en' }),
        ...(embed && { embed: String(embed) }),
      });
      return carried.size > 0 ? `${url}?${carried}` : url;
    };

    /** Returns who may frame a page of this seller, and the page around that asks to be told of it. */
    const framingOf = ({ query }: FastifyRequest, ancestors: readonly string[]) => {
      const origin = ancestors.find((one) => one === (query as Query).embed);
      return { ancestors, ...(origin && { embed: { origin } }) };
    };

    /** Sends the step that the buyer is at, or leads to the page of the purchase where the funnel has ended. */
    async function sendStep(request: FastifyRequest, reply: FastifyReply, payment: Payment, error?: AppError) {
      const step = await showStep(app, request, payment);
      if (!step) return reply.redirect(inLanguage(request, `/checkout/payment/${payment.publicId}`), 303);
      const [orders, page] = await Promise.all([listVisitOrders(app, request, payment), readOrderPage(app, payment)]);
      const origins = await findEmbedOrigins(app, request.platform.id, payment.offerId);
      const { ancestors, embed } = framingOf(request, origins);
      if (error) reply.code(error.status);
      const render: Parameters<typeof app.documents.send>[1] = (renderer, nonce) =>
        renderer.renderUpsell({
          platformName: request.platform.name,
          paymentId: payment.publicId,
          step,
          orders,
          logoUrl: page.logoUrl,
          colorPrimary: page.colorPrimary ?? platformColour(request.platform),
          ...(error && { error: errorBody(error, request.locale).message }),
          ...(embed && { embed }),
          locale: request.locale,
          nonce,
          languageUrls: languageUrls(request),
        });
      return app.documents.send(reply, render, { frames: step.frameUrl ? [step.frameUrl] : [], ancestors });
    }

    const pageUrlOf = async ({ platform }: FastifyRequest, { id }: Offer): Promise<string> =>
      `${await app.findPlatformUrl(platform.id)}/checkout/${id}`;

    /** Returns the coupon, or why the offer does not take it as an error of its field; nothing without a code. */
    async function tryCoupon(request: FastifyRequest, offer: Offer, code: string | undefined) {
      if (!code) return {};
      try {
        const { id: _, ...coupon } = await findCoupon(app, request, offer, code);
        return { coupon };
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const { message } = errorBody(error, request.locale);
        return { error: { message, fields: { coupon: message } } };
      }
    }

    async function sendCheckout(
      request: FastifyRequest,
      reply: FastifyReply,
      offer: Offer,
      { values, pageView }: Pick<FormPost, 'values'> & { pageView?: string | undefined },
      error?: { message: string; fields: Record<string, string> },
    ) {
      const tracking = readTracking(request.query as Query);
      const { ancestors, embed } = framingOf(request, offer.embedOrigins);
      const visit = { platformId: request.platform.id, locale: request.locale };
      const sent = await showFreight(app, visit, chooseVariant(request, reply, offer), values);
      const shown = await toCheckout(app, request, sent);
      const checkout = embed ? toFramed(shown) : shown;
      const pageUrl = await pageUrlOf(request, offer);
      const tried = await tryCoupon(request, offer, values.coupon);
      // A cookie says whose cart it is, and frames of other sites may have none.
      const cartKeptDays = embed ? null : await findKeptDays(app, request.platform.id, offer);
      // The page around measures its own visitors.
      const pixels = embed ? null : toPagePixels(request, offer);
      const render: Parameters<typeof app.documents.send>[1] = (renderer, nonce) =>
        renderer.renderCheckout({
          platformName: request.platform.name,
          pageUrl,
          checkout,
          values,
          ...tracking,
          ...(request.headers.referer && { referer: request.headers.referer.slice(0, 2048) }),
          idempotencyKey: newPublicId(),
          pageView: createPageView(app, { platformId: request.platform.id, offerId: offer.id }, pageView),
          cartKeptDays,
          ...(pixels && { pixels }),
          ...(embed && { embed }),
          ...('coupon' in tried && { coupon: tried.coupon }),
          ...((error ?? ('error' in tried && tried.error)) && { error: error ?? tried.error }),
          locale: request.locale,
          nonce,
          languageUrls: languageUrls(request),
        });
      const { captcha } = app.config;
      const widget = captcha && checkout.card ? captchaFrameUrl(captcha.origin, offer.id) : undefined;
      const frames = [checkout.card?.frameUrl, pixels?.frameUrl, widget].filter((url) => url !== undefined);
      return app.documents.send(reply, render, { frames, ancestors });
    }

    app.route<{ Params: { id: string }; Querystring: Query }>({
      method: 'GET',
      url: '/checkout/:id',
      config: publicPage,
      schema,
      handler: async (request, reply) => {
        const found = await offerOf(request);
        if (!found) return app.documents.sendMessage(request, reply, 'not-found');
        if (found.link && isOpening(request)) app.linkOpenings.add(request.platform.id, found.id);
        const own = await findOwnPayment(request, found);
        if (own) return reply.redirect(own, 303);
        if (found.unavailable) return sendUnavailable(request, reply, found, found.unavailable);
        const priced = priceAddressed(request, reply, found);
        if ('asked' in priced) return priced.asked;
        const { offer } = priced;
        const { affiliateId } = readTracking(request.query);
        const visit = affiliateId && (await findAttribution(app, request.platform.id, offer.id, affiliateId));
        if (visit) rememberAffiliate(request, reply, visit);
        const resumed = await findResumed(app, request, offer.id);
        const values = { ...(resumed && toFormValues(resumed)), ...readPrefill(request.query) };
        return sendCheckout(request, reply, offer, { values });
      },
    });

    // The address that follows names nothing of the buyer: a cookie of this browser says whose cart fills the form.
    app.route<{ Params: { token: string }; Querystring: Query }>({
      method: 'GET',
      url: '/checkout/resume/:token',
      config: { ...publicPage, limit: PURCHASING },
      schema,
      handler: async (request, reply) => {
        const cart = await resumeCart(app, { platform: request.platform, reply }, request.params.token);
        if (!cart) return app.documents.sendMessage(request, reply, 'not-found');
        const { coupon } = readPrefill(request.query);
        const query = new URLSearchParams({
          ...cart.utmQuery,
          ...(cart.form.affiliateId && { affiliateId: cart.form.affiliateId }),
          ...(coupon && { coupon }),
        });
        if (cart.locale === 'en') query.set('lang', 'en');
        return reply
          .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
          .redirect(`/checkout/${cart.offerId}${query.size ? `?${query}` : ''}`, 303);
      },
    });

    app.route<{ Params: { id: string }; Querystring: Query }>({
      method: 'GET',
      url: '/checkout/:id/preview',
      config: { access: SELLER, limit: READING },
      schema,
      handler: async (request, reply) => {
        const { params, platform, person, locale } = request;
        const offer =
          UUID.test(params.id) && person ? await findPreviewedOffer(app, platform.id, person.id, params.id) : null;
        if (!offer) throw new AppError('OFFER_NOT_FOUND');
        const checkout = await toCheckout(app, request, offer);
        const pageUrl = await pageUrlOf(request, offer);
        return app.documents.sendPreview(reply, (renderer, nonce) =>
          renderer.renderPreview({
            platformName: platform.name,
            pageUrl,
            checkout,
            values: {},
            utmQuery: {},
            idempotencyKey: '',
            pageView: '',
            cartKeptDays: null,
            locale,
            nonce,
            languageUrls: languageUrls(request),
          }),
        );
      },
    });

    await app.register(async (forms) => {
      forms.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: FORM_LIMIT },
        (_request, body, done) => done(null, new URLSearchParams(body as string)),
      );
      forms.route<{ Params: { id: string }; Querystring: Query; Body: URLSearchParams }>({
        method: 'POST',
        url: '/checkout/:id',
        bodyLimit: FORM_LIMIT,
        config: { ...publicPage, limit: PURCHASING },
        schema,
        handler: async (request, reply) => {
          // A form on another site must not buy in the name of a visitor who opens that site.
          refuseCrossSite(request);
          const found = await offerOf(request);
          if (!found) return app.documents.sendMessage(request, reply, 'not-found');
          const priced = priceAddressed(request, reply, found);
          if ('asked' in priced) return priced.asked;
          const { offer } = priced;
          if (!(request.body instanceof URLSearchParams)) throw new AppError('MEDIA_TYPE_UNSUPPORTED');
          const tracking = readTracking(request.query);
          const typed = isOpenAmount(offer) ? { chosenAmount: offer.price } : {};
          const post: FormPost = readForm(offer.id, request.body, { ...tracking, ...typed });
          if (post.isCouponTried) return sendCheckout(request, reply, offer, post);
          const problems = app.findProblems(purchase.input, post.input, request.locale);
          if (problems) return sendCheckout(request, reply.code(422), offer, post, problems);
          try {
            if (post.values.paymentMethod === 'CREDIT_CARD') throw new AppError('CARD_FORM_MISSING');
            const call = {
              ...visitOf(request, reply),
              input: post.input as Parameters<typeof purchaseOffer>[1]['input'],
              idempotencyKey: post.idempotencyKey ?? newPublicId(),
            };
            if (offer.isTrialFree) {
              const { url } = await app.startTrial(call);
              return app.documents.sendMessage(request, reply, 'trial', { url });
            }
            const bought = await purchaseOffer(app, call);
            setUpsellCookie(request, reply, bought);
            const { embed } = request.query;
            const query = new URLSearchParams({ ...tracking.utmQuery, ...(embed && { embed: String(embed) }) });
            return reply.redirect(`/checkout/payment/${bought.paymentId}${query.size ? `?${query}` : ''}`, 303);
          } catch (error) {
            // A buyer who sends the form once more after another 5xx sends the same key.
            if (!(error instanceof AppError) || (error.status >= 500 && error.code !== 'METHOD_PAUSED')) throw error;
            if (found.link && isUnavailable(error.code)) return sendUnavailable(request, reply, found, error.code);
            const body = errorBody(error, request.locale);
            const fields = Object.fromEntries((body.details ?? []).map(({ field, message }) => [field, message]));
            return sendCheckout(request, reply.code(error.status), offer, post, {
              message: body.message,
              fields,
            });
          }
        },
      });

      forms.route<{ Params: { id: string }; Querystring: Query; Body: URLSearchParams }>({
        method: 'POST',
        url: '/checkout/payment/:id/upsell',
        bodyLimit: FORM_LIMIT,
        config: { ...publicPage, limit: PURCHASING },
        schema,
        handler: async (request, reply) => {
          refuseCrossSite(request);
          const payment = await paymentOf(request);
          if (!payment) return app.documents.sendMessage(request, reply, 'not-found');
          if (!(request.body instanceof URLSearchParams)) throw new AppError('MEDIA_TYPE_UNSUPPORTED');
          const home = inLanguage(request, `/checkout/payment/${payment.publicId}`);
          const form: StepForm | null = readStepForm(request.body);
          if (!form || !mayEnter(app, request, payment)) return reply.redirect(home, 303);
          if (request.body.get('answer') !== 'accept') {
            await declineUpsell(app, payment, form.stepId);
            return reply.redirect(inLanguage(request, `/checkout/payment/${payment.publicId}/upsell`), 303);
          }
          try {
            const { adConsent: _, ...call } = visitOf(request, reply);
            return reply.redirect(inLanguage(request, await acceptUpsell(app, call, payment, form)), 303);
          } catch (error) {
            if (!(error instanceof AppError) || (error.status >= 500 && error.code !== 'METHOD_PAUSED')) throw error;
            return sendStep(request, reply, payment, error);
          }
        },
      });

      /** Each returns the public id of the payment whose page has the code. */
      const CODES: Record<string, (id: string, request: FastifyRequest, reply: FastifyReply) => Promise<string>> = {
        renew: async (publicId, { platform, ip }) =>
          (await renewCode(app, { platform, publicId, customerIp: ip })).publicId,
        rest: async (publicId, { platform, ip }) =>
          (await createRestCode(app, { platform, publicId, customerIp: ip })).publicId,
        pix: (publicId, request, reply) => {
          const pageView = request.body instanceof URLSearchParams ? readPageView(request.body) : undefined;
          return payByPixInstead(app, visitOf(request, reply), { publicId, pageView });
        },
      };
      for (const [name, makeCode] of Object.entries(CODES))
        forms.route<{ Params: { id: string }; Querystring: Query }>({
          method: 'POST',
          url: `/checkout/payment/:id/${name}`,
          bodyLimit: FORM_LIMIT,
          config: { ...publicPage, limit: PURCHASING },
          schema,
          handler: async (request, reply) => {
            refuseCrossSite(request);
            const { params, query } = request;
            if (!PUBLIC_ID.test(params.id)) return app.documents.sendMessage(request, reply, 'not-found');
            try {
              const publicId = await makeCode(params.id, request, reply);
              const { lang, embed } = query;
              const carried = new URLSearchParams({
                ...(lang === 'en' && { lang }),
                ...(embed && { embed: String(embed) }),
              });
              return reply.redirect(`/checkout/payment/${publicId}${carried.size > 0 ? `?${carried}` : ''}`, 303);
            } catch (error) {
              if (!(error instanceof AppError) || (error.status >= 500 && error.code !== 'METHOD_PAUSED')) throw error;
              if (error.status === 404) return app.documents.sendMessage(request, reply, 'not-found');
              return app.documents.sendMessage(request, reply, 'unavailable', error);
            }
          },
        });
    });

    await app.register(async (returns) => {
      // Banks lead back with a form of theirs, too. Nothing of it is believed: the provider is asked.
      returns.removeAllContentTypeParsers();
      returns.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, (_request, _body, done) =>
        done(null),
      );
      returns.route<{ Params: { id: string; locale: string } }>({
        method: ['GET', 'POST'],
        url: '/checkout/payment/:id/return/:locale',
        config: { ...publicPage, limit: WATCHING },
        schema,
        handler: async (request, reply) => {
          const payment = await paymentOf(request);
          if (!payment) return app.documents.sendMessage(request, reply, 'not-found');
          const { platformId, id, publicId } = payment;
          if (payment.nextStep) await app.database.run(platformId, makeReturnedDue(platformId, id));
          return reply.redirect(
            `/checkout/payment/${publicId}${request.params.locale === 'en' ? '?lang=en' : ''}`,
            303,
          );
        },
      });
    });

    app.route<{ Params: { id: string } }>({
      method: 'GET',
      url: '/checkout/payment/:id',
      config: publicPage,
      schema,
      handler: async (request, reply) => {
        const payment = await paymentOf(request);
        if (!payment) return app.documents.sendMessage(request, reply, 'not-found');
        const { platform, locale } = request;
        const lead = await findLead(app, request, payment);
        if (lead.url) return reply.redirect(inLanguage(request, lead.url), 303);
        const { isAwaited, onwardsUrl } = lead;
        const view = await readPaymentView(app, payment);
        const orders = await listVisitOrders(app, request, payment);
        const colorPrimary = view.colorPrimary ?? platformColour(platform);
        const { ancestors, embed } = framingOf(request, await findEmbedOrigins(app, platform.id, payment.offerId));
        const pixels = embed ? null : await toPaymentPixels(app, request, payment, view);
        const { saleId, amount, currency } = payment;
        const render: Parameters<typeof app.documents.send>[1] = (renderer, nonce) =>
          renderer.renderPayment({
            platformName: platform.name,
            payment: { ...view, colorPrimary },
            ...(payment.method === 'CREDIT_CARD' && { pageView: createPageView(app, payment) }),
            ...(isAwaited && { isAwaited }),
            ...(onwardsUrl && { onwardsUrl: inLanguage(request, onwardsUrl) }),
            ...(orders.length > 1 && { orders }),
            ...(pixels && { pixels }),
            ...(embed && { embed: { ...embed, paid: { saleId, amount, currency } } }),
            locale,
            nonce,
            languageUrls: languageUrls(request),
          });
        return app.documents.send(reply, render, {
          frames: pixels ? [pixels.frameUrl] : [],
          forms: view.nextStep?.form ? [view.nextStep.url] : [],
          ancestors,
        });
      },
    });

    app.route<{ Params: { id: string } }>({
      method: 'GET',
      url: '/checkout/payment/:id/upsell',
      config: { ...publicPage, limit: PURCHASING },
      schema,
      handler: async (request, reply) => {
        const payment = await paymentOf(request);
        if (!payment) return app.documents.sendMessage(request, reply, 'not-found');
        if (mayEnter(app, request, payment)) return sendStep(request, reply, payment);
        return reply.redirect(inLanguage(request, `/checkout/payment/${payment.publicId}`), 303);
      },
    });

    app.route<{ Params: { id: string } }>({
      method: 'GET',
      url: '/checkout/payment/:id/boleto.pdf',
      config: { ...publicPage, limit: PURCHASING },
      schema,
      handler: async (request, reply) => {
        const payment = await paymentOf(request);
        try {
          const url = payment && (await createBilletLink(app, payment));
          if (!url) return app.documents.sendMessage(request, reply, 'not-found');
          return reply.header('cache-control', 'no-store').redirect(url, 302);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return app.documents.sendMessage(request, reply, 'unavailable', error);
        }
      },
    });

    app.route<{ Params: { id: string }; Querystring: Query }>({
      method: 'GET',
      url: '/card-frame/:id',
      // It may live on a host of its own, which leads to no platform.
      config: { ...publicPage, anyHost: true },
      schema,
      handler: async (request, reply) => {
        const page = await findFramingPage(app, request, app.config.cardFrameOrigin !== '');
        const offer =
          page && UUID.test(request.params.id) ? await findOffer(app, page.platform, request.params.id) : null;
        const frame = page && offer ? await toCardFrame(app, page, offer, request.ip) : null;
        if (!frame) throw new AppError('OFFER_NOT_FOUND');
        return app.documents.sendCardFrame(reply, {
          ...frame,
          ancestors: offer?.embedOrigins ?? [],
          locale: request.locale,
        });
      },
    });

    app.route<{ Params: { id: string }; Querystring: Query }>({
      method: 'GET',
      url: '/captcha-frame/:id',
      config: { ...publicPage, anyHost: true },
      schema,
      handler: async (request, reply) => {
        const { captcha } = app.config;
        const { challenge } = request.query;
        const isHere = captcha !== null && request.hostname === new URL(captcha.origin).hostname;
        const isAsked = isHere && typeof challenge === 'string' && PUBLIC_ID.test(challenge);
        const page = isAsked ? await findFramingPage(app, request, true) : null;
        const offer =
          page && UUID.test(request.params.id) ? await findOffer(app, page.platform, request.params.id) : null;
        if (!isAsked || !page || !offer) throw new AppError('OFFER_NOT_FOUND');
        const { service, siteKey } = captcha;
        return app.documents.sendCaptchaFrame(reply, {
          config: { parentOrigin: page.origin, service, siteKey, action: CAPTCHA_ACTION, challengeId: challenge },
          origin: captcha.origin,
          ancestors: offer.embedOrigins,
          locale: request.locale,
        });
      },
    });

    const openStream = createLivePayments(app);
    app.route<{ Params: { id: string } }>({
      method: 'GET',
      url: '/checkout/payment/:id/events',
      config: { ...publicPage, limit: WATCHING },
      schema,
      handler: async (request, reply) => {
        const payment = await paymentOf(request);
        if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
        return openStream(payment, reply);
      },
    });
  },
  { name: 'checkout-routes', dependencies: ['documents', 'notifications', 'procedures', 'streams', 'admission'] },
);
