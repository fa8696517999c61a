import { describe, expect, it } from 'vitest';
import { addMonths, CALENDAR_DAYS, sayDay, startOfWeek, toDate, toDay } from './calendar-days.ts';

describe('the days of the calendar', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-11-30', 14, '2028-01-30'],
    ['2028-02-29', 12, '2029-02-28'],
    ['9999-12-31', 1, '9999-12-31'],
  ])('%s moved by %i months are %s', (day, count, moved) => {
    expect(addMonths(day, count)).toBe(moved);
  });

  it('stay in their month where a part of them is replaced', () => {
    const { setYear, setMonth, getEndDate } = CALENDAR_DAYS;
    const [may, leap] = [toDate('2026-05-31'), toDate('2028-02-29')];

    expect([setMonth(may, 1), setYear(leap, 2026), getEndDate(leap)].map(toDay)).toEqual([
      '2026-02-28',
      '2026-02-28',
      '2028-02-29',
    ]);
  });

  it('are said in the language of the screen, in weeks that begin on a Sunday', () => {
    const { getShortWeekDays, format } = CALENDAR_DAYS.locale;

    expect(getShortWeekDays!('en_US')).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect(format('pt_BR', toDate('2026-03-05'), 'MMMM')).toBe('março');
    expect(format('en_US', toDate('2026-03-05'), 'YYYY-MM-DD')).toBe('03/05/2026');
    expect([sayDay('2026-11-20', 'pt-BR'), sayDay('2026-11-20', 'en')]).toEqual([
      '20 de novembro de 2026',
      'November 20, 2026',
    ]);
    expect(['2026-11-01', '2026-11-07', '2026-11-08'].map(startOfWeek)).toEqual([
      '2026-11-01',
      '2026-11-01',
      '2026-11-08',
    ]);
  });
});
