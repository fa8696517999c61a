/**
 * Declares a list once: the columns of a page, its filters, its order and its totals. `readPage` of core/src/plugins/procedures.ts reads it;
 * `selectPage` only writes the SQL.
 */
import { allOf, type Bind, type Condition, openValues, type Statement } from './statement.ts';

/** The end of a page: the last row's place in the order. */
export interface PageCursor {
  /** True if the row was among the first ones; absent where the order has none. */
  isFirst?: boolean;
  /** The row's time in microseconds, because PostgreSQL keeps them and a rounded time would skip or repeat rows; or its number. */
  position: number;
  id: string;
}

const FORM = /^(?:([tf])\.)?(-?\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns the cursor of a place, which the column `cursor` of a page holds. */
export const writeCursor = (place: string): string => Buffer.from(place).toString('base64url');

/** Returns null when the text is not one of our cursors. */
export const readCursor = (text: string): PageCursor | null => parsePlace(Buffer.from(text, 'base64url').toString());

/** Parses the value of the column `cursor`. */
export function parsePlace(place: string): PageCursor | null {
  const match = FORM.exec(place);
  if (!match) return null;
  return { ...(match[1] && { isFirst: match[1] === 't' }), position: Number(match[2]), id: match[3] as string };
}

/** Sorts by the largest value, or the smallest where it ascends; ids decide between equal values in the same direction. */
export interface Order {
  /** A condition: the rows that meet it come before all others, such as requests that wait for an answer. */
  first?: string | undefined;
  isAscending?: boolean;
  by: string;
  /** The type of `by`; the default is a time. */
  kind?: 'time' | 'number';
  id: string;
}

/** Sorts the newest first, by the table's created_at unless `time` names another column. */
export const newestFirst = (alias: string, time = `${alias}.created_at`): Order => ({ by: time, id: `${alias}.id` });

const keysOf = ({ first, by, id }: Order) => [...(first ? [`(${first})`] : []), by, id];

export const orderBy = (order: Order): string =>
  keysOf(order)
    .map((key) => `${key}${order.isAscending ? '' : ' DESC'}`)
    .join(', ');

/** Returns the SQL of the column `cursor`, whose last value `writeCursor` takes. */
export const cursorOf = ({ first, by, kind = 'time', id }: Order): string => {
  const position = kind === 'time' ? `(extract(epoch FROM ${by}) * 1000000)::bigint` : `(${by})::bigint`;
  return `concat_ws('.', ${first ? `left((${first})::text, 1), ` : ''}${position}, ${id}) AS cursor`;
};

/** Returns the condition of every page after the first one. */
export function comesAfter(order: Order, after: PageCursor | null, bind: Bind): Condition {
  if (!after) return null;
  const { isFirst = false, position, id } = after;
  const number = `${bind(position)}::bigint`;
  const by = order.kind === 'number' ? number : `timestamptz 'epoch' + ${number} * interval '1 microsecond'`;
  const place = [...(order.first ? [`${bind(isFirst)}::boolean`] : []), by, `${bind(id)}::uuid`];
  return `(${keysOf(order).join(', ')}) ${order.isAscending ? '>' : '<'} (${place.join(', ')})`;
}

/** The SQL of a list for one filter. `$1` is the platform. */
export interface Parts {
  /** The columns that the SELECT returns for each row. They bind values only where the list sums up no totals from its parts. */
  columns: string;
  /** The tables and joins, without the word FROM. PostgreSQL reads them for every row that it considers. */
  from: string;
  /** The conditions, the platform's among them. */
  where: Condition[];
  order: Order;
  /**
   * Joins to `page`, whose rows have an `id`. With them `from` alone finds the page, in an index where there is one, and `columns` are read
   * only for its few rows. An order with `first` cannot have them.
   */
  details?: string;
}

/** A page that no parts can describe: the whole SQL, with `cursorOf` among its columns and `comesAfter` among its conditions. */
export type WriteText<Filter> = (
  filter: Filter,
  bind: Bind,
  page: { after: PageCursor | null; limit: string },
) => string;

export interface List<Row, Filter, Totals = undefined> {
  sql: ((filter: Filter, bind: Bind) => Parts) | { text: WriteText<Filter> };
  /** The rows of a page when the caller names no number; the default is 25. */
  pageSize?: number;
  /** Reads from the primary, because a person who has just changed something opens the list next. The default is false. */
  isFresh?: boolean;
  /** The sorts that people may choose besides the list's own order: SQL of a row, by the name that `sort` gives. Only few rows are sorted so. */
  sorts?: Readonly<Record<string, string>>;
  /** True for a list whose first page says how many rows there are, up to MOST_COUNTED. */
  isCounted?: boolean;
  /** The longest period from `from` to `to` in days, both included; the default is 366. */
  mostDays?(filter: Filter): number;
  /** Totals that are read in the same round trip: columns that sum up the rows of all pages, or a statement of its own. */
  totals?: string | ((platformId: string, filter: Filter) => Statement<Totals>);
  /** For the compiler alone. */
  readonly row?: Row;
}

export interface Place {
  after: PageCursor | null;
  limit: number;
}

/** Returns one page of a list. Each row also has its `cursor`. */
export function selectPage<Row, Filter, Totals>(
  { sql }: List<Row, Filter, Totals>,
  platformId: string,
  filter: Filter,
  { after, limit }: Place,
): Statement<Row & { cursor: string }> {
  const { values, bind } = openValues(platformId);
  if (typeof sql === 'object') return { text: sql.text(filter, bind, { after, limit: bind(limit) }), values };
  const { columns, from, where, order, details } = sql(filter, bind);
  const found = `FROM ${from} WHERE ${allOf([...where, comesAfter(order, after, bind)])}
    ORDER BY ${orderBy(order)} LIMIT ${bind(limit)}`;
  if (!details) return { text: `SELECT ${columns}, ${cursorOf(order)} ${found}`, values };
  return {
    text: `SELECT ${columns}, page.cursor
      FROM (SELECT ${order.id} AS id, ${order.by} AS place, ${cursorOf(order)} ${found}) page ${details}
      ORDER BY ${orderBy({ ...order, by: 'page.place', id: 'page.id' })}`,
    values,
  };
}

/** Returns the rows of a list that have these ids, in the order of the list. */
export function selectByIds<Row, Filter, Totals>(
  list: List<Row, Filter, Totals>,
  platformId: string,
  filter: Filter,
  ids: readonly string[],
): Statement<Row> {
  const { sql } = list;
  if (typeof sql === 'object') throw new Error('A list that is a whole text is not read by ids.');
  const narrowed: List<Row, Filter, Totals> = {
    ...list,
    sql: (given, bind) => {
      const parts = sql(given, bind);
      return { ...parts, where: [...parts.where, `${parts.order.id} = ANY (${bind(ids)}::uuid[])`] };
    },
  };
  return selectPage(narrowed, platformId, filter, { after: null, limit: ids.length });
}

/** The most rows that are sorted by what no index holds; sorting more would hold up everybody else. */
export const MOST_SORTED = 5_000;
/** Lists count so far: counting millions would cost more than showing them. */
export const MOST_COUNTED = 1_000;

export interface Sorting {
  by: string;
  isAscending: boolean;
  /** The rows of the pages before. */
  offset: number;
}

const PLACE = /^s\.(\d{1,5})$/;

/** The cursor of a sorted page is the number of rows before it, because few rows are sorted and their values may be of any type. */
export const writeOffset = (offset: number): string => writeCursor(`s.${offset}`);

/** Returns null when the text is not the cursor of a sorted page. */
export function readOffset(text: string): number | null {
  const match = PLACE.exec(Buffer.from(text, 'base64url').toString());
  return match ? Number(match[1]) : null;
}

/** Returns one page of a list in another order than its own. Rows without a value come last. `by` names a column of the answer where the list is a whole text. */
export function selectSorted<Row, Filter, Totals>(
  { sql }: List<Row, Filter, Totals>,
  platformId: string,
  filter: Filter,
  { by, isAscending, offset, limit }: Sorting & { limit: number },
): Statement<Row> {
  const { values, bind } = openValues(platformId);
  const direction = `${isAscending ? 'ASC' : 'DESC'} NULLS LAST`;
  if (typeof sql === 'object') {
    const text = sql.text(filter, bind, { after: null, limit: bind(MOST_SORTED) });
    return {
      text: `SELECT * FROM (${text}) found ORDER BY ${by} ${direction}, id LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
      values,
    };
  }
  const { columns, from, where, order, details } = sql(filter, bind);
  const found = `FROM ${from} WHERE ${allOf(where)}
    ORDER BY ${by} ${direction}, ${order.id} LIMIT ${bind(limit)} OFFSET ${bind(offset)}`;
  if (!details) return { text: `SELECT ${columns} ${found}`, values };
  return {
    text: `SELECT ${columns} FROM (SELECT ${order.id} AS id, ${by} AS place ${found}) page ${details}
      ORDER BY page.place ${direction}, page.id`,
    values,
  };
}

/** Returns the number of rows of all pages, at most one more than `most`. */
export function selectCount<Row, Filter, Totals>(
  { sql }: List<Row, Filter, Totals>,
  platformId: string,
  filter: Filter,
  most: number,
): Statement<{ count: number }> {
  const { values, bind } = openValues(platformId);
  if (typeof sql === 'object') {
    const text = sql.text(filter, bind, { after: null, limit: bind(most + 1) });
    return { text: `SELECT count(*)::int AS count FROM (${text}) few`, values };
  }
  const { from, where } = sql(filter, bind);
  return {
    text: `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${from} WHERE ${allOf(where)} LIMIT ${bind(most + 1)}) few`,
    values,
  };
}

/** Returns the totals of all pages; null where the list has none. */
export function selectTotals<Row, Filter, Totals>(
  { sql, totals }: List<Row, Filter, Totals>,
  platformId: string,
  filter: Filter,
): Statement<Totals> | null {
  if (typeof totals === 'function') return totals(platformId, filter);
  if (!totals || typeof sql === 'object') return null;
  const { values, bind } = openValues(platformId);
  const { from, where } = sql(filter, bind);
  return { text: `SELECT ${totals} FROM ${from} WHERE ${allOf(where)}`, values };
}
