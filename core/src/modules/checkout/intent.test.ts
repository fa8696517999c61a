import { describe, expect, it } from 'vitest';
import { endOfLastDay } from './intent.ts';

const DAY_MS = 86_400_000;
const end = (days: number, now: string, longestMs = 30 * DAY_MS) =>
  endOfLastDay(days, longestMs, new Date(now)).toISOString();

describe('endOfLastDay', () => {
  it.each([
    // Bought in the morning and a minute before midnight of São Paulo, which is the next day in UTC.
    ['2026-11-22T10:10:00Z', '2026-11-26T02:59:59.000Z'],
    ['2026-11-23T02:59:00Z', '2026-11-26T02:59:59.000Z'],
    ['2026-11-23T03:01:00Z', '2026-11-27T02:59:59.000Z'],
    // In January, when São Paulo had summer time until 2019.
    ['2027-01-11T01:30:00Z', '2027-01-14T02:59:59.000Z'],
  ])('is three days after %s: %s', (now, expected) => {
    expect(end(3, now)).toBe(expected);
  });

  it('is a day earlier where the provider takes no longer', () => {
    expect(end(30, '2026-11-22T10:10:00Z')).toBe('2026-12-22T02:59:59.000Z');
    expect(end(3, '2026-11-22T10:10:00Z', DAY_MS)).toBe('2026-11-23T02:59:59.000Z');
    expect(end(3, '2026-11-22T10:10:00Z', 3_600_000)).toBe('2026-11-22T11:10:00.000Z');
  });
});
