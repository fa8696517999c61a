/** Turns the details of an event into lines to read. */
export type DetailLine = {
  /** The server's name for the value; null where the event itself is the change. */
  name: string | null;
} & (
  | { kind: 'fact'; value: unknown }
  | { kind: 'change'; before: unknown; after: unknown }
  /** A list shows only its difference: twenty permissions before and nineteen after hide which one is gone. */
  | { kind: 'list'; added: unknown[]; removed: unknown[] }
);

type Details = Record<string, unknown>;

const isRecord = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function listDetails({ before, after, ...rest }: Details): DetailLine[] {
  const facts = Object.entries(rest).map(([name, value]) => ({ name, kind: 'fact' as const, value }));
  if (!isRecord(before) || !isRecord(after)) {
    const isChange = before !== undefined || after !== undefined;
    return isChange ? [toChange(null, before, after), ...facts] : facts;
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return [...changed.map((name) => toChange(name, before[name], after[name])), ...facts];
}

function toChange(name: string | null, before: unknown = null, after: unknown = null): DetailLine {
  if (!isList(before) || !isList(after)) return { name, kind: 'change', before, after };
  const without = (items: unknown[], others: unknown[]) => items.filter((item) => !others.includes(item));
  return { name, kind: 'list', added: without(after, before), removed: without(before, after) };
}

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object');

/** Returns the single values of a nested object, so that each has its own text; deeper objects stay as JSON. */
export function listValues(value: unknown): (string | number | boolean | null)[] {
  if (Array.isArray(value)) return value.flatMap(listValues);
  if (isRecord(value)) return [JSON.stringify(value)];
  return [value as string | number | boolean | null];
}
