/** `npm run conformance -- plugins/<id>`: proves a provider package against its own simulator and writes the report; `--all` every bundled one,
 * `--quick` with fewer random cases and without a report. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CONFORMANCE_FILE } from '@feira/plugin-kit/broker';
import { listFailures } from '@feira/plugin-kit/conformance';
import { listBundled } from './conformance/committed-reports.ts';
import { addLines } from './conformance/file-lines.ts';
import { readPackageJson } from './conformance/load-package.ts';
import { listMarks } from './conformance/open-points.ts';
import { readPackedFiles } from './conformance/packed-files.ts';
import { provePackage } from './conformance/prove-package.ts';
import { drawTable } from './conformance/table.ts';
import { writeProviderList } from './write-readme-tables.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The cases of --quick, for who changes something and looks again. */
const QUICK = { words: 2_000, amounts: 5, wireWords: 3 };
const USAGE =
  'Say which package to prove, for example: npm run conformance -- plugins/sandbox [--seed=1] [--quick], or --all of them';

/** Prints the tables; returns whether everything declared was proved. */
export async function runConformanceTask(parameters: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { seed: { type: 'string' }, all: { type: 'boolean' }, quick: { type: 'boolean' } },
    allowPositionals: true,
  });
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  if (positionals.length !== (values.all ? 0 : 1)) throw new Error(USAGE);
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number.');
  const folders = values.all ? await listBundled(ROOT) : positionals;
  let isProven = true;
  for (const folder of folders) isProven = (await proveFolder(folder, seed, values.quick)) && isProven;
  const isBundled = (folder: string) => path.dirname(path.resolve(ROOT, folder)) === path.join(ROOT, 'plugins');
  if (!values.quick && folders.some(isBundled)) writeProviderList();
  return isProven;
}

async function proveFolder(folder: string, seed: number | undefined, isQuick = false): Promise<boolean> {
  const place = path.resolve(ROOT, folder);
  const marks = listMarks(await readPackedFiles(place, (await readPackageJson(place)).entry));
  const report = await provePackage(place, { seed, ...(isQuick && { scale: QUICK }) }).catch((error: unknown) => {
    printMarks(marks);
    throw error;
  });
  // A report tells of the whole suite.
  if (!isQuick) await writeFile(path.join(place, CONFORMANCE_FILE), `${JSON.stringify(report, null, 2)}\n`);
  const { counts, provider, version, contractVersion } = report;
  console.log(drawTable(report));
  for (const failure of await addLines(place, listFailures(report))) console.log(`✗ ${failure}`);
  printMarks(marks);
  console.log(
    `${provider} ${version}, contract ${contractVersion}, seed ${report.seed}: ${counts.proofs - counts.failed} of ${counts.proofs} proofs hold, ${counts.cases} cases; ${isQuick ? 'nothing written' : `written to ${path.join(folder, CONFORMANCE_FILE)}`}`,
  );
  return counts.failed === 0 && marks.length === 0;
}

function printMarks(marks: readonly string[]): void {
  for (const mark of marks) console.log(`☐ ${mark}`);
}

if (import.meta.main) {
  try {
    process.exitCode = (await runConformanceTask(process.argv.slice(2))) ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
