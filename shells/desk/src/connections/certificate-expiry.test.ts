import { describe, expect, it } from 'vitest';
import { countDaysLeft, findUrgency } from './certificate-expiry.ts';

describe('countDaysLeft', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it.each([
    ['2026-11-21T12:00:00Z', 0],
    ['2026-11-22T11:59:59Z', 0],
    ['2026-11-22T12:00:00Z', 1],
    ['2027-01-20T12:00:00Z', 60],
    ['2026-11-21T11:59:59Z', -1],
    ['2026-11-19T12:00:00Z', -2],
  ])('counts to %s: %d', (validTo, days) => {
    expect(countDaysLeft(validTo, now)).toBe(days);
  });
});

describe('findUrgency', () => {
  it.each([
    [61, 'none'],
    [60, 'soon'],
    [16, 'soon'],
    [15, 'urgent'],
    [0, 'urgent'],
    [-1, 'over'],
  ])('with %d days left is %s', (days, urgency) => {
    expect(findUrgency(days)).toBe(urgency);
  });
});
