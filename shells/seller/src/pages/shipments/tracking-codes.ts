/** Fills in tracking codes that were pasted from a table, and the address at which each is followed. */
import { orderCodeOf } from '@feira/schemas/rules/order-code';

/** By sale. */
export type TrackingCodes = Record<string, string>;

/**
 * Returns the codes after a text was pasted into the field of the sale `at`: one on each line for it and those after it. A line that begins
 * with an order code goes to that order. Returns null for a single line, which the field takes by itself.
 */
export function pasteCodes(
  text: string,
  saleIds: readonly string[],
  at: string,
  codes: TrackingCodes,
): TrackingCodes | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const named = new Map(saleIds.map((id) => [orderCodeOf(id), id]));
  const cellsOf = (line: string) => line.split(/[\t;,]|\s+/).filter(Boolean);
  const filled = lines.filter(Boolean);
  const isNamed = filled.some((line) => cellsOf(line).length > 1 && named.has(cellsOf(line)[0]!.toUpperCase()));
  if (filled.length < 2 && !isNamed) return null;
  const next = { ...codes };
  if (isNamed) {
    for (const line of filled) {
      const [order, ...code] = cellsOf(line);
      const saleId = named.get(order!.toUpperCase());
      if (saleId) next[saleId] = code.join(' ');
    }
    return next;
  }
  const start = saleIds.indexOf(at);
  // An empty line between others leaves its order without a code.
  for (const [index, line] of lines.entries()) {
    const saleId = saleIds[start + index];
    if (saleId && line) next[saleId] = line;
  }
  return next;
}

/** Returns the address at which a code is followed; undefined without a code that the address asks for. */
export function toTrackingUrl(page: string, code: string): string | undefined {
  const hasPlace = /\{(codigo|code)\}/i.test(page);
  if (!page || (hasPlace && !code)) return undefined;
  return page.replaceAll(/\{(codigo|code)\}/gi, encodeURIComponent(code));
}
