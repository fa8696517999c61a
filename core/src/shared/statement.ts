/** Represents SQL as data: statements, and the conditions that lists and reports are composed of. */
declare const ROW: unique symbol;

/**
 * One SQL statement. `Row` is the type of the returned rows, declared beside the SQL so that no caller casts. A statement that returns
 * nothing leaves it out.
 */
export interface Statement<Row = unknown> {
  text: string;
  values: unknown[];
  /** Prepares the statement once per connection under this name; for statements of the hot path. */
  name?: string;
  /** The item that this statement is about, as JSON, where `mergeable` of merge.ts made it. */
  item?: string;
  /** For the compiler alone. */
  readonly [ROW]?: Row;
}

/** The result of a statement. Its columns are named in camelCase: `seller_id` is read as `sellerId`. */
export interface Result<Row> {
  rows: Row[];
  /** The number of rows read, or changed by a write. */
  rowCount: number;
}

/** Adds a value to a statement and returns its placeholder, such as $3. */
export type Bind = (value: unknown) => string;

/** A condition, or nothing where the filter is not set. PostgreSQL plans each combination separately. */
export type Condition = string | false | null | undefined;

export const allOf = (conditions: readonly Condition[]): string => conditions.filter(Boolean).join(' AND ') || 'true';

/**
 * A condition that is true of every row, for lists of a whole platform. Their index leads with the platform and is partial by this
 * condition, so that no look-up can use it. `time` is the column by which the list is sorted.
 */
export const ofWholePlatform = (time: string): string => `${time} > '-infinity'`;

/** Opens the values of a statement about one platform, which is $1. */
export function openValues(platformId: string): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [platformId];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** Returns the pattern of texts that contain the words. */
export const patternOf = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns the condition that a column of folded text, such as person.search_text, contains the words; nothing without words. */
export function contains(column: string, search: string | undefined, bind: Bind): Condition {
  const words = search?.trim();
  if (!words) return words;
  const folded = `${column} LIKE fold_text(${bind(patternOf(words))})`;
  const apart = words.normalize('NFD');
  // Texts that were folded before accents were composed have them apart.
  return apart === words.normalize('NFC') ? folded : `(${folded} OR ${column} LIKE lower(${bind(patternOf(apart))}))`;
}

/**
 * Returns the condition that one of the columns contains the words, ignoring case but not accents; nothing without words. Old texts may
 * have letter and accent apart.
 */
export function containsInAny(columns: readonly string[], search: string | undefined, bind: Bind): Condition {
  const words = search?.trim();
  if (!words) return null;
  const forms = new Set([words.normalize('NFC'), words.normalize('NFD')]);
  const patterns = [...forms].map((form) => bind(patternOf(form)));
  return `(${columns.flatMap((column) => patterns.map((pattern) => `${column} ILIKE ${pattern}`)).join(' OR ')})`;
}
