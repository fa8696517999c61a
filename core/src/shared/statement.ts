/** SQL as data: one statement, and the conditions that lists and reports put statements together from. */
declare const ROW: unique symbol;

/**
 * One SQL statement. `Row` is the type of what it returns and is named where the SQL stands, so that no caller casts; a
 * statement that returns nothing leaves it out.
 */
// biome-ignore lint/suspicious/noExplicitAny: becomes unknown when every module names its rows.
export interface Statement<Row = any> {
  text: string;
  values: unknown[];
  /** Prepared once a connection under this name; for statements of the hot path. */
  name?: string;
  /** For the compiler alone. */
  readonly [ROW]?: Row;
}

/** Adds a value to a statement and returns its placeholder, such as $3. */
export type Bind = (value: unknown) => string;

/** A condition, or nothing where it is not asked for: each combination is planned as what it is. */
export type Condition = string | false | null | undefined;

export const allOf = (conditions: readonly Condition[]): string => conditions.filter(Boolean).join(' AND ') || 'true';

/**
 * Said by lists of a whole platform, and true of every row: the index they need leads with the platform, and is partial by this
 * condition so that no look-up can take it. `time` is the column the list is in the order of.
 */
export const ofWholePlatform = (time: string): string => `${time} > '-infinity'`;

/** The values of a statement about one platform, which is $1. */
export function openValues(platformId: string): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [platformId];
  return { values, bind: (value) => `$${values.push(value)}` };
}

const patternOf = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`;

/** Finds words anywhere in a column of folded text, such as person.search_text. Nothing where no words are given. */
export function contains(column: string, search: string | undefined, bind: Bind): Condition {
  const words = search?.trim();
  return words && `${column} LIKE fold_text(${bind(patternOf(words))})`;
}

/** Finds words anywhere in one of the columns, in whatever case; accents count. Nothing where no words are given. */
export function containsInAny(columns: readonly string[], search: string | undefined, bind: Bind): Condition {
  const words = search?.trim();
  if (!words) return null;
  const pattern = bind(patternOf(words));
  return `(${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`;
}
