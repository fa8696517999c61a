/** Customers, sales and subscriptions: kinds whose lines are compared, written and removed in sets. */
import { createHash } from 'node:crypto';
import type { ImportKind, ImportSource } from '@feira/schemas/imports';
import type { Statement } from '../../plugins/database.ts';
import type { Data } from './line.ts';
import type { ImportRecord, RowRange } from './model.ts';

export type SetKind = Extract<ImportKind, 'CUSTOMERS' | 'SALES' | 'SUBSCRIPTIONS'>;

interface SetTable {
  table: string;
  /** The type of each column by its name in the data, which is the column's in camel case. */
  columns: Record<string, 'text' | 'bigint' | 'integer' | 'timestamptz' | 'uuid'>;
  /** Columns that are written once. */
  made?: string;
  /** The values of those columns. */
  making?: string;
  /** The condition of rows that a line may change. */
  isOpen?: string;
  /** Why an undo keeps a row `t`, as conditions by the problem's code. */
  kept: Partial<Record<'KEPT_CHANGED' | 'KEPT_INVITED', string>>;
}

const BUYER = { name: 'text', email: 'text', phone: 'text', document: 'text' } as const;
const CHANGED = 't.changed_at IS NOT NULL';

export const SETS: Record<SetKind, SetTable> = {
  CUSTOMERS: { table: 'imported_customer', columns: BUYER, kept: { KEPT_CHANGED: CHANGED } },
  SALES: {
    table: 'imported_sale',
    columns: {
      externalId: 'text',
      soldAt: 'timestamptz',
      productName: 'text',
      offerTitle: 'text',
      amount: 'bigint',
      netAmount: 'bigint',
      currency: 'text',
      status: 'text',
      method: 'text',
      installmentCount: 'integer',
      coupon: 'text',
      origin: 'text',
      ...BUYER,
    },
    kept: { KEPT_CHANGED: CHANGED },
  },
  SUBSCRIPTIONS: {
    table: 'imported_subscription',
    columns: {
      externalId: 'text',
      offerId: 'uuid',
      amount: 'bigint',
      currency: 'text',
      nextDueAt: 'timestamptz',
      startedAt: 'timestamptz',
      ...BUYER,
    },
    made: 'public_id',
    // The same form as newPublicId: 128 random bits in base64url.
    making: `rtrim(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=')`,
    // The terms that a buyer has seen do not change behind the link.
    isOpen: `t.state <> 'AGREED'`,
    kept: { KEPT_INVITED: `t.state <> 'WAITING'`, KEPT_CHANGED: CHANGED },
  },
};

export const isSetKind = (kind: ImportKind): kind is SetKind => kind in SETS;

const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const namesOf = (kind: SetKind): string[] => Object.keys(SETS[kind].columns);
const listOf = (kind: SetKind, write: (column: string) => string): string =>
  namesOf(kind)
    .map((name) => write(toColumn(name)))
    .join(', ');

/** Reads the data of a line `r` as columns of `d`. */
const dataOf = (kind: SetKind): string =>
  `jsonb_to_record(r.data) AS d0(${Object.entries(SETS[kind].columns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', ')})`;
const selectData = (kind: SetKind): string =>
  namesOf(kind)
    .map((name) => `d0."${name}" AS ${toColumn(name)}`)
    .join(', ');

/**
 * Returns what a line is known by among its seller's: the id that its source gave it, or else what names it by nature. Values that the natural key
 * rests on are hashed, so that the key names nobody.
 */
export function keyOf(kind: SetKind, source: ImportSource, data: Data): string {
  if (kind === 'CUSTOMERS') return String(data.email);
  if (data.externalId) return `${data.source ?? source}:${data.externalId}`;
  const nature =
    kind === 'SALES' ? [data.email, data.soldAt, data.productName, data.amount] : [data.email, data.offerId];
  return `#${createHash('sha256').update(JSON.stringify(nature)).digest('base64url').slice(0, 32)}`;
}

