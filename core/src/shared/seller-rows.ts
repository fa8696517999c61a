/** Reads a seller's rows as a table whose columns are those of a statement, a batch at a time. */
import type { Locale } from '@feira/schemas/common';
import type { Statement } from './statement.ts';
import type { Column, Table, Value } from './table.ts';

const BATCH = 2_000;

export interface RowTable {
  name: string;
  locale: Locale;
  columns: readonly Column[];
  /** Selects the rows behind the one whose place this is, at most so many, each with its `place`. The first place is the empty text. */
  select(after: string, limit: number): Statement<Record<string, unknown> & { place: string }>;
}

type Read = (
  statement: Statement<Record<string, unknown> & { place: string }>,
) => Promise<(Record<string, unknown> & { place: string })[]>;

function toValue(value: unknown, { kind }: Column): Value {
  if (value === null || value === undefined) return null;
  if (kind === 'money') return Number(value);
  if (kind === 'time') return value instanceof Date ? value : new Date(String(value));
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Each batch is a transaction of its own, so that a long file keeps no connection. */
export function openRows({ name, locale, columns, select }: RowTable, read: Read): Table {
  async function* batches() {
    for (let after = ''; ; ) {
      const rows = await read(select(after, BATCH));
      if (rows.length > 0) yield rows.map((row) => columns.map((column) => toValue(row[column.header], column)));
      if (rows.length < BATCH) return;
      after = (rows.at(-1) as { place: string }).place;
    }
  }
  return { name, locale, columns, batches: batches() };
}
