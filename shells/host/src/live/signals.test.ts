import { describe, expect, it } from 'vitest';
import { listNewSales } from './signals.ts';

const notification = (number: number, more: object = {}) => ({
  id: `01930000-0000-7000-8000-00000000000${number}`,
  type: 'sale.approved' as const,
  parameters: {},
  href: null,
  createdAt: `2026-11-30T12:00:0${number}.000Z`,
  isRead: false,
  ...more,
});

describe('listNewSales', () => {
  it('finds the sales that came since, and nothing that is older, read or no sale', () => {
    const before = [notification(3), notification(1)];
    const now = [
      notification(7),
      notification(6, { type: 'payout.paid' }),
      notification(5, { isRead: true }),
      notification(4),
      ...before,
      // It was further down the list before.
      notification(0),
    ];

    expect(listNewSales(before, now).map(({ id }) => id.at(-1))).toEqual(['7', '4']);
    expect(listNewSales(now, now)).toEqual([]);
    expect(listNewSales([], [notification(1)])).toHaveLength(1);
  });
});
