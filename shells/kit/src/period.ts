/** Computes the days that a page covers. The choice stands in the address, so that people can share and reload a view. */
import { DATE_RANGE_DAYS, MAX_PERIOD_DAYS } from '@feira/schemas/options';
import { toLocalDay } from './format.ts';

export type PeriodChoice =
  | { kind: 'days'; days: (typeof DATE_RANGE_DAYS)[number] }
  | { kind: 'range'; from: string; to: string }
  | { kind: 'all' };

/** Both days are included. */
export interface Period {
  from: string;
  to: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`);
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

export const findToday = (now = new Date()): string => toLocalDay(now);

export const addDays = (day: string, count: number): string => toDay(toTime(day) + count * DAY_MS);

export const countDays = ({ from, to }: Period): number => Math.round((toTime(to) - toTime(from)) / DAY_MS) + 1;

/** Returns whether a text is a day of the calendar: 2026-02-30 is none. */
export function isDay(text: string | null | undefined): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = toTime(text);
  return !Number.isNaN(time) && toDay(time) === text;
}

export const isRange = (from: string | null | undefined, to: string | null | undefined): boolean =>
  isDay(from) && isDay(to) && from <= to && countDays({ from, to }) <= MAX_PERIOD_DAYS;

/** Impossible values are ignored: people type and cut addresses. */
export function readPeriod(search: URLSearchParams, fallback: PeriodChoice): PeriodChoice {
  const [period, from, to] = ['period', 'from', 'to'].map((name) => search.get(name));
  if (isRange(from, to)) return { kind: 'range', from: from!, to: to! };
  if (period === 'all') return { kind: 'all' };
  const days = DATE_RANGE_DAYS.find((known) => String(known) === period);
  return days === undefined ? fallback : { kind: 'days', days };
}

/** Returns the address parameters of the choice; null removes one. */
export function writePeriod(choice: PeriodChoice): Record<'period' | 'from' | 'to', string | null> {
  if (choice.kind === 'range') return { period: null, from: choice.from, to: choice.to };
  return { period: choice.kind === 'all' ? 'all' : String(choice.days), from: null, to: null };
}

/** "Last 7 days" are today and the six days before. */
export function toPeriod(choice: Exclude<PeriodChoice, { kind: 'all' }>, today = findToday()): Period {
  if (choice.kind === 'range') return { from: choice.from, to: choice.to };
  return { from: addDays(today, -Math.max(0, choice.days - 1)), to: today };
}
