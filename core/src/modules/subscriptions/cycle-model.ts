/** Reads and writes the cycles of subscriptions, and the sales that were made for them. */
import type { DeclineReason } from '@feira/schemas/declines';
import { MINIMUM_CHARGE } from '@feira/schemas/rules/order-price';
import type { CyclePlan } from '@feira/schemas/rules/subscription';
import type { PlanOrder, SubscriptionTerms } from '@feira/schemas/subscription';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';
import { nameAnew } from '../../shared/merge.ts';
import type { CycleRow, Subscription } from './model.ts';

/** A sale that a subscription made. */
export interface SubscriptionSale {
  saleId: string;
  subscriptionId: string;
  paymentId: string;
  cycle: number;
  attempt: number;
  terms: SubscriptionTerms | null;
  /** The plan that it switches to once it is paid; null for every other sale. */
  plan: PlanOrder | null;
  cardId: string | null;
  storedCardId: string | null;
  /** YYYY-MM. */
  cardExpiry: string | null;
}

const SALE = `l.sale_id, l.subscription_id, l.payment_id, l.cycle, l.attempt, l.terms, l.plan, l.card_id, l.stored_card_id,
  l.card_expiry`;

export const selectSubscriptionSale = (platformId: string, saleId: string): Statement<SubscriptionSale> => ({
  name: 'subscription-sale',
  text: `SELECT ${SALE} FROM subscription_sale l WHERE l.platform_id = $1 AND l.sale_id = $2`,
  values: [platformId, saleId],
});

/**
 * Returns those of the payments that a subscription made, of whatever platform, and whether it is known that they have paid their cycle. Runs as
 * the role of jobs.
 */
export const selectSubscribed = (payments: readonly string[]): Statement<{ paymentId: string; isHeard: boolean }> => ({
  name: nameAnew('subscribed-payments'),
  // Payment by payment, so that each is looked up: a planner that has not seen the young table yet would read all of it.
  text: `SELECT l.payment_id, coalesce((SELECT c.sale_id = l.sale_id AND c.state = 'PAID' FROM subscription_cycle c
      WHERE c.subscription_id = l.subscription_id AND c.number = l.cycle AND c.platform_id = l.platform_id), false) AS is_heard
    FROM unnest($1::uuid[]) AS p(id)
    CROSS JOIN LATERAL (SELECT * FROM subscription_sale WHERE payment_id = p.id LIMIT 1) l`,
  values: [payments],
});

/** Returns the tries of a cycle, the latest first. */
export const selectTries = (
  platformId: string,
  subscriptionId: string,
  cycle: number,
): Statement<SubscriptionSale> => ({
  name: 'subscription-tries',
  text: `SELECT ${SALE} FROM subscription_sale l WHERE l.subscription_id = $2 AND l.cycle = $3 AND l.platform_id = $1
    ORDER BY l.attempt DESC`,
  values: [platformId, subscriptionId, cycle],
});

export const selectCycle = (
  platformId: string,
  subscriptionId: string,
  number: number,
): Statement<CycleRow & { wantedAttempt: number }> => ({
  name: 'subscription-cycle',
  text: `SELECT id, number, period_start, period_end, due_at, amount, discount, state, sale_id, attempts, card_attempts,
      decline_reason, next_attempt_at, dunning_step, paid_at, wanted_attempt
    FROM subscription_cycle WHERE subscription_id = $2 AND number = $3 AND platform_id = $1`,
  values: [platformId, subscriptionId, number],
});

/**
 * Writes what a cycle costs before it is charged. One that is there keeps its price. Nothing is written where the subscription has changed
 * since the plan was read: its change may be one of the price.
 */
export const insertCycle = (
  { platformId, id, version }: Pick<Subscription, 'platformId' | 'id' | 'version'>,
  plan: CyclePlan,
): Statement => ({
  text: `INSERT INTO subscription_cycle (platform_id, id, subscription_id, number, period_start, period_end, due_at, amount, discount, state)
    SELECT $1, $2, s.id, $4, $5, $6, $5, $7, $8, 'DUE'
    FROM (SELECT id FROM subscription WHERE id = $3 AND platform_id = $1 AND version = $9 FOR SHARE) s
    ON CONFLICT ON CONSTRAINT subscription_cycle_once DO NOTHING`,
  values: [platformId, newId(), id, plan.number, plan.startsAt, plan.endsAt, plan.amount, plan.discount, version],
});

