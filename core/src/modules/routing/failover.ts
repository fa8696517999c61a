/** Decides whether another attempt may follow a failed one. Pure: the rule keeps a payment from being charged twice. */
import type { Outcome } from '@feira/plugin-kit';
import type { CardBinding } from './choose.ts';

export const MOST_ATTEMPTS = 3;
/** After this time no further attempt begins, because a second connection needs time of its own. */
const FAILOVER_MS = 30_000;

export interface FailedAttempt {
  /** The outcome of the call that failed. A refused card is an answer, not a failure. */
  outcome: Outcome;
  /** The number of attempts so far. */
  attempts: number;
  /** Milliseconds since the buyer submitted the form. */
  elapsedMs: number;
  /** Null for other methods. */
  card: CardBinding | null;
}

/**
 * Returns true only if the provider certainly charged nothing and the next connection can use the same card. A call with outcome UNKNOWN
 * may have charged: it is looked up and never repeated.
 */
export function mayFailOver({ outcome, attempts, elapsedMs, card }: FailedAttempt): boolean {
  if (outcome === 'UNKNOWN' || attempts >= MOST_ATTEMPTS || elapsedMs >= FAILOVER_MS) return false;
  return card === null || card.kind === 'sealed';
}
