/** Reads the files of a package that travel in its tarball; a report's digest is over them. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findFamily } from '@feira/plugin-kit/description';
import type { PackedFile } from '../pack-provider/tarball.ts';
import { vendorFamilies } from './vendored-families.ts';

/** Tests stay at home when a source folder is packed; what a build made of it is not the source's to speak of. */
const STAYS =
  /(^|\/)(node_modules|fixtures)\/|^dist\/|(^|\/)\.|\.test\.tsx?$|(^|\/)test-[^/]+\.tsx?$|^conformance\.json$/;
const NEVER = /(^|\/)node_modules\/|(^|\/)\.|^conformance\.json$/;

/** A compiled folder is packed as it stands; of a source folder only what the provider needs to run, with the families that it describes itself by or imports. */
export async function readPackedFiles(folder: string, entry: string): Promise<PackedFile[]> {
  if (!entry.endsWith('.ts')) return readFiles(folder, NEVER);
  const files = await readFiles(folder, STAYS);
  const whole = [...files, ...(await readDescribedFamily(folder, files))];
  return vendorFamilies(folder, whole, (family) => readFiles(family, STAYS));
}

/** The description and examples of the family, as they travel: in vendor/<name>@<version>. */
async function readDescribedFamily(folder: string, files: readonly PackedFile[]): Promise<PackedFile[]> {
  const description = files.find((file) => file.path === 'description.json');
  const { family } = JSON.parse(description ? Buffer.from(description.content).toString() : '{}') as {
    family?: string;
  };
  if (family === undefined || files.some((file) => file.path.startsWith(`vendor/${family}@`))) return [];
  const place = await findFamily(folder, family);
  const { version } = JSON.parse(await readFile(path.join(place, 'family.json'), 'utf8')) as { version: string };
  return (await readFiles(place, STAYS))
    .filter((file) => file.path === 'description.json' || file.path.startsWith('examples/'))
    .map((file) => ({ ...file, path: `vendor/${family}@${version}/${file.path}` }));
}

async function readFiles(folder: string, left: RegExp): Promise<PackedFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((file) => file.isFile())
    .map((file) => path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join('/'))
    .filter((file) => !left.test(file));
  return Promise.all(
    paths.sort().map(async (file) => ({ path: file, content: await readFile(path.join(folder, file)) })),
  );
}
