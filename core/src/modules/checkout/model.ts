/** Reads and writes the durable intent of a purchase, before any provider is asked. */
import type { Currency, Locale, PaymentMethod } from '@feira/schemas/common';
import type { Routing } from '@feira/schemas/procedures/routing';
import type { Address } from '@feira/schemas/provider';
import type { PlanOrder, SubscriptionDiscount, SubscriptionTerms } from '@feira/schemas/subscription';
import type { Statement } from '../../plugins/database.ts';
import { ITEMS, mergeable, type Placed } from '../../shared/merge.ts';
import type { Terms } from '../payments/model.ts';
import type { AdConsent } from '../pixels/model.ts';
import type { Blocked, Counter } from '../velocity/model.ts';

/** A step of a funnel that a buyer accepts. */
export interface Upsell {
  /** The payment and the sale of the purchase that the funnel follows. */
  paymentId: string;
  originSaleId: string;
  funnelId: string;
  stepId: string;
  /** The number of charges of this step that were refused before. */
  attempt: number;
  /** Cents. Null sells at the price of the offer. */
  price: number | null;
}

/** A field of an offer as its buyer has answered it. */
export interface CustomAnswer {
  label: string;
  value: string;
}

export interface Intent {
  platformId: string;
  idempotency: { procedure: string; key: string; requestHash: Buffer };
  sale: {
    id: string;
    offerId: string;
    sellerId: string;
    buyerName: string;
    buyerEmail: string;
    buyerDocument: string | null;
    buyerPhone: string | null;
    address: Address | null;
    total: number;
    freight: number;
    currency: Currency;
    deliveryOptionId: string | null;
    /** A quoted service as its buyer read it. */
    delivery: { description: string; deliveryTime: string } | null;
    affiliateId: string | null;
    utmQuery: Record<string, string>;
    referer: string | null;
    couponCode: string | null;
    /** The answers to the offer's own fields. */
    customFields: CustomAnswer[] | null;
    /** Cents, of the coupon and of the payment method. */
    discount: number;
    methodDiscount: number;
    priceKeptUntil: Date | null;
    locale: Locale;
    /** The version of the checkout that the buyer saw, and the test that showed it. */
    checkoutVersionId: string | null;
    checkoutTestId: string | null;
  };
  couponId: string | null;
  items: {
    offerId: string;
    orderBumpId: string | null;
    title: string;
    /** Cents of one piece, less its discounts. */
    unitPrice: number;
    quantity: number;
    isTangible: boolean;
    productName: string;
    productImage: string | null;
    /** The offer has a stock limit, of which this takes its pieces. */
    isLimited: boolean;
  }[];
  payment: {
    id: string;
    publicId: string;
    method: PaymentMethod;
    amount: number;
    installments: number;
    expiresAt: Date;
    nextCheckAt: Date;
    terms: Terms;
  };
  attempt: {
    id: string;
    connectionId: string;
    provider: string;
    providerVersion: string;
    routing: Routing;
    nodeId: string;
    /** The provider's id of the mandate under which it is charged; null where the buyer pays. */
    mandateId: string | null;
    /** Cents, where it charges less than the price. */
    amount: number | null;
    /** It holds a part of the price on the first of two cards. */
    isHold: true | null;
  };
  /** Our mandate, and the day on which the buyer's bank pays under it. */
  mandateCharge: { mandateRowId: string; dueDate: string } | null;
  abandonedCartId: string | null;
  /** Null where the buyer did not agree that the purchase is reported to advertising networks. */
  adConsent: AdConsent | null;
  /** Null unless the sale is a step of a funnel. */
  upsell: Omit<Upsell, 'price'> | null;
  /** Null unless the sale is one of a subscription. `terms` are promised with its first charge. */
  subscription: {
    id: string;
    cycle: number;
    attempt: number;
    terms: SubscriptionTerms | null;
    /** The plan that it switches to once it is paid. */
    plan: PlanOrder | null;
    cardId: string | null;
    storedCardId: string | null;
    /** YYYY-MM. */
    cardExpiry: string | null;
  } | null;
  /** Counts the tries of its cards; none where they are not limited. */
  counters: Counter[];
  now: Date;
}

