import { countDays } from '@feira/shell-kit/period';
import { describe, expect, it } from 'vitest';
import { toReportInput } from './report-filter.ts';

const FILTER = { search: '', state: null, currency: null } as const;

describe('toReportInput', () => {
  it('names days even where all of them are asked for', () => {
    const { from, to } = toReportInput({ ...FILTER, period: { kind: 'all' } }, null);
    expect(countDays({ from, to })).toBe(30);
  });

  it('hands on a range as it is', () => {
    expect(toReportInput({ ...FILTER, period: { kind: 'range', from: '2026-01-01', to: '2026-01-31' } }, 'x')).toEqual({
      limit: 20,
      after: 'x',
      from: '2026-01-01',
      to: '2026-01-31',
    });
  });
});
