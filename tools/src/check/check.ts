/** `npm run check` runs every check that needs no running platform, all at once. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { checkBudget } from '../build/budget.ts';
import { buildShells } from '../build/build-shells.ts';
import { findStaleReports } from '../provider/conformance/committed-reports.ts';
import { type Counts, describeFailure } from '../test/count-results.ts';
import { findTidyProblems } from './tidy.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Each check returns its problems as readable lines; an empty text means that it passed. */
const CHECKS: Record<string, () => Promise<string>> = {
  biome: () => run('biome', ['ci', '--diagnostic-level=error', '--colors=off']),
  // Each checker infers the types of the schemas anew, so one costs the least processor time; the default of four costs twice as much.
  types: () => run('tsc', ['--pretty', 'false', '--checkers', '1']),
  imports: async () => {
    const output = await run('depcruise', [
      '--output-type=err-long',
      'schemas',
      'client',
      'core',
      'plugins',
      'shells',
      'tools',
    ]);
    // It goes on to ask for an older TypeScript; here @swc/core reads the sources (imports.test.ts proves that it does).
    return output.split('‼')[0]!.trim();
  },
  tidy: async () => (await findTidyProblems(ROOT)).join('\n'),
  reports: async () => (await findStaleReports(ROOT)).join('\n'),
  budget: async () => {
    await buildShells({ mode: 'production' });
    return (await checkBudget()).join('\n');
  },
};

/** Runs every check, and prints a line for each with the complaints below it. */
export async function runChecks(): Promise<Counts> {
  const checks = Object.entries(CHECKS);
  const complaints = await Promise.all(checks.map(([name, check]) => runCheck(name, check)));
  const failures = checks.flatMap(([name], index) => {
    const complaint = complaints[index];
    return complaint ? [describeFailure(`check ${name}`, complaint)] : [];
  });
  return { passed: checks.length - failures.length, failed: failures.length, skipped: 0, failures };
}

async function runCheck(name: string, check: () => Promise<string>): Promise<string> {
  const started = performance.now();
  const complaint = await check().catch((error: Error) => error.message || 'It failed without a word.');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`check ${name.padEnd(8)} ${complaint ? 'failed' : 'ok'} (${seconds} s)`);
  if (complaint) console.log(complaint);
  return complaint;
}

/** The output of a program that failed; npm's folder of programs is first on PATH. */
async function run(program: string, parameters: string[]): Promise<string> {
  const child = spawn(program, parameters, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  return code === 0 ? '' : output.trim() || `${program} ended with code ${code} and no output.`;
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exitCode = failed > 0 ? 1 : 0;
}
