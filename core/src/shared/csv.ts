/** Tables for spreadsheets: UTF-8 with a mark, CRLF. Brazil's Excel opens those with semicolons at a double click; programs read commas. */

/** Without it Excel reads accents as two letters each. */
export const BYTE_ORDER_MARK = '\ufeff';

export type Separator = ';' | ',';

/** A spreadsheet runs what begins like this; behind an apostrophe it is text. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED: Record<Separator, RegExp> = { ';': /[";\r\n]/, ',': /[",\r\n]/ };

/** A number is written as it is: a minus before digits runs nothing. */
function toCell(cell: string | number, separator: Separator): string {
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  // RFC 4180.
  return QUOTED[separator].test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toLine = (cells: readonly (string | number)[], separator: Separator = ';'): string =>
  `${cells.map((cell) => toCell(cell, separator)).join(separator)}\r\n`;
