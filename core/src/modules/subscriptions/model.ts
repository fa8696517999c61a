/** Reads and writes subscriptions: the row that shows the state, and the evidence that decides it. */
import type { Currency, Locale } from '@feira/schemas/common';
import type { RecurrencePeriod } from '@feira/schemas/options';
import type { Address } from '@feira/schemas/provider';
import type { SubscriptionState } from '@feira/schemas/rules/subscription';
import type {
  SubscriptionEndReason,
  SubscriptionEvent,
  SubscriptionMethod,
  SubscriptionStatus,
  SubscriptionTerms,
} from '@feira/schemas/subscription';
import type { Statement } from '../../plugins/database.ts';
import type { KeptCard } from '../checkout/stored-card-model.ts';

export interface Subscription {
  platformId: string;
  id: string;
  publicId: string;
  offerId: string;
  productId: string;
  sellerId: string;
  firstSaleId: string | null;
  buyerName: string;
  buyerEmail: string;
  buyerDocument: string | null;
  buyerPhone: string | null;
  address: Address | null;
  locale: Locale;
  currency: Currency;
  method: SubscriptionMethod;
  connectionId: string | null;
  cardId: string | null;
  storedCardId: string | null;
  cardBrand: string | null;
  cardLastDigits: string | null;
  /** YYYY-MM. */
  cardExpiry: string | null;
  terms: SubscriptionTerms;
  status: SubscriptionStatus;
  amount: number;
  frequencyInDays: number;
  period: RecurrencePeriod;
  anchorAt: Date;
  cycle: number;
  periodStart: Date;
  periodEnd: Date;
  nextChargeAt: Date | null;
  pastDueSince: Date | null;
  cancelAtPeriodEnd: boolean;
  pausedAt: Date | null;
  endedAt: Date | null;
  endReason: SubscriptionEndReason | null;
  accessEndsAt: Date | null;
  checkAt: Date | null;
  version: number;
  createdAt: Date;
}

/** Subscriptions that began before plans had a period have the period of their terms. */
export const PERIOD = `coalesce(s.period, s.terms->>'period')`;

const COLUMNS = `s.platform_id, s.id, s.public_id, s.offer_id, s.product_id, s.seller_id, s.first_sale_id, s.buyer_name,
  s.buyer_email, s.buyer_document, s.buyer_phone, s.address, s.locale, s.currency, s.method, s.connection_id, s.card_id,
  s.stored_card_id, s.card_brand, s.card_last_digits, s.card_expiry, s.terms, s.status, s.amount, s.frequency_in_days,
  ${PERIOD} AS period, s.anchor_at, s.cycle, s.period_start, s.period_end, s.next_charge_at, s.past_due_since,
  s.cancel_at_period_end, s.paused_at, s.ended_at, s.end_reason, s.access_ends_at, s.check_at, s.version, s.created_at`;

