/** Writes the list of all packages that an installation runs, in CycloneDX, as auditors and scanners of vulnerabilities read it. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FILE = path.join(ROOT, 'dist/sbom.cdx.json');
const LARGEST_BYTES = 64 * 1024 * 1024;

/** Reads the lockfile alone, so that it is the same wherever it is written. Returns the path of the file, from the root. */
export async function writeSbom(): Promise<string> {
  const wanted = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev'];
  // npm says where it is; a program that was started without it finds it by its name.
  const own = process.env.npm_execpath;
  const [command, args] = own ? [process.execPath, [own, ...wanted]] : ['npm', wanted];
  const { stdout } = await promisify(execFile)(command, args, { cwd: ROOT, maxBuffer: LARGEST_BYTES });
  await mkdir(path.dirname(FILE), { recursive: true });
  await writeFile(FILE, stdout);
  return path.relative(ROOT, FILE);
}
