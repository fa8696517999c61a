/** Changes the words of a provider's answers on their way. */

/** The same answer, in which this word stands in the place of each known one. `known` has them in small letters. */
export function replaceWords<T>(value: T, known: ReadonlySet<string>, word: string): T {
  if (typeof value === 'string') {
    // An answer may be the word alone, as JSON.
    const isAlone = value.startsWith('"') && known.has(value.slice(1, -1).toLowerCase());
    return (isAlone ? JSON.stringify(word) : known.has(value.toLowerCase()) ? word : value) as T;
  }
  if (Array.isArray(value)) return value.map((item) => replaceWords(item, known, word)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isNumber(name, inner, known) ? toNumber(word) : replaceWords(inner, known, word),
    ]),
  ) as T;
}

/** A word may be a number, such as 2 for paid: one that stands where a status does. */
const isNumber = (name: string, value: unknown, known: ReadonlySet<string>): boolean =>
  typeof value === 'number' && /status$/i.test(name) && known.has(String(value));
const toNumber = (word: string): string | number => (/^\d+$/.test(word) ? Number(word) : word);
