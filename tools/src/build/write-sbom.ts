/** Writes the list of all packages that an installation runs, in CycloneDX, as auditors and scanners of vulnerabilities read it. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from './run-npm.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FILE = path.join(ROOT, 'dist/sbom.cdx.json');

/** Reads the lockfile alone, so that it is the same wherever it is written. Returns the path of the file, from the root. */
export async function writeSbom(): Promise<string> {
  const wanted = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev'];
  const list = JSON.parse(await runNpm(ROOT, wanted)) as { serialNumber?: string; metadata: { timestamp?: string } };
  // npm draws the one and takes the other from the clock; the format needs neither.
  delete list.serialNumber;
  delete list.metadata.timestamp;
  await mkdir(path.dirname(FILE), { recursive: true });
  await writeFile(FILE, `${JSON.stringify(list, null, 2)}\n`);
  return path.relative(ROOT, FILE);
}
