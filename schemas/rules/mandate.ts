/** The periods of mandates (PIX Automático), and the days on which one of their charges may be tried again. */
import type { Locale } from '../src/common.ts';
import type { MandatePeriod } from '../src/mandate.ts';
import type { MandateCapability } from '../src/manifest.ts';

/** The platform's recurrences in days, as periods of the calendar. Those of 15 and of 60 days are no period of PIX Automático. */
const PERIODS = new Map<number, MandatePeriod>([
  [7, 'WEEKLY'],
  [30, 'MONTHLY'],
  [90, 'QUARTERLY'],
  [365, 'YEARLY'],
]);

/** Returns the period of a recurrence; null where a mandate has none of this length. */
export const periodOfRecurrence = (days: number): MandatePeriod | null => PERIODS.get(days) ?? null;

/** Returns the period in which a provider can charge a recurrence of so many days, or why it cannot. */
export function checkRecurrence(
  mandates: Pick<MandateCapability, 'periods'> | undefined,
  days: number,
): { period: MandatePeriod } | { refusal: Record<Locale, string> } {
  const period = periodOfRecurrence(days);
  if (!mandates)
    return {
      refusal: { 'pt-BR': 'O provedor não oferece PIX Automático.', en: 'The provider has no PIX Automático.' },
    };
  if (!period)
    return {
      refusal: {
        'pt-BR': `O PIX Automático não tem cobrança a cada ${days} dias: use 7, 30, 90 ou 365.`,
        en: `PIX Automático has no charge every ${days} days: use 7, 30, 90 or 365.`,
      },
    };
  if (!mandates.periods.includes(period))
    return {
      refusal: {
        'pt-BR': `O provedor não cobra PIX Automático a cada ${days} dias.`,
        en: `The provider charges no PIX Automático every ${days} days.`,
      },
    };
  return { period };
}

const DAY_MS = 86_400_000;
const RETRY_DAYS = 7;

/** Returns whether a charge due on one day may be tried again on another: within the seven days after it. Both are YYYY-MM-DD. */
export function mayRetryOn(dueDate: string, date: string): boolean {
  const days = (Date.parse(date) - Date.parse(dueDate)) / DAY_MS;
  return Number.isInteger(days) && days >= 1 && days <= RETRY_DAYS;
}
