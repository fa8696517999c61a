import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLeft, feeOf, quoteHolds } from './quote.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const hold = (id: string, amount: number, days: number) => ({ id, amount, releaseAt: inDays(days) });

describe('what an anticipation costs', () => {
  it('is a share for each whole day, rounded up', () => {
    expect(daysLeft(inDays(30), NOW)).toBe(30);
    expect(daysLeft(inDays(29.99), NOW)).toBe(29);
    expect(daysLeft(inDays(0.99), NOW)).toBe(0);
    expect(daysLeft(inDays(-5), NOW)).toBe(0);

    // 12 basis points of 100.00 are 12 cents a day.
    expect(feeOf(10_000, 30, 12)).toBe(360);
    expect(feeOf(1, 1, 12)).toBe(1);
    expect(feeOf(10_000, 0, 12)).toBe(0);
    expect(feeOf(100_000_000_000, 365, 100)).toBe(365_000_000_000);
  });
});

describe('quoteHolds', () => {
  it('takes all of what comes first, and of the last one only what is asked for', () => {
    const holds = [hold('a', 10_000, 10), hold('b', 5_000, 20), hold('c', 1_000, 30)];

    const quote = quoteHolds(holds, { basisPointsPerDay: 10, amount: 12_000, now: NOW });

    expect(quote).toEqual({
      most: 16_000,
      amount: 12_000,
      fee: 140,
      parts: [
        { holdId: 'a', amount: 10_000, days: 10, fee: 100, rest: 0 },
        { holdId: 'b', amount: 2_000, days: 20, fee: 40, rest: 3_000 },
      ],
    });
    expect(quoteHolds(holds, { basisPointsPerDay: 10, now: NOW })).toMatchObject({ amount: 16_000, fee: 230 });
    expect(quoteHolds(holds, { basisPointsPerDay: 10, amount: 99_000, now: NOW }).amount).toBe(16_000);
  });

  it('leaves out what would cost all it brings', () => {
    const holds = [hold('a', 1_000, 99), hold('b', 1_000, 100), hold('c', 1_000, 365)];

    expect(quoteHolds(holds, { basisPointsPerDay: 100, now: NOW })).toMatchObject({ most: 1_000, fee: 990 });
    expect(quoteHolds([hold('a', 1, 1)], { basisPointsPerDay: 1, now: NOW }).most).toBe(0);
  });

  it('never gives more than there is, nor for less than each part costs', () => {
    const some = fc.record({
      amount: fc.integer({ min: 1, max: 10_000_000 }),
      days: fc.double({ min: 0, max: 365, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(some, { maxLength: 20 }),
        fc.integer({ min: 1, max: 50_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        (list, amount, basisPointsPerDay) => {
          const holds = list.map((item, index) => hold(`${index}`, item.amount, item.days));
          const quote = quoteHolds(holds, { basisPointsPerDay, amount, now: NOW });
          const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
          expect(quote.amount).toBe(Math.min(amount, quote.most));
          expect(sum(quote.parts.map((part) => part.amount))).toBe(quote.amount);
          expect(sum(quote.parts.map((part) => part.fee))).toBe(quote.fee);
          for (const part of quote.parts) {
            const whole = holds.find(({ id }) => id === part.holdId)?.amount;
            expect(part.amount + part.rest).toBe(whole);
            expect(part.fee * 10_000).toBeGreaterThanOrEqual(part.amount * part.days * basisPointsPerDay);
            expect((part.fee - 1) * 10_000).toBeLessThan(part.amount * part.days * basisPointsPerDay);
          }
          expect(quote.parts.slice(0, -1).every(({ rest }) => rest === 0)).toBe(true);
        },
      ),
    );
  });
});
