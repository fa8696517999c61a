/** Recognises how many members a call asks for. */

/** A provider shows fewer on one page only where the call asks for fewer. */
export const SMALLEST_PAGE = 10;

const SIZE = /^(.*\.)?(limit|size|count|take|per_?page|page_?size|itens_?por_?pagina|rows)$/i;

export const isPageSize = (field: string): boolean => SIZE.test(field);

/** Returns the page size that a query or a body asks for; undefined where it asks for none. */
export function readPageSize(fields: object): number | undefined {
  const told = Object.entries(fields).find(([name, value]) => isPageSize(name) && Number(value) > 0)?.[1];
  return told === undefined ? undefined : Number(told);
}
