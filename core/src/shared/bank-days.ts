/**
 * Finds the days on which banks in Brazil settle payments. No bank day are Saturdays, Sundays, national holidays, the Monday and Tuesday of
 * Carnival, Good Friday and Corpus Christi: https://www.anbima.com.br/feriados/feriados.asp, after Resolution 4.880/2020 of the CMN.
 * Days are written YYYY-MM-DD.
 */
import { addDays } from '@feira/plugin-kit';

/** Month and day, with the year since when. 20 November is one by law 14.759/2023. */
const FIXED: Record<string, number> = {
  '01-01': 0,
  '04-21': 0,
  '05-01': 0,
  '09-07': 0,
  '10-12': 0,
  '11-02': 0,
  '11-15': 0,
  '11-20': 2024,
  '12-25': 0,
};
/** Monday and Tuesday of Carnival, Good Friday, Corpus Christi, in days from Easter Sunday. */
const MOVABLE = [-48, -47, -2, 60];

/** Returns Easter Sunday of a year, by the Gregorian computus of Meeus. */
function easterOf(year: number): string {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const g = Math.floor((8 * century + 13) / 25);
  const epact = (19 * a + century - Math.floor(century / 4) - g + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const m = Math.floor((a + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * m + 114;
  const month = String(Math.floor(days / 31)).padStart(2, '0');
  return `${year}-${month}-${String((days % 31) + 1).padStart(2, '0')}`;
}

export function isBankDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const year = Number(day.slice(0, 4));
  const since = FIXED[day.slice(5)];
  if (since !== undefined && year >= since) return false;
  const easter = easterOf(year);
  return !MOVABLE.some((days) => addDays(easter, days) === day);
}

/** Returns the day itself, or the next one that is a bank day. */
export const toBankDay = (day: string): string => (isBankDay(day) ? day : toBankDay(addDays(day, 1)));

/** Returns the bank day that many bank days after a day. */
export const addBankDays = (day: string, count: number): string =>
  count === 0 ? day : addBankDays(toBankDay(addDays(day, 1)), count - 1);
