/** Makes the random draws of tests: one seed for a whole run, which TEST_SEED repeats. */
import { seededRandom } from '@feira/plugin-kit/simulation';

/** vitest.config.ts chooses a seed when none is given. */
export const SEED = Number(process.env.TEST_SEED);

/** Returns the rounds of a long proof: `short` in `npm test`, `long` in `npm run test:soak`, which sets TEST_SOAK. */
export const rounds = ({ short, long }: { short: number; long: number }): number =>
  process.env.TEST_SOAK === 'on' ? long : short;

/** The rounds of a soak share the cases of a proof: TEST_SOAK_PART is "0/2" in the first of two. A soak of one round plays all. */
const [PART = 0, PARTS = 1] = (process.env.TEST_SOAK_PART ?? '0/1').split('/').map(Number);

/**
 * Returns the cases of a proof that this round of the soak plays; its rounds together play all of them. In `npm test` it returns `short` of them, drawn from the run's seed and in the order of the
 * list, with every case that `isAlways` names.
 */
export function drawCases<T>(
  cases: readonly T[],
  { short, isAlways = () => false }: { short: number; isAlways?: (one: T) => boolean },
): T[] {
  const isPlayed = (_: T, place: number) => place % PARTS === PART;
  const drawn = new Set(
    process.env.TEST_SOAK === 'on' ? cases.filter(isPlayed) : openDraw().shuffle(cases).slice(0, short),
  );
  return cases.filter((one) => drawn.has(one) || isAlways(one));
}

export interface Draw {
  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number;
  /** Returns a whole number from 0 up to, but not including, the limit. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
  /** Draws as from a shuffled deck: after as many draws as there are cards, each was drawn. */
  deck<T>(cards: readonly T[]): () => T;
}

export function openDraw(seed = SEED): Draw {
  const fraction = seededRandom(seed);
  const below = (limit: number) => Math.floor(fraction() * limit);
  const shuffle = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, place: fraction() }))
      .sort((one, other) => one.place - other.place)
      .map(({ item }) => item);
  return {
    fraction,
    below,
    shuffle,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    deck<T>(cards: readonly T[]) {
      let left: T[] = [];
      return () => {
        if (left.length === 0) left = shuffle(cards);
        return left.pop() as T;
      };
    },
  };
}
