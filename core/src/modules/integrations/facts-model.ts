/** Reads what is known about a sale or a cart. What leaves of it is decided by the manifest of an integration. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { BuyerAddress } from '@feira/schemas/integration';
import type { Statement } from '../../plugins/database.ts';

export interface SaleRow {
  id: string;
  publicId: string;
  amount: number;
  total: number;
  freight: number;
  discount: number;
  coupon: string | null;
  currency: Currency;
  method: PaymentMethod;
  installments: number;
  createdAt: Date;
  approvedAt: Date | null;
  expiresAt: Date;
  pixCode: string | null;
  shares: { role: string; amount: number }[];
  name: string;
  email: string;
  phone: string | null;
  document: string | null;
  address: Partial<BuyerAddress> | null;
  utmQuery: Record<string, unknown>;
  sellerName: string;
  subscription: { id: string; cycle: number } | null;
  items: {
    productId: string;
    offerId: string;
    name: string;
    title: string;
    unitPrice: number;
    quantity: number;
    isPhysical: boolean;
  }[];
}

export const selectSale = (platformId: string, paymentId: string): Statement<SaleRow> => ({
  name: 'integration-sale',
  text: `SELECT s.id, p.public_id, p.amount, s.total, s.freight, s.discount, s.coupon_code AS coupon, p.currency, p.method, p.installments,
      s.created_at, p.approved_at, p.expires_at, p.pix_code, coalesce(p.terms->'shares', '[]') AS shares,
      s.buyer_name AS name, s.buyer_email AS email, s.buyer_phone AS phone, s.buyer_document AS document, s.address, s.utm_query,
      (SELECT v.name FROM person v WHERE v.platform_id = s.platform_id AND v.id = s.seller_id) AS seller_name,
      (SELECT jsonb_build_object('id', l.subscription_id, 'cycle', l.cycle) FROM subscription_sale l
        WHERE l.platform_id = s.platform_id AND l.sale_id = s.id) AS subscription,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('productId', o.product_id, 'offerId', i.offer_id, 'name', r.name, 'title', i.title,
          'unitPrice', i.unit_price, 'quantity', i.quantity, 'isPhysical', i.is_tangible) ORDER BY i.position), '[]')
        FROM sale_item i JOIN offer o ON o.platform_id = i.platform_id AND o.id = i.offer_id
        JOIN product r ON r.platform_id = o.platform_id AND r.id = o.product_id
        WHERE i.platform_id = s.platform_id AND i.sale_id = s.id) AS items
    FROM (SELECT * FROM payment WHERE platform_id = $1 AND id = $2 OFFSET 0) p
    CROSS JOIN LATERAL (SELECT * FROM sale WHERE platform_id = p.platform_id AND id = p.sale_id OFFSET 0) s`,
  values: [platformId, paymentId],
});

export interface CartRow {
  id: string;
  productId: string;
  offerId: string;
  productName: string;
  title: string;
  amount: number | null;
  currency: Currency;
  resumeToken: string | null;
  name: string | null;
  email: string;
  phone: string | null;
  utmQuery: Record<string, unknown>;
  sellerName: string;
}

/** Returns no row once the cart's data is erased. */
export const selectCart = (platformId: string, cartId: string): Statement<CartRow> => ({
  name: 'integration-cart',
  text: `SELECT c.id, c.product_id, c.offer_id, r.name AS product_name, o.title, c.amount, c.currency,
      CASE WHEN c.expires_at > now() THEN c.resume_token END AS resume_token, c.name, c.email, c.phone, c.utm_query,
      (SELECT v.name FROM person v WHERE v.platform_id = c.platform_id AND v.id = c.seller_id) AS seller_name
    FROM abandoned_cart c JOIN offer o ON o.platform_id = c.platform_id AND o.id = c.offer_id
    JOIN product r ON r.platform_id = o.platform_id AND r.id = o.product_id
    WHERE c.platform_id = $1 AND c.id = $2 AND c.erased_at IS NULL AND c.email IS NOT NULL`,
  values: [platformId, cartId],
});
