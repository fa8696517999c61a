/** Selects the figures of reports. Each statement is about one currency, because amounts of several have no sum. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { comesAfter, cursorOf, type List, type Order, orderBy } from '../../shared/list.ts';
import { allOf, contains, ofWholePlatform, openValues } from '../../shared/statement.ts';
import { type Measures, type ReportFilter, selectFacts, sumMeasures, type Through } from './model.ts';

export type ReportPeriod = Required<Pick<ReportFilter, 'from' | 'to' | 'currency'>>;

/** Charts show the products that earned most. */
const MOST_PRODUCTS = 20;

export const selectThrough = (platformId: string): Statement<{ through: string }> => ({
  name: 'ledger-closing',
  text: 'SELECT through::text FROM ledger_closing WHERE platform_id = $1',
  values: [platformId],
});

export interface GroupRow extends Measures {
  /** The group that the row sums up; `total` sums up all. */
  kind: 'total' | 'day' | 'method' | 'product' | 'role';
  day: string | null;
  method: PaymentMethod | null;
  productId: string | null;
  name: string | null;
  role: 'seller' | 'affiliate' | 'co-producer' | 'manager' | null;
}

/** Returns one row in total, and one for each day, method, product and role. It reads the period once. */
export function selectEarnings(
  platformId: string,
  personId: string,
  period: ReportPeriod,
  through: Through,
): Statement<GroupRow> {
  const { values, bind } = openValues(platformId);
  return {
    text: `
      WITH ${selectFacts(bind, { ...period, personIds: [personId] }, through)}, sums AS (
        SELECT CASE grouping(day, method, product_id, role) WHEN 15 THEN 'total' WHEN 7 THEN 'day' WHEN 11 THEN 'method'
            WHEN 13 THEN 'product' ELSE 'role' END AS kind,
          day::text, method, product_id, role, ${sumMeasures()}
        FROM facts GROUP BY GROUPING SETS ((), (day), (method), (product_id), (role))
      ), ranked AS (
        SELECT *, row_number() OVER (PARTITION BY kind ORDER BY net DESC, product_id) AS place FROM sums
      )
      SELECT r.*, p.name FROM ranked r
      LEFT JOIN product p ON p.platform_id = $1 AND p.id = r.product_id
      WHERE r.kind <> 'product' OR r.place <= ${MOST_PRODUCTS} ORDER BY r.kind, r.place`,
    values,
  };
}

export interface CommissionRow {
  personId: string;
  productId: string;
  sales: number;
  commission: number;
}

/** Selects what these people earned as affiliates, product by product. */
export function selectCommissions(
  platformId: string,
  personIds: readonly string[],
  period: ReportPeriod,
  through: Through,
): Statement<CommissionRow> {
  const { values, bind } = openValues(platformId);
  return {
    text: `
      WITH ${selectFacts(bind, { ...period, personIds }, through)}
      SELECT person_id, product_id, sum(sales)::int AS sales, sum(net)::bigint AS commission
      FROM facts WHERE role = 'affiliate' AND product_id IS NOT NULL GROUP BY 1, 2`,
    values,
  };
}

/** Selects the platform's figures, in total, by day, by method and by product. */
export function selectOverview(platformId: string, period: ReportPeriod, through: Through): Statement<GroupRow> {
  const { values, bind } = openValues(platformId);
  return {
    text: `
      WITH ${selectFacts(bind, period, through)}, sums AS (
        SELECT CASE grouping(day, method, product_id) WHEN 7 THEN 'total' WHEN 3 THEN 'day' WHEN 5 THEN 'method' ELSE 'product' END AS kind,
          day::text, method, product_id, ${sumMeasures()}
        FROM facts WHERE role IS NULL OR role = 'seller' GROUP BY GROUPING SETS ((), (day), (method), (product_id))
      ), ranked AS (
        SELECT *, row_number() OVER (PARTITION BY kind ORDER BY gross DESC, product_id) AS place FROM sums
        WHERE kind <> 'product' OR product_id IS NOT NULL
      )
      SELECT r.*, p.name FROM ranked r
      LEFT JOIN product p ON p.platform_id = $1 AND p.id = r.product_id
      WHERE r.kind <> 'product' OR r.place <= ${MOST_PRODUCTS} ORDER BY r.kind, r.place`,
    values,
  };
}

/** Selects the money that the platform holds for people now. */
export const selectHeld = (platformId: string, currency: Currency): Statement<{ kind: string; balance: number }> => ({
  text: `
    SELECT kind, sum(balance)::bigint AS balance FROM ledger_account
    WHERE platform_id = $1 AND ${ofWholePlatform('created_at')} AND kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED') AND currency = $2 GROUP BY kind`,
  values: [platformId, currency],
});

interface Ranking {
  /** The SQL expression that sellers are ranked by. */
  by: string;
  /** The condition of sellers who are listed. */
  where: string;
}

interface RankingRow extends Measures {
  person: { id: string; name: string; email: string };
  /** The sums of all sellers found, of this page and the others. */
  totals: Measures;
}

interface RankingFilter extends ReportPeriod {
  search?: string | undefined;
  through: Through;
}

const LARGEST: Order = { by: 'rank', kind: 'number', id: 'id' };

const declareRanking = ({ by, where }: Ranking): List<RankingRow, RankingFilter> => ({
  sql: {
    text: ({ search, through, ...period }, bind, { after, limit }) => `
      WITH ${selectFacts(bind, period, through)}, sums AS (
        SELECT person_id AS id, ${sumMeasures()} FROM facts WHERE (role IS NULL OR role = 'seller') AND person_id IS NOT NULL
        GROUP BY person_id
      ), ranked AS (
        SELECT s.*, (${by})::bigint AS rank, p.name, p.email FROM sums s JOIN person p ON p.platform_id = $1 AND p.id = s.id
        WHERE ${allOf([`(${where})`, contains('p.search_text', search, bind)])}
      )
      SELECT ranked.*, jsonb_build_object('id', id, 'name', name, 'email', email) AS person,
        (SELECT to_jsonb(t) FROM (SELECT ${sumMeasures()} FROM ranked) t) AS totals, ${cursorOf(LARGEST)}
      FROM ranked WHERE ${allOf([comesAfter(LARGEST, after, bind)])} ORDER BY ${orderBy(LARGEST)} LIMIT ${limit}`,
  },
});

/** Ranks sellers by revenue. Costs of other acts, such as withdrawals, do not list a person. */
export const BY_REVENUE = declareRanking({
  by: 'gross',
  where: 's.sales <> 0 OR s.gross <> 0 OR s.refunded <> 0 OR s.charged <> 0 OR s.net <> 0',
});

/** Ranks sellers by the platform's profit from them. */
export const BY_PROFIT = declareRanking({
  by: 'fees + interest + anticipations - costs - commissions - losses',
  where: 'true',
});
