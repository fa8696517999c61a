/** Guesses from the headers of a file where it comes from, what it holds, and which column fills which field. Pure. */
import { IMPORT_KINDS, type ImportKind, type ImportSource } from '@feira/schemas/imports';
import { FIELDS } from './fields.ts';
import type { Mapping } from './model.ts';
import { COMMON_COLUMNS, PLATFORM_COLUMNS } from './platform-columns.ts';
import { foldText } from './values.ts';

export interface Guess {
  source: ImportSource;
  kind: ImportKind;
  mapping: Mapping;
}

const PLATFORMS = Object.keys(PLATFORM_COLUMNS) as (keyof typeof PLATFORM_COLUMNS)[];

/** The least columns by which a file is known as one of our own, whose columns have the names of the fields. */
const OWN_COLUMNS = 4;

/** Returns the kind of a file that this platform wrote; undefined for every other file. */
function findOwnKind(headers: readonly string[]): ImportKind | undefined {
  const named = new Set(headers);
  const counts = IMPORT_KINDS.map((kind) => ({
    kind,
    count: FIELDS[kind].filter(({ name }) => named.has(name)).length,
  }));
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count >= OWN_COLUMNS && best.count * 2 >= headers.length ? best.kind : undefined;
}

export function guessSource(headers: readonly string[]): ImportSource {
  const folded = new Set(headers.map(foldText));
  if (findOwnKind(headers)) return 'FEIRA';
  const counts = PLATFORMS.map((source) => ({
    source,
    count: PLATFORM_COLUMNS[source].signs.filter((sign) => folded.has(foldText(sign))).length,
  })).sort((one, other) => other.count - one.count);
  const [first] = counts;
  return first && first.count > 0 ? first.source : 'PLAIN';
}

/** Maps each field to the first of its names that a column has; a column fills one field. */
export function guessMapping(headers: readonly string[], source: ImportSource, kind: ImportKind): Mapping {
  const columns = headers.map(foldText);
  const platform = source === 'FEIRA' || source === 'PLAIN' ? undefined : PLATFORM_COLUMNS[source].kinds[kind];
  const mapping: Mapping = {};
  const taken = new Set<number>();
  const passes: ((name: string) => readonly string[])[] = [
    (name) => [name],
    (name) => platform?.[name] ?? [],
    (name) => COMMON_COLUMNS[kind][name] ?? [],
    (name) => Object.values(FIELDS[kind].find((field) => field.name === name)?.words ?? {}),
  ];
  for (const namesOf of passes)
    for (const { name } of FIELDS[kind]) {
      if (name in mapping) continue;
      const found = namesOf(name)
        .map((header) => columns.findIndex((column, index) => column === foldText(header) && !taken.has(index)))
        .find((index) => index >= 0);
      if (found === undefined) continue;
      mapping[name] = found;
      taken.add(found);
    }
  return mapping;
}

/** Columns that tell the kinds apart, the most telling kind first. */
const TELLING: readonly [kind: ImportKind, fields: readonly string[]][] = [
  ['SUBSCRIPTIONS', ['email', 'nextDueAt']],
  ['SALES', ['email', 'soldAt', 'amount']],
  ['PRODUCTS', ['name', 'price']],
  ['CUSTOMERS', ['email']],
];

export function guess(headers: readonly string[]): Guess {
  const source = guessSource(headers);
  const kind =
    findOwnKind(headers) ??
    TELLING.find(([candidate, fields]) => {
      const mapping = guessMapping(headers, source, candidate);
      return fields.every((field) => field in mapping);
    })?.[0] ??
    'CUSTOMERS';
  return { source, kind, mapping: guessMapping(headers, source, kind) };
}
