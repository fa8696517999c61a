import type { Locale } from '@feira/schemas/common';

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const languageOf = (locale: Locale) => (locale === 'en' ? 'en-US' : 'pt-BR');

/** Returns the elapsed time in the largest unit that fits: há 3 horas, 3 hours ago. Less than a minute is now. */
export function formatElapsed(iso: string, locale: Locale, now = new Date()): string {
  const seconds = Math.max(0, (now.getTime() - new Date(iso).getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(languageOf(locale), { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  return unit === 'second' ? format.format(0, 'second') : format.format(-Math.floor(seconds / length), unit);
}