export const selectSubscription = (platformId: string, id: string): Statement<Subscription> => ({
  name: 'subscription',
  text: `SELECT ${COLUMNS} FROM subscription s WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, id],
});

/** Everything that changes the state of a subscription waits for this lock. */
export const lockSubscription = (platformId: string, id: string): Statement<Subscription> => ({
  name: 'lock-subscription',
  text: `SELECT ${COLUMNS} FROM subscription s WHERE s.platform_id = $1 AND s.id = $2 FOR UPDATE`,
  values: [platformId, id],
});

export const selectByFirstSale = (platformId: string, saleId: string): Statement<Subscription> => ({
  text: `SELECT ${COLUMNS} FROM subscription s WHERE s.platform_id = $1 AND s.first_sale_id = $2`,
  values: [platformId, saleId],
});

export const selectByPublicId = (platformId: string, publicId: string): Statement<Subscription> => ({
  text: `SELECT ${COLUMNS} FROM subscription s WHERE s.platform_id = $1 AND s.public_id = $2`,
  values: [platformId, publicId],
});

/** Evidence with the person who gave it in a session. */
export type NewEvent = SubscriptionEvent & { personId?: string | null };

/** Adds evidence that is not there yet. */
export const insertEvents = (
  platformId: string,
  subscriptionId: string,
  events: readonly (NewEvent & { id: string })[],
): Statement<{ key: string }> => ({
  name: 'subscription-events',
  text: `INSERT INTO subscription_event (platform_id, id, subscription_id, key, kind, at, by, person_id, cycle, data)
    SELECT $1, e.id, $2, e.key, e.kind, e.at, e.by, e."personId", e.cycle, e.data
    FROM jsonb_to_recordset($3::jsonb) AS e(id uuid, key text, kind text, at timestamptz, by text, "personId" uuid, cycle integer, data jsonb)
    ON CONFLICT ON CONSTRAINT subscription_event_once DO NOTHING RETURNING key`,
  values: [platformId, subscriptionId, JSON.stringify(events)],
});

export const selectEvents = (platformId: string, subscriptionId: string): Statement<SubscriptionEvent> => ({
  name: 'select-subscription-events',
  text: `SELECT key, kind, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, by, cycle, data
    FROM subscription_event WHERE subscription_id = $2 AND platform_id = $1 ORDER BY at, key`,
  values: [platformId, subscriptionId],
});

/** Writes the state that the evidence leads to. The sweep looks at the subscription at once. */
export const updateState = (
  { platformId, id, method, amount }: Subscription,
  state: SubscriptionState,
  accessEndsAt: Date | null,
): Statement<Subscription> => ({
  name: 'subscription-state',
  text: `UPDATE subscription s SET status = $3, method = $4, amount = $5, cycle = $6, period_start = $7, period_end = $8,
      next_charge_at = $9, past_due_since = $10, cancel_at_period_end = $11, paused_at = $12, ended_at = $13, end_reason = $14,
      access_ends_at = $15, offer_id = coalesce($16, offer_id), frequency_in_days = $17, period = $19,
      -- The title of the plan that holds now; nothing of the state follows from it.
      terms = CASE WHEN $18::text IS NULL THEN terms ELSE jsonb_set(terms, '{title}', to_jsonb($18::text)) END,
      check_at = now(), version = version + 1
    WHERE platform_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
  values: [
    platformId,
    id,
    state.status,
    state.method ?? method,
    state.next?.amount ?? amount,
    state.cycle,
    state.periodStart,
    state.periodEnd,
    state.next?.startsAt ?? null,
    state.pastDueSince,
    state.cancelAtPeriodEnd,
    state.pausedAt,
    state.endedAt,
    state.endReason,
    accessEndsAt,
    state.offerId,
    state.frequency.frequencyInDays,
    state.title,
    state.frequency.period,
  ],
});

export interface CycleRow {
  id: string;
  number: number;
  periodStart: Date;
  periodEnd: Date;
  dueAt: Date;
  amount: number;
  discount: number;
  state: 'DUE' | 'OPEN' | 'PAID' | 'UNPAID' | 'FREE' | 'REVERSED';
  saleId: string | null;
  attempts: number;
  cardAttempts: number;
  declineReason: string | null;
  nextAttemptAt: Date | null;
  dunningStep: number;
  paidAt: Date | null;
}

export const updateCard = (platformId: string, id: string, card: KeptCard): Statement => ({
  text: `UPDATE subscription SET connection_id = $3, card_id = $4, stored_card_id = $5, card_brand = $6, card_last_digits = $7,
      card_expiry = $8, method = 'CREDIT_CARD', check_at = now(), version = version + 1
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, card.connectionId, card.cardId, card.storedCardId, card.brand, card.lastDigits, card.expiry],
});

export const updateMethod = (platformId: string, id: string, method: SubscriptionMethod): Statement => ({
  text: 'UPDATE subscription SET method = $3, check_at = now(), version = version + 1 WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, method],
});
