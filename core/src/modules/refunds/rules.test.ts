import { describe, expect, it } from 'vitest';
import { decideBy, groundOf, readDeliveryDays } from './rules.ts';

/** 23:30 of May 10 in São Paulo, the 11th in UTC. */
const BOUGHT = new Date('2026-05-11T02:30:00Z');
const basisAt = (now: string, more: { guaranteeDays?: number; deliveryDays?: number } = {}) =>
  groundOf({ approvedAt: BOUGHT, guaranteeDays: 7, deliveryDays: 0, ...more }, new Date(now)).ground;

describe('the ground of a request', () => {
  it('is the law for seven days of São Paulo, the last one whole', () => {
    expect(basisAt('2026-05-11T02:30:01Z')).toBe('LAW');
    expect(basisAt('2026-05-18T02:59:59.999Z')).toBe('LAW');
    expect(basisAt('2026-05-18T03:00:00Z')).toBe('LATE');
  });

  it('is the guarantee after that, where the product has a longer one', () => {
    expect(basisAt('2026-05-18T03:00:00Z', { guaranteeDays: 14 })).toBe('GUARANTEE');
    expect(basisAt('2026-05-25T02:59:59Z', { guaranteeDays: 14 })).toBe('GUARANTEE');
    expect(basisAt('2026-05-25T03:00:00Z', { guaranteeDays: 14 })).toBe('LATE');
    expect(basisAt('2026-06-10T02:59:59Z', { guaranteeDays: 30 })).toBe('GUARANTEE');
  });

  it('begins to end when what is sent must have arrived', () => {
    expect(basisAt('2026-05-25T02:59:59Z', { deliveryDays: 7 })).toBe('LAW');
    expect(basisAt('2026-05-25T03:00:00Z', { deliveryDays: 7 })).toBe('LATE');
  });

  it('holds until the day is over that it says', () => {
    const { until } = groundOf({ approvedAt: BOUGHT, guaranteeDays: 7, deliveryDays: 0 }, BOUGHT);
    expect(until?.toISOString()).toBe('2026-05-18T02:59:59.000Z');
    expect(decideBy(BOUGHT).toISOString()).toBe('2026-05-14T02:59:59.000Z');
  });
});

describe('days of delivery', () => {
  it.each([
    [null, 0],
    ['', 0],
    ['5', 5],
    ['5 a 10 dias', 10],
    ['10 dias úteis', 14],
    ['até 3 dias uteis', 5],
    ['in 2 business days', 3],
    ['999 dias', 60],
    ['30 minutes', 30],
  ])('are read from %j as %i', (text, days) => expect(readDeliveryDays(text)).toBe(days));
});
