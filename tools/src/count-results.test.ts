import { describe, expect, it } from 'vitest';
import { addCounts, countResults, formatCounts, formatSlowest } from './count-results.ts';

const file = (status: string, ...tests: string[]) => ({
  name: '/project/core/a.test.ts',
  status,
  startTime: 0,
  endTime: 0,
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

describe('formatSlowest', () => {
  it('lists the files that took longest, the slowest first', () => {
    const took = (name: string, milliseconds: number) => ({
      ...file('passed', 'passed', 'skipped'),
      name: `/project/core/${name}.test.ts`,
      startTime: 1_000,
      endTime: 1_000 + milliseconds,
    });
    const report = { testResults: [took('quick', 40), took('slow', 61_250), took('middling', 9_900)] };

    expect(formatSlowest(report, '/project', 2)).toBe(
      [
        'The slowest files:',
        '    61.3 s     2 tests  core/slow.test.ts',
        '     9.9 s     2 tests  core/middling.test.ts',
      ].join('\n'),
    );
  });

  it('is empty where the runner left no report', () => {
    expect(formatSlowest(undefined, '/project')).toBe('');
  });
});
