/** Makes the report of one provider package, as source in plugins/ or compiled in the folder that is packed. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ConformanceReport, digestPackage, validateManifest } from '@feira/plugin-kit/broker';
import { type ConformanceOptions, runConformance } from '@feira/plugin-kit/conformance';
import { createIsolatedModule } from '@feira/plugin-kit/isolation';
import { loadPackage } from './load-package.ts';
import { readPackedFiles } from './packed-files.ts';

const KIT_PACKAGE = path.resolve(import.meta.dirname, '../../../plugins/kit/package.json');

export async function provePackage(
  folder: string,
  { date = new Date(), ...options }: Pick<ConformanceOptions, 'seed' | 'scale'> & { date?: Date } = {},
): Promise<ConformanceReport> {
  const subject = await loadPackage(folder);
  const validated = validateManifest(subject.manifest);
  if ('problems' in validated) throw new Error(`plugin.json: ${validated.problems.join('\n')}`);
  // Read before anything of the package runs: the report speaks of these bytes.
  const files = await readPackedFiles(folder, subject.entry);
  const { manifest, simulator, entry } = subject;
  const log = { info: () => undefined, warn: () => undefined };
  const module = createIsolatedModule({ manifest, directory: path.resolve(folder), entry, log });
  const result = await runConformance({ manifest, module, simulator, ...options }).finally(() => module.close());
  const { seed, contractVersion, counts, capabilities } = result;
  const kit = JSON.parse(await readFile(KIT_PACKAGE, 'utf8')) as { version: string };
  return {
    format: 1,
    provider: subject.manifest.id,
    version: subject.version,
    digest: digestPackage(files),
    contractVersion,
    kitVersion: kit.version,
    seed,
    date: date.toISOString(),
    counts,
    capabilities,
  };
}
