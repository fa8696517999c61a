/** Counts by key in windows of time, in memory. */
import type { Allowance } from '@feira/schemas/limits';

interface Window {
  count: number;
  endsAt: number;
}

/** A caller with more keys than this, such as a large IPv6 network, pushes out its oldest ones; the memory stays bounded. */
const MOST_KEYS = 100_000;

export class Windows {
  /** In the order in which they began. */
  readonly #windows = new Map<string, Window>();

  /** Counts one more. Returns 0 where that is allowed, otherwise the seconds until the window ends. `now` is in ms. */
  take(key: string, { most, seconds }: Allowance, now: number): number {
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#makeRoom(now);
      window = { count: 0, endsAt: now + seconds * 1000 };
      this.#windows.set(key, window);
    }
    if (window.count >= most) return Math.ceil((window.endsAt - now) / 1000);
    window.count += 1;
    return 0;
  }

  /** Returns what is left of a window without counting, and the seconds until it ends. */
  look(key: string, { most, seconds }: Allowance, now: number): { left: number; seconds: number } {
    const window = this.#windows.get(key);
    if (!window || window.endsAt <= now) return { left: most, seconds };
    return { left: most - window.count, seconds: Math.ceil((window.endsAt - now) / 1000) };
  }

  #makeRoom(now: number): void {
    if (this.#windows.size < MOST_KEYS) return;
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= MOST_KEYS) this.#windows.delete(oldest);
  }
}

/** Counts what is under way by key. */
export class Running {
  readonly #counts = new Map<string, number>();

  /** Returns the function that ends it, which works once; null where as many as allowed are under way. */
  start(key: string, most: number): (() => void) | null {
    const count = this.#counts.get(key) ?? 0;
    if (count >= most) return null;
    this.#counts.set(key, count + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }
}
