/** Makes the report of one provider package, as source in plugins/ or compiled in the folder that is packed. */
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type ConformanceReport, digestPackage, validateManifest } from '@feira/plugin-kit/broker';
import { type ConformanceOptions, runConformance } from '@feira/plugin-kit/conformance';
import { checkExamples, readDescribed, readExamples } from '@feira/plugin-kit/description';
import { createIsolatedModule, type IsolatedModule } from '@feira/plugin-kit/isolation';
import { listUnprovenDates } from '../verify-provider/record.ts';
import { addLines } from './file-lines.ts';
import { loadPackage, openAdapter, readManifest } from './load-package.ts';
import { readPackedFiles } from './packed-files.ts';
import { stagePackage } from './vendored-families.ts';

const KIT_PACKAGE = createRequire(import.meta.url).resolve('@feira/plugin-kit/package.json');

/** Returns a sentence for each thing to fix in plugin.json, description.json and examples/; none where they fit their schemas and each other. */
export async function listSchemaProblems(folder: string): Promise<string[]> {
  const validated = validateManifest(await readManifest(folder));
  if ('problems' in validated) return validated.problems.map((problem) => `plugin.json: ${problem}`);
  try {
    const described = await readDescribed(folder, validated.manifest);
    const examples = await readExamples(folder);
    const unproven = await listUnprovenDates(folder, validated.manifest);
    return [...unproven, ...(described ? checkExamples(described.description, validated.manifest, examples) : [])];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

export async function provePackage(
  folder: string,
  {
    date = new Date(),
    ...options
  }: Pick<ConformanceOptions, 'seed' | 'scale' | 'isUntilFailure'> & { date?: Date } = {},
): Promise<ConformanceReport> {
  const problems = await listSchemaProblems(folder);
  if (problems.length > 0) throw new Error((await addLines(folder, problems)).join('\n'));
  const subject = await loadPackage(folder);
  const examples = await readExamples(folder);
  // Read before anything of the package runs: the report speaks of these bytes.
  const files = await readPackedFiles(folder, subject.entry);
  const { manifest, simulator } = subject;
  const described = Object.keys((await readDescribed(folder, manifest))?.description.operations ?? {});
  const log = { info: () => undefined, warn: () => undefined };
  const opened: IsolatedModule[] = [];
  const stage = await stagePackage(path.resolve(folder), files);
  const module = await openAdapter(stage, manifest, async (left, entry) => {
    opened.push(createIsolatedModule({ manifest: left, directory: stage, entry, log }));
    return opened[0]!;
  });
  const result = await runConformance({ manifest, module, simulator, examples, described, ...options }).finally(
    async () => {
      opened[0]?.close();
      if (stage !== path.resolve(folder)) await rm(stage, { recursive: true, force: true });
    },
  );
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
