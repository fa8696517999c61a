/**
 * The end of a page that is sorted newest first: the last row's time and id. The time has microseconds, because PostgreSQL keeps them and a
 * rounded time would skip or repeat rows.
 */
export interface PageCursor {
  microseconds: number;
  id: string;
}

const FORM = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const writeCursor = ({ microseconds, id }: PageCursor): string =>
  Buffer.from(`${microseconds}.${id}`).toString('base64url');

/** Returns null when the text is not one of our cursors. */
export function readCursor(text: string): PageCursor | null {
  const match = FORM.exec(Buffer.from(text, 'base64url').toString());
  return match ? { microseconds: Number(match[1]), id: match[2] as string } : null;
}

/** Returns the SQL of the column that a cursor is made from. */
export const microsecondsOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::bigint`;

/** Returns the SQL of a cursor's time, as PostgreSQL compares it. `placeholder` is one of the statement, such as $3. */
export const timeOfCursor = (placeholder: string): string =>
  `timestamptz 'epoch' + ${placeholder}::bigint * interval '1 microsecond'`;

/** Cuts a page out of rows that were read with one more than it shows, which tells whether another page follows. */
export function cutPage<Row extends PageCursor>(rows: Row[], limit: number): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  return { page, next: rows.length > limit ? writeCursor(page.at(-1) as Row) : null };
}
