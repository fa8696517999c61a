import { describe, expect, it } from 'vitest';
import {
  addDays,
  countDays,
  findToday,
  isDay,
  isRange,
  type PeriodChoice,
  readPeriod,
  toPeriod,
  writePeriod,
} from './period.ts';

const FALLBACK: PeriodChoice = { kind: 'days', days: 7 };
const read = (search: string) => readPeriod(new URLSearchParams(search), FALLBACK);

describe('findToday', () => {
  it.each([
    ['2026-11-21T02:59:59Z', '2026-11-20'],
    ['2026-11-21T03:00:00Z', '2026-11-21'],
    ['2027-01-01T02:00:00Z', '2026-12-31'],
  ])('at %s it is %s in São Paulo', (now, day) => {
    expect(findToday(new Date(now))).toBe(day);
  });
});

describe('addDays', () => {
  it('crosses months, leap days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });
});

describe('isDay', () => {
  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '20261101', '', null, 'x'])('refuses %s', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it('accepts a leap day', () => {
    expect(isDay('2028-02-29')).toBe(true);
  });
});

describe('isRange', () => {
  it('accepts one day and 366 days, and refuses 367 or an end before the beginning', () => {
    expect(isRange('2026-11-20', '2026-11-20')).toBe(true);
    expect(isRange('2026-01-01', addDays('2026-01-01', 365))).toBe(true);
    expect(isRange('2026-01-01', addDays('2026-01-01', 366))).toBe(false);
    expect(isRange('2026-11-21', '2026-11-20')).toBe(false);
  });
});

describe('readPeriod', () => {
  it.each([
    ['period=0', { kind: 'days', days: 0 }],
    ['period=30', { kind: 'days', days: 30 }],
    ['period=all', { kind: 'all' }],
    ['from=2026-11-01&to=2026-11-15', { kind: 'range', from: '2026-11-01', to: '2026-11-15' }],
  ])('reads %s', (search, choice) => {
    expect(read(search)).toEqual(choice);
  });

  it.each(['', 'period=', 'period=8', 'period=x', 'from=2026-11-01', 'from=2026-11-02&to=2026-11-01', 'from=x&to=y'])(
    'passes over %j',
    (search) => {
      expect(read(search)).toEqual(FALLBACK);
    },
  );

  it('reads back whatever was written', () => {
    const choices: PeriodChoice[] = [
      { kind: 'all' },
      { kind: 'days', days: 0 },
      { kind: 'days', days: 14 },
      { kind: 'range', from: '2026-11-01', to: '2026-11-15' },
    ];
    for (const choice of choices) {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(writePeriod(choice))) if (value) search.set(name, value);
      expect(readPeriod(search, FALLBACK)).toEqual(choice);
    }
  });
});

describe('toPeriod', () => {
  it.each([
    [0, '2026-11-20'],
    [7, '2026-11-14'],
    [30, '2026-10-22'],
  ] as const)('%i days end today', (days, from) => {
    const period = toPeriod({ kind: 'days', days }, '2026-11-20');

    expect(period).toEqual({ from, to: '2026-11-20' });
    expect(countDays(period)).toBe(Math.max(1, days));
  });
});