/** Tells of lines, by their keys, whether there is such a row already, and whether a line would change it. An empty cell changes nothing. */
export const compareRows = (
  platformId: string,
  sellerId: string,
  kind: SetKind,
  rows: readonly { number: number; key: string; data: Data }[],
): Statement<{ number: number; isSame: boolean }> => ({
  text: `SELECT r.number, NOT (${differs(kind, 'd')}) AS is_same
    FROM jsonb_to_recordset($3::jsonb) AS r(number integer, key text, data jsonb)
    CROSS JOIN LATERAL (SELECT ${selectData(kind)} FROM ${dataOf(kind)}) d
    JOIN ${SETS[kind].table} t ON t.platform_id = $1 AND t.seller_id = $2 AND t.key = r.key`,
  values: [platformId, sellerId, JSON.stringify(rows)],
});

/** The condition that values of `from` change the row `t`. */
const differs = (kind: SetKind, from: string): string => {
  const { isOpen } = SETS[kind];
  const isOther = `(${listOf(kind, (column) => `t.${column}`)}) IS DISTINCT FROM (${listOf(kind, (column) => `coalesce(${from}.${column}, t.${column})`)})`;
  return isOpen ? `${isOpen} AND ${isOther}` : isOther;
};

/** A planner that does not know how many rows a batch writes would compare each with each: they are joined by hashing. */
export const JOIN_BY_HASH: Statement = { text: 'SET LOCAL enable_nestloop = off', values: [] };

/**
 * Writes the lines of a range that are new or changed, each once: a line that was written before is found by its key. Returns how many rows
 * were made and changed.
 */
export function writeRows(
  { platformId, sellerId, source }: Pick<ImportRecord, 'platformId' | 'sellerId' | 'source'>,
  kind: SetKind,
  { importId, from, to }: RowRange,
): Statement<{ made: number; written: number }> {
  const { table, made, making } = SETS[kind];
  return {
    text: `WITH line AS (
        SELECT r.number, r.key, r.data->>'source' AS line_source, d.* FROM import_row r
        CROSS JOIN LATERAL (SELECT ${selectData(kind)} FROM ${dataOf(kind)}) d
        WHERE r.platform_id = $1 AND r.import_id = $3 AND r.number >= $4 AND r.number < $5 AND r.outcome IN ('NEW', 'CHANGED')
      ), put AS (
        INSERT INTO ${table} AS t (platform_id, id, seller_id, key, source, import_id, ${listOf(kind, (column) => column)}${made ? `, ${made}` : ''})
        SELECT $1, gen_random_uuid(), $2, line.key, coalesce(line.line_source, $6), $3, ${listOf(kind, (column) => `line.${column}`)}${making ? `, ${making}` : ''} FROM line
        ON CONFLICT (seller_id, key, platform_id) DO UPDATE SET changed_at = now(),
          ${listOf(kind, (column) => `${column} = coalesce(excluded.${column}, t.${column})`)}
        WHERE ${differs(kind, 'excluded')}
        RETURNING t.id, t.key, t.xmax = 0 AS is_made
      ), noted AS (
        UPDATE import_row r SET target_id = put.id, is_made = put.is_made FROM put JOIN line ON line.key = put.key
        WHERE r.platform_id = $1 AND r.import_id = $3 AND r.number = line.number RETURNING r.is_made
      )
      SELECT count(*) FILTER (WHERE is_made)::int AS made, count(*) FILTER (WHERE NOT is_made)::int AS written FROM noted`,
    values: [platformId, sellerId, importId, from, to, source],
  };
}

/**
 * Removes what the lines of a range have made and nobody has used since, and notes on each line why the rest was kept. Returns how many
 * rows were removed and kept.
 */
