/** PostgreSQL holds neither NUL nor half a surrogate pair in text and JSON; what others say may have both. */
export const toStorable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** The same for every text inside plain data. */
export function toStorableData<T>(data: T): T {
  if (typeof data === 'string') return toStorable(data) as T;
  if (Array.isArray(data)) return data.map(toStorableData) as T;
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, toStorableData(value)])) as T;
}
