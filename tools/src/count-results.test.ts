import { describe, expect, it } from 'vitest';
import { addCounts, countResults, formatCounts } from './count-results.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe('countResults', () => {
  it('counts tests, and as skipped whatever did not run', () => {
    const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'failed', 'skipped', 'todo')] };

    expect(countResults(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it('counts a file that does not load as failed', () => {
    expect(countResults({ testResults: [file('failed')] }, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a runner that ended badly as failed, although every test passed', () => {
    expect(countResults({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('counts a runner that left no report as failed', () => {
    expect(countResults(undefined, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('formatCounts', () => {
  it('speaks of skipped tests only when there are any', () => {
    const sum = addCounts({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 });

    expect(formatCounts(sum)).toBe('3 passed, 1 failed');
    expect(formatCounts({ ...sum, skipped: 4 })).toBe('3 passed, 1 failed, 4 skipped');
  });
});