/** The first period, which the first charge or nothing pays. */
export const insertFirstCycle = (
  { platformId, id, periodStart, periodEnd, terms, firstSaleId }: Subscription,
  paidAt: Date,
): Statement => ({
  text: `INSERT INTO subscription_cycle (platform_id, id, subscription_id, number, period_start, period_end, due_at, amount, state, sale_id,
      attempts, paid_at)
    VALUES ($1, $2, $3, 1, $4, $5, $4, $6, $7, $8, $9, $10) ON CONFLICT ON CONSTRAINT subscription_cycle_once DO NOTHING`,
  values: [
    platformId,
    newId(),
    id,
    periodStart,
    periodEnd,
    terms.firstAmount,
    terms.firstAmount > 0 ? 'PAID' : 'FREE',
    firstSaleId,
    terms.firstAmount > 0 ? 1 : 0,
    paidAt,
  ],
});

interface Cycle {
  platformId: string;
  subscriptionId: string;
  number: number;
}

/** The sale that has paid a cycle, and what the subscription itself cost in it: extras and freight are other items. */
export const selectPaidItem = (
  platformId: string,
  subscriptionId: string,
  cycle: number,
): Statement<{ paymentId: string; unitPrice: number }> => ({
  text: `SELECT l.payment_id, i.unit_price
    FROM subscription_cycle c
    JOIN subscription_sale l ON l.platform_id = c.platform_id AND l.sale_id = c.sale_id
    JOIN sale_item i ON i.platform_id = c.platform_id AND i.sale_id = c.sale_id AND i.position = 0
    WHERE c.subscription_id = $2 AND c.number = $3 AND c.platform_id = $1 AND c.state = 'PAID'`,
  values: [platformId, subscriptionId, cycle],
});

/** The most plans that a subscription is offered. */
const MOST_PLANS = 20;

/** The other subscriptions of the product that go on without end, in the same currency. Whether they are on sale is another question. */
export const selectPlanOffers = (
  platformId: string,
  { productId, offerId, currency }: Pick<Subscription, 'productId' | 'offerId' | 'currency'>,
): Statement<{ id: string }> => ({
  text: `SELECT o.id FROM offer o
    WHERE o.product_id = $2 AND o.platform_id = $1 AND o.id <> $3 AND o.coin = $4 AND o.type = 'SUBSCRIPTION' AND o.status = 'PUBLISHED'
      AND NOT o.is_hidden
      AND o.recurrence_price >= $5 AND o.recurrence_cycles IS NULL
    ORDER BY o.id DESC LIMIT ${MOST_PLANS}`,
  values: [platformId, productId, offerId, currency, MINIMUM_CHARGE],
});

/** Notes the latest try of a cycle that is not paid. */
export const noteTry = (
  { platformId, subscriptionId, number }: Cycle,
  {
    saleId,
    attempt,
    isCard,
    state,
    reason,
  }: {
    saleId: string;
    attempt: number;
    isCard: boolean;
    /** The state that the cycle has after the try. */
    state: 'DUE' | 'OPEN' | 'UNPAID';
    reason: DeclineReason | null;
  },
): Statement => ({
  text: `UPDATE subscription_cycle SET sale_id = $4, card_attempts = card_attempts + CASE WHEN $6 AND $5 > attempts THEN 1 ELSE 0 END,
      attempts = $5, state = $7, decline_reason = $8, next_attempt_at = NULL
    WHERE subscription_id = $2 AND number = $3 AND platform_id = $1 AND state IN ('DUE', 'OPEN', 'UNPAID') AND attempts <= $5`,
  values: [platformId, subscriptionId, number, saleId, attempt, isCard, state, reason],
});

/** Returns the sale that has paid the cycle: this one, or the one that was first. */
export const payCycle = (
  { platformId, subscriptionId, number }: Cycle,
  { saleId, attempt, paidAt }: { saleId: string; attempt: number; paidAt: Date },
): Statement<{ saleId: string }> => ({
  text: `UPDATE subscription_cycle SET
      sale_id = CASE WHEN state IN ('PAID', 'REVERSED') THEN sale_id ELSE $4 END,
      paid_at = CASE WHEN state IN ('PAID', 'REVERSED') THEN paid_at ELSE $6::timestamptz END,
      state = CASE WHEN state = 'REVERSED' THEN state ELSE 'PAID' END,
      attempts = greatest(attempts, $5), next_attempt_at = NULL
    WHERE subscription_id = $2 AND number = $3 AND platform_id = $1 RETURNING sale_id`,
  values: [platformId, subscriptionId, number, saleId, attempt, paidAt],
});

