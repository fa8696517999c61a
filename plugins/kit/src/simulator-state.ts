/** Ids and turns: what every simulator needs beside its store. */
import type { SimulatorContext } from './simulator.ts';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function createIds({ clock, random }: Pick<SimulatorContext, 'clock' | 'random'>) {
  const text = (length: number, alphabet = LETTERS_AND_DIGITS) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  const hex = (length: number) => text(length, '0123456789abcdef');
  return {
    text,
    hex,
    digits: (length: number) => text(length, '0123456789'),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    /** The time keeps ids apart after a restart, when the random numbers begin again. */
    next: (prefix: string) =>
      prefix + clock.now().getTime().toString(36) + text(10, '0123456789abcdefghijklmnopqrstuvwxyz'),
  };
}
export type Ids = ReturnType<typeof createIds>;

/** Runs the works of one key one after the other: two payments of one charge must not mix. Works of other keys do not wait. */
export function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const previous = last.get(key);
    const turn = previous ? previous.then(work, work) : work();
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
