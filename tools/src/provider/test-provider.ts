/** `npm run test:provider -- <folder>`: checks the files of a provider package against their schemas, proves it, and runs its own tests. The
 * folder may lie anywhere. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addLines } from './conformance/file-lines.ts';
import { listSchemaProblems } from './conformance/prove-package.ts';
import { runConformanceTask } from './conformance.ts';
import { runOwnTests } from './test-provider/own-tests.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const USAGE = 'Say which package to test: npm run test:provider -- plugins/sandbox [--seed=1] [--quick]';

/** Returns the names of the parts that are red, in the order in which they ran. */
export async function testProviderPackage(parameters: string[]): Promise<string[]> {
  const { positionals } = parseArgs({
    args: parameters,
    options: { seed: { type: 'string' }, quick: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error(USAGE);
  const place = path.resolve(ROOT, folder);
  console.log(`Schemas of ${place}`);
  const problems = await addLines(place, await listSchemaProblems(place));
  for (const problem of problems) console.log(`✗ ${problem}`);
  // Nothing else can be said of files that cannot be read.
  if (problems.length > 0) return ['schemas'];
  console.log('Conformance');
  const isProven = await runConformanceTask(parameters);
  console.log('Tests of the package');
  // A package without a test is red, too: a simulator shares the mistakes of its author, so that only tests see them.
  const isPassed = await runOwnTests(place);
  return [...(isProven ? [] : ['conformance']), ...(isPassed ? [] : ['tests'])];
}

if (import.meta.main) {
  try {
    const red = await testProviderPackage(process.argv.slice(2));
    console.log(red.length === 0 ? 'Green: schemas, conformance and tests' : `Red: ${red.join(', ')}`);
    process.exitCode = red.length === 0 ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
