/** Compares the figures of a period with those of the period before. */
import type { Locale } from '@feira/schemas/common';
import { addDays, countDays, type Period } from '@feira/shell-kit/period';

/** Returns as many days just before a period. */
export const previousPeriod = (period: Period): Period => ({
  from: addDays(period.from, -countDays(period)),
  to: addDays(period.from, -1),
});

/** Returns how much more or less it is: +12%, −3%, 0%. The figure before is not zero; after a loss the loss is the measure. */
export const comparePeriods = (value: number, before: number, locale: Locale): string =>
  new Intl.NumberFormat(locale === 'en' ? 'en-US' : 'pt-BR', {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format((value - before) / Math.abs(before));
