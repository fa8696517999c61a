/** Gives simulators ids, turns, idempotency and timers beside their store. */
import type { Clock } from './host.ts';
import type { SimulatorContext } from './simulator.ts';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Timers hold at most 2^31 − 1 ms; what lies beyond is found by the next read. */
const LONGEST_TIMER_MS = 2_147_483_647;

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
    /** The id of a PIX: the bank's ISPB, the minute, the milliseconds within it, and chance. */
    endToEnd(ispb: string) {
      const minute = clock.now().toISOString().replace(/\D/g, '').slice(0, 12);
      const rest = (clock.now().getTime() % 60_000).toString(36).padStart(4, '0').toUpperCase();
      return `E${ispb}${minute}${rest}${text(7)}`;
    },
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

/**
 * Makes things once for each idempotency key. A repeated key gets the same id again; with another body it is refused. The id is stored
 * before the thing, so that a crash in between ends in the same thing after a repeat, not in two.
 */
export function createOnce(
  { store }: SimulatorContext,
  inTurn: ReturnType<typeof createTurns>,
  refuse: () => Error,
): <T>(
  kind: string,
  origin: { key: string | undefined; rawBody: string },
  newId: () => string,
  make: (id: string) => Promise<T>,
) => Promise<T> {
  return async (kind, { key, rawBody }, newId, make) => {
    if (!key) return make(newId());
    const place = `key:${kind}:${key}`;
    // Only a digest is kept: a body may hold a card.
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rawBody));
    const digest = Buffer.from(bytes).toString('base64url');
    return inTurn(place, async () => {
      const known = await store.get<{ id: string; digest: string }>(place);
      if (known && known.digest !== digest) throw refuse();
      const id = known?.id ?? newId();
      if (!known) await store.set(place, { id, digest });
      return make(id);
    });
  };
}

/** Runs the work once the clock says so, where a timer can; reads find what is due as well. */
export function wakeAt(clock: Clock, atMs: number, work: () => Promise<unknown>): void {
  const delayMs = atMs - clock.now().getTime();
  if (delayMs > LONGEST_TIMER_MS) return;
  setTimeout(() => work().catch(() => undefined), Math.max(0, delayMs)).unref();
}
