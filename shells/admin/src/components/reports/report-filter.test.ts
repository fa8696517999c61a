import { countDays } from '@feira/shell-kit/period';
import { describe, expect, it } from 'vitest';
import { REPORT_FILTER } from './report-filter.ts';

const read = (address: string) => REPORT_FILTER.toPage(REPORT_FILTER.read(new URLSearchParams(address)), 'x');

describe('REPORT_FILTER', () => {
  it('names days even where all of them are asked for', () => {
    expect(countDays(read('period=all'))).toBe(30);
  });

  it('hands on a range as it is', () => {
    expect(read('from=2026-01-01&to=2026-01-31')).toEqual({
      limit: 20,
      after: 'x',
      from: '2026-01-01',
      to: '2026-01-31',
    });
  });
});
