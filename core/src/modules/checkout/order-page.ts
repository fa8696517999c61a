/** Reads what a payment's page shows of the order, and what decides nothing about the payment. */
import type { FastifyInstance } from 'fastify';
import { SEEN_LOOKS } from '../checkout-builder/model.ts';
import { configOf } from '../checkout-builder/service.ts';
import type { Offer } from '../offers/model.ts';
import type { Payment } from '../payments/model.ts';
import { type Order, readOrder } from '../receipts/order-model.ts';
import type { Intent } from './model.ts';

interface Shown {
  /** The picture that the product had when it was bought. */
  productImage: string | null;
  /** The page to which the seller leads the buyer after approval. */
  thankYouUrl: string | null;
  /** The seller's picture and colour, as the buyer saw them at the checkout. */
  logoUrl: string | null;
  colorPrimary: string | null;
}

export type OrderPage = Shown & Pick<Order, 'couponCode' | 'discount' | 'methodDiscount'>;

const SHOWN = {
  name: 'order-page',
  columns: `coalesce((SELECT i.product_image FROM sale_item i
      WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0), pr.image) AS product_image,
    o.thank_you_url, ${SEEN_LOOKS.columns}`,
  join: SEEN_LOOKS.join,
};

export const readOrderPage = (app: Pick<FastifyInstance, 'database'>, payment: Payment): Promise<Order & OrderPage> =>
  readOrder<Shown>(app, payment, SHOWN);

/** Returns the page as the intent left it, without reading what was just written. */
export function toOrderPage({ sale }: Intent, offer: Offer): OrderPage {
  const config = configOf(offer, sale.checkoutVersionId);
  return {
    productImage: offer.product.image,
    thankYouUrl: offer.thankYouUrl,
    logoUrl: config.logoTopImageURL ?? null,
    colorPrimary: config.colorPrimary ?? null,
    couponCode: sale.couponCode,
    discount: sale.discount,
    methodDiscount: sale.methodDiscount,
  };
}
