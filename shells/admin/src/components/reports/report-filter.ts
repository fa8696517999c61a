import { days, defineFilter } from '@feira/shell-kit/filter';
import type { PeriodChoice } from '@feira/shell-kit/period';
import { MONEY_PARTS } from '../money/money-filter.ts';

/** Reports cover these days unless the address names others. */
export const MONTH = { kind: 'days', days: 30 } as const satisfies PeriodChoice;

/** A report always has a first and a last day. */
export const REPORT_FILTER = defineFilter({ ...MONEY_PARTS, period: days(MONTH) });
