/**
 * Selects the facts that every report sums up, transaction by transaction, so that reports agree with balances and with each other. The
 * table ledger_day has the sums of closed days; later days are read from the ledger's entries.
 */
import { addDays } from '@feira/plugin-kit';
import type { Currency } from '@feira/schemas/common';
import { endIdOf, endOf, firstIdOf, startOf, ZONE } from '../../shared/period.ts';
import type { Bind } from '../../shared/statement.ts';

/** Amounts in cents; `sales` is a count. */
export interface Measures {
  sales: number;
  /** The price of the sales, with interest. */
  gross: number;
  /** The refunds to buyers, less the ones that failed. */
  refunded: number;
  /** The chargebacks, less the ones that were won. */
  charged: number;
  /** The person's share of the sales, after refunds and chargebacks. */
  net: number;
  /** The platform's fees, before its managers' commissions. */
  fees: number;
  interest: number;
  costs: number;
  commissions: number;
  anticipations: number;
  losses: number;
}

const MEASURES = [
  'sales',
  'gross',
  'refunded',
  'charged',
  'net',
  'fees',
  'interest',
  'costs',
  'commissions',
  'anticipations',
  'losses',
] as const satisfies (keyof Measures)[];

export const sumMeasures = (source = ''): string =>
  MEASURES.map((name) => `coalesce(sum(${source}${name}), 0)::bigint AS ${name}`).join(', ');

const COLUMNS = `day, currency, method, product_id, person_id, role, ${MEASURES.join(', ')}`;
/** Postings that change the rest of a sale. */
const SALE_KINDS = `('SALE', 'REFUND', 'REFUND_FAILED', 'CHARGEBACK', 'CHARGEBACK_WON', 'ADJUSTMENT', 'REVERSAL')`;

export interface ReportFilter {
  from: string;
  to: string;
  currency?: Currency;
  /** Restricts the report to sales in which one of these people has a share. */
  personIds?: readonly string[];
}

