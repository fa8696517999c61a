/** The order of a table's rows. Pure, so that every case has a test. */
type Comparable = string | number | null | undefined;

export interface Sortable<R> {
  key: string;
  isNumber?: boolean;
  /** The values that the rows are compared by, where all of them are on the page. */
  sortBy?: (record: R) => Comparable;
  /** The name by which the server sorts the whole list. */
  sort?: string;
}

export interface SortOrder {
  name: string;
  isAscending: boolean;
}

export const readOrder = (sort: string | null): SortOrder | null =>
  sort ? { name: sort.replace(/^-/, ''), isAscending: !sort.startsWith('-') } : null;

export const nameOf = <R>({ sort, key }: Sortable<R>): string => sort ?? key;

/** Amounts begin with the largest, words with the first letter; the third press leads back to the list's own order. */
export function nextSort<R>(column: Sortable<R>, current: SortOrder | null): string | null {
  const name = nameOf(column);
  const begins = !column.isNumber;
  if (current?.name !== name) return begins ? name : `-${name}`;
  if (current.isAscending !== begins) return null;
  return begins ? `-${name}` : name;
}

/** Returns the rows in another order; rows without a value come last. */
export function sortRecords<R>(
  records: readonly R[],
  sortBy: (record: R) => Comparable,
  isAscending: boolean,
  locale: string,
): R[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const isEmpty = (value: Comparable) => value === null || value === undefined || value === '';
  return records.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
    return isAscending ? order : -order;
  });
}
