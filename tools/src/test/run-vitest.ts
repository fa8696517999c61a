/** Runs test files, names those that took longest, and counts how they ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Counts, countResults, formatSlowest, type VitestReport } from './count-results.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export interface VitestRun {
  /** Names the report in .cache. */
  name: string;
  projects: readonly string[];
  /** Only files whose path contains one of these; all where there is none. */
  filters?: readonly string[];
  /** Only tests that bear this tag; the others of the files are not counted. */
  tag?: string;
  env?: Record<string, string>;
}

let runner: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => runner?.kill(signal));

export async function runVitest({ name, projects, filters = [], tag, env = {} }: VitestRun): Promise<Counts> {
  const reportFile = path.join(ROOT, '.cache', `tests-${name}.json`);
  mkdirSync(path.dirname(reportFile), { recursive: true });
  rmSync(reportFile, { force: true });
  const parameters = [
    ...['run', ...filters, '--passWithNoTests'],
    ...projects.map((project) => `--project=${project}`),
    ...(tag ? [`--tags-filter=${tag}`] : []),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
  ];
  const child = spawn('vitest', parameters, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  runner = child;
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  const report = readReport(reportFile);
  console.log(formatSlowest(report, ROOT));
  const counts = countResults(report, exitCode, ROOT);
  return tag ? { ...counts, skipped: 0 } : counts;
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const MOST_SEEDS = 2 ** 31;

/** Returns the seed of all random draws in a run: TEST_SEED where it is set. */
export const chooseSeed = (): number => Number(process.env.TEST_SEED ?? randomInt(MOST_SEEDS));

/** Returns the seed that belongs to a commit, so that everybody who has the commit plays the same draws. */
export const seedOfCommit = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16) % MOST_SEEDS;
