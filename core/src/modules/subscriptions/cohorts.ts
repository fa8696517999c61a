/** Counts how many subscriptions of each month stay. */
import type { CohortPart } from './figures-model.ts';

export interface Cohort {
  month: string;
  begun: number;
  /** Those that went on at the end of the month itself, of the next one, and so on until now. */
  retained: number[];
}

/** The months after the first that a cohort is followed. */
const MOST_MONTHS = 12;

/** Counts months, so that they can be told apart by subtraction. */
function toNumber(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return year * 12 + number;
}

/** `now` is the current month, as YYYY-MM; its end is not there yet, so it counts who goes on by now. */
export function toCohorts(parts: readonly CohortPart[], now: string): Cohort[] {
  const byMonth = Map.groupBy(parts, ({ month }) => month);
  return [...byMonth.keys()].sort().map((month) => {
    const own = byMonth.get(month) ?? [];
    const begun = own.reduce((sum, { count }) => sum + count, 0);
    const first = toNumber(month);
    const months = Math.min(MOST_MONTHS, Math.max(0, toNumber(now) - first));
    const retained = Array.from({ length: months + 1 }, (_, index) =>
      own.reduce((left, { ended, count }) => (ended && toNumber(ended) <= first + index ? left - count : left), begun),
    );
    return { month, begun, retained };
  });
}
