import { type PeriodChoice, toPeriod } from '@feira/shell-kit/period';
import { type MoneyFilter, toMoneyInput } from '../money/money-filter.ts';

/** Reports cover these days unless the address names others. */
export const MONTH = { kind: 'days', days: 30 } as const satisfies PeriodChoice;
export const NO_STATES: readonly never[] = [];

/** A report always has a first and a last day. */
export function toReportInput(filter: MoneyFilter<never>, after: string | null) {
  const { state: _, ...input } = toMoneyInput(filter, after);
  return { ...input, ...toPeriod(filter.period.kind === 'all' ? MONTH : filter.period) };
}
