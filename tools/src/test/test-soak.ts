/**
 * `npm run test:soak`: the races, crashes and random tests with many rounds and several seeds, which share the cases of which `npm test`
 * draws a few, and, with two seeds or more, the checkout drawn by Preact; the last line is the sum.
 * `-- --seeds 20` runs longer, words choose files, TEST_SEED=… begins with that seed: the others are the numbers after it. `--commit` begins
 * with the seed of the commit that is checked out. `--shares 4` plays one of four shares of the files and, in the browser, of the cases; the seed
 * chooses which: CI plays a share of its commit, so that commits in a row play all.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildShells } from '../build/build-shells.ts';
import { addCounts, type Counts, formatCounts } from './count-results.ts';
import { chooseSeed, runVitest, seedOfCommit } from './run-vitest.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const TESTS = '{core,plugins,schemas,shells,tools}/**/*.test.{ts,tsx}';
/** The marks of tests that do more in the soak. */
const DRAWS = /\b(?:rounds|drawCases|judgeScreens)\(|from 'fast-check'/;

/** The checkout may be built with Preact as well (checkout-renderer.ts). */
const PREACT = {
  name: 'soak-preact',
  projects: ['checkout', 'browser'],
  filters: [
    'shells/checkout/',
    'tools/e2e/purchase',
    'tools/e2e/layouts',
    'tools/e2e/card-frame',
    'tools/e2e/translated-pages',
  ],
};

const REST = { name: 'soak-rest', projects: ['screens', 'checkout', 'unit', 'integration'] };
/** In the browser's files most tests draw nothing. */
const BROWSER = { name: 'soak-browser', projects: ['browser'], tag: 'drawn' };
const isOfBrowser = (file: string) => file.startsWith('tools/e2e/');

const { values, positionals } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2' },
    shares: { type: 'string', default: '1' },
    commit: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

function readCount(option: 'seeds' | 'shares'): number {
  const count = Number(values[option]);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${option} must be a whole number, 1 or more.`);
  return count;
}

const seeds = readCount('seeds');
const shares = readCount('shares');
const filters = globSync(TESTS, { cwd: ROOT, exclude: (name) => ['node_modules', 'dist'].includes(String(name)) })
  .filter((file) => positionals.length === 0 || positionals.some((word) => file.includes(word)))
  .filter((file) => DRAWS.test(readFileSync(path.join(ROOT, file), 'utf8')))
  .sort();
if (filters.length === 0) throw new Error(`No test that draws at random has ${positionals.join(' or ')} in its path.`);

// Packages of providers hold their built card forms.
await buildShells({ mode: 'production', log: console.log });
const readCommit = () => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
const first = values.commit ? seedOfCommit(readCommit()) : chooseSeed();
const results: Counts[] = [];
for (let seed = first; seed < first + seeds; seed++) {
  const again = `TEST_SEED=${seed} npm run test:soak -- --seeds 1${shares > 1 ? ` --shares ${shares}` : ''}`;
  console.log(`\nRound ${seed - first + 1} of ${seeds}: ${again}`);
  const share = seed % shares;
  // Rounds share the cases of each file. A share of the run has files of its own, and cases of its own in the browser.
  const round = `${seed - first}/${seeds}`;
  const rest = filters.filter((file) => !isOfBrowser(file)).filter((_, place) => place % shares === share);
  const runs = [
    { ...REST, filters: rest, part: shares === 1 ? round : '0/1' },
    { ...BROWSER, filters: filters.filter(isOfBrowser), part: shares === 1 ? round : `${share}/${shares}` },
  ];
  for (const { part, ...run } of runs.filter(({ filters }) => filters.length > 0)) {
    const env = { TEST_SEED: String(seed), TEST_SOAK: 'on', TEST_SOAK_PART: part };
    results.push(await runVitest({ ...run, env }));
  }
}
// A run of one seed, as CI's, has no time for it.
if (positionals.length === 0 && seeds > 1)
  results.push(await runVitest({ ...PREACT, env: { TEST_SEED: String(first), CHECKOUT_RENDERER: 'preact' } }));
const total = results.reduce(addCounts);
console.log(`\n${formatCounts(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
