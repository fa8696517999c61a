/** Proves the package of one folder, writes its report and prints what holds and what is left to do. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CONFORMANCE_FILE } from '@feira/plugin-kit/broker';
import { listFailures } from '@feira/plugin-kit/conformance';
import { addLines } from './file-lines.ts';
import { readPackageJson } from './load-package.ts';
import { listMarks } from './open-points.ts';
import { readPackedFiles } from './packed-files.ts';
import { provePackage } from './prove-package.ts';
import { drawTable } from './table.ts';

/** The cases of --quick, for who changes something and looks again. */
const QUICK = { words: 2_000, amounts: 5, wireWords: 3 };

/** Returns whether everything declared was proved and nothing is left open. */
export async function proveFolder(
  place: string,
  { seed, isQuick = false, shown = place }: { seed?: number; isQuick?: boolean; shown?: string } = {},
): Promise<boolean> {
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
    `${provider} ${version}, contract ${contractVersion}, seed ${report.seed}: ${counts.proofs - counts.failed} of ${counts.proofs} proofs hold, ${counts.cases} cases; ${isQuick ? 'nothing written' : `written to ${path.join(shown, CONFORMANCE_FILE)}`}`,
  );
  return counts.failed === 0 && marks.length === 0;
}

/** Reads --seed. */
export function toSeed(text: string | undefined): number | undefined {
  const seed = text === undefined ? undefined : Number(text);
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number.');
  return seed;
}

function printMarks(marks: readonly string[]): void {
  for (const mark of marks) console.log(`☐ ${mark}`);
}
