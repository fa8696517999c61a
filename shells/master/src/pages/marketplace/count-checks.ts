import type { Inspection } from '../../marketplace/use-packages.ts';

export type Check = Inspection['checks'][number];
export type CheckOutcome = 'passed' | 'refusal' | 'warning' | 'skipped';

/** A check that was not made counts neither for nor against the package. */
export function outcomeOf({ isPassed, isRefusal, reason }: Check): CheckOutcome {
  if (isPassed) return 'passed';
  if (reason === 'NOT_CHECKED') return 'skipped';
  return isRefusal ? 'refusal' : 'warning';
}

export const countChecks = (checks: readonly Check[]) => ({
  refused: checks.filter((check) => outcomeOf(check) === 'refusal').length,
  warnings: checks.filter((check) => outcomeOf(check) === 'warning').length,
});
