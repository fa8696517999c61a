/**
 * Decides when a connection rests and for how long. Each node counts recent failures in memory; an open circuit is shared by all nodes.
 * Pure.
 */
import type { Outcome, ProviderErrorCode } from '@feira/plugin-kit';

const WINDOW_MS = 60_000;
const LAST = 20;
const IN_A_ROW = 5;
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 300_000;

/** Time-outs, invalid answers and refused keys are failures of the connection. Errors about a payment or a request are answers. */
export function isFailure({ code, outcome }: { code: ProviderErrorCode; outcome: Outcome }): boolean {
  if (code === 'UNAUTHORIZED') return true;
  return outcome !== 'REJECTED' && (code === 'UNAVAILABLE' || code === 'INVALID_ANSWER');
}

/** `times` is the number of consecutive openings without an answer in between. */
export const restMs = (times: number): number => Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (times - 1));

interface Happened {
  at: number;
  hasFailed: boolean;
}

/** The recent calls that one node made through its connections. */
export class Breaker {
  readonly #seen = new Map<string, Happened[]>();

  /** Returns true when the circuit should open now. The counts start anew then. */
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
