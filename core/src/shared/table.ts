/** Writes a table as a file while its rows are read, so that a million rows need no more memory than a thousand. */
import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Locale } from '@feira/schemas/common';
import { BYTE_ORDER_MARK, toLine } from './csv.ts';

/** The type of a column: text, a time (in São Paulo time), or cents. */
export interface Column {
  header: string;
  kind: 'text' | 'time' | 'money';
}
export type Value = string | Date | number | null;
export interface Table {
  /** The name of the sheet. */
  name: string;
  /** The reader's: Brazil's spreadsheets expect semicolons between cells and a comma before cents. */
  locale: Locale;
  columns: readonly Column[];
  /** The rows, batch by batch. Each batch is requested after the one before was taken. */
  batches: AsyncIterable<Value[][]>;
}

export const TABLE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type TableFormat = keyof typeof TABLE_TYPES;

export const writeTable = (table: Table, format: TableFormat): Readable =>
  format === 'csv' ? Readable.from(writeCsv(table), { objectMode: false }) : writeXlsx(table);

const SAO_PAULO_MS = -3 * 3_600_000;
/** Spreadsheets know no time zones, so São Paulo's wall clock is written as if it were UTC. */
const toWallClock = (date: Date) => new Date(date.getTime() + SAO_PAULO_MS);
const toText = (date: Date) => toWallClock(date).toISOString().slice(0, 19).replace('T', ' ');

async function* writeCsv({ locale, columns, batches }: Table): AsyncGenerator<string> {
  const toCell = (value: Value) => {
    if (value instanceof Date) return toText(value);
    return typeof value === 'number' ? value / 100 : (value ?? '');
  };
  const separator = locale === 'pt-BR' ? ';' : ',';
  yield BYTE_ORDER_MARK +
    toLine(
      columns.map(({ header }) => header),
      separator,
    );
  for await (const rows of batches) yield rows.map((row) => toLine(row.map(toCell), separator)).join('');
}

/** The rows written before other requests, such as purchases, get their turn. */
const ROWS_AT_A_TIME = 100;
const FORMATS = { text: '@', time: 'yyyy-mm-dd hh:mm:ss', money: '#,##0.00' } as const;
const WIDTHS = { text: 24, time: 19, money: 15 } as const;

/** Each cell carries its type, so that no text is read as a formula. Rows beyond the limit of a sheet continue on another one. */
function writeXlsx({ name, columns, batches }: Table): Readable {
  const toCell = (value: Value) => {
    if (value instanceof Date) return toWallClock(value);
    return typeof value === 'number' ? value / 100 : value === null ? null : toXmlText(value);
  };
  async function* rows() {
    for await (const batch of batches) {
      for (const [index, row] of batch.entries()) {
        if (index % ROWS_AT_A_TIME === 0) await yieldToOthers();
        yield row.map(toCell);
      }
    }
  }
  const described = columns.map(({ header, kind }) => ({ header, width: WIDTHS[kind], numFmt: FORMATS[kind] }));
  async function* write() {
    // Loaded at the first sheet, so that a node starts faster.
    const { writeXlsxStream } = await import('hucre/xlsx');
    yield* writeXlsxStream(rows(), { name, columns: described, freezePane: { rows: 1 } });
  }
  return Readable.from(write(), { objectMode: false });
}

/** Characters that XML 1.0 does not allow would make the whole file unreadable. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** Spreadsheets read _xHHHH_ as the code of a character. The underscore of a text that only looks like one is written as its own code. */
const CODED = /_(?=x[0-9a-f]{4}_)/gi;
const toXmlText = (text: string) => text.replace(UNWRITABLE, '\ufffd').replace(CODED, '_x005F_');
