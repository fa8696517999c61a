import { type Period, type PeriodChoice, readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import { useAddress } from '@feira/shell-kit/use-address';

const DEFAULT = { kind: 'days', days: 30 } as const satisfies PeriodChoice;

/** The days of the shown commissions. */
export function useEarnedPeriod(): { choice: PeriodChoice; period: Period; choose: (next: PeriodChoice) => void } {
  const { search, change } = useAddress();
  const read = readPeriod(search, DEFAULT);
  const choice = read.kind === 'all' ? DEFAULT : read;
  return { choice, period: toPeriod(choice), choose: (next) => change({ ...writePeriod(next), after: null }) };
}
