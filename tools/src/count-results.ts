/** Turns what the test runner reports into one honest line, and a table of what takes long. */
import path from 'node:path';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The fields read from Vitest's JSON report. */
export interface VitestReport {
  testResults: {
    /** The path of the test file. */
    name: string;
    status: string;
    /** In milliseconds since 1970. */
    startTime: number;
    endTime: number;
    assertionResults: { status: string }[];
  }[];
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

/** A table of the files that took longest, the slowest first: seconds, tests, path below `root`. */
export function formatSlowest(report: VitestReport | undefined, root: string, limit = 12): string {
  const files = (report?.testResults ?? [])
    .map(({ name, startTime, endTime, assertionResults }) => ({
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults.length,
      file: path.relative(root, name),
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, limit);
  const rows = files.map(
    ({ seconds, tests, file }) => `${seconds.toFixed(1).padStart(8)} s ${String(tests).padStart(5)} tests  ${file}`,
  );
  return rows.length > 0 ? ['The slowest files:', ...rows].join('\n') : '';
}
