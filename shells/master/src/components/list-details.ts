/** What an event keeps beside its type, as lines to read: a name, and a value or what it was and became. */
export interface DetailLine {
  /** A name of the server; null where the change is the event itself. */
  name: string | null;
  before?: unknown;
  value: unknown;
}

type Details = Record<string, unknown>;

const isRecord = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function listDetails({ before, after, ...rest }: Details): DetailLine[] {
  const changed: DetailLine[] = [];
  if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (JSON.stringify(before[name]) === JSON.stringify(after[name])) continue;
      changed.push({ name, before: before[name] ?? null, value: after[name] ?? null });
    }
  } else if (before !== undefined || after !== undefined) {
    changed.push({ name: null, before: before ?? null, value: after ?? null });
  }
  return [...changed, ...Object.entries(rest).map(([name, value]) => ({ name, value }))];
}

/** Single values of something nested, for words of their own; deeper things stay as they are written. */
export function listValues(value: unknown): (string | number | boolean | null)[] {
  if (Array.isArray(value)) return value.flatMap(listValues);
  if (isRecord(value)) return [JSON.stringify(value)];
  return [value as string | number | boolean | null];
}