/** The result of writing an intent. */
export interface WrittenIntent extends Placed {
  /** False where the idempotency key is taken, or a counter refuses the tries. */
  isWritten: boolean;
  /** The tries of its cards were counted. */
  isCounted: boolean;
  blocked: Blocked | null;
}

/**
 * Claims the idempotency key and writes everything, or writes nothing where the key is taken or a counter refuses the tries of its cards. It
 * is one statement, so that exactly one of a hundred equal calls is written. A repeated call counts nothing.
 */
export const insertIntent = ({ platformId, items, ...intent }: Intent): Statement<WrittenIntent> =>
  mergeable('purchase-intent', INSERT_INTENTS, platformId, {
    ...intent,
    items: items.map((item, position) => ({ ...item, position })),
    idempotency: { ...intent.idempotency, requestHash: intent.idempotency.requestHash.toString('hex') },
  });

const INSERT_INTENTS = `
  WITH intent AS MATERIALIZED (
    SELECT item AS c, place, (item->'payment'->>'id')::uuid AS payment_id, (item->'sale'->>'id')::uuid AS sale_id,
      (item->>'abandonedCartId')::uuid AS cart_id, item->'idempotency'->>'procedure' AS procedure, item->'idempotency'->>'key' AS key,
      jsonb_array_length(item->'counters') > 0 AS has_counters
    FROM ${ITEMS} AS one
  ), limited AS MATERIALIZED (
    SELECT *, has_counters AND NOT EXISTS (
        SELECT FROM idempotency_key k WHERE k.platform_id = $1 AND k.procedure = intent.procedure AND k.key = intent.key) AS is_new
    FROM intent
  ), counted AS MATERIALIZED (
    SELECT *, CASE WHEN is_new THEN count_velocity($1, c->'counters') END AS blocked FROM limited
  ), claim AS (
    INSERT INTO idempotency_key (platform_id, procedure, key, request_hash, payment_id)
    SELECT $1::uuid, procedure, key, decode(c->'idempotency'->>'requestHash', 'hex'), payment_id
    FROM counted WHERE blocked IS NULL
    ON CONFLICT DO NOTHING
    RETURNING platform_id, payment_id
  ), claimed AS MATERIALIZED (
    SELECT claim.platform_id, intent.* FROM claim JOIN intent USING (payment_id)
  ), new_sale AS (
    INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, buyer_document, buyer_phone, address, total,
      freight, currency, delivery_option_id, delivery, affiliate_id, utm_query, referer, coupon_code, custom_fields, discount, method_discount, price_kept_until, locale, checkout_version_id,
      checkout_test_id)
    SELECT platform_id, sale_id, s."offerId", s."sellerId", s."buyerName", s."buyerEmail", s."buyerDocument", s."buyerPhone", s.address,
      s.total, s.freight, s.currency, s."deliveryOptionId", nullif(s.delivery, 'null'), s."affiliateId", s."utmQuery", s.referer, s."couponCode", nullif(s."customFields", 'null'), s.discount,
      s."methodDiscount", s."priceKeptUntil", s.locale, s."checkoutVersionId", s."checkoutTestId"
    FROM claimed, jsonb_to_record(c->'sale') AS s("offerId" uuid, "sellerId" uuid, "buyerName" text, "buyerEmail" text,
      "buyerDocument" text, "buyerPhone" text, address jsonb, total bigint, freight bigint, currency text, "deliveryOptionId" uuid, delivery jsonb,
      "affiliateId" text, "utmQuery" jsonb, referer text, "couponCode" text, "customFields" jsonb, discount bigint, "methodDiscount" bigint, "priceKeptUntil" timestamptz, locale text,
      "checkoutVersionId" uuid, "checkoutTestId" uuid)
  ), new_items AS (
    INSERT INTO sale_item (platform_id, sale_id, position, offer_id, order_bump_id, title, unit_price, quantity, is_tangible, product_name, product_image)
    SELECT platform_id, sale_id, i.position, i."offerId", i."orderBumpId", i.title, i."unitPrice", i.quantity, i."isTangible", i."productName",
      i."productImage"
    FROM claimed, jsonb_to_recordset(c->'items') AS i(position smallint, "offerId" uuid, "orderBumpId" uuid, title text,
      "unitPrice" bigint, quantity integer, "isTangible" boolean, "productName" text, "productImage" text)
  ), new_stock_claims AS (
    INSERT INTO stock_claim (platform_id, payment_id, offer_id, quantity)
    SELECT platform_id, payment_id, i."offerId", sum(i.quantity)
    FROM claimed, jsonb_to_recordset(c->'items') AS i("offerId" uuid, quantity integer, "isLimited" boolean)
    WHERE i."isLimited" GROUP BY 1, 2, 3 ORDER BY i."offerId"
  ), new_payment AS (
    INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, installments, expires_at, next_check_at, terms)
    SELECT platform_id, payment_id, p."publicId", sale_id, p.method, p.amount, c->'sale'->>'currency', p.installments, p."expiresAt",
      p."nextCheckAt", p.terms
    FROM claimed, jsonb_to_record(c->'payment') AS p("publicId" text, method text, amount bigint, installments smallint,
      "expiresAt" timestamptz, "nextCheckAt" timestamptz, terms jsonb)
  ), new_attempt AS (
    INSERT INTO payment_attempt (platform_id, id, payment_id, connection_id, provider, provider_version, method, routing, node_id, mandate_id,
      amount, is_hold)
    SELECT platform_id, a.id, payment_id, a."connectionId", a.provider, a."providerVersion", c->'payment'->>'method', a.routing, a."nodeId",
      a."mandateId", a.amount, a."isHold"
    FROM claimed, jsonb_to_record(c->'attempt') AS a(id uuid, "connectionId" uuid, provider text, "providerVersion" text, routing jsonb,
      "nodeId" uuid, "mandateId" text, amount bigint, "isHold" boolean)
  ), new_mandate_charge AS (
    INSERT INTO mandate_charge (platform_id, id, mandate_row_id, payment_id, connection_id, due_date, next_check_at)
    SELECT platform_id, (c->'attempt'->>'id')::uuid, m."mandateRowId", payment_id, (c->'attempt'->>'connectionId')::uuid, m."dueDate",
      (c->'payment'->>'nextCheckAt')::timestamptz
    FROM claimed, jsonb_to_record(c->'mandateCharge') AS m("mandateRowId" uuid, "dueDate" date)
    WHERE jsonb_typeof(c->'mandateCharge') = 'object'
  ), new_coupon_use AS (
    -- Its trigger counts, and refuses the whole statement where the coupon is used up.
    INSERT INTO coupon_use (platform_id, sale_id, coupon_id, buyer_email, buyer_document)
    SELECT platform_id, sale_id, (c->>'couponId')::uuid, lower(c->'sale'->>'buyerEmail'), c->'sale'->>'buyerDocument'
    FROM claimed WHERE c->>'couponId' IS NOT NULL
  ), new_ad_consent AS (
    INSERT INTO ad_consent (platform_id, sale_id, context)
    SELECT platform_id, sale_id, c->'adConsent' FROM claimed WHERE jsonb_typeof(c->'adConsent') = 'object'
  ), new_upsell AS (
    INSERT INTO upsell_sale (platform_id, sale_id, origin_sale_id, payment_id, funnel_id, step_id, attempt)
    SELECT platform_id, sale_id, u."originSaleId", u."paymentId", u."funnelId", u."stepId", u.attempt
    FROM claimed, jsonb_to_record(c->'upsell') AS u("originSaleId" uuid, "paymentId" uuid, "funnelId" uuid, "stepId" uuid, attempt smallint)
    WHERE jsonb_typeof(c->'upsell') = 'object'
  ), new_subscription_sale AS (
    INSERT INTO subscription_sale (platform_id, sale_id, subscription_id, payment_id, cycle, attempt, terms, plan, card_id, stored_card_id,
      card_expiry)
    SELECT platform_id, sale_id, u.id, payment_id, u.cycle, u.attempt, u.terms, u.plan, u."cardId", u."storedCardId", u."cardExpiry"
    FROM claimed, jsonb_to_record(c->'subscription') AS u(id uuid, cycle integer, attempt integer, terms jsonb, plan jsonb, "cardId" text,
      "storedCardId" uuid, "cardExpiry" text)
    WHERE jsonb_typeof(c->'subscription') = 'object'
  ), recovered AS (
    -- The latest order that was made of the cart. The cart counts as recovered once its buyer pays.
    UPDATE abandoned_cart a SET recovered_by = sale_id
    FROM claimed WHERE a.platform_id = claimed.platform_id AND a.id = cart_id AND a.state <> 'RECOVERED'
  )
  SELECT place, claim.payment_id IS NOT NULL AS is_written, is_new AND blocked IS NULL AS is_counted, blocked
  FROM counted LEFT JOIN claim USING (payment_id)`;

