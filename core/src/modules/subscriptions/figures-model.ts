/** Sums up the subscriptions of a seller or a platform in one currency: revenue, churn and how many stay. */
import type { Currency } from '@feira/schemas/common';
import type { SubscriptionEndReason } from '@feira/schemas/subscription';
import type { Statement } from '../../plugins/database.ts';
import { ofWholePlatform } from '../../shared/statement.ts';

export interface FiguresFilter {
  /** Null for the whole platform. */
  sellerId: string | null;
  offerId: string | null;
  currency: Currency;
  from: string;
  to: string;
}

export interface Figures {
  mrr: number;
  live: number;
  pastDue: number;
  begun: number;
  ended: number;
  churnBasisPoints: number;
  renewed: number;
  reasons: { reason: SubscriptionEndReason; count: number }[];
  cohorts: { month: string; begun: number; retained: number[] }[];
}

/** A month of 30 days, as the recurrences count. */
export const selectFigures = (
  platformId: string,
  { sellerId, offerId, currency, from, to }: FiguresFilter,
): Statement<Figures> => ({
  text: `
    WITH day AS (
      SELECT $5::date::timestamp AT TIME ZONE 'America/Sao_Paulo' AS begins, ($6::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo' AS ends
    ), one AS (
      SELECT s.*, to_char(s.created_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM') AS month FROM subscription s, day
      WHERE s.platform_id = $1 AND ${ofWholePlatform('s.created_at')} AND ($2::uuid IS NULL OR s.seller_id = $2)
        AND ($3::uuid IS NULL OR s.offer_id = $3) AND s.currency = $4 AND s.created_at < day.ends
    ), life AS (
      SELECT count(*) FILTER (WHERE ended_at IS NULL OR ended_at >= ends)::int AS live,
        count(*) FILTER (WHERE created_at < begins AND (ended_at IS NULL OR ended_at >= begins))::int AS before,
        count(*) FILTER (WHERE ended_at IS NULL AND status = 'PAST_DUE')::int AS past_due,
        count(*) FILTER (WHERE created_at >= begins)::int AS begun,
        count(*) FILTER (WHERE ended_at >= begins AND ended_at < ends)::int AS ended,
        count(*) FILTER (WHERE created_at < begins AND ended_at >= begins AND ended_at < ends)::int AS lost,
        coalesce(sum(round(amount * 30.0 / frequency_in_days))
          FILTER (WHERE (ended_at IS NULL OR ended_at >= ends) AND NOT cancel_at_period_end AND status <> 'PAUSED'), 0)::bigint AS mrr
      FROM one, day
    ), renewal AS (
      SELECT coalesce(sum(c.amount), 0)::bigint AS renewed FROM subscription_cycle c JOIN one ON one.id = c.subscription_id, day
      WHERE c.platform_id = $1 AND c.number > 1 AND c.state = 'PAID' AND c.paid_at >= day.begins AND c.paid_at < day.ends
    ), reason AS (
      SELECT coalesce(jsonb_agg(jsonb_build_object('reason', end_reason, 'count', number) ORDER BY number DESC, end_reason), '[]') AS reasons
      FROM (SELECT end_reason, count(*)::int AS number FROM one, day WHERE ended_at >= begins AND ended_at < ends GROUP BY 1) r
    ), paid AS (
      SELECT one.month, c.number, count(*)::int AS count FROM one JOIN subscription_cycle c ON c.subscription_id = one.id, day
      WHERE c.platform_id = $1 AND c.state IN ('PAID', 'FREE') AND one.created_at >= day.begins AND c.number <= 24 GROUP BY 1, 2
    ), cohort AS (
      SELECT coalesce(jsonb_agg(jsonb_build_object('month', month, 'begun', begun, 'retained', retained) ORDER BY month), '[]') AS cohorts
      FROM (SELECT month, max(count) FILTER (WHERE number = 1) AS begun, jsonb_agg(count ORDER BY number) AS retained FROM paid GROUP BY 1) m
      WHERE begun IS NOT NULL
    )
    SELECT mrr, live, past_due AS "pastDue", begun, ended, renewed, reasons, cohorts,
      CASE WHEN before = 0 THEN 0 ELSE round(lost * 10000.0 / before) END::int AS "churnBasisPoints"
    FROM life, renewal, reason, cohort`,
  values: [platformId, sellerId, offerId, currency, from, to],
});
