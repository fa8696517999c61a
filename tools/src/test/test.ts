/**
 * `npm test`: the checks, then every test; the last line is the sum. With words after `npm test --` only the test files whose
 * path contains one of them run, and no checks. TEST_SEED=… draws what another run drew.
 */
import { buildShells } from '../build/build-shells.ts';
import { runChecks } from '../check/check.ts';
import { addCounts, type Counts, describeFailure, formatCounts } from './count-results.ts';
import { chooseSeed, runVitest } from './run-vitest.ts';

/** The browser runs alone: on a small machine anything beside it makes pages late. */
const GROUPS = [['screens', 'checkout', 'unit', 'integration'], ['browser']];

const filters = process.argv.slice(2);
const isWhole = filters.length === 0;
const seed = chooseSeed();
console.log(`Random tests draw from TEST_SEED=${seed}`);
const results: Counts[] = [];
try {
  // Tests and budget read the built screens.
  await buildShells({ mode: 'production', log: console.log });
  if (isWhole) results.push(await runChecks());
  for (const projects of GROUPS)
    results.push(await runVitest({ name: projects.join('-'), projects, filters, env: { TEST_SEED: String(seed) } }));
} catch (error) {
  console.error(error);
  results.push({ passed: 0, failed: 1, skipped: 0, failures: [describeFailure('the run', String(error))] });
}
const total = results.reduce(addCounts);
console.log(`\n${formatCounts(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
