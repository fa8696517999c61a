import { describe, expect, it } from 'vitest';
import { toCohorts } from './cohorts.ts';

describe('toCohorts', () => {
  it('follows each month until now, across the turn of a year', () => {
    const parts = [
      { month: '2026-01', ended: null, count: 2 },
      { month: '2025-11', ended: null, count: 5 },
      { month: '2025-11', ended: '2025-11', count: 1 },
      { month: '2025-11', ended: '2026-01', count: 4 },
    ];

    expect(toCohorts(parts, '2026-01')).toEqual([
      { month: '2025-11', begun: 10, retained: [9, 9, 5] },
      { month: '2026-01', begun: 2, retained: [2] },
    ]);
  });

  it('follows nobody for longer than a year', () => {
    expect(toCohorts([{ month: '2024-01', ended: '2026-01', count: 1 }], '2026-02')[0]!.retained).toHaveLength(13);
  });
});
