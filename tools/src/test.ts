/**
 * `npm test`: the checks, then every test; the last line is the sum. With words after `npm test --` only the test files whose
 * path contains one of them run, and no checks.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildShells } from './build-shells.ts';
import { runChecks } from './check.ts';
import { addCounts, type Counts, countResults, formatCounts, type VitestReport } from './count-results.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The browser runs alone: on a small machine anything beside it makes pages late. */
const GROUPS = [['screens', 'unit', 'integration'], ['browser']];

let runner: ReturnType<typeof spawn> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => runner?.kill(signal));

const filters = process.argv.slice(2);
const isWhole = filters.length === 0;
const results: Counts[] = [];
try {
  // Tests and budget read the built screens.
  await buildShells({ mode: 'production', log: console.log });
  if (isWhole) results.push({ ...(await runChecks()), skipped: 0 });
  for (const projects of GROUPS) results.push(await runTests(projects));
} catch (error) {
  console.error(error);
  results.push({ passed: 0, failed: 1, skipped: 0 });
}
const total = results.reduce(addCounts);
console.log(`\n${formatCounts(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runTests(projects: string[]): Promise<Counts> {
  const reportFile = path.join(ROOT, '.cache', `tests-${projects.join('-')}.json`);
  mkdirSync(path.dirname(reportFile), { recursive: true });
  rmSync(reportFile, { force: true });
  const parameters = [
    ...['run', ...filters, '--passWithNoTests'],
    ...projects.map((project) => `--project=${project}`),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
  ];
  runner = spawn('vitest', parameters, { cwd: ROOT, stdio: 'inherit' });
  const exitCode = await new Promise<number>((resolve, reject) => {
    runner!.once('error', reject);
    runner!.once('exit', (code) => resolve(code ?? 1));
  });
  return countResults(readReport(reportFile), exitCode);
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
