/**
 * Writes tables for spreadsheets: UTF-8 with a mark, CRLF. Brazil's Excel opens those with semicolons at a double click; programs read
 * commas.
 */

/** Without the mark, Excel reads each accented letter as two letters. */
export const BYTE_ORDER_MARK = '\ufeff';

export type Separator = ';' | ',';

/**
 * Spreadsheets run a cell that begins like this as a formula; after an apostrophe they read it as text. A file may be opened with the other
 * separator, or with the wrong idea of its quotes. Any separator inside of a text may therefore begin a cell, with or without a quote.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;,\t\r\n])(?=[ \u00a0"]*[=+\-@＝＋－＠])/g;

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
