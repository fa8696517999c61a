import { addDays } from '@feira/plugin-kit';
import { describe, expect, it } from 'vitest';
import { addBankDays, isBankDay, toBankDay } from './bank-days.ts';

/** Returns the days from Monday to Friday of a year on which banks are closed. */
const listClosed = (year: number): string[] => {
  const days = Array.from({ length: 366 }, (_, index) => addDays(`${year}-01-01`, index));
  return days.filter((day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return day.startsWith(`${year}`) && weekday > 0 && weekday < 6 && !isBankDay(day);
  });
};

describe('isBankDay', () => {
  /** The calendars of ANBIMA, without the holidays on Saturdays and Sundays. */
  it.each([
    [2023, '02-20 02-21 04-07 04-21 05-01 06-08 09-07 10-12 11-02 11-15 12-25'],
    [2024, '01-01 02-12 02-13 03-29 05-01 05-30 11-15 11-20 12-25'],
    [2025, '01-01 03-03 03-04 04-18 04-21 05-01 06-19 11-20 12-25'],
    [2026, '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-20 12-25'],
    [2027, '01-01 02-08 02-09 03-26 04-21 05-27 09-07 10-12 11-02 11-15'],
    [2028, '02-28 02-29 04-14 04-21 05-01 06-15 09-07 10-12 11-02 11-15 11-20 12-25'],
  ])('knows the holidays of %i', (year, days) => {
    expect(listClosed(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });
});

describe('toBankDay and addBankDays', () => {
  it.each([
    ['2026-11-24', '2026-11-24', '2026-11-26'],
    // Over the weekend, and from within it.
    ['2026-11-26', '2026-11-26', '2026-11-30'],
    ['2026-11-28', '2026-11-30', '2026-12-02'],
    // A holiday on a Friday.
    ['2026-11-19', '2026-11-19', '2026-11-24'],
    ['2026-11-20', '2026-11-23', '2026-11-25'],
    // Carnival, and the turn of the year.
    ['2026-02-13', '2026-02-13', '2026-02-19'],
    ['2026-02-16', '2026-02-18', '2026-02-20'],
    ['2026-12-31', '2026-12-31', '2027-01-05'],
  ])('of %s are %s and, two days later, %s', (day, payable, confirmed) => {
    expect(toBankDay(day)).toBe(payable);
    expect(addBankDays(payable, 2)).toBe(confirmed);
  });
});
