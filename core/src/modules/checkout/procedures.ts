import * as declared from '@feira/schemas/procedures/checkout';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readIdempotencyKey } from '../../plugins/idempotency.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { chooseVariant, readVariants } from '../checkout-builder/service.ts';
import { findCoupon } from '../coupons/service.ts';
import { getOfferOnSale } from '../offers/service.ts';
import { findPaymentByPublicId } from '../payments/service.ts';
import { readAdConsent, withdrawConsent } from '../pixels/service.ts';
import { CardsUnderWay, readProof } from '../velocity/service.ts';
import { readRemembered } from './affiliate-cookie.ts';
import { deleteCart, isCartCaptured, readVisitor, saveCart } from './carts.ts';
import { showFreight } from './freight.ts';
import { setUpsellCookie } from './funnel-visits.ts';
import { priceOpen, priceToDivide } from './pricing.ts';
import { purchaseOffer } from './purchase.ts';
import { createRestCode } from './rest-code.ts';
import type { PurchaseCall, PurchaseInput } from './stages.ts';
import { storeCard } from './stored-cards.ts';
import {
  getCardConnection,
  listOfferedInstallments,
  listShownDeliveries,
  readPaymentView,
  toCheckout,
} from './view.ts';
import { lookupZipCode } from './zip-codes.ts';

export default fp(
  async (app) => {
    app.decorate('cardsUnderWay', new CardsUnderWay());

    const getOffer = (platform: PlatformContext, id: string, field: string) => getOfferOnSale(app, platform, id, field);

    app.procedure(declared.getCheckout, async ({ input, platform, request, reply }) => {
      const offer = await getOffer(platform, input.checkoutId, 'checkoutId');
      return toCheckout(app, request, chooseVariant(request, reply, offer));
    });

    app.procedure(declared.getInstallments, async ({ input, request }) => {
      const offer = priceOpen(await getOffer(request.platform, input.checkoutId, 'checkoutId'), input.chosenAmount);
      const shown = await getCardConnection(app, request, offer, 'checkoutId');
      return { options: await listOfferedInstallments(app, request, offer, shown, priceToDivide(offer, input)) };
    });

    app.procedure(declared.getCoupon, async ({ input, platform, request }) => {
      const offer = await getOffer(platform, input.checkoutId, 'checkoutId');
      const { id: _, ...coupon } = await findCoupon(app, request, offer, input.code);
      return coupon;
    });

    app.procedure(declared.tokenCreditCard, async ({ input, platform, request }) => {
      const offer = await getOffer(platform, input.checkoutId, 'checkoutId');
      return {
        creditCardId: await storeCard(app, {
          platform,
          offer,
          input,
          customerIp: request.ip,
          proof: await readProof(app, request),
        }),
      };
    });

    type Purchasing = { input: PurchaseInput; platform: PlatformContext; request: FastifyRequest; reply: FastifyReply };
    const callOf = async ({ input, platform, request, reply }: Purchasing): Promise<PurchaseCall> => ({
      platform,
      input,
      idempotencyKey: readIdempotencyKey(request),
      customerIp: request.ip,
      proof: await readProof(app, request),
      remembered: readRemembered(request),
      variants: readVariants(request),
      visitor: readVisitor(app, request),
      adConsent: readAdConsent(request, input.adConsent),
      locale: request.locale,
      reply,
    });

    app.procedure(declared.startTrial, async (call) => {
      const { url } = await app.startTrial(await callOf(call));
      await deleteCart(app, call, call.input.offerId);
      return { url };
    });

    app.procedure(declared.purchase, async (call) => {
      const { request, reply } = call;
      const answer = await purchaseOffer(app, await callOf(call));
      setUpsellCookie(request, reply, answer);
      return answer;
    });

    app.procedure(declared.getPaymentQuick, async ({ input, platform }) => {
      const payment = await findPaymentByPublicId(app, platform.id, input.paymentId);
      if (!payment) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
      return readPaymentView(app, payment);
    });

    app.procedure(declared.withdrawAdConsent, async ({ input, platform }) => {
      const payment = await findPaymentByPublicId(app, platform.id, input.paymentId);
      if (!payment) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
      await withdrawConsent(app, payment);
    });

    app.procedure(declared.createRestCode, async ({ input, platform, request }) =>
      readPaymentView(app, await createRestCode(app, { platform, publicId: input.paymentId, customerIp: request.ip })),
    );

    app.procedure(declared.quoteFreight, async ({ input, platform, request }) => {
      const offer = priceOpen(await getOffer(platform, input.checkoutId, 'checkoutId'), input.chosenAmount);
      const visit = { platformId: platform.id, locale: request.locale };
      if ((input.quantity ?? 1) > offer.maxQuantity)
        throw new AppError('QUANTITY_NOT_OFFERED', { fields: ['quantity'] });
      const sent = await showFreight(app, visit, offer, input);
      return { deliveryOptions: listShownDeliveries(sent) };
    });

    app.procedure(declared.lookupZipCode, ({ input }) => lookupZipCode(app, input.cep));

    app.procedure(declared.checkAbandonedCartEnabled, async ({ input, platform }) => ({
      enabled: isCartCaptured(await getOffer(platform, input.offerId, 'offerId')),
    }));

    app.procedure(declared.putAbandonedCart, async ({ input, ...visit }) => {
      const offer = await getOffer(visit.platform, input.offerId, 'offerId');
      return { cartId: await saveCart(app, visit, offer, input) };
    });

    app.procedure(declared.deleteAbandonedCart, ({ input, ...visit }) => deleteCart(app, visit, input.offerId));
  },
  { name: 'checkout-procedures', dependencies: ['procedures', 'payments-jobs', 'webhooks-jobs'] },
);
