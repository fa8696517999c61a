/** Makes answers and events that no provider should send, and some do. */
import { seededRandom } from '../simulation/random.ts';

const FIXED: unknown[] = [
  undefined,
  null,
  '',
  'OK',
  '<html><body>502 Bad Gateway</body></html>',
  0,
  -1,
  true,
  [],
  [null],
  [[]],
  {},
  { data: null },
  { event: 1, payment: 'x' },
  { type: {}, data: [] },
  { id: {}, status: [] },
  { pix: [{}] },
  { charges: [{ last_transaction: null }] },
  { payment: { id: null, status: null } },
];

/** The fixed list, then random JSON values, then the samples with parts removed or replaced. */
export function listGarbage(seed: number, count: number, samples: readonly unknown[] = []): unknown[] {
  const random = seededRandom(seed);
  const random1 = Array.from({ length: count }, () => randomJson(random, 3));
  const mutated = samples.flatMap((sample) => Array.from({ length: count }, () => mutate(sample, random)));
  return [...FIXED, ...random1, ...mutated];
}

const NAMES = [
  'id',
  'status',
  'event',
  'type',
  'data',
  'payment',
  'transaction',
  'charge',
  'amount',
  'value',
  '__proto__',
];

function randomJson(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 0 ? 7 : 5));
  if (kind === 0) return null;
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return Math.floor((random() - 0.5) * 1e12);
  if (kind === 3) return randomWord(random);
  if (kind === 4) return '';
  const length = Math.floor(random() * 4);
  const values = Array.from({ length }, () => randomJson(random, depth - 1));
  if (kind === 5) return values;
  return Object.fromEntries(values.map((value) => [NAMES[Math.floor(random() * NAMES.length)]!, value]));
}

function mutate(value: unknown, random: () => number): unknown {
  if (random() < 0.15) return randomJson(random, 1);
  if (Array.isArray(value)) return value.map((item) => mutate(item, random));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(() => random() > 0.15);
  return Object.fromEntries(kept.map(([name, inner]) => [name, mutate(inner, random)]));
}

/** Returns the sample four times without these words: removed, emptied, null, and replaced by an undeclared one. */
export function listWithoutWords(sample: unknown, words: readonly string[]): unknown[] {
  const known = new Set(words.map((word) => word.toLowerCase()));
  const replace = (value: unknown, by: unknown): unknown => {
    if (typeof value === 'string') return known.has(value.toLowerCase()) ? by : value;
    if (Array.isArray(value)) return value.map((item) => replace(item, by));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner, by)]));
  };
  return [undefined, '', null, 'NOBODY_KNOWS_THIS_WORD'].map((by) => replace(sample, by));
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- ';

/** Returns a random undeclared word; now and then the name of a property that every object has. */
export function randomWord(random: () => number): string {
  const traps = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'null', 'undefined'];
  if (random() < 0.02) return traps[Math.floor(random() * traps.length)]!;
  const length = 1 + Math.floor(random() * 20);
  return Array.from({ length }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
}
