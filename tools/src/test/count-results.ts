/** Turns what the test runner reports into one honest line, the failures in short, and a table of what takes long. */
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failure by its name, with the start of its reason. */
  failures: readonly string[];
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
    /** The reason why the file does not load; empty where only its tests failed. */
    message?: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] | null }[];
  }[];
}

/** The characters shown of the reason of a failure. */
const LONGEST_REASON = 1_200;

/** Paths of test files are shown below `root`. */
export function countResults(report: VitestReport | undefined, exitCode: number, root: string): Counts {
  const files = report?.testResults ?? [];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const failures = files.filter(({ status }) => status === 'failed').flatMap((file) => listFailures(file, root));
  // The runner itself may have ended badly, with every test green.
  if (exitCode !== 0 && failures.length === 0) failures.push(`The test runner ended with code ${exitCode}.`);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failures.length,
    skipped: tests.filter(({ status }) => !['passed', 'failed'].includes(status)).length,
    failures,
  };
}

function listFailures({ name, message, assertionResults }: VitestReport['testResults'][number], root: string) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  // A file that does not load, or whose set-up fails, has no failed test; it failed all the same.
  if (failed.length === 0) return [describeFailure(file, message)];
  return failed.map(({ fullName, failureMessages }) =>
    describeFailure(`${file} > ${fullName}`, failureMessages?.join('\n')),
  );
}

/** The name of a failure, and the start of its reason in the lines below. */
export const describeFailure = (title: string, reason = ''): string =>
  `${title}\n${stripVTControlCharacters(reason).slice(0, LONGEST_REASON)}`.trimEnd();

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
});

/** The failures, one below the other, and last the sum in one line: the end of a long log says it all. */
export function formatCounts({ passed, failed, skipped, failures }: Counts): string {
  const sum = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...failures.map((failure) => `FAILED ${failure}\n`), sum].join('\n');
}

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