export const reverseCycle = (
  { platformId, subscriptionId, number }: Cycle,
  saleId: string,
  isReversed: boolean,
): Statement => ({
  text: `UPDATE subscription_cycle SET state = $5 WHERE subscription_id = $2 AND number = $3 AND platform_id = $1 AND sale_id = $4
    AND state IN ('PAID', 'REVERSED')`,
  values: [platformId, subscriptionId, number, saleId, isReversed ? 'REVERSED' : 'PAID'],
});

/** Writes the cycle that a change of the plan begins, which may be there at another price. One that is paid keeps its own. */
export const insertPlanCycle = (
  platformId: string,
  subscriptionId: string,
  { number, startsAt, amount, discount }: { number: number; startsAt: Date; amount: number; discount: number },
): Statement => ({
  text: `INSERT INTO subscription_cycle AS c (platform_id, id, subscription_id, number, period_start, period_end, due_at, amount, discount,
      state)
    VALUES ($1, $2, $3, $4, $5, $5, $5, $6, $7, 'DUE') ON CONFLICT ON CONSTRAINT subscription_cycle_once
    DO UPDATE SET amount = $6, discount = $7, due_at = $5 WHERE c.state NOT IN ('PAID', 'REVERSED')`,
  values: [platformId, newId(), subscriptionId, number, startsAt, amount, discount],
});

/** Moves a paid cycle to where the evidence has put its period. */
export const moveCycle = (
  { platformId, subscriptionId, number }: Cycle,
  { periodStart, periodEnd }: { periodStart: Date; periodEnd: Date },
): Statement => ({
  text: `UPDATE subscription_cycle SET period_start = $4, period_end = $5
    WHERE subscription_id = $2 AND number = $3 AND platform_id = $1`,
  values: [platformId, subscriptionId, number, periodStart, periodEnd],
});

/** The try after those that were made. */
const NEXT_TRY = `1 + coalesce((SELECT max(attempt) FROM subscription_sale l WHERE l.subscription_id = c.subscription_id AND l.cycle = c.number
  AND l.platform_id = c.platform_id), 0)`;

/** Another try is made at the next turn. With a new card the tries of the old one count no more. */
export const wantTry = ({ platformId, subscriptionId, number }: Cycle, isNewCard: boolean): Statement => ({
  text: `UPDATE subscription_cycle c SET wanted_attempt = ${NEXT_TRY}, next_attempt_at = now(),
      card_attempts = CASE WHEN $4 THEN 0 ELSE card_attempts END, decline_reason = CASE WHEN $4 THEN NULL ELSE decline_reason END
    WHERE subscription_id = $2 AND number = $3 AND platform_id = $1 AND state IN ('DUE', 'OPEN', 'UNPAID')`,
  values: [platformId, subscriptionId, number, isNewCard],
});

export const finishStep = ({ platformId, subscriptionId, number }: Cycle, index: number): Statement => ({
  text: `UPDATE subscription_cycle SET dunning_step = greatest(dunning_step, $4)
    WHERE subscription_id = $2 AND number = $3 AND platform_id = $1`,
  values: [platformId, subscriptionId, number, index + 1],
});

export const giveUpCycle = ({ platformId, subscriptionId, number }: Cycle): Statement => ({
  text: `UPDATE subscription_cycle SET state = 'UNPAID', next_attempt_at = NULL
    WHERE subscription_id = $2 AND number = $3 AND platform_id = $1 AND state IN ('DUE', 'OPEN')`,
  values: [platformId, subscriptionId, number],
});

export const insertSubscription = (
  subscription: Omit<
    Subscription,
    | 'version'
    | 'createdAt'
    | 'checkAt'
    | 'endedAt'
    | 'endReason'
    | 'pausedAt'
    | 'pastDueSince'
    | 'cancelAtPeriodEnd'
    | 'accessEndsAt'
  >,
): Statement<{ id: string }> => ({
  text: `INSERT INTO subscription (platform_id, id, public_id, offer_id, product_id, seller_id, first_sale_id, buyer_name, buyer_email,
      buyer_document, buyer_phone, address, locale, currency, method, connection_id, card_id, stored_card_id, card_brand, card_last_digits,
      card_expiry, terms, status, amount, frequency_in_days, period, anchor_at, cycle, period_start, period_end, next_charge_at, check_at)
    SELECT $1, s.id, s."publicId", s."offerId", s."productId", s."sellerId", s."firstSaleId", s."buyerName", s."buyerEmail",
      s."buyerDocument", s."buyerPhone", s.address, s.locale, s.currency, s.method, s."connectionId", s."cardId", s."storedCardId",
      s."cardBrand", s."cardLastDigits", s."cardExpiry", s.terms, s.status, s.amount, s."frequencyInDays", s.period, s."anchorAt", s.cycle,
      s."periodStart", s."periodEnd", s."nextChargeAt", now()
    FROM jsonb_to_record($2::jsonb) AS s(id uuid, "publicId" text, "offerId" uuid, "productId" uuid, "sellerId" uuid, "firstSaleId" uuid,
      "buyerName" text, "buyerEmail" text, "buyerDocument" text, "buyerPhone" text, address jsonb, locale text, currency text, method text,
      "connectionId" uuid, "cardId" text, "storedCardId" uuid, "cardBrand" text, "cardLastDigits" text, "cardExpiry" text, terms jsonb,
      status text, amount bigint, "frequencyInDays" integer, period text, "anchorAt" timestamptz, cycle integer, "periodStart" timestamptz,
      "periodEnd" timestamptz, "nextChargeAt" timestamptz)
    ON CONFLICT DO NOTHING RETURNING id`,
  values: [subscription.platformId, JSON.stringify(subscription)],
});

