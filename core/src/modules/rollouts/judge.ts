/** Decides whether a new version may continue. Pure. */
import type { Readiness } from '../../plugins/nodes.ts';
import type { Outcomes, RolloutReason } from './model.ts';

/** Fewer attempts say nothing about a rate. */
const FEWEST_ATTEMPTS = 5;
const HIGHEST_FAILURE_RATE = 0.2;
/** Both versions fail alike when the provider itself has a bad day. A canary is at fault only if it fails this many times as often. */
const TIMES_STABLE = 2;

const failureRate = ({ attempts, failed, unknown }: Outcomes): number =>
  attempts === 0 ? 0 : (failed + unknown) / attempts;

/** Returns why a canary must be rolled back; null when it may continue. */
export function findRollbackReason(canary: Outcomes, stable: Outcomes, nodes: Readiness): RolloutReason | null {
  if (canary.unrecognised > 0) return 'UNRECOGNISED_STATUS';
  const rate = failureRate(canary);
  const isFailing =
    canary.attempts >= FEWEST_ATTEMPTS && rate > HIGHEST_FAILURE_RATE && rate >= TIMES_STABLE * failureRate(stable);
  if (isFailing) return 'ERROR_RATE';
  return nodes.failed > 0 ? 'UNHEALTHY_NODE' : null;
}
