import { describe, expect, it } from 'vitest';
import { addCounts, countResults, formatCounts, formatSlowest, type VitestReport } from './count-results.ts';

const file = (status: string, ...tests: string[]) => ({
  name: '/project/core/a.test.ts',
  status,
  startTime: 0,
  endTime: 0,
  assertionResults: tests.map((test) => ({ status: test })),
});

const count = (report: VitestReport | undefined, exitCode: number) => countResults(report, exitCode, '/project');

describe('countResults', () => {
  it('counts tests, and as skipped whatever did not run', () => {
    const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'failed', 'skipped', 'todo')] };

    expect(count(report, 1)).toMatchObject({ passed: 2, failed: 1, skipped: 2 });
  });

  it('counts a file that does not load as failed, and says why', () => {
    const report = { testResults: [{ ...file('failed'), message: 'Cannot find module "b"' }] };

    const failures = ['core/a.test.ts\nCannot find module "b"'];
    expect(count(report, 1)).toEqual({ passed: 0, failed: 1, skipped: 0, failures });
  });

  it('counts a runner that ended badly as failed, although every test passed', () => {
    const failures = ['The test runner ended with code 1.'];
    expect(count({ testResults: [file('passed', 'passed')] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures,
    });
  });

  it('counts a runner that left no report as failed', () => {
    expect(count(undefined, 137)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('names the failed tests, with the start of why', () => {
    const failed = {
      status: 'failed',
      fullName: 'charges are paid',
      failureMessages: ['\u001b[31mExpected 1\u001b[39m'],
    };
    const report = { testResults: [{ ...file('failed'), assertionResults: [failed, { status: 'passed' }] }] };

    expect(count(report, 1).failures).toEqual(['core/a.test.ts > charges are paid\nExpected 1']);
  });
});

describe('formatCounts', () => {
  it('speaks of skipped tests only when there are any', () => {
    const one = { passed: 1, failed: 0, skipped: 0, failures: [] };
    const sum = addCounts(one, { ...one, passed: 2 });

    expect(formatCounts(sum)).toBe('3 passed, 0 failed');
    expect(formatCounts({ ...sum, skipped: 4 })).toBe('3 passed, 0 failed, 4 skipped');
  });

  it('repeats every failure before the sum', () => {
    const one = { passed: 0, failed: 1, skipped: 0, failures: ['a.test.ts > adds\nExpected 2'] };

    expect(formatCounts(addCounts(one, { ...one, failures: ['check types'] }))).toBe(
      'FAILED a.test.ts > adds\nExpected 2\n\nFAILED check types\n\n0 passed, 2 failed',
    );
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
