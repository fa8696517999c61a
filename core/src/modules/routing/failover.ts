/** Whether a failed attempt may be followed by another one. Pure: what it lets through is paid at most once. */
import type { Outcome } from '@feira/plugin-kit';
import type { CardBinding } from './choose.ts';

export const MOST_ATTEMPTS = 3;
/** Nobody waits longer for the first answer; a second connection needs time of its own. */
export const FAILOVER_MS = 30_000;

export interface Standing {
  /** How the call ended that answered with an error; a refused card is an answer, not an error. */
  outcome: Outcome;
  /** Attempts made so far. */
  attempts: number;
  /** Since the buyer pressed the button. */
  elapsedMs: number;
  /** Null for other methods. */
  card: CardBinding | null;
}

/**
 * Only where the provider surely charged nothing, and where the next one can be given the same card. UNKNOWN may have
 * charged: it is looked up, never repeated.
 */
export function mayFailOver({ outcome, attempts, elapsedMs, card }: Standing): boolean {
  if (outcome === 'UNKNOWN' || attempts >= MOST_ATTEMPTS || elapsedMs >= FAILOVER_MS) return false;
  return card === null || card.kind === 'sealed';
}
