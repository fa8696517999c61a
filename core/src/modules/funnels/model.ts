/** Reads and writes the rows of funnels. A deleted one stays for the sales that it made, and is not found any more. */
import type { Currency } from '@feira/schemas/common';
import { type FunnelFields, funnel } from '@feira/schemas/entities/funnel';
import type { getFunnel, listMyFunnels } from '@feira/schemas/procedures/funnels';
import type { Knex } from 'knex';
import { raw } from 'objection';
import type { Statement, Transaction } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { platformModel, queryIn } from '../../shared/edited-model.ts';
import { type List, newestFirst } from '../../shared/list.ts';

export type FunnelStep = FunnelFields['steps'][number];

/** A funnel as its seller edits it. */
export class Funnel extends platformModel('funnel', funnel, [
  'sellerId',
  'savedBy',
  'savedAt',
  'version',
  'deletedAt',
]) {
  declare sellerId: string;
  declare savedBy: string | null;
  declare savedAt: Date;
  declare version: number;
  declare deletedAt: Date | null;
  /** The name of the person who saved it last, which is read with a row that is locked. */
  declare saverName: string | null;

  static lockOwn(transaction: Pick<Transaction, 'client'>, id: string, sellerId: string) {
    return queryIn(transaction, Funnel)
      .leftJoin('person as p', (join) => join.on('p.id', 'funnel.savedBy').andOn('p.platformId', 'funnel.platformId'))
      .findOne({ 'funnel.id': id, 'funnel.sellerId': sellerId })
      .whereNull('funnel.deletedAt')
      .select('funnel.*', 'p.name as saverName')
      .onBuildKnex((query) => (query as Knex.QueryBuilder).forNoKeyUpdate('funnel'));
  }

  /** Writes the fields of a funnel that is locked, and returns its version. */
  async save(transaction: Pick<Transaction, 'client'>, fields: FunnelFields, savedBy: string): Promise<number> {
    const version = this.version + 1;
    await queryIn(transaction, Funnel)
      .findById(this.id)
      .patch({ ...fields, savedBy, version, savedAt: raw('now()') });
    return version;
  }
}

/** The cents that buyers paid for a sale and did not get back, where its payment stands. */
const KEPT = `sum(greatest(0, least(p.amount, p.paid_amount - p.refunded_amount))) FILTER (WHERE p.status = 'APPROVED')`;
const SOLD = 'upsell_sale u JOIN payment p ON p.platform_id = u.platform_id AND p.sale_id = u.sale_id';

const SUMMARY = 'f.id, f.name, f.offer_id, o.title AS offer_title, o.coin AS currency, f.is_enabled, f.created_at';
const FROM = 'funnel f JOIN offer o ON o.platform_id = f.platform_id AND o.id = f.offer_id';

export const OWN_FUNNELS: List<RowOf<typeof listMyFunnels>, { sellerId: string }> = {
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

/** A funnel without the numbers of its steps. */
interface FunnelView
  extends FunnelFields,
    Omit<RowOf<typeof listMyFunnels>, 'steps' | 'shown' | 'accepted' | 'revenue'> {
  version: number;
}

export const selectOwnFunnel = (platformId: string, id: string, sellerId: string): Statement<FunnelView> => ({
  text: `SELECT ${SUMMARY}, f.steps, f.version FROM ${FROM}
    WHERE f.platform_id = $1 AND f.id = $2 AND f.seller_id = $3 AND f.deleted_at IS NULL`,
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
    WHERE o.platform_id = $1 AND o.id = ANY($2::uuid[]) AND p.seller_id = $3 AND NOT o.is_hidden`,
  values: [platformId, ids, sellerId],
});

export const selectFigures = (platformId: string, funnelId: string): Statement<RowOf<typeof getFunnel, 'figures'>> => ({
  text: `SELECT a.step_id, a.shown, a.accepted, a.declined, coalesce(s.paid, 0) AS paid, coalesce(s.revenue, 0)::bigint AS revenue
    FROM (SELECT step_id, count(*)::int AS shown, count(*) FILTER (WHERE answer = 'ACCEPTED')::int AS accepted,
        count(*) FILTER (WHERE answer = 'DECLINED')::int AS declined
      FROM funnel_answer WHERE platform_id = $1 AND funnel_id = $2 GROUP BY step_id) a
    LEFT JOIN (SELECT u.step_id, count(*) FILTER (WHERE p.status = 'APPROVED')::int AS paid, ${KEPT} AS revenue
      FROM ${SOLD} WHERE u.platform_id = $1 AND u.funnel_id = $2 GROUP BY u.step_id) s USING (step_id)`,
  values: [platformId, funnelId],
});
