/** When a connection rests, and for how long. What happened lately is in memory; that it rests is told to all nodes. Pure. */
import type { Outcome, ProviderErrorCode } from '@feira/plugin-kit';

const WINDOW_MS = 60_000;
const LAST = 20;
const IN_A_ROW = 5;
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 300_000;

/** Its time-outs, broken answers and refused keys. What it says of a payment or of a request is an answer. */
export function isFailure({ code, outcome }: { code: ProviderErrorCode; outcome: Outcome }): boolean {
  if (code === 'UNAUTHORIZED') return true;
  return outcome !== 'REJECTED' && (code === 'UNAVAILABLE' || code === 'INVALID_ANSWER');
}

/** `times`: how often it has begun to rest without an answer between. */
export const restMs = (times: number): number => Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (times - 1));

interface Happened {
  at: number;
  hasFailed: boolean;
}

/** What one node saw of its connections. */
export class Breaker {
  readonly #seen = new Map<string, Happened[]>();

  /** True when the connection should rest now; what led there is forgotten then. */
  note(connectionId: string, hasFailed: boolean, now: Date): boolean {
    const at = now.getTime();
    const recent = (this.#seen.get(connectionId) ?? []).filter((item) => at - item.at < WINDOW_MS).slice(1 - LAST);
    recent.push({ at, hasFailed });
    this.#seen.set(connectionId, recent);
    const isBad = hasFailed && (endsInFailures(recent) || isMostlyFailing(recent));
    if (isBad) this.#seen.delete(connectionId);
    return isBad;
  }

  forget(connectionId: string): void {
    this.#seen.delete(connectionId);
  }
}

const endsInFailures = (recent: readonly Happened[]) =>
  recent.length >= IN_A_ROW && recent.slice(-IN_A_ROW).every(({ hasFailed }) => hasFailed);

const isMostlyFailing = (recent: readonly Happened[]) =>
  recent.length >= LAST && recent.filter(({ hasFailed }) => hasFailed).length * 2 >= recent.length;
