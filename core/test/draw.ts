/** What randomised tests draw from: one seed for a whole run, which TEST_SEED repeats. */
import { seededRandom } from '@feira/plugin-kit/simulation';

/** vitest.config.ts chooses one where nobody names it. */
export const SEED = Number(process.env.TEST_SEED);

/** How much a long proof does: `short` in `npm test`, `long` in `npm run test:soak`, which sets TEST_SOAK. */
export const rounds = ({ short, long }: { short: number; long: number }): number =>
  process.env.TEST_SOAK === 'on' ? long : short;

export interface Draw {
  /** From 0 to 1, without 1. */
  fraction(): number;
  /** A whole number from 0 on, below the limit. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
  /** Draws as from a shuffled deck of cards, again and again: after as many draws as there are cards, each was drawn. */
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
