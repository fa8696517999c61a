/** Makes a PIX of an order whose card was refused: a new purchase of the same things by the same buyer, at the price without interest. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { type DeliveryOption, findOffer } from '../offers/model.ts';
import { findPaymentByPublicId } from '../payments/service.ts';
import { type Bought, selectBought } from './model.ts';
import { toBuyerInput } from './order-charging.ts';
import { isOpenAmount, totalByPix } from './pricing.ts';
import { purchaseOffer } from './purchase.ts';
import type { PurchaseCall, PurchaseInput } from './stages.ts';

type Visit = Omit<PurchaseCall, 'input' | 'idempotencyKey'>;

/**
 * Returns the public id of the payment by PIX, the same one however often it is asked for; the payment's own id where no card of it
 * was refused. The price is the one that was bought, less what the offer takes off for PIX. Throws PAYMENT_NOT_FOUND, and the errors of a purchase.
 */
export async function payByPixInstead(
  app: FastifyInstance,
  visit: Visit,
  { publicId, pageView }: { publicId: string; pageView?: string | undefined },
): Promise<string> {
  const { platform } = visit;
  const payment = await findPaymentByPublicId(app, platform.id, publicId);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
  const { method, status, isProvisional, offerId, saleId } = payment;
  if (method !== 'CREDIT_CARD' || status !== 'REJECTED' || isProvisional) return publicId;
  const bought = await app.database.find(platform.id, selectBought(platform.id, saleId), true);
  if (!bought) throw new Error('A payment has no sale.');
  const offer = await findOffer(app, platform, offerId);
  const typed = offer && isOpenAmount(offer) ? bought.items[0]?.unitPrice : undefined;
  const expectedTotal = offer ? totalByPix(offer, bought) : bought.total;
  const input = {
    ...toInput(offerId, bought),
    expectedTotal,
    ...(typed && { chosenAmount: typed }),
    ...(pageView && { pageView }),
  };
  const locale = bought.locale ?? visit.locale;
  const keptFreight = toKeptFreight(bought);
  const made = await purchaseOffer(app, {
    ...visit,
    ...(keptFreight && { keptFreight }),
    keptAnswers: bought.customFields,
    locale,
    input,
    idempotencyKey: `pix-instead:${publicId}`,
  });
  return made.paymentId;
}

/** Returns the quoted delivery that the order has; null for one of a fixed fare. */
function toKeptFreight({ delivery, deliveryOptionId: id, freight: fareAmount }: Bought): DeliveryOption | null {
  if (!delivery || !id) return null;
  return {
    ...delivery,
    id,
    fareAmount,
    quotedFrom: id,
    preSelected: true,
    quotedBy: null,
    freeFrom: null,
    fallback: [],
  };
}

function toInput(offerId: string, bought: Bought): PurchaseInput {
  const { items, coupon, deliveryOptionId, utmQuery } = bought;
  const quantity = items[0]?.quantity;
  const bumps = items.flatMap(({ orderBumpId }) => orderBumpId ?? []);
  return {
    ...toBuyerInput(bought),
    offerId,
    paymentMethod: 'PIX',
    utmQuery,
    ...(quantity && quantity > 1 && { quantity }),
    ...(bumps.length > 0 && { orderBumpsIds: bumps }),
    ...(coupon && { coupon }),
    ...(deliveryOptionId && { deliveryOptionId }),
    // A buyer who has paid for the same thing meanwhile is asked first.
    isRepeat: false,
  };
}
