/**
 * `npm run mutate:provider -- <id>` plants one-line bugs by rule into copies of a bundled package, proves each copy as an installed package is
 * proven, and prints what survives; `--all` takes every bundled package. `--share 1/10` plays one of ten shares of the bugs of each
 * package, `--seed 7` repeats a run, `--money` plants only what can move money. What no declared operation of the package reaches is counted apart. A
 * survivor that moves money and that no list explains ends the command with an error.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chooseSeed } from '../test/run-vitest.ts';
import { listBundled } from './conformance/committed-reports.ts';
import { type Mutant, nameMutant, RULES } from './mutate-provider/mutant.ts';
import { findUnreachable, listMutants, proveMutant, proveUnchanged } from './mutate-provider/package-mutants.ts';
import { judgeSurvivor, type Standing } from './mutate-provider/survivors.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const USAGE =
  'Say which package to mutate, for example: npm run mutate:provider -- suitpay [--share 1/10] [--seed 7] [--money], or --all of them';

interface Outcome {
  mutant: Mutant;
  standing: 'caught' | 'not reachable' | Standing;
}

/** Prints the survivors and the counts; returns whether no survivor is left unexplained. */
export async function runMutateTask(parameters: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: {
      all: { type: 'boolean' },
      share: { type: 'string', default: '1/1' },
      seed: { type: 'string' },
      money: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if ((positionals.length === 0) !== Boolean(values.all)) throw new Error(USAGE);
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(values.share) ?? [];
  if (!part || !parts || Number(part) < 1 || Number(part) > Number(parts)) throw new Error('--share is such as 1/10.');
  const seed = values.seed === undefined ? chooseSeed() : Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number.');
  const folders = values.all
    ? await listBundled(ROOT)
    : positionals.map((id) => path.join('plugins', path.basename(id)));
  console.log(`Seed ${seed}: the same bugs again with --seed ${seed} --share ${values.share}`);
  const outcomes: Outcome[] = [];
  for (const folder of folders.map((one) => path.resolve(ROOT, one))) {
    const red = await proveUnchanged(folder, seed);
    if (red !== null) throw new Error(`${path.basename(folder)} is red without any bug: ${red}`);
    const isUnreachable = await findUnreachable(folder, seed);
    const drawn = listMutants(folder, seed)
      .filter(({ isMoney }) => isMoney || !values.money)
      .filter((_, at) => at % Number(parts) === Number(part) - 1);
    const outside = drawn.filter(isUnreachable);
    for (const mutant of outside) outcomes.push({ mutant, standing: 'not reachable' });
    for (const mutant of drawn.filter((one) => !outside.includes(one)))
      outcomes.push(await judge(folder, mutant, seed));
    console.log(
      `${path.basename(folder)}: ${drawn.length - outside.length} bugs planted, ${outside.length} not reachable`,
    );
  }
  console.log(drawCounts(outcomes));
  return !outcomes.some(({ mutant, standing }) => standing === 'unknown' && mutant.isMoney);
}

async function judge(folder: string, mutant: Mutant, seed: number): Promise<Outcome> {
  const isCaught = (await proveMutant(folder, mutant, seed)) !== null;
  const standing = isCaught ? 'caught' : judgeSurvivor(mutant);
  if (standing === 'open' || standing === 'unknown') {
    const mark = !mutant.isMoney ? '·' : standing === 'open' ? '☐' : '✗';
    console.log(`${mark} survives: ${nameMutant(mutant)}\n    - ${mutant.before}\n    + ${mutant.after}`);
  }
  return { mutant, standing };
}

/** One line for each rule, and the sum. */
export function drawCounts(outcomes: readonly Outcome[]): string {
  const lineOf = (name: string, some: readonly Outcome[]) => {
    const count = (isMeant: (one: Outcome) => boolean) => String(some.filter(isMeant).length);
    const isSurvivor = ({ standing }: Outcome) => standing === 'open' || standing === 'unknown';
    const cells = [
      String(some.length),
      count(({ standing }) => standing === 'caught'),
      count((one) => isSurvivor(one) && one.mutant.isMoney),
      count((one) => isSurvivor(one) && !one.mutant.isMoney),
      count(({ standing }) => standing === 'meaningless'),
      count(({ standing }) => standing === 'not reachable'),
    ];
    return name.padEnd(24) + cells.map((cell) => cell.padStart(16)).join('');
  };
  const head = ['bugs', 'caught', 'money survives', 'other survives', 'means nothing', 'not reachable'];
  const rules = RULES.map((rule) => [rule, outcomes.filter(({ mutant }) => mutant.rule === rule)] as const);
  return [
    'rule'.padEnd(24) + head.map((cell) => cell.padStart(16)).join(''),
    ...rules.filter(([, some]) => some.length > 0).map(([rule, some]) => lineOf(rule, some)),
    lineOf('all', outcomes),
  ].join('\n');
}

if (import.meta.main) {
  try {
    process.exitCode = (await runMutateTask(process.argv.slice(2))) ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
