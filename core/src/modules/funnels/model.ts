/** Reads and writes the rows of funnels. A deleted one stays for the sales that it made, and is not found any more. */
import type { Currency } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { createFunnel } from '@feira/schemas/procedures/funnels';
import type { Statement } from '../../plugins/database.ts';
import { type List, newestFirst } from '../../shared/list.ts';

export type FunnelTerms = Input<typeof createFunnel>;
export type FunnelStep = FunnelTerms['steps'][number];

interface FunnelSummary {
  id: string;
  name: string;
  offerId: string;
  offerTitle: string;
  currency: Currency;
  isEnabled: boolean;
  createdAt: Date;
}

export interface FunnelRow extends FunnelSummary {
  steps: FunnelStep[];
  version: number;
  savedBy: string | null;
  savedAt: Date;
}

/** The cents that buyers paid for a sale and did not get back, where its payment stands. */
const KEPT = `sum(greatest(0, least(p.amount, p.paid_amount - p.refunded_amount))) FILTER (WHERE p.status = 'APPROVED')`;
const SOLD = 'upsell_sale u JOIN payment p ON p.platform_id = u.platform_id AND p.sale_id = u.sale_id';

const SUMMARY = `f.id, f.name, f.offer_id AS "offerId", o.title AS "offerTitle", o.coin AS currency, f.is_enabled AS "isEnabled",
  f.created_at AS "createdAt"`;
const FROM = 'funnel f JOIN offer o ON o.platform_id = f.platform_id AND o.id = f.offer_id';

interface ListedFunnel extends FunnelSummary {
  steps: number;
  shown: number;
  accepted: number;
  revenue: number;
}

export const OWN_FUNNELS: List<ListedFunnel, { sellerId: string }> = {
  isFresh: true,
  sql: ({ sellerId }, bind) => ({
    columns: `${SUMMARY}, jsonb_array_length(f.steps) AS steps,
      (SELECT count(*)::int FROM funnel_answer a WHERE a.platform_id = f.platform_id AND a.funnel_id = f.id) AS shown,
      (SELECT count(*)::int FROM funnel_answer a WHERE a.platform_id = f.platform_id AND a.funnel_id = f.id
        AND a.answer = 'ACCEPTED') AS accepted,
      (SELECT coalesce(${KEPT}, 0)::bigint FROM ${SOLD} WHERE u.platform_id = f.platform_id AND u.funnel_id = f.id) AS revenue`,
    from: FROM,
    where: ['f.platform_id = $1', `f.seller_id = ${bind(sellerId)}`, 'f.deleted_at IS NULL'],
    order: newestFirst('f'),
  }),
};

const FUNNEL = `SELECT ${SUMMARY}, f.steps, f.version, f.saved_at AS "savedAt", person.name AS "savedBy"
  FROM ${FROM} LEFT JOIN person ON person.platform_id = f.platform_id AND person.id = f.saved_by
  WHERE f.platform_id = $1 AND f.deleted_at IS NULL`;

export const selectOwnFunnel = (platformId: string, id: string, sellerId: string): Statement<FunnelRow> => ({
  text: `${FUNNEL} AND f.id = $2 AND f.seller_id = $3`,
  values: [platformId, id, sellerId],
});

export const lockOwnFunnel = (platformId: string, id: string, sellerId: string): Statement<FunnelRow> => ({
  text: `${FUNNEL} AND f.id = $2 AND f.seller_id = $3 FOR NO KEY UPDATE OF f`,
  values: [platformId, id, sellerId],
});

/** Returns the funnel that a purchase of this offer opens. */
export const selectEnabledFunnel = (
  platformId: string,
  offerId: string,
): Statement<{ id: string; steps: FunnelStep[] }> => ({
  text: 'SELECT id, steps FROM funnel WHERE platform_id = $1 AND offer_id = $2 AND is_enabled AND deleted_at IS NULL',
  values: [platformId, offerId],
});

export const insertFunnel = (
  platformId: string,
  {
    id,
    sellerId,
    savedBy,
    offerId,
    name,
    isEnabled,
    steps,
  }: FunnelTerms & Record<'id' | 'sellerId' | 'savedBy', string>,
): Statement => ({
  text: `INSERT INTO funnel (platform_id, id, seller_id, saved_by, offer_id, name, is_enabled, steps)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: [platformId, id, sellerId, savedBy, offerId, name, isEnabled, JSON.stringify(steps)],
});

export const updateTerms = (
  platformId: string,
  { id, savedBy, offerId, name, isEnabled, steps }: FunnelTerms & Record<'id' | 'savedBy', string>,
): Statement => ({
  text: `UPDATE funnel SET offer_id = $3, name = $4, is_enabled = $5, steps = $6, saved_by = $7, saved_at = now(), version = version + 1
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, offerId, name, isEnabled, JSON.stringify(steps), savedBy],
});

export const markDeleted = (platformId: string, id: string): Statement => ({
  text: 'UPDATE funnel SET deleted_at = now(), is_enabled = false WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

/** The offers of a funnel that are the seller's. */
export const selectOwnOffers = (
  platformId: string,
  sellerId: string,
  ids: readonly string[],
): Statement<{ id: string; coin: Currency; type: 'ONE_TIME' | 'SUBSCRIPTION' }> => ({
  text: `SELECT o.id, o.coin, o.type FROM offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id
    WHERE o.platform_id = $1 AND o.id = ANY($2::uuid[]) AND p.seller_id = $3`,
  values: [platformId, ids, sellerId],
});

export interface StepFigures {
  stepId: string;
  shown: number;
  accepted: number;
  declined: number;
  paid: number;
  revenue: number;
}

export const selectFigures = (platformId: string, funnelId: string): Statement<StepFigures> => ({
  text: `SELECT a.step_id AS "stepId", a.shown, a.accepted, a.declined, coalesce(s.paid, 0) AS paid, coalesce(s.revenue, 0)::bigint AS revenue
    FROM (SELECT step_id, count(*)::int AS shown, count(*) FILTER (WHERE answer = 'ACCEPTED')::int AS accepted,
        count(*) FILTER (WHERE answer = 'DECLINED')::int AS declined
      FROM funnel_answer WHERE platform_id = $1 AND funnel_id = $2 GROUP BY step_id) a
    LEFT JOIN (SELECT u.step_id, count(*) FILTER (WHERE p.status = 'APPROVED')::int AS paid, ${KEPT} AS revenue
      FROM ${SOLD} WHERE u.platform_id = $1 AND u.funnel_id = $2 GROUP BY u.step_id) s USING (step_id)`,
  values: [platformId, funnelId],
});
