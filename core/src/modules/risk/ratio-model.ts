/** Counts chargebacks against card payments, as card networks do. */
import { LEAST_CHARGEBACKS, RATIO_DAYS } from '@feira/schemas/procedures/risk';
import type { Statement } from '../../plugins/database.ts';
import type { Identity } from '../../plugins/sessions.ts';

export interface RatioRow {
  /** Null in the row of the whole platform. */
  seller: Identity | null;
  payments: number;
  chargebacks: number;
}

const MOST_SELLERS = 20;
/** A card is approved within this number of days after its order, also one that is reviewed. */
const APPROVED_WITHIN_DAYS = 4;

const SINCE = `($2::timestamptz - interval '${RATIO_DAYS} days')`;
const CHARGEBACK = `d.kind = 'CHARGEBACK' AND d.opened_at > ${SINCE} AND p.method = 'CREDIT_CARD'`;

/** Selects the platform's row, and those of the sellers with the most chargebacks, in the order of their number. */
export const selectRatios = (platformId: string, now: Date): Statement<RatioRow> => ({
  text: `WITH charged_back AS (
      SELECT d.seller_id, count(*)::int AS chargebacks FROM dispute d
      JOIN payment p ON p.platform_id = d.platform_id AND p.id = d.payment_id
      WHERE d.platform_id = $1 AND ${CHARGEBACK} GROUP BY d.seller_id
    ), paid AS (
      SELECT s.seller_id, count(*)::int AS payments FROM sale s
      JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id
      WHERE s.platform_id = $1 AND s.created_at > ${SINCE} - interval '${APPROVED_WITHIN_DAYS} days' AND p.method = 'CREDIT_CARD'
        AND p.approved_at > ${SINCE} GROUP BY s.seller_id
    )
    SELECT NULL::jsonb AS seller, coalesce((SELECT sum(payments)::int FROM paid), 0) AS payments,
      coalesce((SELECT sum(chargebacks)::int FROM charged_back), 0) AS chargebacks
    UNION ALL
    SELECT * FROM (
      SELECT jsonb_build_object('id', o.id, 'name', o.name, 'email', o.email), coalesce(y.payments, 0), c.chargebacks
      FROM charged_back c JOIN person o ON o.platform_id = $1 AND o.id = c.seller_id LEFT JOIN paid y USING (seller_id)
      ORDER BY c.chargebacks DESC, o.id LIMIT ${MOST_SELLERS}) AS sellers`,
  values: [platformId, now],
});

/** Selects the platforms that have had chargebacks enough to be judged. Runs as the role of jobs. */
export const selectJudged = (now: Date): Statement<{ platformId: string }> => ({
  text: `SELECT platform_id FROM dispute WHERE kind = 'CHARGEBACK' AND opened_at > $1::timestamptz - interval '${RATIO_DAYS} days'
    GROUP BY platform_id HAVING count(*) >= ${LEAST_CHARGEBACKS}`,
  values: [now],
});