export function removeRows(
  { platformId, sellerId }: Pick<ImportRecord, 'platformId' | 'sellerId'>,
  kind: SetKind,
  { importId, from, to }: RowRange,
): Statement<{ removed: number; kept: number }> {
  const { table, kept } = SETS[kind];
  const reason = Object.entries(kept)
    .map(([code, condition]) => `WHEN ${condition} THEN '${code}'`)
    .join(' ');
  return {
    text: `WITH line AS (
        SELECT r.number, t.id, CASE WHEN NOT r.is_made THEN 'KEPT_UPDATED' ${reason} END AS reason
        FROM import_row r JOIN ${table} t ON t.platform_id = r.platform_id AND t.id = r.target_id
        WHERE r.platform_id = $1 AND t.seller_id = $2 AND r.import_id = $3 AND r.number >= $4 AND r.number < $5
        FOR UPDATE OF t
      ), gone AS (
        DELETE FROM ${table} t USING line WHERE t.platform_id = $1 AND t.id = line.id AND line.reason IS NULL RETURNING t.id
      ), noted AS (
        UPDATE import_row r SET target_id = CASE WHEN line.reason IS NULL THEN NULL ELSE r.target_id END,
          problems = CASE WHEN line.reason IS NULL THEN NULL ELSE jsonb_build_array(jsonb_build_object('field', NULL, 'code', line.reason)) END
        FROM line WHERE r.platform_id = $1 AND r.import_id = $3 AND r.number = line.number RETURNING 1
      )
      SELECT (SELECT count(*) FROM gone)::int AS removed, ((SELECT count(*) FROM noted) - (SELECT count(*) FROM gone))::int AS kept`,
    values: [platformId, sellerId, importId, from, to],
  };
}

interface FoundOffer {
  place: number;
  offerId: string;
  amount: number;
  currency: string;
  count: number;
}

/** Finds the subscription offers that lines name: by our id, by the id of their source, or by the title of the offer or of its product. */
export const selectNamedOffers = (
  platformId: string,
  sellerId: string,
  source: ImportSource,
  names: readonly Data[],
): Statement<FoundOffer> => ({
  text: `SELECT n.place, (array_agg(o.id ORDER BY o.id))[1] AS offer_id, (array_agg(o.recurrence_price ORDER BY o.id))[1] AS amount,
      (array_agg(o.coin ORDER BY o.id))[1] AS currency, count(*)::int AS count
    FROM jsonb_to_recordset($4::jsonb) AS n(place integer, "offerId" text, "offerExternalId" text, "offerTitle" text, "productName" text)
    JOIN product p ON p.platform_id = $1 AND p.seller_id = $2 AND NOT p.is_hidden
    JOIN offer o ON o.platform_id = p.platform_id AND o.product_id = p.id AND NOT o.is_hidden
      AND o.type = 'SUBSCRIPTION' AND o.status <> 'ARCHIVED'
    WHERE CASE
      WHEN n."offerId" IS NOT NULL THEN o.id::text = n."offerId"
      WHEN n."offerExternalId" IS NOT NULL THEN EXISTS (SELECT FROM import_key k WHERE k.platform_id = $1 AND k.seller_id = $2
        AND k.kind = 'OFFER' AND k.source = $3 AND k.external_id = n."offerExternalId" AND k.target_id = o.id)
      WHEN n."offerTitle" IS NOT NULL AND n."productName" IS NOT NULL THEN lower(o.title) = lower(n."offerTitle") AND lower(p.name) = lower(n."productName")
        OR lower(o.title) = lower(n."offerTitle") AND NOT EXISTS (SELECT FROM product q JOIN offer e ON e.platform_id = q.platform_id AND e.product_id = q.id
          WHERE q.platform_id = $1 AND q.seller_id = $2 AND lower(q.name) = lower(n."productName") AND lower(e.title) = lower(n."offerTitle"))
      WHEN n."offerTitle" IS NOT NULL THEN lower(o.title) = lower(n."offerTitle")
      ELSE lower(p.name) = lower(n."productName") END
    GROUP BY n.place`,
  values: [platformId, sellerId, source, JSON.stringify(names)],
});