/** Returns CTEs that read the facts of these days from the entries. The last CTE is called `name`. */
function readEntries(bind: Bind, { from, to, currency, personIds }: ReportFilter, name: string): string {
  const [first, last] = [bind(from), bind(to)];
  const inCurrency = currency ? `AND t.currency = ${bind(currency)}` : '';
  const touched = personIds
    ? `AND t.payment_id IS NOT NULL AND t.kind IN ${SALE_KINDS} AND t.id IN (
        SELECT e.transaction_id FROM ledger_account a JOIN ledger_entry e ON e.platform_id = a.platform_id AND e.account_id = a.id
        WHERE a.platform_id = $1 AND a.owner_id = ANY (${bind(personIds)}::uuid[]) AND (a.balance IS NOT NULL OR a.kind = 'RECEIVER')
          AND uuid_send(e.transaction_id) >= uuid_send(${firstIdOf(first)})
          AND uuid_send(e.transaction_id) < uuid_send(${endIdOf(last)}))`
    : '';
  const of = (kind: string, sign = '') => `coalesce(${sign}sum(e.amount) FILTER (WHERE a.kind = '${kind}'), 0)`;
  return `
    chosen AS MATERIALIZED (
      SELECT t.id, t.kind, t.currency, t.payment_id, (t.created_at AT TIME ZONE ${ZONE})::date AS day,
        t.payment_id IS NOT NULL AND t.kind IN ${SALE_KINDS} AS is_sale
      FROM ledger_transaction t
      WHERE t.platform_id = $1 AND t.id >= ${firstIdOf(first)} AND t.id < ${endIdOf(last)}
        AND t.created_at >= ${startOf(first)} AND t.created_at < ${endOf(last)} ${inCurrency} ${touched}
    ), moved AS MATERIALIZED (
      SELECT c.id, CASE WHEN a.balance IS NOT NULL OR a.kind = 'RECEIVER' THEN a.owner_id END AS person_id, sum(e.amount) AS amount,
        ${of('PLATFORM_FEES')} AS fees, ${of('INTEREST')} AS interest, ${of('PROVIDER_FEES', '-')} AS costs,
        ${of('ANTICIPATION')} AS anticipations, ${of('LOSSES', '-')} AS losses
      FROM chosen c
      JOIN ledger_entry e ON e.platform_id = $1 AND e.transaction_id = c.id
      JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id
      GROUP BY 1, 2
    ), whole AS (
      -- The rest of the price is the sum of all shares.
      SELECT id, coalesce(sum(amount) FILTER (WHERE person_id IS NOT NULL), 0) + sum(fees) + sum(interest) AS kept,
        (array_agg(person_id) FILTER (WHERE person_id IS NOT NULL))[1] AS anybody, sum(fees) AS fees, sum(interest) AS interest,
        sum(costs) AS costs, sum(anticipations) AS anticipations, sum(losses) AS losses
      FROM moved GROUP BY id
    ), sold AS MATERIALIZED (
      SELECT c.id, c.is_sale, c.day, c.currency, p.method, p.terms, o.product_id, s.seller_id,
        coalesce(s.seller_id, w.anybody) AS subject, w.fees, w.interest, w.costs, w.anticipations, w.losses,
        (c.is_sale AND c.kind = 'SALE')::int AS sales, CASE WHEN c.is_sale AND c.kind = 'SALE' THEN w.kept ELSE 0 END AS gross,
        CASE WHEN c.is_sale AND c.kind NOT IN ('SALE', 'CHARGEBACK', 'CHARGEBACK_WON') THEN -w.kept ELSE 0 END AS refunded,
        CASE WHEN c.is_sale AND c.kind IN ('CHARGEBACK', 'CHARGEBACK_WON') THEN -w.kept ELSE 0 END AS charged
      FROM chosen c JOIN whole w ON w.id = c.id
      LEFT JOIN payment p ON p.platform_id = $1 AND p.id = c.payment_id
      LEFT JOIN sale s ON s.platform_id = $1 AND s.id = p.sale_id
      LEFT JOIN offer o ON o.platform_id = $1 AND o.id = s.offer_id
      WHERE c.is_sale OR w.fees <> 0 OR w.interest <> 0 OR w.costs <> 0 OR w.anticipations <> 0 OR w.losses <> 0
    ), parts AS MATERIALIZED (
      SELECT m.id, m.person_id, m.amount, CASE WHEN m.person_id = k.seller_id THEN 'seller' ELSE coalesce((
          SELECT s->>'role' FROM jsonb_array_elements(k.terms->'shares') s WHERE s->>'personId' = m.person_id::text
          ORDER BY (s->>'amount')::bigint DESC LIMIT 1), 'affiliate') END AS role
      FROM moved m JOIN sold k ON k.id = m.id WHERE m.person_id IS NOT NULL AND k.is_sale
    ), ${name} AS (
      -- The seller's row also has the platform's figures.
      SELECT k.day, k.currency, k.method, k.product_id, k.subject AS person_id, own.role, k.sales, k.gross, k.refunded, k.charged,
        coalesce(own.amount, 0) AS net, k.fees + coalesce(g.amount, 0) AS fees, k.interest, k.costs, coalesce(g.amount, 0) AS commissions,
        k.anticipations, k.losses
      FROM sold k LEFT JOIN parts own ON own.id = k.id AND own.role = 'seller'
      LEFT JOIN (SELECT id, sum(amount) AS amount FROM parts WHERE role = 'manager' GROUP BY id) g ON g.id = k.id
      UNION ALL
      SELECT k.day, k.currency, k.method, k.product_id, m.person_id, m.role, k.sales, k.gross, k.refunded, k.charged,
        m.amount, 0, 0, 0, 0, 0, 0
      FROM parts m JOIN sold k ON k.id = m.id WHERE m.role <> 'seller'
    )`;
}

/** The last closed day; null where none is closed. */
export type Through = string | null;

/** Returns CTEs that end in `facts`: the sums of closed days, and the facts of later days from the entries. */
export function selectFacts(bind: Bind, filter: ReportFilter & { currency: Currency }, through: Through): string {
  const { from, to, currency, personIds } = filter;
  const parts: string[] = [];
  const sources: string[] = [];
  const mine = personIds ? `AND person_id = ANY (${bind(personIds)}::uuid[]) AND role IS NOT NULL` : '';
  if (through !== null && through >= from) {
    const last = through < to ? through : to;
    parts.push(`stored AS (
      SELECT ${COLUMNS} FROM ledger_day WHERE platform_id = $1 AND currency = ${bind(currency)}
        AND day >= ${bind(from)}::date AND day <= ${bind(last)}::date ${mine})`);
    sources.push('stored');
  }
  if (through === null || through < to) {
    const first = through !== null && through >= from ? addDays(through, 1) : from;
    parts.push(readEntries(bind, { ...filter, from: first }, 'fresh'));
    sources.push('fresh');
  }
  const selected = sources.map((source) => `SELECT ${COLUMNS} FROM ${source} WHERE true ${mine}`);
  return `${parts.join(', ')}, facts AS MATERIALIZED (${selected.join(' UNION ALL ')})`;
}

/** Writes the sums of one day in every currency. */
export const insertDay = (bind: Bind, day: string): string => `
  WITH ${readEntries(bind, { from: day, to: day }, 'facts')}
  INSERT INTO ledger_day (platform_id, ${COLUMNS})
  SELECT $1, day, currency, method, product_id, person_id, role, ${sumMeasures()} FROM facts
  WHERE EXISTS (SELECT 1 FROM ledger_closing c WHERE c.platform_id = $1 AND c.through < ${bind(day)}::date)
  GROUP BY day, currency, method, product_id, person_id, role`;