interface TrialBuyer {
  productId: string;
  buyerEmail: string;
  buyerDocument: string | null;
}

/** Trials of one product by one buyer come one after the other. */
export const lockTrials = (platformId: string, { productId, buyerEmail }: TrialBuyer): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('trial' || $1::text || $2::text || lower($3::text), 0))`,
  values: [platformId, productId, buyerEmail],
});

/** Returns a subscription that the buyer has or had to the product, whom the e-mail or the document tells. */
export const selectTrialOf = (
  platformId: string,
  { productId, buyerEmail, buyerDocument }: TrialBuyer,
): Statement<{ id: string }> => ({
  text: `SELECT s.id FROM subscription s WHERE s.platform_id = $1 AND s.product_id = $2
    AND (s.buyer_email_lower = lower($3) OR s.buyer_document = $4) LIMIT 1`,
  values: [platformId, productId, buyerEmail, buyerDocument],
});

/** Returns the sales of the subscription that this card was to pay. */
export const selectSalesOfCard = (
  platformId: string,
  subscriptionId: string,
  cardId: string,
): Statement<{ saleId: string }> => ({
  text: 'SELECT l.sale_id FROM subscription_sale l WHERE l.subscription_id = $2 AND l.platform_id = $1 AND l.card_id = $3',
  values: [platformId, subscriptionId, cardId],
});

/** Puts the next look off, unless something has changed meanwhile. */
export const postponeCheck = (
  { platformId, id, version }: Pick<Subscription, 'platformId' | 'id' | 'version'>,
  seconds: number | null,
): Statement => ({
  text: `UPDATE subscription SET check_at = now() + make_interval(secs => $4) WHERE platform_id = $1 AND id = $2 AND version = $3`,
  values: [platformId, id, version, seconds],
});

/** The facts about its buyer and seller that the sale of the first charge tells. */
export interface FirstSale {
  productId: string;
  offerId: string;
  sellerId: string;
  buyerName: string;
  buyerEmail: string;
  buyerDocument: string | null;
  buyerPhone: string | null;
  address: Subscription['address'];
}

export const selectFirstSale = (platformId: string, saleId: string): Statement<FirstSale> => ({
  text: `SELECT o.product_id, s.offer_id, s.seller_id, s.buyer_name, s.buyer_email, s.buyer_document, s.buyer_phone, s.address
    FROM sale s JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

export const selectAddresses = (
  platformId: string,
  sellerId: string,
  productId: string,
): Statement<{ sellerName: string; supportEmail: string; isQuiet: boolean }> => ({
  text: `SELECT seller.name AS seller_name, coalesce(p.support_email, '') AS support_email, p.notification_mode = 'NONE' AS is_quiet
    FROM person seller JOIN product p ON p.platform_id = seller.platform_id AND p.id = $3
    WHERE seller.platform_id = $1 AND seller.id = $2`,
  values: [platformId, sellerId, productId],
});

/** Returns a row if the buyer has paid with the card at their own request, which is their agreement to later charges of it. */
export const selectAgreed = (
  platformId: string,
  subscriptionId: string,
  cardId: string | null,
): Statement<{ id: string }> => ({
  text: `SELECT l.sale_id AS id FROM subscription_sale l JOIN payment y ON y.id = l.payment_id AND y.platform_id = l.platform_id
    WHERE l.subscription_id = $2 AND l.platform_id = $1 AND l.card_id = $3 AND y.status IN ('APPROVED', 'REFUNDED') LIMIT 1`,
  values: [platformId, subscriptionId, cardId],
});
