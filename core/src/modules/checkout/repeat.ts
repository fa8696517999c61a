/** Looks whether a buyer has just bought the same thing, before anything is charged again. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { findConnection } from '../connections/service.ts';
import { findPaymentByPublicId } from '../payments/service.ts';
import { toAnswer, unwrap } from './answer.ts';
import { toAddress } from './buyer.ts';
import { readOrderPage } from './order-page.ts';
import type { Prepared, PurchaseCall, PurchaseOutput } from './stages.ts';

const ASKED_HOURS = 24;
/** A code that ends sooner leaves its buyer too little time. */
const LEAST_MINUTES = 10;

type Order = Pick<Prepared, 'offer' | 'amount' | 'buyer' | 'quote' | 'coupon' | 'terms' | 'customFields'>;

/**
 * Returns a payment of the buyer for the offer: one that was paid lately or whose card is under review, and otherwise one whose code is still
 * to be paid. The e-mail alone proves no buyer: for the first the document or the name has to be the same, so that nobody learns from a
 * guessed address what was bought with it. For the second everything that was typed and ordered is, because its page is shown.
 */
const selectEarlier = (
  { platform: { id: platformId }, input, upsell }: PurchaseCall,
  { offer, amount, buyer, quote, coupon, terms, customFields }: Order,
  now: Date,
): Statement<{ publicId: string; isBought: boolean }> => {
  const address = toAddress(input);
  const isReused = offer.type === 'ONE_TIME' && !upsell;
  return {
    name: 'purchase-repeated',
    values: [
      ...[platformId, input.email, input.offerId, now, buyer.document, input.name],
      ...[isReused ? input.paymentMethod : null, amount, buyer.phone, address && JSON.stringify(address)],
      ...[
        terms.affiliationId ?? input.affiliateId ?? null,
        coupon?.code ?? null,
        quote.deliveryOption?.quotedFrom ?? quote.deliveryOption?.id ?? null,
      ],
      [...new Set(input.orderBumpsIds ?? [])],
      customFields && JSON.stringify(customFields),
    ],
    text: `
      SELECT p.public_id, (p.status = 'APPROVED' OR p.method = 'CREDIT_CARD') AS is_bought
      FROM sale s JOIN payment p ON p.sale_id = s.id AND p.platform_id = s.platform_id
      WHERE s.buyer_email_lower = lower($2) AND s.platform_id = $1 AND s.offer_id = $3
        AND s.created_at > $4::timestamptz - interval '${ASKED_HOURS} hours'
        AND (s.buyer_document = $5 OR lower(s.buyer_name) = lower($6))
        AND (p.status = 'APPROVED' OR p.status = 'PENDING' AND p.method = 'CREDIT_CARD'
          OR p.status = 'PENDING' AND p.method = $7 AND p.amount = $8 AND p.paid_amount = 0 AND NOT p.is_provisional
            AND p.expires_at > $4::timestamptz + interval '${LEAST_MINUTES} minutes'
            AND coalesce(p.pix_code, p.billet_code, p.billet_barcode) IS NOT NULL
            AND s.buyer_name = $6 AND s.buyer_document IS NOT DISTINCT FROM $5 AND s.buyer_phone IS NOT DISTINCT FROM $9
            AND s.address IS NOT DISTINCT FROM $10::jsonb AND s.affiliate_id IS NOT DISTINCT FROM $11
            AND s.coupon_code IS NOT DISTINCT FROM $12 AND s.delivery_option_id IS NOT DISTINCT FROM $13::uuid
            AND s.custom_fields IS NOT DISTINCT FROM $15::jsonb
            AND (SELECT coalesce(array_agg(i.order_bump_id) FILTER (WHERE i.order_bump_id IS NOT NULL), '{}') FROM sale_item i
                WHERE i.sale_id = s.id AND i.platform_id = s.platform_id) @> $14::uuid[]
            AND NOT EXISTS (SELECT FROM upsell_sale u WHERE u.sale_id = s.id AND u.platform_id = s.platform_id))
      ORDER BY 2 DESC, s.created_at DESC LIMIT 1`,
  };
};

/**
 * Returns the public id of a payment of the same order whose code is still to be paid; null where there is none. Throws where the page wants
 * the buyer to be asked and the buyer has bought the offer within a day.
 */
export async function findOpenCode(
  app: Pick<FastifyInstance, 'database' | 'clock'>,
  call: PurchaseCall,
  order: Order,
): Promise<string | null> {
  if (call.input.isRepeat !== false) return null;
  // The purchase may be seconds old, which a replica does not know.
  const statement = selectEarlier(call, order, app.clock.now());
  const earlier = await app.database.find(call.platform.id, statement, true);
  if (earlier?.isBought) throw new AppError('ALREADY_PURCHASED', { fields: ['isRepeat'] });
  return earlier?.publicId ?? null;
}

/** Returns the open payment of the same order, whose code is still to be paid, as the answer to a purchase. */
export async function answerWithOpenCode(
  app: FastifyInstance,
  platformId: string,
  publicId: string,
): Promise<PurchaseOutput> {
  const payment = await findPaymentByPublicId(app, platformId, publicId);
  if (!payment) throw new Error('A payment disappeared while it was read.');
  const connection = await findConnection(app, platformId, payment.attempts.at(-1)?.connectionId ?? '');
  return unwrap(toAnswer(app, payment, await readOrderPage(app, payment), connection));
}
