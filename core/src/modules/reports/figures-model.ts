/** What was earned, in figures. Each statement is about one currency: amounts of several have no sum. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import type { PageCursor } from '../../shared/page-cursor.ts';
import { ofWholePlatform } from '../../shared/statement.ts';
import { type Measures, selectFacts, sumMeasures, type Through, type Wanted } from './model.ts';

export type ReportPeriod = Required<Pick<Wanted, 'from' | 'to' | 'currency'>>;

/** The best ones are shown, in charts. */
const MOST_PRODUCTS = 20;

const open = (platformId: string) => {
  const values: unknown[] = [platformId];
  return { values, bind: (item: unknown) => `$${values.push(item)}` };
};
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export const selectThrough = (platformId: string): Statement => ({
  name: 'ledger-closing',
  text: 'SELECT through::text FROM ledger_closing WHERE platform_id = $1',
  values: [platformId],
});

export interface GroupRow extends Measures {
  /** Of what the sums are: of everything, or of the one group that is named. */
  kind: 'total' | 'day' | 'method' | 'product' | 'role';
  day: string | null;
  method: PaymentMethod | null;
  productId: string | null;
  name: string | null;
  role: 'seller' | 'affiliate' | 'co-producer' | 'manager' | null;
}

/** One row in total, and one for each day, method, product and role, of one pass over the period. */
export function selectEarnings(
  platformId: string,
  personId: string,
  period: ReportPeriod,
  through: Through,
): Statement<GroupRow> {
  const { values, bind } = open(platformId);
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
      SELECT r.*, r.product_id AS "productId", p.name FROM ranked r
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

/** What these people earned as affiliates, product by product. */
export function selectCommissions(
  platformId: string,
  personIds: readonly string[],
  period: ReportPeriod,
  through: Through,
): Statement<CommissionRow> {
  const { values, bind } = open(platformId);
  return {
    text: `
      WITH ${selectFacts(bind, { ...period, personIds }, through)}
      SELECT person_id AS "personId", product_id AS "productId", sum(sales)::int AS sales, sum(net)::bigint AS commission
      FROM facts WHERE role = 'affiliate' AND product_id IS NOT NULL GROUP BY 1, 2`,
    values,
  };
}

/** The platform's own figures, in total, by day, by method and by product. */
export function selectOverview(platformId: string, period: ReportPeriod, through: Through): Statement<GroupRow> {
  const { values, bind } = open(platformId);
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
      SELECT r.*, r.product_id AS "productId", p.name FROM ranked r
      LEFT JOIN product p ON p.platform_id = $1 AND p.id = r.product_id
      WHERE r.kind <> 'product' OR r.place <= ${MOST_PRODUCTS} ORDER BY r.kind, r.place`,
    values,
  };
}

/** What the platform holds for people now. */
export const selectHeld = (platformId: string, currency: Currency): Statement => ({
  text: `
    SELECT kind, sum(balance)::bigint AS balance FROM ledger_account
    WHERE platform_id = $1 AND ${ofWholePlatform('created_at')} AND kind IN ('PENDING', 'AVAILABLE', 'RESERVED', 'OWED') AND currency = $2 GROUP BY kind`,
  values: [platformId, currency],
});

/** Cursors hold nothing below zero. */
const SHIFT = 1_000_000_000_000_000;
const PROFIT = 'fees + interest + anticipations - costs - commissions - losses';
const RANKS = { gross: 'gross', profit: PROFIT } as const;

/** What somebody did besides selling, such as taking money out, is no revenue. */
const SHOWN = {
  gross: 's.sales <> 0 OR s.gross <> 0 OR s.refunded <> 0 OR s.charged <> 0 OR s.net <> 0',
  profit: 'true',
} as const;

export interface RankedPerson extends Measures {
  person: { id: string; name: string; email: string };
  rank: number;
}
export interface RankingRow {
  items: RankedPerson[];
  totals: Measures & { people: number };
}

export interface RankingFilter extends ReportPeriod {
  search?: string | undefined;
  after?: PageCursor | undefined;
}

/** Sellers by one of their figures, the most first; the totals are those of everybody who is found. */
export function selectRanking(
  platformId: string,
  by: keyof typeof RANKS,
  { search, after, ...period }: RankingFilter,
  through: Through,
  limit: number,
): Statement {
  const { values, bind } = open(platformId);
  const facts = selectFacts(bind, period, through);
  const found = search?.trim() ? `AND p.search_text LIKE fold_text(${bind(`%${escapeLike(search.trim())}%`)})` : '';
  const rest = after
    ? `WHERE (rank, id) < (${bind(after.microseconds)}::bigint - ${SHIFT}, ${bind(after.id)}::uuid)`
    : '';
  return {
    text: `
      WITH ${facts}, sums AS (
        SELECT person_id AS id, ${sumMeasures()} FROM facts WHERE (role IS NULL OR role = 'seller') AND person_id IS NOT NULL
        GROUP BY person_id
      ), ranked AS (
        SELECT s.*, (${RANKS[by]})::bigint AS rank, p.name, p.email
        FROM sums s JOIN person p ON p.platform_id = $1 AND p.id = s.id ${found}
        WHERE ${SHOWN[by]}
      ), page AS (
        SELECT * FROM ranked ${rest} ORDER BY rank DESC, id DESC LIMIT ${bind(limit)}
      )
      SELECT (SELECT to_jsonb(t) FROM (SELECT count(*) AS people, ${sumMeasures()} FROM ranked) t) AS totals,
        (SELECT coalesce(jsonb_agg(to_jsonb(page) - 'id' - 'name' - 'email'
          || jsonb_build_object('person', jsonb_build_object('id', id, 'name', name, 'email', email)) ORDER BY rank DESC, id DESC), '[]')
          FROM page) AS items`,
    values,
  };
}

/** Where a page of a ranking ended, in the form of every other cursor. */
export const toRankCursor = ({ rank, person }: RankedPerson): PageCursor => ({
  microseconds: rank + SHIFT,
  id: person.id,
});
