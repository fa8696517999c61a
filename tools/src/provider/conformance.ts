/** `npm run conformance -- plugins/<id>`: proves a provider package against its own simulator and writes the report; `--all` every bundled one,
 * `--quick` with fewer random cases and without a report. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeProviderList } from '../write-readme-tables.ts';
import { listBundled } from './conformance/committed-reports.ts';
import { proveFolder, toSeed } from './conformance/prove-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const USAGE =
  'Say which package to prove, for example: npm run conformance -- plugins/sandbox [--seed=1] [--quick], or --all of them';

/** Prints the tables; returns whether everything declared was proved. */
export async function runConformanceTask(parameters: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { seed: { type: 'string' }, all: { type: 'boolean' }, quick: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (positionals.length !== (values.all ? 0 : 1)) throw new Error(USAGE);
  const options = { seed: toSeed(values.seed), isQuick: values.quick };
  const folders = values.all ? await listBundled(ROOT) : positionals;
  let isProven = true;
  for (const folder of folders)
    isProven = (await proveFolder(path.resolve(ROOT, folder), { ...options, shown: folder })) && isProven;
  const isBundled = (folder: string) => path.dirname(path.resolve(ROOT, folder)) === path.join(ROOT, 'plugins');
  if (!values.quick && folders.some(isBundled)) writeProviderList();
  return isProven;
}

if (import.meta.main) {
  try {
    process.exitCode = (await runConformanceTask(process.argv.slice(2))) ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
