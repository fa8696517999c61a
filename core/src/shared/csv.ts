/**
 * Writes tables for spreadsheets: UTF-8 with a mark, CRLF. Brazil's Excel opens those with semicolons at a double click; programs read
 * commas.
 */

/** Without the mark, Excel reads each accented letter as two letters. */
export const BYTE_ORDER_MARK = '\ufeff';

export type Separator = ';' | ',';

/** Letters that spreadsheets and people take for nothing: blanks of every width, marks without a shape, and quotes. */
const BLANK =
  ' "\\v\\f\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u2800\\u3000\\p{Default_Ignorable_Code_Point}';

/**
 * Spreadsheets run a cell that begins like this as a formula; after an apostrophe they read it as text. A file may be opened with the other
 * separator, or with the wrong idea of its quotes. Any separator inside of a text may therefore begin a cell, with or without a quote.
 */
const FORMULA = new RegExp(
  `^(?=[\\t\\r\\n])|(?<=^|[;,\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029])(?=[${BLANK}]*[=+\\-@＝＋－＠])`,
  'gu',
);

/**
 * Texts are quoted as in RFC 4180. Numbers are amounts and always have both digits of their cents. They are not quoted, because a minus
 * before digits is no formula; where semicolons divide cells, a comma divides cents.
 */
const toCell = (cell: string | number, separator: Separator): string =>
  typeof cell === 'number'
    ? cell.toFixed(2).replace('.', separator === ';' ? ',' : '.')
    : `"${cell.replace(FORMULA, "'").replaceAll('"', '""')}"`;

export const toLine = (cells: readonly (string | number)[], separator: Separator = ';'): string =>
  `${cells.map((cell) => toCell(cell, separator)).join(separator)}\r\n`;
