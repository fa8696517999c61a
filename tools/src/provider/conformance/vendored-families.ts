/**
 * Copies the families that a package's sources import into the package, as vendor/<family>@<version>: what is proved, digested, signed and
 * isolated is then all that runs, and members take a new version of a family one by one.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PackedFile } from '../pack-provider/tarball.ts';

/** The address in an import of a file of a family's src, as a member's sources write it. */
const FAMILY_IMPORT = /(?<=from ')((?:\.\.\/)+family-([a-z0-9-]+))\/src\/([^']+)(?=')/g;
const STAGES = path.resolve(import.meta.dirname, '../../../../.cache/staged-packages');

interface Family {
  folder: string;
  /** The folder of its files in the package. */
  target: string;
}

/** Returns the files with those of the families they import, and with imports that lead there. `readFamily` reads the files that travel. */
export async function vendorFamilies(
  folder: string,
  files: readonly PackedFile[],
  readFamily: (folder: string) => Promise<PackedFile[]>,
): Promise<PackedFile[]> {
  const families = await findFamilies(folder, files);
  if (families.size === 0) return files.toSorted(byPath);
  const lead = (file: PackedFile) =>
    textOf(file).replace(FAMILY_IMPORT, (_address, _folder, name: string, rest: string) =>
      path.posix.relative(path.posix.dirname(file.path), `${families.get(name)!.target}/${rest}`),
    );
  const own = files.map((file) => (file.path.endsWith('.ts') ? { ...file, content: Buffer.from(lead(file)) } : file));
  const vendored = [...families.values()].map(async (family) => {
    const sources = (await readFamily(family.folder)).filter((file) => file.path.startsWith('src/'));
    return sources.map((file) => ({ ...file, path: family.target + file.path.slice('src'.length) }));
  });
  return [...own, ...(await Promise.all(vendored)).flat()].sort(byPath);
}

const byPath = (one: PackedFile, other: PackedFile) => (one.path < other.path ? -1 : 1);

async function findFamilies(folder: string, files: readonly PackedFile[]): Promise<Map<string, Family>> {
  const families = new Map<string, Family>();
  for (const file of files.filter((one) => one.path.endsWith('.ts'))) {
    for (const [, address = '', name = ''] of textOf(file).matchAll(FAMILY_IMPORT)) {
      const place = path.resolve(folder, path.dirname(file.path), address);
      if (!families.has(name))
        families.set(name, { folder: place, target: `vendor/${name}@${await readVersion(place)}` });
    }
  }
  return families;
}

const textOf = ({ content }: PackedFile) => Buffer.from(content).toString();

async function readVersion(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'family.json'), 'utf8').catch(() => {
    throw new Error(`${folder} has no family.json: write { "version": "1.0.0" } there.`);
  });
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Returns the folder in which the files lie as they travel: the package's own, or a copy below the project, where it finds the libraries,
 * which the caller removes.
 */
export async function stagePackage(folder: string, files: readonly PackedFile[]): Promise<string> {
  if (files.every((file) => !file.path.endsWith('.ts') || existsSync(path.join(folder, file.path)))) return folder;
  await mkdir(STAGES, { recursive: true });
  const stage = await mkdtemp(path.join(STAGES, `${path.basename(folder)}-`));
  for (const file of files) {
    await mkdir(path.dirname(path.join(stage, file.path)), { recursive: true });
    await writeFile(path.join(stage, file.path), file.content);
  }
  return stage;
}
