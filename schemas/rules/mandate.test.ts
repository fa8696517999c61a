import { describe, expect, it } from 'vitest';
import { MANDATE_PERIODS } from '../src/mandate.ts';
import { checkRecurrence, dueDateAfter, mayRetryOn, nextRetryDate, periodOfRecurrence } from './mandate.ts';

const all = { periods: [...MANDATE_PERIODS] };

describe('periodOfRecurrence', () => {
  it.each([
    [7, 'WEEKLY'],
    [15, null],
    [30, 'MONTHLY'],
    [60, null],
    [90, 'QUARTERLY'],
    [180, 'SEMIANNUAL'],
    [365, 'YEARLY'],
  ])('takes a recurrence of %s days for %s', (days, period) => {
    expect(periodOfRecurrence(days)).toBe(period);
  });
});

describe('checkRecurrence', () => {
  it('refuses 15 and 60 days with the reason in both languages', () => {
    expect(checkRecurrence(all, 15)).toEqual({
      refusal: {
        'pt-BR': 'O Pix Automático não tem cobrança a cada 15 dias: use 7, 30, 90, 180 ou 365.',
        en: 'Pix Automático has no charge every 15 days: use 7, 30, 90, 180 or 365.',
      },
    });
    expect(checkRecurrence(all, 60)).toHaveProperty('refusal.en', expect.stringContaining('every 60 days'));
  });

  it('refuses a period that the provider does not have, and every period where it has no mandates', () => {
    expect(checkRecurrence({ periods: ['MONTHLY'] }, 30)).toEqual({ period: 'MONTHLY' });
    expect(checkRecurrence({ periods: ['MONTHLY'] }, 7)).toHaveProperty('refusal');
    expect(checkRecurrence(undefined, 30)).toHaveProperty('refusal.pt-BR', 'O provedor não oferece Pix Automático.');
  });
});

describe('mayRetryOn', () => {
  it.each([
    ['2026-01-30', '2026-01-30', false],
    ['2026-01-30', '2026-01-31', true],
    ['2026-01-30', '2026-02-06', true],
    ['2026-01-30', '2026-02-07', false],
    ['2028-02-27', '2028-03-05', true],
    ['2026-01-30', '2026-01-29', false],
    ['2026-01-30', 'tomorrow', false],
  ])('says of a charge due on %s and tried again on %s: %s', (dueDate, date, expected) => {
    expect(mayRetryOn(dueDate, date)).toBe(expected);
  });
});

describe('dueDateAfter', () => {
  it.each([
    [7, 3, '2027-02-21'],
    [30, 1, '2027-02-28'],
    [30, 2, '2027-03-31'],
    [30, 3, '2027-04-30'],
    [90, 1, '2027-04-30'],
    [180, 1, '2027-07-31'],
    [180, 3, '2028-07-31'],
    [365, 1, '2028-01-31'],
    [30, 13, '2028-02-29'],
    [15, 1, null],
  ])('follows the calendar from the first day: every %i days, %i periods later', (days, periods, due) => {
    expect(dueDateAfter('2027-01-31', days, periods)).toBe(due);
  });
});

describe('nextRetryDate', () => {
  const due = '2027-01-10';
  it.each([
    [[due], '2027-01-10', '2027-01-11'],
    [[due, '2027-01-11'], '2027-01-11', '2027-01-13'],
    [[due, '2027-01-11', '2027-01-13'], '2027-01-13', '2027-01-16'],
    [[due, '2027-01-11', '2027-01-13', '2027-01-16'], '2027-01-16', null],
    // Heard of late: the planned days are over, and one within the seven is left.
    [[due], '2027-01-16', '2027-01-17'],
    [[due], '2027-01-17', null],
  ])('after the attempts of %j, today %s', (tried, today, date) => {
    expect(nextRetryDate(due, tried, today)).toBe(date);
  });
});
