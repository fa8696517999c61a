/** Sums up the subscriptions of a seller or a platform in one currency: revenue, churn and how many stay. */
import type { Currency } from '@feira/schemas/common';
import type { SubscriptionEndReason } from '@feira/schemas/subscription';
import type { Statement } from '../../plugins/database.ts';
import { endOf, startOf, ZONE } from '../../shared/period.ts';
import { ofWholePlatform } from '../../shared/statement.ts';
import { PERIOD } from './model.ts';

export interface FiguresFilter {
  /** Null for the whole platform. */
  sellerId: string | null;
  offerId: string | null;
  currency: Currency;
  from: string;
  to: string;
}

/** The number of subscriptions of a month that ended in a later one; `ended` is null for those that go on. */
export interface CohortPart {
  month: string;
  ended: string | null;
  count: number;
}

export interface FiguresRow {
  mrr: number;
  live: number;
  pastDue: number;
  begun: number;
  ended: number;
  before: number;
  lost: number;
  renewed: number;
  reasons: { reason: SubscriptionEndReason; count: number }[];
  cohorts: CohortPart[];
  /** The month that is now, in São Paulo. */
  month: string;
}

const monthOf = (time: string) => `to_char(${time} AT TIME ZONE ${ZONE}, 'YYYY-MM')`;

/**
 * The monthly revenue and those past due are as of now. A subscription that completed its promised charges has ended, and nobody was lost.
 * Renewals count by the day of their payment, and less what went back by now.
 */
export const selectFigures = (
  platformId: string,
  { sellerId, offerId, currency, from, to }: FiguresFilter,
  now: Date,
): Statement<FiguresRow> => ({
  text: `
    WITH one AS (
      SELECT s.id, s.status, s.amount, s.frequency_in_days, ${PERIOD} AS period, s.next_charge_at, s.created_at, s.ended_at, s.end_reason
      FROM subscription s
      WHERE s.platform_id = $1 AND ${sellerId ? 's.seller_id = $2' : `${ofWholePlatform('s.created_at')} AND $2::uuid IS NULL`}
        AND ($3::uuid IS NULL OR s.offer_id = $3) AND s.currency = $4
    ), life AS (
      SELECT count(*) FILTER (WHERE created_at < ${endOf('$6')} AND (ended_at IS NULL OR ended_at >= ${endOf('$6')}))::int AS live,
        count(*) FILTER (WHERE status = 'PAST_DUE')::int AS past_due,
        count(*) FILTER (WHERE created_at >= ${startOf('$5')} AND created_at < ${endOf('$6')})::int AS begun,
        count(*) FILTER (WHERE ended_at >= ${startOf('$5')} AND ended_at < ${endOf('$6')})::int AS ended,
        count(*) FILTER (WHERE created_at < ${startOf('$5')} AND (ended_at IS NULL OR ended_at >= ${startOf('$5')}))::int AS before,
        count(*) FILTER (WHERE created_at < ${startOf('$5')} AND ended_at >= ${startOf('$5')} AND ended_at < ${endOf('$6')}
          AND end_reason <> 'COMPLETED')::int AS lost,
        coalesce(sum(round(amount * 30.0 / CASE WHEN period = 'CALENDAR' AND frequency_in_days = 365 THEN 360 ELSE frequency_in_days END))
          FILTER (WHERE status IN ('ACTIVE', 'PAST_DUE') AND next_charge_at IS NOT NULL), 0)::bigint AS mrr
      FROM one
    ), renewal AS (
      SELECT coalesce(sum(p.paid_amount - p.refunded_amount), 0)::bigint AS renewed
      FROM one JOIN subscription_cycle c ON c.subscription_id = one.id AND c.platform_id = $1
      JOIN payment p ON p.sale_id = c.sale_id AND p.platform_id = $1
      WHERE c.number > 1 AND c.paid_at >= ${startOf('$5')} AND c.paid_at < ${endOf('$6')}
    ), reason AS (
      SELECT coalesce(jsonb_agg(jsonb_build_object('reason', end_reason, 'count', number) ORDER BY number DESC, end_reason), '[]') AS reasons
      FROM (
        SELECT end_reason, count(*)::int AS number FROM one
        WHERE ended_at >= ${startOf('$5')} AND ended_at < ${endOf('$6')} GROUP BY 1
      ) r
    ), cohort AS (
      SELECT coalesce(jsonb_agg(jsonb_build_object('month', month, 'ended', ended, 'count', number)), '[]') AS cohorts
      FROM (
        SELECT ${monthOf('created_at')} AS month, ${monthOf('ended_at')} AS ended, count(*)::int AS number FROM one
        WHERE created_at >= ${startOf('$5')} AND created_at < ${endOf('$6')} GROUP BY 1, 2
      ) m
    )
    SELECT life.*, renewed, reasons, cohorts, ${monthOf('$7::timestamptz')} AS month FROM life, renewal, reason, cohort`,
  values: [platformId, sellerId, offerId, currency, from, to, now],
});
