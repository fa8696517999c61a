/** Makes a text storable in PostgreSQL: removes NUL and replaces half surrogate pairs, both of which texts of other parties may hold. */
export const toStorable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** Does the same for every text inside plain data. */
export function toStorableData<T>(data: T): T {
  if (typeof data === 'string') return toStorable(data) as T;
  if (Array.isArray(data)) return data.map(toStorableData) as T;
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, toStorableData(value)])) as T;
}
