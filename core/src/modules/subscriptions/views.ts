/** Declares the lists of subscriptions: the seller's, the platform's, the customer's, and what happened to them. */
import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import type { getSubscription, listLogs, listSubscriptions } from '@feira/schemas/procedures/subscriptions';
import { SUBSCRIPTION_LOG_GROUPS } from '@feira/schemas/subscription';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { containsInAny, ofWholePlatform } from '../../shared/statement.ts';
import { customerOf, isOfCustomer } from '../customers/model.ts';
import { type CycleRow, PERIOD, type Subscription } from './model.ts';

const SHARED = `s.id, s.status, s.method, s.terms->>'title' AS title, p.name AS product_name, s.amount, s.currency,
  s.frequency_in_days, ${PERIOD} AS period, s.cycle, (s.terms->>'cycles')::int AS cycles, s.period_start, s.period_end,
  s.next_charge_at, s.past_due_since, s.cancel_at_period_end, s.paused_at, s.ended_at, s.end_reason, s.created_at, s.offer_id,
  s.product_id, ${customerOf('s')} AS customer_id, s.seller_id, seller.name AS seller_name, s.buyer_name, s.buyer_email`;
const FROM = `subscription s JOIN product p ON p.platform_id = s.platform_id AND p.id = s.product_id
  JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id`;

interface Shared extends RowOf<typeof listSubscriptions> {}

export interface Filter extends Omit<FilterOf<typeof listSubscriptions>, 'sellerId'> {
  /** Null for the whole platform. */
  sellerId: string | null;
}

export const SUBSCRIPTIONS: List<Shared, Filter> = {
  isFresh: true,
  mostDays: () => MAX_PERIOD_DAYS,
  sql: ({ sellerId, from, to, status, method, offerId, customerId, search }, bind) => ({
    columns: SHARED,
    from: FROM,
    where: [
      's.platform_id = $1',
      sellerId ? `s.seller_id = ${bind(sellerId)}` : ofWholePlatform('s.created_at'),
      ...isWithin('s.created_at', { from, to }, bind),
      status && `s.status = ${bind(status)}`,
      method && `s.method = ${bind(method)}`,
      offerId && `s.offer_id = ${bind(offerId)}`,
      customerId && isOfCustomer('s', bind(customerId)),
      containsInAny(['s.buyer_name', 's.buyer_email'], search, bind),
    ],
    order: newestFirst('s'),
  }),
};

const OWN = `${SHARED}, s.public_id, p.image AS product_image, p.support_email, s.card_brand, s.card_last_digits, s.card_expiry,
  s.access_ends_at, s.anchor_at, s.buyer_document, s.buyer_phone, s.terms, s.version,
  -- The terms hold the title of the current plan.
  (SELECT title FROM sale_item WHERE platform_id = s.platform_id AND sale_id = s.first_sale_id AND position = 0) AS first_title,
  (SELECT name FROM person WHERE platform_id = s.platform_id AND id = (s.terms->'affiliate'->>'personId')::uuid) AS affiliate_name`;

export type Detailed = Shared &
  Pick<
    Subscription,
    | 'publicId'
    | 'cardBrand'
    | 'cardLastDigits'
    | 'cardExpiry'
    | 'accessEndsAt'
    | 'anchorAt'
    | 'buyerDocument'
    | 'buyerPhone'
    | 'terms'
    | 'version'
  > & {
    productImage: string | null;
    supportEmail: string | null;
    affiliateName: string | null;
    firstTitle: string | null;
  };

/** The subscriptions of a buyer, whom the verified e-mail of their account names. */
export const OWN_SUBSCRIPTIONS: List<Detailed, { personId: string }> = {
  isFresh: true,
  sql: ({ personId }, bind) => ({
    columns: OWN,
    from: FROM,
    where: [
      's.platform_id = $1',
      `s.buyer_email_lower = (
        SELECT email FROM person WHERE platform_id = $1 AND id = ${bind(personId)} AND email_verified_at IS NOT NULL)`,
    ],
    order: newestFirst('s'),
  }),
};

/** `sellerId` is null for administrators. */
export const selectDetails = (platformId: string, id: string, sellerId: string | null): Statement<Detailed> => ({
  text: `SELECT ${OWN} FROM ${FROM} WHERE s.platform_id = $1 AND s.id = $2 AND ($3::uuid IS NULL OR s.seller_id = $3)`,
  values: [platformId, id, sellerId],
});

export interface MadeCycle extends CycleRow {
  paymentId: string | null;
  paymentStatus: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK' | null;
}

/** The latest cycles, latest first. */
export const selectCycles = (platformId: string, subscriptionId: string): Statement<MadeCycle> => ({
  text: `SELECT c.id, c.number, c.period_start, c.period_end, c.due_at, c.amount, c.discount, c.state, c.sale_id, c.attempts,
      c.card_attempts, c.decline_reason, c.next_attempt_at, c.dunning_step, c.paid_at, y.public_id AS payment_id,
      y.status AS payment_status
    FROM subscription_cycle c
    LEFT JOIN LATERAL (
      SELECT public_id, status FROM payment WHERE platform_id = c.platform_id AND sale_id = c.sale_id
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) y ON true
    WHERE c.subscription_id = $2 AND c.platform_id = $1 ORDER BY c.number DESC LIMIT 120`,
  values: [platformId, subscriptionId],
});

export interface EventView extends RowOf<typeof getSubscription, 'events'> {}
const EVENT = 'e.id, e.kind, e.at, e.by, who.name AS person_name, e.cycle, e.data';
const EVENTS_FROM = `subscription_event e LEFT JOIN person who ON who.platform_id = e.platform_id AND who.id = e.person_id`;

/** The latest events, latest first. */
export const selectEventViews = (platformId: string, subscriptionId: string): Statement<EventView> => ({
  text: `SELECT ${EVENT} FROM ${EVENTS_FROM} WHERE e.subscription_id = $2 AND e.platform_id = $1
    ORDER BY e.at DESC, e.id DESC LIMIT 200`,
  values: [platformId, subscriptionId],
});

/** The days are those on which something became known, by which the list is also sorted. */
export const LOGS: List<
  EventView & Pick<Subscription, 'currency' | 'status'> & { subscriptionId: string; title: string; sellerName: string },
  FilterOf<typeof listLogs>
> = {
  sql: ({ group, subscriptionId, search, from, to }, bind) => ({
    columns: `${EVENT}, e.subscription_id, s.terms->>'title' AS title, seller.name AS seller_name, s.status, s.currency`,
    from: `${EVENTS_FROM} JOIN subscription s ON s.platform_id = e.platform_id AND s.id = e.subscription_id
      JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id`,
    where: [
      'e.platform_id = $1',
      ofWholePlatform('e.created_at'),
      group && `e.kind = ANY(${bind(SUBSCRIPTION_LOG_GROUPS[group])})`,
      subscriptionId && `e.subscription_id = ${bind(subscriptionId)}`,
      containsInAny(["s.terms->>'title'", 'seller.name'], search, bind),
      ...isWithin('e.created_at', { from, to }, bind),
    ],
    order: newestFirst('e'),
  }),
};
