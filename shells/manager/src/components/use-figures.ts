import { getManaged, getManagedSeller } from '@feira/schemas/procedures/figures';
import { type Period, type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { useAddress } from '@feira/shell-kit/use-address';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

const MONTH = { kind: 'days', days: 30 } as const satisfies PeriodChoice;

/** The period that the address names, of 30 days where it names none. */
export function useChosenPeriod(): { choice: PeriodChoice; period: Period } {
  const { search } = useAddress();
  const read = readPeriod(search, MONTH);
  const choice = read.kind === 'all' ? MONTH : read;
  return { choice, period: toPeriod(choice) };
}

export const useManaged = ({ from, to }: Period) => useProcedureQuery(getManaged, { from, to });
export const useManagedSeller = (personId: string, { from, to }: Period) =>
  useProcedureQuery(getManagedSeller, { personId, from, to });
