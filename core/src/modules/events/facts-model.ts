/** Reads what events tell of sales, carts and subscriptions, where the buyer's data is. Erased data is told no more. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { EventData } from '@feira/schemas/events';
import type { Statement } from '../../plugins/database.ts';

/** The facts about a sale that an event may tell. The document, the address and the card are not read. */
export interface SaleFacts {
  id: string;
  amount: number;
  currency: Currency;
  method: PaymentMethod;
  installments: number;
  freight: number;
  discount: number;
  coupon: string | null;
  createdAt: Date;
  name: string;
  email: string;
  phone: string | null;
  utmQuery: Record<string, unknown>;
  subscription: { id: string; cycle: number } | null;
  items: {
    productId: string;
    offerId: string;
    title: string;
    unitPrice: number;
    quantity: number;
    isPhysical: boolean;
  }[];
}

export const selectSaleFacts = (platformId: string, paymentId: string): Statement<SaleFacts> => ({
  name: 'seller-sale-facts',
  text: `SELECT s.id, p.amount, p.currency, p.method, p.installments, s.freight, s.discount, s.coupon_code AS coupon,
      s.created_at, s.buyer_name AS name, s.buyer_email AS email, s.buyer_phone AS phone, s.utm_query,
      (SELECT jsonb_build_object('id', l.subscription_id, 'cycle', l.cycle) FROM subscription_sale l
        WHERE l.platform_id = s.platform_id AND l.sale_id = s.id) AS subscription,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('productId', o.product_id, 'offerId', i.offer_id, 'title', i.title,
          'unitPrice', i.unit_price, 'quantity', i.quantity, 'isPhysical', i.is_tangible) ORDER BY i.position), '[]')
        FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
        WHERE i.platform_id = s.platform_id AND i.sale_id = s.id) AS items
    FROM (SELECT * FROM payment WHERE platform_id = $1 AND id = $2 OFFSET 0) p
    CROSS JOIN LATERAL (SELECT * FROM sale WHERE platform_id = p.platform_id AND id = p.sale_id OFFSET 0) s`,
  values: [platformId, paymentId],
});

export interface CartFacts {
  id: string;
  productId: string;
  offerId: string;
  title: string;
  amount: number | null;
  currency: Currency;
  resumeToken: string | null;
  name: string | null;
  email: string;
  phone: string | null;
  utmQuery: Record<string, unknown>;
}

/** Returns no row once the cart's data is erased. */
export const selectCartFacts = (platformId: string, cartId: string): Statement<CartFacts> => ({
  text: `SELECT c.id, c.product_id, c.offer_id, o.title, c.amount, c.currency,
      CASE WHEN c.expires_at > now() THEN c.resume_token END AS resume_token, c.name, c.email, c.phone, c.utm_query
    FROM abandoned_cart c JOIN offer o ON o.platform_id = c.platform_id AND o.id = c.offer_id
    WHERE c.platform_id = $1 AND c.id = $2 AND c.erased_at IS NULL AND c.email IS NOT NULL`,
  values: [platformId, cartId],
});

type SubscriptionData = EventData<'subscription.created'>['subscription'];

export interface SubscriptionFacts extends Omit<SubscriptionData, 'periodEnd' | 'nextChargeAt' | 'accessEndsAt'> {
  periodEnd: Date;
  nextChargeAt: Date | null;
  accessEndsAt: Date | null;
  firstSaleId: string | null;
  title: string;
  name: string;
  email: string;
  phone: string | null;
}

export const selectSubscriptionFacts = (platformId: string, id: string): Statement<SubscriptionFacts> => ({
  text: `SELECT s.id, s.offer_id, s.product_id, s.status, s.method, s.amount, s.currency, s.frequency_in_days, s.cycle, s.period_end,
      s.next_charge_at, s.end_reason, s.access_ends_at, s.first_sale_id, s.terms->>'title' AS title,
      s.buyer_name AS name, s.buyer_email AS email, s.buyer_phone AS phone
    FROM subscription s WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, id],
});
