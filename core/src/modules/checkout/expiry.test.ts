import type { MethodCapability } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { fitExpiry } from './expiry.ts';

const DAY = 86_400;
const NOON = '2026-11-23T15:00:00Z';

function endOf(method: 'PIX' | 'BILLET', wanted: number, limits: Partial<MethodCapability> = {}, now = NOON): string {
  const settings = { pixExpiresInSeconds: wanted, billetExpiresInDays: wanted };
  return fitExpiry(settings, limits, method, new Date(now)).toISOString();
}

describe('the end of a boleto', () => {
  it.each([
    // Bought in the morning and a minute before midnight of São Paulo, which is the next day in UTC.
    ['2026-11-22T10:10:00Z', '2026-11-26T02:59:59.000Z'],
    ['2026-11-23T02:59:00Z', '2026-11-26T02:59:59.000Z'],
    ['2026-11-23T03:01:00Z', '2026-11-27T02:59:59.000Z'],
    // In January, when São Paulo had summer time until 2019.
    ['2027-01-11T01:30:00Z', '2027-01-14T02:59:59.000Z'],
  ])('is three days after %s: %s', (now, expected) => {
    expect(endOf('BILLET', 3, {}, now)).toBe(expected);
  });

  it.each([
    [30, { maxExpiresInSeconds: 30 * DAY }, '2026-12-23T02:59:59.000Z'],
    [3, { maxExpiresInSeconds: DAY }, '2026-11-24T02:59:59.000Z'],
    [3, { maxExpiresInSeconds: 3_600 }, '2026-11-23T16:00:00.000Z'],
    [1, { minExpiresInSeconds: 2 * DAY }, '2026-11-26T02:59:59.000Z'],
    [1, { expiry: 'fixed', expiresInSeconds: 5 * DAY }, '2026-11-29T02:59:59.000Z'],
  ] as const)('of %i days is fitted to %j', (days, limits, expected) => {
    expect(endOf('BILLET', days, limits)).toBe(expected);
  });
});

describe('the end of a PIX', () => {
  it.each([
    [600, {}, '2026-11-23T15:10:00.000Z'],
    [600, { minExpiresInSeconds: 1_800, maxExpiresInSeconds: 30 * DAY }, '2026-11-23T15:30:00.000Z'],
    [2 * DAY, { minExpiresInSeconds: 1_800, maxExpiresInSeconds: DAY }, '2026-11-24T15:00:00.000Z'],
    [600, { expiry: 'fixed', expiresInSeconds: DAY }, '2026-11-24T15:00:00.000Z'],
    [600, { expiry: 'none' }, '2026-11-23T15:10:00.000Z'],
    // Whole days are rounded up, except beyond what the provider takes.
    [600, { expiry: 'days' }, '2026-11-24T02:59:59.000Z'],
    [DAY, { expiry: 'days' }, '2026-11-25T02:59:59.000Z'],
    [DAY, { expiry: 'days', maxExpiresInSeconds: DAY }, '2026-11-24T02:59:59.000Z'],
    [5 * DAY, { expiry: 'days', maxExpiresInSeconds: 3 * DAY }, '2026-11-26T02:59:59.000Z'],
    [600, { expiry: 'days', minExpiresInSeconds: 2 * DAY }, '2026-11-26T02:59:59.000Z'],
  ] as const)('of %i seconds is fitted to %j', (seconds, limits, expected) => {
    expect(endOf('PIX', seconds, limits)).toBe(expected);
  });
});
