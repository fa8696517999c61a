/** Tables for spreadsheets as Brazil's Excel opens them with a double click: UTF-8 with a mark, semicolons, CRLF. */

/** Without it Excel reads accents as two letters each. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A spreadsheet runs what begins like this; behind an apostrophe it is text. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[";\r\n]/;

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  // RFC 4180, with the separator that Excel expects where commas are decimal.
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toLine = (cells: readonly string[]): string => `${cells.map(toCell).join(';')}\r\n`;
