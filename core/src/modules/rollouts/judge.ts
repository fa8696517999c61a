/** Whether a new version may go on. Pure. */
import type { Readiness } from '../../plugins/nodes.ts';
import type { Outcomes, RolloutReason } from './model.ts';

/** Fewer tell nothing about a rate. */
const FEWEST_ATTEMPTS = 5;
const HIGHEST_FAILURE_RATE = 0.2;
/** The provider itself may have a bad day: then both versions fail alike. */
const TIMES_STABLE = 2;

const failureRate = ({ attempts, failed, unknown }: Outcomes): number =>
  attempts === 0 ? 0 : (failed + unknown) / attempts;

/** Why a canary must go back; null where it may go on. */
export function findFault(canary: Outcomes, stable: Outcomes, nodes: Readiness): RolloutReason | null {
  if (canary.unrecognised > 0) return 'UNRECOGNISED_STATUS';
  const rate = failureRate(canary);
  const isFailing =
    canary.attempts >= FEWEST_ATTEMPTS && rate > HIGHEST_FAILURE_RATE && rate >= TIMES_STABLE * failureRate(stable);
  if (isFailing) return 'ERROR_RATE';
  return nodes.failed > 0 ? 'UNHEALTHY_NODE' : null;
}
