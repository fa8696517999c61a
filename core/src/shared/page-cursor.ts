/**
 * Where a page of a list ended, newest first: the last row's time and id. Microseconds, because PostgreSQL keeps them and a
 * rounded time would skip or repeat rows.
 */
export interface PageCursor {
  microseconds: number;
  id: string;
}

const FORM = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const writeCursor = ({ microseconds, id }: PageCursor): string =>
  Buffer.from(`${microseconds}.${id}`).toString('base64url');

/** Null when the text is none of ours. */
export function readCursor(text: string): PageCursor | null {
  const match = FORM.exec(Buffer.from(text, 'base64url').toString());
  return match ? { microseconds: Number(match[1]), id: match[2] as string } : null;
}

/** The column a cursor is written from. */
export const microsecondsOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::bigint`;

/** The time of a cursor as PostgreSQL compares it; `placeholder` is a statement's own, such as $3. */
export const timeOfCursor = (placeholder: string): string =>
  `timestamptz 'epoch' + ${placeholder}::bigint * interval '1 microsecond'`;

/** Rows come in with one more than the page shows, which tells whether there is a next one. */
export function cutPage<Row extends PageCursor>(rows: Row[], limit: number): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  return { page, next: rows.length > limit ? writeCursor(page.at(-1) as Row) : null };
}
