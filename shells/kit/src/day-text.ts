/** Writes days as people type them, and reads them: 20/11/2026 in Portuguese, 11/20/2026 in English, whatever the browser's language. */
import type { Locale } from '@feira/schemas/common';
import { isDay } from './period.ts';

/** The lengths of the parts of a day: year, month and day stand in the order of the language. */
const LENGTHS = [2, 2, 4];

const WHOLE = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** 20/11/2026; 11/20/2026 */
export function writeDay(day: string, locale: Locale): string {
  const [year, month, date] = day.split('-');
  return (locale === 'en' ? [month, date, year] : [date, month, year]).join('/');
}

/** Returns the typed day, or null where no such day exists or a part of it is missing. Programs that fill in forms write 2026-11-20. */
export function readDay(typed: string, locale: Locale): string | null {
  const text = typed.trim();
  if (isDay(text)) return text;
  const [, first, second, year] = WHOLE.exec(text) ?? [];
  const day = (locale === 'en' ? [year, first, second] : [year, second, first]).join('-');
  return isDay(day) ? day : null;
}

/** Puts the strokes between the parts: people may type digits alone, or any other sign between them, and leave out zeros. */
export function maskDay(typed: string): string {
  const parts = [''];
  for (const [index, sign] of [...typed].entries()) {
    const part = parts.at(-1)!;
    const isFull = part.length === LENGTHS[parts.length - 1];
    const isLast = parts.length === LENGTHS.length;
    if (!/\d/.test(sign)) {
      if (!part || isLast) continue;
      // Only while the text grows: in the middle of it a digit may be about to be replaced.
      if (index === typed.length - 1) parts[parts.length - 1] = part.padStart(2, '0');
      parts.push('');
    } else if (!isFull) parts[parts.length - 1] += sign;
    else if (!isLast) parts.push(sign);
  }
  return parts.join('/');
}

export interface DayLimits {
  /** Both days are allowed themselves. */
  min?: string | undefined;
  max?: string | undefined;
}

export type DayProblem = 'incomplete' | 'unknown' | 'early' | 'late';

/** Says why the content of a day's field cannot be taken: it is a day of the calendar, or what was typed instead of one. */
export function findDayProblem(content: string, { min, max }: DayLimits): DayProblem | null {
  if (content === '') return null;
  if (!isDay(content)) return WHOLE.test(content) ? 'unknown' : 'incomplete';
  if (min && content < min) return 'early';
  return max && content > max ? 'late' : null;
}