/** The data of an earlier order that a charge needs. */
export interface Bought {
  name: string;
  email: string;
  document: string | null;
  phone: string | null;
  address: Address | null;
  referer: string | null;
  affiliateId: string | null;
  /** Cents without the interest of installments. */
  total: number;
  coupon: string | null;
  /** The discount of the coupon on later charges, where the sale begins a subscription. */
  promisedDiscount: SubscriptionDiscount | null;
  customFields: CustomAnswer[] | null;
  deliveryOptionId: string | null;
  /** A quoted service as its buyer read it. */
  delivery: { description: string; deliveryTime: string } | null;
  freight: number;
  utmQuery: Record<string, string>;
  locale: Locale | null;
  /** Null where the buyer did not agree, or withdrew it. */
  adConsent: AdConsent | null;
  items: Pick<Intent['items'][number], 'offerId' | 'orderBumpId' | 'title' | 'unitPrice' | 'quantity' | 'isTangible'>[];
}

export const selectBought = (platformId: string, saleId: string): Statement<Bought> => ({
  text: `SELECT s.buyer_name AS name, s.buyer_email AS email, s.buyer_document AS document, s.buyer_phone AS phone, s.address, s.referer,
      s.affiliate_id, s.total, s.coupon_code AS coupon, s.custom_fields, s.delivery_option_id, s.delivery, s.freight, s.utm_query, s.locale,
      (SELECT l.terms->'discount' FROM subscription_sale l WHERE l.platform_id = s.platform_id AND l.sale_id = s.id
        AND jsonb_typeof(l.terms->'discount') = 'object') AS promised_discount,
      -- What the page of the checkout reported belongs to its sale alone.
      (SELECT context - 'eventIds' FROM ad_consent c WHERE c.platform_id = s.platform_id AND c.sale_id = s.id) AS ad_consent,
      (SELECT jsonb_agg(jsonb_build_object('offerId', i.offer_id, 'orderBumpId', i.order_bump_id, 'title', i.title,
          'unitPrice', i.unit_price, 'quantity', i.quantity, 'isTangible', i.is_tangible) ORDER BY i.position)
        FROM sale_item i WHERE i.platform_id = s.platform_id AND i.sale_id = s.id) AS items
    FROM sale s WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

/** The row of an idempotency key; the answer is null until the call has one. */
interface StoredAnswer {
  requestHash: Buffer;
  paymentId: string;
  responseStatus: number | null;
  responseBody: unknown;
}

export const selectAnswer = (platformId: string, procedure: string, key: string): Statement<StoredAnswer> => ({
  text: `SELECT request_hash, payment_id, response_status, response_body FROM idempotency_key
    WHERE platform_id = $1 AND procedure = $2 AND key = $3`,
  values: [platformId, procedure, key],
});

/** Stores an answer where there is none yet, and returns the stored one: of many repeats the first decides. */
export const keepAnswer = (
  platformId: string,
  procedure: string,
  key: string,
  answer: { status: number; body: unknown },
): Statement<Pick<StoredAnswer, 'responseStatus' | 'responseBody'>> => ({
  text: `UPDATE idempotency_key SET response_status = coalesce(response_status, $4), response_body = coalesce(response_body, $5)
    WHERE platform_id = $1 AND procedure = $2 AND key = $3 RETURNING response_status, response_body`,
  values: [platformId, procedure, key, answer.status, JSON.stringify(answer.body)],
});

/** On an origin of its own, the frame is told which host's page it is in: that host decides whose offer this is and who may frame it. */
export function cardFrameUrl(
  frameOrigin: string,
  { hostname, locale }: { hostname: string; locale: Locale },
  offerId: string,
): string {
  const query = new URLSearchParams({ lang: locale, ...(frameOrigin && { host: hostname }) });
  return `${frameOrigin}/card-frame/${offerId}?${query}`;
}
