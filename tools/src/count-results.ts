/** Turns what the test runner reports into one honest line. */

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The fields read from Vitest's JSON report. */
export interface VitestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

export function countResults(report: VitestReport | undefined, exitCode: number): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    counts.passed += assertionResults.filter((test) => test.status === 'passed').length;
    // A file that does not load, or whose set-up fails, has no failed test; it failed all the same.
    counts.failed += failed === 0 && status === 'failed' ? 1 : failed;
    counts.skipped += assertionResults.filter((test) => !['passed', 'failed'].includes(test.status)).length;
  }
  // The runner itself may have ended badly, with every test green.
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const formatCounts = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
