/**
 * Teaches antd's calendar the days of the dashboards: the midnights of UTC, which no time zone can move. Its own teacher, dayjs, would bring
 * the browser's time zone for "today", and texts of its own for each language.
 */
import type { Locale } from '@feira/schemas/common';
import type generatePicker from 'antd/es/date-picker/generatePicker';
import { writeDay } from './day-text.ts';
import { addDays, findToday } from './period.ts';

type CalendarConfig = Parameters<typeof generatePicker<Date>>[0];

const DAY_MS = 86_400_000;
/** Years of four digits, in months since the year 0. */
const FIRST_MONTH = 1_000 * 12;
const LAST_MONTH = 9_999 * 12 + 11;

export const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
export const toDay = (date: Date): string => date.toISOString().slice(0, 10);

const yearOf = (date: Date) => date.getUTCFullYear();
const monthOf = (date: Date) => date.getUTCMonth();
const dateOf = (date: Date) => date.getUTCDate();
const same = (date: Date) => date;
const none = () => 0;

/** Returns the day of a month, counted from January as 0 and on into other years; a short month ends it earlier. */
function compose(year: number, month: number, date: number): Date {
  const months = Math.min(Math.max(year * 12 + month, FIRST_MONTH), LAST_MONTH);
  const [inYear, inMonth] = [Math.floor(months / 12), months % 12];
  const last = dateOf(new Date(Date.UTC(inYear, inMonth + 1, 0)));
  return new Date(Date.UTC(inYear, inMonth, Math.min(date, last)));
}

const moveMonths = (date: Date, count: number) => compose(yearOf(date), monthOf(date) + count, dateOf(date));
export const addMonths = (day: string, count: number): string => toDay(moveMonths(toDate(day), count));

/** Weeks begin on a Sunday, as calendars in Brazil and the United States do. */
const SOME_SUNDAY = '2026-11-01';
export const startOfWeek = (day: string): string => addDays(day, -toDate(day).getUTCDay());

/** antd names its languages pt_BR and en_US. */
const localeOf = (name: string): Locale => (name === 'en_US' ? 'en' : 'pt-BR');
const say = (date: Date, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale.replace('_', '-'), { ...options, timeZone: 'UTC' }).format(date);

/** "20 de novembro de 2026"; "November 20, 2026" */
export const sayDay = (day: string, locale: Locale): string => say(toDate(day), locale, { dateStyle: 'long' });

/** The forms in which the calendar asks for a day, or a part of one. */
const FORMS: Record<string, (date: Date, locale: string) => string> = {
  'YYYY-MM-DD': (date, locale) => writeDay(toDay(date), localeOf(locale)),
  YYYY: (date) => String(yearOf(date)),
  MMMM: (date, locale) => say(date, locale, { month: 'long' }),
  D: (date) => String(dateOf(date)),
};

export const CALENDAR_DAYS: CalendarConfig = {
  getNow: () => toDate(findToday()),
  getFixedDate: toDate,
  getEndDate: (date) => compose(yearOf(date), monthOf(date), 31),
  getWeekDay: (date) => date.getUTCDay(),
  getYear: yearOf,
  getMonth: monthOf,
  getDate: dateOf,
  addYear: (date, count) => moveMonths(date, count * 12),
  addMonth: moveMonths,
  addDate: (date, count) => new Date(date.getTime() + count * DAY_MS),
  setYear: (date, year) => compose(year, monthOf(date), dateOf(date)),
  setMonth: (date, month) => compose(yearOf(date), month, dateOf(date)),
  setDate: (date, day) => compose(yearOf(date), monthOf(date), day),
  isAfter: (date, other) => date > other,
  isValidate: (date) => !Number.isNaN(date.getTime()),
  getHour: none,
  getMinute: none,
  getSecond: none,
  getMillisecond: none,
  setHour: same,
  setMinute: same,
  setSecond: same,
  setMillisecond: same,
  locale: {
    getWeekFirstDay: none,
    getWeekFirstDate: (_locale, date) => toDate(startOfWeek(toDay(date))),
    getWeek: none,
    getShortWeekDays: (locale) =>
      Array.from({ length: 7 }, (_, index) => say(toDate(addDays(SOME_SUNDAY, index)), locale, { weekday: 'short' })),
    format: (locale, date, form) => FORMS[form]?.(date, locale) ?? toDay(date),
    // Days are typed into the field above the calendar.
    parse: () => null,
  },
};
