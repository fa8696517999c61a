import { CURRENCIES, type Currency, type Locale } from '@feira/schemas/common';
import type { GivenAmount } from '@feira/schemas/rules/amount-in';
import { formatCurrency } from '@feira/schemas/rules/currency';

/** Sellers read days of their own time zone, whatever the clock of the machine says. */
export const TIME_ZONE = 'America/Sao_Paulo';

const languageOf = (locale: Locale) => (locale === 'en' ? 'en-US' : 'pt-BR');
const formatters = new Map<string, Intl.DateTimeFormat>();

function dateFormatter(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(languageOf(locale), options);
  formatters.set(key, known);
  return known;
}

/** Short enough for a column of a table: the Portuguese month in letters would take two lines. */
const DATES = {
  'pt-BR': { day: '2-digit', month: '2-digit', year: 'numeric' },
  en: { day: 'numeric', month: 'short', year: 'numeric' },
} as const;

/** 20/11/2026; Nov 20, 2026 */
export const formatDate = (iso: string, locale: Locale): string =>
  dateFormatter(locale, { ...DATES[locale], timeZone: TIME_ZONE }).format(new Date(iso));

/** Returns the day of a moment in the platform's time zone: 2026-11-20. Lists show their dates by the same formatter, and the first one of a browser costs a phone 80 ms. */
export const toLocalDay = (moment: Date): string =>
  dateFormatter('pt-BR', { ...DATES['pt-BR'], timeZone: TIME_ZONE })
    .format(moment)
    .split('/')
    .reverse()
    .join('-');

export const formatTime = (iso: string, locale: Locale): string =>
  dateFormatter(locale, { hour: '2-digit', minute: '2-digit', timeZone: TIME_ZONE }).format(new Date(iso));

/** Formats a calendar day without a time zone that could move it. */
export const formatDay = (day: string, locale: Locale): string =>
  dateFormatter(locale, { ...DATES[locale], timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Formats a day for the axis of a chart: 20/11, 11/20. */
export const formatShortDay = (day: string, locale: Locale): string =>
  dateFormatter(locale, { day: '2-digit', month: '2-digit', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Formats the day of a moment in the platform's time zone. */
export const formatShortDate = (iso: string, locale: Locale): string =>
  dateFormatter(locale, { day: '2-digit', month: '2-digit', timeZone: TIME_ZONE }).format(new Date(iso));

export const formatCount = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(languageOf(locale)).format(count);

/** Formats a part of a whole as a percentage; a whole of zero has none. */
export function formatShare(part: number, whole: number, locale: Locale): string {
  if (whole === 0) return '–';
  return new Intl.NumberFormat(languageOf(locale), { style: 'percent', maximumFractionDigits: 1 }).format(part / whole);
}

/** 4,99%; 4.99% */
export const formatBasisPoints = (basisPoints: number, locale: Locale): string =>
  new Intl.NumberFormat(languageOf(locale), { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );

/** An amount of a rule in each currency that it was set in: R$ 1,00 / $0,30. */
export const formatAmounts = ({ currency, amount, abroad = {} }: GivenAmount, locale: Locale): string =>
  [
    formatCurrency(amount, currency, locale),
    ...CURRENCIES.flatMap((other) => {
      const set = other === currency ? undefined : abroad[other];
      return set === undefined ? [] : formatCurrency(set, other, locale);
    }),
  ].join(' / ');

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats the size of a file: 9 byte; 1,2 MB. */
export function formatBytes(bytes: number, locale: Locale): string {
  const step = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return new Intl.NumberFormat(languageOf(locale), {
    style: 'unit',
    unit: BYTE_UNITS[step]!,
    maximumFractionDigits: 1,
  }).format(bytes / 1_000 ** step);
}

/** Formats the duration of a call: 85 ms; 1,2 s. */
export function formatMilliseconds(milliseconds: number, locale: Locale): string {
  const isLong = milliseconds >= 1_000;
  return new Intl.NumberFormat(languageOf(locale), {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    maximumFractionDigits: isLong ? 1 : 0,
  }).format(isLong ? milliseconds / 1_000 : milliseconds);
}

/** Formats cents in few characters, for the axis of a chart: R$ 1,2 mil, R$1.2K. */
export const formatCompactAmount = (cents: number, currency: Currency, locale: Locale): string =>
  new Intl.NumberFormat(languageOf(locale), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
    .format(cents / 100)
    // As every other amount: English leaves the space out.
    .replace(/R\$(?=\d)/, 'R$\u00a0');
