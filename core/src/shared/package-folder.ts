/**
 * Writes an installed package to this machine's disk, below a folder that only our user may enter. A package is written whole or not at
 * all.
 */
import { lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArchiveFile } from './package-archive.ts';

/** Only our user may enter it. The adapter's process runs as the same user and never writes there. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o400;

/** Not every file system allows a colon in a folder's name. */
export const toFolderName = (digest: string): string => digest.replace(':', '-');

const folderOf = (directory: string, digest: string): string => join(directory, toFolderName(digest));

/** Returns the folder of these files, and whether it had to be rewritten because its content differed. */
export async function unpackPackage(
  directory: string,
  digest: string,
  files: readonly ArchiveFile[],
): Promise<{ folder: string; wasChanged: boolean }> {
  await openPrivateFolder(directory);
  const folder = folderOf(directory, digest);
  if (await holdsExactly(folder, files)) return { folder, wasChanged: false };
  const written = await writeBeside(directory, files);
  try {
    if (await moveInto(written, folder)) return { folder, wasChanged: false };
    // Another process on this machine may have written the same files first.
    if (await holdsExactly(folder, files)) return { folder, wasChanged: false };
    await moveAside(folder, directory);
    if ((await moveInto(written, folder)) || (await holdsExactly(folder, files))) return { folder, wasChanged: true };
    throw new Error(`${folder} is changed by somebody else while it is written.`);
  } finally {
    await rm(written, { recursive: true, force: true });
  }
}

const OCCUPIED = ['ENOTEMPTY', 'EEXIST', 'EPERM'];

/** Returns false where the folder already exists. */
async function moveInto(written: string, folder: string): Promise<boolean> {
  try {
    await rename(written, folder);
    return true;
  } catch (error) {
    if (OCCUPIED.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

export const removePackage = (directory: string, digest: string): Promise<void> =>
  rm(folderOf(directory, digest), { recursive: true, force: true });

/** In a temporary folder that all users share, another user may have created this one first. */
export async function openPrivateFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: FOLDER_MODE });
  const found = await lstat(directory);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  const isPrivate = process.platform === 'win32' || (found.mode & 0o077) === 0;
  if (found.isDirectory() && isOurs && isPrivate) return;
  throw new Error(
    `PACKAGE_DIRECTORY is wrong: ${directory} must be a folder of the user this runs as, closed to all others (chmod 700).`,
  );
}

async function writeBeside(directory: string, files: readonly ArchiveFile[]): Promise<string> {
  const folder = await mkdtemp(join(directory, 'unpacking-'));
  for (const { path, content } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true, mode: FOLDER_MODE });
    await writeFile(file, content, { mode: FILE_MODE, flag: 'wx' });
  }
  return folder;
}

/** Another process may have moved it first. */
async function moveAside(folder: string, directory: string): Promise<void> {
  const aside = await mkdtemp(join(directory, 'changed-'));
  try {
    await rename(folder, join(aside, 'package'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Returns whether the folder holds exactly these files and nothing else. */
async function holdsExactly(folder: string, files: readonly ArchiveFile[]): Promise<boolean> {
  try {
    const wanted = new Map(files.map((file) => [join(folder, file.path), file.content]));
    const found = await readdir(folder, { withFileTypes: true, recursive: true });
    const entries = found.filter((entry) => !entry.isDirectory());
    if (entries.length !== wanted.size) return false;
    for (const entry of entries) {
      const content = wanted.get(join(entry.parentPath, entry.name));
      if (!entry.isFile() || !content?.equals(await readFile(join(entry.parentPath, entry.name)))) return false;
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
