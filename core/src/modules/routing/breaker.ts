/**
 * Decides when a connection rests and for how long. Each node counts recent failures in memory; an open circuit is shared by all nodes.
 * Pure.
 */
import type { Outcome, ProviderErrorCode } from '@feira/plugin-kit';

const WINDOW_MS = 60_000;
const LAST = 40;
/** With fewer calls than these, few in a row decide. With more, faults at random make such rows, and more of them have to fail. */
const MANY = 20;
const IN_A_ROW = 5;
const IN_A_ROW_OF_MANY = 10;
/** The calls beyond half of many that have to fail: 15 of 20, 25 of 40. */
const BEYOND_HALF = 5;
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

function endsInFailures(recent: readonly Happened[]): boolean {
  const wanted = recent.length < MANY ? IN_A_ROW : IN_A_ROW_OF_MANY;
  return recent.length >= wanted && recent.slice(-wanted).every(({ hasFailed }) => hasFailed);
}

const isMostlyFailing = (recent: readonly Happened[]) =>
  recent.length >= MANY && recent.filter(({ hasFailed }) => hasFailed).length >= recent.length / 2 + BEYOND_HALF;

const MOST_SLOW_MS = 10_000;

/** A call that takes longer counts as failed while it still runs: half of what one request may take, at most ten seconds. */
export const slowAfterMs = (requestTimeoutMs: number): number => Math.min(MOST_SLOW_MS, requestTimeoutMs / 2);

/** Runs a call, and says once that it is slow when it runs for so long. */
export async function watchSlow<Answer>(call: () => Promise<Answer>, ms: number, onSlow: () => void): Promise<Answer> {
  const timer = setTimeout(onSlow, ms);
  try {
    return await call();
  } finally {
    clearTimeout(timer);
  }
}

/** The charges under way at each connection on this node: a provider that is slow must not hold all of a node's buyers. */
export class CallRoom {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  isFull(connectionId: string): boolean {
    return (this.#counts.get(connectionId) ?? 0) >= this.#limit;
  }

  /** Returns the function that gives the place back, or null where there is none. */
  enter(connectionId: string): (() => void) | null {
    if (this.isFull(connectionId)) return null;
    this.#add(connectionId, 1);
    return () => this.#add(connectionId, -1);
  }

  #add(connectionId: string, change: 1 | -1): void {
    const count = (this.#counts.get(connectionId) ?? 0) + change;
    if (count > 0) this.#counts.set(connectionId, count);
    else this.#counts.delete(connectionId);
  }
}
