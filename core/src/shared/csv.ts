/** Tables for spreadsheets: UTF-8 with a mark, CRLF. Brazil's Excel opens those with semicolons at a double click; programs read commas. */

/** Without the mark, Excel reads each accented letter as two letters. */
export const BYTE_ORDER_MARK = '\ufeff';

export type Separator = ';' | ',';

/** Spreadsheets run a cell that begins like this as a formula; after an apostrophe they read it as text. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED: Record<Separator, RegExp> = { ';': /[";\r\n]/, ',': /[",\r\n]/ };

/** Numbers are written unchanged, because a minus before digits is no formula. */
function toCell(cell: string | number, separator: Separator): string {
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  // Quotes follow RFC 4180.
  return QUOTED[separator].test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toLine = (cells: readonly (string | number)[], separator: Separator = ';'): string =>
  `${cells.map((cell) => toCell(cell, separator)).join(separator)}\r\n`;
