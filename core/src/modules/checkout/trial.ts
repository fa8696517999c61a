/**
 * Prepares a free trial as the purchase that it is not: the buyer, the card, the connection and those who share later charges are checked and
 * found as for a purchase. Nothing is charged: a sale of nothing opens what was sold.
 */
import { promiseSubscription } from '@feira/schemas/rules/subscription';
import type { SubscriptionTerms } from '@feira/schemas/subscription';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { hashRequest } from './answer.ts';
import { toAddress } from './buyer.ts';
import { selectAnswer } from './model.ts';
import { preparePurchase } from './prepare.ts';
import type { Prepared, PurchaseCall } from './stages.ts';
import { useStoredCard } from './stored-card-model.ts';

const PROCEDURE = 'checkout.startTrial';

/** The input that begins a trial. */
export interface Trial {
  saleId: string;
  terms: SubscriptionTerms;
  connectionId: string;
  cardId: string | null;
  storedCardId: string | null;
  /** YYYY-MM. */
  cardExpiry: string | null;
  sale: { productId: string; offerId: string; sellerId: string } & ReturnType<typeof toBuyer>;
  /** Writes the sale. Returns no row where the key is taken. */
  insertSale: (publicId: string) => Statement<{ id: string }>;
}

const toBuyer = ({ input }: PurchaseCall, { buyer }: Prepared) => ({
  buyerName: input.name,
  buyerEmail: input.email,
  buyerDocument: buyer.document,
  buyerPhone: buyer.phone,
  address: toAddress(input),
});

/** Returns the public id that an equal call before was answered with; null where the key is new. Throws IDEMPOTENCY_KEY_REUSED. */
export async function findTrialAnswer(app: FastifyInstance, call: PurchaseCall): Promise<string | null> {
  const { platform, input, idempotencyKey } = call;
  const known = await app.database.find(platform.id, selectAnswer(platform.id, PROCEDURE, idempotencyKey), true);
  if (!known) return null;
  if (!hashRequest(input).equals(known.requestHash))
    throw new AppError('IDEMPOTENCY_KEY_REUSED', { fields: ['idempotency-key'] });
  return (known.responseBody as { publicId: string }).publicId;
}

/** Throws the errors of a purchase, and PRICE_CHANGED where the offer has no free trial any more. */
export async function prepareTrial(app: FastifyInstance, call: PurchaseCall): Promise<Trial> {
  const { platform, input, locale } = call;
  if ((input.expectedTotal ?? 0) !== 0) throw new AppError('PRICE_CHANGED', { fields: ['expectedTotal'] });
  const { expectedTotal: _, ...rest } = input;
  const prepared = await preparePurchase(app, { ...call, input: rest, isTrial: true });
  const { offer, coupon, card, affiliate, decision } = prepared;
  const terms = promiseSubscription(offer, {
    firstAmount: 0,
    discount: coupon && { code: coupon.code, cut: coupon.discount, cycles: coupon.cycles },
    affiliate,
    dunning: offer.dunning ?? platform.settings.dunning,
    locale,
  });
  if (!terms) throw new AppError('PRICE_CHANGED', { fields: ['offerId'] });
  const storedCardId = card?.storedId ?? null;
  // From the first moment of the subscription, nobody deletes its card.
  if (storedCardId && (await app.database.run(platform.id, useStoredCard(platform.id, storedCardId, null))) === 0)
    throw new AppError('CARD_TOKEN_INVALID', { fields: ['creditCard.creditCardId'] });
  const saleId = newId();
  const buyer = toBuyer(call, prepared);
  return {
    saleId,
    terms,
    connectionId: decision.connection.id,
    cardId: card?.input.cardId ?? null,
    storedCardId,
    cardExpiry: card?.expiry ?? null,
    sale: { productId: offer.productId, offerId: offer.id, sellerId: offer.sellerId, ...buyer },
    insertSale: (publicId) => insertTrialSale(call, prepared, { saleId, publicId, buyer }),
  };
}

const insertTrialSale = (
  { platform, input, idempotencyKey, locale }: PurchaseCall,
  { offer, coupon, terms }: Prepared,
  { saleId, publicId, buyer }: { saleId: string; publicId: string; buyer: ReturnType<typeof toBuyer> },
): Statement<{ id: string }> => ({
  text: `
    WITH claim AS (
      INSERT INTO idempotency_key (platform_id, procedure, key, request_hash, response_status, response_body)
      VALUES ($1, $2, $3, $4, 200, $5) ON CONFLICT DO NOTHING RETURNING platform_id
    ), new_sale AS (
      INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, buyer_document, buyer_phone, address, total, currency,
        affiliate_id, utm_query, referer, coupon_code, locale)
      SELECT platform_id, $6, $7, $8, $9, $10, $11, $12, $13, 0, $14, $15, $16, $17, $18, $19 FROM claim
    ), new_item AS (
      INSERT INTO sale_item (platform_id, sale_id, position, offer_id, title, unit_price, is_tangible, product_name, product_image)
      SELECT platform_id, $6, 0, $7, $20, 0, false, $21, $22 FROM claim
    ), new_coupon_use AS (
      -- Its trigger counts, and refuses the whole statement where the coupon is used up.
      INSERT INTO coupon_use (platform_id, sale_id, coupon_id, buyer_email, buyer_document)
      SELECT platform_id, $6, $23::uuid, lower($10), $11 FROM claim WHERE $23::uuid IS NOT NULL
    )
    SELECT $6::uuid AS id FROM claim`,
  values: [
    ...[platform.id, PROCEDURE, idempotencyKey, hashRequest(input), JSON.stringify({ publicId })],
    ...[saleId, offer.id, offer.sellerId, buyer.buyerName, buyer.buyerEmail, buyer.buyerDocument, buyer.buyerPhone],
    ...[buyer.address && JSON.stringify(buyer.address), offer.coin, terms.affiliationId ?? input.affiliateId ?? null],
    ...[JSON.stringify(input.utmQuery ?? {}), input.referer ?? null, coupon?.code ?? null, locale],
    ...[offer.title, offer.product.name, offer.product.image, coupon?.id ?? null],
  ],
});
