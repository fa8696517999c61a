/** Reads one sale with all that is known about it. Every statement but the first names a sale that the first has opened. */
import type { Currency, PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import type { RiskNote } from '@feira/schemas/procedures/risk';
import type { EVIDENCE_SOURCES, getSale } from '@feira/schemas/procedures/sales';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { JOIN_DELIVERY } from '../../shared/sale-delivery.ts';
import type { AppliedFee } from '../fees/model.ts';
import { IS_LIABILITY_SHIFTED, type Share } from '../payments/model.ts';
import { NAMED, STATUS } from './model.ts';

export interface WholeSale {
  id: string;
  sellerId: string;
  offerId: string;
  productId: string;
  customerId: string | null;
  subscriptionId: string | null;
  createdAt: Date;
  paymentId: string;
  method: PaymentMethod;
  status: PaymentStatus;
  settlement: 'NONE' | 'EXACT' | 'LATE' | 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';
  approvedAt: Date | null;
  expiresAt: Date;
  installments: number;
  cardBrand: string | null;
  cardLastDigits: string | null;
  /** The two cards that paid; null where one card or another method did. */
  cards: { brand: string | null; lastDigits: string | null; amount: number }[] | null;
  currency: Currency;
  total: number;
  freight: number;
  discount: number;
  methodDiscount: number;
  amount: number;
  couponCode: string | null;
  /** The buyer's answers to the offer's own fields. */
  customFields: { label: string; value: string }[] | null;
  /** The sale whose funnel made this one. */
  upsellOf: string | null;
  subscription: { id: string; cycle: number } | null;
  /** Cents that were paid with all payments of the sale. */
  paidAmount: number;
  buyerName: string;
  buyerEmail: string;
  buyerPhone: string | null;
  buyerDocument: string | null;
  address: Record<string, string> | null;
  sellerName: string;
  delivery: { description: string; deliveryTime: string } | null;
  utmQuery: Record<string, string>;
  referer: string | null;
  shares: Share[];
  fee: AppliedFee | null;
  risk: RiskNote | null;
  riskScore: { provider: string; score: number } | null;
  isLiabilityShifted: boolean;
}

/** Finds a sale with its latest payment. Who may see it is decided by its seller and its shares. */
export const selectSale = (platformId: string, saleId: string): Statement<WholeSale> => ({
  text: `SELECT s.id, s.seller_id, s.offer_id, ${NAMED}, s.created_at, p.public_id AS payment_id, p.method, ${STATUS} AS status, p.settlement,
      CASE WHEN NOT p.is_provisional THEN p.approved_at END AS approved_at, p.expires_at, p.installments, p.card_brand,
      p.card_last_digits,
      (SELECT jsonb_agg(jsonb_build_object('brand', h.card_brand, 'lastDigits', h.card_last_digits, 'amount', h.amount) ORDER BY h.created_at, h.id)
        FROM payment_attempt h WHERE h.platform_id = p.platform_id AND h.payment_id = p.id AND h.is_hold AND h.amount < p.amount) AS cards, p.currency, s.total, s.freight, s.discount, s.method_discount, p.amount,
      s.coupon_code, s.custom_fields, s.buyer_name, s.buyer_email, s.buyer_phone, s.buyer_document, s.address, s.utm_query, s.referer,
      seller.name AS seller_name,
      (SELECT u.origin_sale_id FROM upsell_sale u WHERE u.sale_id = s.id AND u.platform_id = s.platform_id) AS upsell_of,
      (SELECT jsonb_build_object('id', u.id, 'cycle', l.cycle) FROM subscription_sale l
        JOIN subscription u ON u.id = l.subscription_id AND u.platform_id = l.platform_id
        WHERE l.sale_id = s.id AND l.platform_id = s.platform_id) AS subscription,
      CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('description', d.description, 'deliveryTime', d.delivery_time) END AS delivery,
      coalesce(p.terms->'shares', '[]') AS shares, p.terms->'fee' AS fee, p.terms->'risk' AS risk,
      CASE WHEN p.terms ? 'score' THEN jsonb_build_object('provider', p.terms->'score'->'provider', 'score', p.terms->'score'->'score') END AS risk_score, ${IS_LIABILITY_SHIFTED} AS is_liability_shifted,
      (SELECT sum(paid_amount)::bigint FROM payment WHERE platform_id = s.platform_id AND sale_id = s.id) AS paid_amount
    FROM sale s
    CROSS JOIN LATERAL (
      SELECT * FROM payment WHERE platform_id = s.platform_id AND sale_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1
    ) p
    JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id
    ${JOIN_DELIVERY}
    WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

export interface SoldItem extends RowOf<typeof getSale, 'items'> {}

export const selectItems = (platformId: string, saleId: string): Statement<SoldItem> => ({
  text: `SELECT title, unit_price, quantity, order_bump_id IS NOT NULL AS is_bump, is_tangible
    FROM sale_item WHERE platform_id = $1 AND sale_id = $2 ORDER BY position`,
  values: [platformId, saleId],
});

export interface News {
  paymentId: string;
  attemptId: string | null;
  isRecognised: boolean;
  at: Date;
  source: (typeof EVIDENCE_SOURCES)[number];
  status: PaymentStatus;
  method: PaymentMethod;
  paidAmount: number | null;
  refundedAmount: number | null;
  provider: string | null;
}

export const selectNews = (platformId: string, saleId: string): Statement<News> => ({
  text: `SELECT p.id AS payment_id, e.attempt_id, e.is_recognised, e.occurred_at AS at, e.source,
      CASE WHEN e.status <> 'RETURNED' THEN e.status WHEN EXISTS (SELECT 1 FROM refund r
        WHERE r.platform_id = p.platform_id AND r.payment_id = p.id AND r.attempt_id = e.attempt_id AND r.state <> 'REFUSED')
        THEN 'REFUNDED' ELSE 'CHARGEBACK' END AS status, p.method, e.paid_amount, e.refunded_amount, a.provider
    FROM payment p JOIN payment_evidence e ON e.platform_id = p.platform_id AND e.payment_id = p.id
    LEFT JOIN payment_attempt a ON a.platform_id = e.platform_id AND a.id = e.attempt_id
    WHERE p.platform_id = $1 AND p.sale_id = $2 ORDER BY e.occurred_at, e.recorded_at, e.key`,
  values: [platformId, saleId],
});

export interface SaleRefund extends RowOf<typeof getSale, 'refunds'> {}

export const selectRefunds = (platformId: string, saleId: string): Statement<SaleRefund> => ({
  text: `SELECT r.created_at AS at, r.amount, r.state, r.cause, r.authorised_as, r.note
    FROM payment p JOIN refund r ON r.platform_id = p.platform_id AND r.payment_id = p.id
    WHERE p.platform_id = $1 AND p.sale_id = $2 ORDER BY r.created_at, r.id`,
  values: [platformId, saleId],
});

export interface SaleRequest extends RowOf<typeof getSale, 'requests'> {}

export const selectRequests = (platformId: string, saleId: string): Statement<SaleRequest> => ({
  text: `SELECT r.protocol, r.created_at AS at, r.state, r.ground, r.reason, r.note
    FROM payment p JOIN refund_request r ON r.platform_id = p.platform_id AND r.payment_id = p.id
    WHERE p.platform_id = $1 AND p.sale_id = $2 ORDER BY r.created_at, r.id`,
  values: [platformId, saleId],
});

export interface SaleCase extends RowOf<typeof getSale, 'cases'> {}

export const selectCases = (platformId: string, saleId: string): Statement<SaleCase> => ({
  text: `SELECT d.opened_at AS at, d.kind, d.state, d.amount, d.due_at, d.closed_at
    FROM payment p JOIN dispute d ON d.platform_id = p.platform_id AND d.payment_id = p.id
    WHERE p.platform_id = $1 AND p.sale_id = $2 ORDER BY d.opened_at, d.id`,
  values: [platformId, saleId],
});

/** The names of the people who have a part in the sale. */
export const selectNames = (
  platformId: string,
  personIds: readonly string[],
): Statement<{ id: string; name: string }> => ({
  text: 'SELECT id, name FROM person WHERE platform_id = $1 AND id = ANY($2::uuid[])',
  values: [platformId, personIds],
});
