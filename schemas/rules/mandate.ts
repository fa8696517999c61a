/** The periods of mandates (Pix Automático), and the days on which one of their charges may be tried again. */
import type { Locale } from '../src/common.ts';
import type { MandatePeriod } from '../src/mandate.ts';
import type { MandateCapability } from '../src/manifest.ts';

/** The platform's recurrences in days, as periods of the calendar. Those of 15 and of 60 days are no period of Pix Automático. */
const PERIODS = new Map<number, MandatePeriod>([
  [7, 'WEEKLY'],
  [30, 'MONTHLY'],
  [90, 'QUARTERLY'],
  [180, 'SEMIANNUAL'],
  [365, 'YEARLY'],
]);

/** Returns the period of a recurrence; null where a mandate has none of this length. */
export const periodOfRecurrence = (days: number): MandatePeriod | null => PERIODS.get(days) ?? null;

/** Returns the period in which a provider can charge a recurrence of this number of days, or why it cannot. */
export function checkRecurrence(
  mandates: Pick<MandateCapability, 'periods'> | undefined,
  days: number,
): { period: MandatePeriod } | { refusal: Record<Locale, string> } {
  const period = periodOfRecurrence(days);
  if (!mandates)
    return {
      refusal: { 'pt-BR': 'O provedor não oferece Pix Automático.', en: 'The provider has no Pix Automático.' },
    };
  if (!period)
    return {
      refusal: {
        'pt-BR': `O Pix Automático não tem cobrança a cada ${days} dias: use 7, 30, 90, 180 ou 365.`,
        en: `Pix Automático has no charge every ${days} days: use 7, 30, 90, 180 or 365.`,
      },
    };
  if (!mandates.periods.includes(period))
    return {
      refusal: {
        'pt-BR': `O provedor não cobra Pix Automático a cada ${days} dias.`,
        en: `The provider charges no Pix Automático every ${days} days.`,
      },
    };
  return { period };
}

/** Months of the calendar in one period; a week is counted in days. */
const MONTHS = { MONTHLY: 1, QUARTERLY: 3, SEMIANNUAL: 6, YEARLY: 12 } as const;

/**
 * Returns the day on which a period's charge falls due, a number of periods after a day (YYYY-MM-DD). A day that a month does not have is its last
 * one; each follows from the first day, so that the 31st comes back after a short month. Null where mandates have no such period.
 */
export function dueDateAfter(firstDay: string, recurrenceDays: number, periods: number): string | null {
  const period = periodOfRecurrence(recurrenceDays);
  if (!period) return null;
  const first = new Date(`${firstDay}T00:00:00Z`);
  if (period === 'WEEKLY') return new Date(first.getTime() + periods * 7 * DAY_MS).toISOString().slice(0, 10);
  const month = first.getUTCMonth() + periods * MONTHS[period];
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const due = Date.UTC(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), lastDay));
  return new Date(due).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
const RETRY_DAYS = 7;

/** Returns whether a charge due on one day may be tried again on another: within the seven days after it. Both are YYYY-MM-DD. */
export function mayRetryOn(dueDate: string, date: string): boolean {
  const days = (Date.parse(date) - Date.parse(dueDate)) / DAY_MS;
  return Number.isInteger(days) && days >= 1 && days <= RETRY_DAYS;
}

/** The days after the due day on which a charge is tried again: soon, once salaries may have come, and with a day to spare at the end. */
const RETRIES_AFTER = [1, 3, 6];

/**
 * Returns the day on which a charge that was not paid is tried again; null where no day is left. A bank is told a day before, and each day is
 * tried once. `tried` are the days of the attempts so far, the due day among them.
 */
export function nextRetryDate(dueDate: string, tried: readonly string[], today: string): string | null {
  if (tried.length > RETRIES_AFTER.length) return null;
  const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
  const tomorrow = dayAfter(today, 1);
  const planned = RETRIES_AFTER.map((days) => dayAfter(dueDate, days)).filter((day) => day >= tomorrow);
  const rest = Array.from({ length: RETRY_DAYS }, (_, index) => dayAfter(dueDate, index + 1));
  return (
    [...planned, ...rest].find((day) => day >= tomorrow && day > (tried.at(-1) ?? '') && !tried.includes(day)) ?? null
  );
}
