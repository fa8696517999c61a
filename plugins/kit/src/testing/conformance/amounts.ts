/** Lists the amounts that break arithmetic, and finds an amount on the wire. */
import type { Manifest, MoneyUnit } from '@feira/schemas/manifest';
import type { Operation } from '@feira/schemas/provider';
import { toUnit } from '@feira/schemas/rules/money';
import { answeredUnit, sentUnit } from '@feira/schemas/rules/operation-rules';
import { seededRandom } from '../../simulation/random.ts';
import type { WireCall } from './wire.ts';

const LARGEST_CENTS = 1_000_000_000;

/** One cent to ten million reais: ends of the range, powers of ten, and values a binary fraction cannot hold. */
const EDGES = [
  1,
  2,
  3,
  9,
  10,
  11,
  19,
  29,
  57,
  58,
  70,
  99,
  100,
  101,
  109,
  110,
  111,
  113,
  115,
  129,
  199,
  201,
  290,
  333,
  435,
  1_000,
  1_001,
  1_005,
  1_010,
  1_999,
  2_999,
  4_035,
  8_115,
  9_999,
  10_000,
  10_001,
  10_075,
  12_345,
  16_777_217,
  33_333,
  99_999,
  100_000,
  100_001,
  123_456,
  999_999,
  1_000_000,
  1_000_001,
  12_345_678,
  99_999_999,
  100_000_001,
  123_456_789,
  999_999_999,
  LARGEST_CENTS,
];
/** The amounts for every method after the first; they are enough to show whether it converts as the first one does. */
const FEW = [1, 29, 99, 101, 1_005, 1_999, 8_115, 12_345, 16_777_217, LARGEST_CENTS];

export function listAmounts(seed: number, randomCount: number): number[] {
  const random = seededRandom(seed);
  // By magnitude, so that small amounts come up as often as large ones.
  return [...EDGES, ...Array.from({ length: randomCount }, () => Math.max(1, Math.floor(10 ** (random() * 9))))];
}
export const listFewAmounts = () => [...FEW];

/** Every value a request carried in its body, query and headers, at any depth. */
export function listLeaves(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(listLeaves);
}

export const listWritten = (calls: readonly WireCall[]) =>
  calls
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ body, query }) => [...listLeaves(body), ...Object.values(query)]);

/** The same answer with other cents wherever these stand in it, as number or text in the unit of its operation, or in 1/10,000 where that is cents. */
export function replaceAmounts<T>(manifest: Manifest, operation: Operation, value: T, from: number, to: number): T {
  const unit = answeredUnit(manifest, operation);
  const finer: [number, number][] = unit === 'cents' ? [[from * 100, to * 100]] : [];
  const pairs = [[toUnit(from, unit), toUnit(to, unit)], ...finer] as const;
  const replace = (inner: unknown): unknown => {
    const [wanted, instead] = pairs.find(([one]) => inner === one || inner === String(one)) ?? [];
    if (wanted !== undefined) return typeof inner === 'string' ? String(instead) : instead;
    if (Array.isArray(inner)) return inner.map(replace);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, field]) => [name, replace(field)]));
  };
  return replace(value) as T;
}

/** Returns whether a write carried exactly these cents in the operation's unit; texts count when they say the same number. */
export function carriesAmount(
  manifest: Manifest,
  operation: Operation,
  calls: readonly WireCall[],
  cents: number,
): boolean {
  const unit: MoneyUnit = sentUnit(manifest, operation);
  const wanted = toUnit(cents, unit);
  const texts = [String(wanted), ...(unit === 'reais' ? [wanted.toFixed(2), wanted.toFixed(4)] : [])];
  return listWritten(calls).some((leaf) => leaf === wanted || (typeof leaf === 'string' && texts.includes(leaf)));
}
