/** Reads a provider package: an npm tarball from an unknown author. It writes nothing to disk and runs nothing of the package. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { PackageReason } from '@feira/schemas/procedures/marketplace';
import type { Header } from 'tar-stream';

const MIB = 1024 * 1024;
export const ARCHIVE_LIMITS = {
  packedBytes: 8 * MIB,
  unpackedBytes: 32 * MIB,
  files: 500,
  /** Such a path fits below one of our folders on every file system, whatever unit the limit has there. */
  pathLength: 200,
} as const;

/** Every file of an npm tarball lies below this folder. */
const ROOT = 'package';

export interface ArchiveFile {
  /** The path below package/, with forward slashes. */
  path: string;
  content: Buffer;
}

export class ArchiveRefused extends Error {
  readonly reason: PackageReason;
  readonly details: Record<string, string>;

  constructor(reason: PackageReason, details: Record<string, string> = {}) {
    super(`The package was refused: ${reason} ${JSON.stringify(details)}`);
    this.reason = reason;
    this.details = details;
  }
}

/** Returns the digest of these bytes: 'sha256:' and 64 hexadecimal digits. */
export const digestOf = (content: Uint8Array): string => `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** Returns every file of the tarball, or throws ArchiveRefused. */
export async function readArchive(content: Buffer): Promise<ArchiveFile[]> {
  const { packedBytes, files: fileLimit } = ARCHIVE_LIMITS;
  if (content.length > packedBytes) {
    throw new ArchiveRefused('ARCHIVE_TOO_LARGE', { bytes: String(content.length), limit: String(packedBytes) });
  }
  const { extract } = await import('tar-stream');
  const archive = extract();
  archive.end(await unpack(content));
  const seen = new Map<string, SeenPath>();
  const files: ArchiveFile[] = [];
  let entries = 0;
  try {
    for await (const entry of archive) {
      entries += 1;
      if (entries > fileLimit) throw new ArchiveRefused('TOO_MANY_FILES', { limit: String(fileLimit) });
      const path = checkEntry(entry.header);
      if (path === null) {
        entry.resume();
        continue;
      }
      refuseCollision(path, seen);
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      files.push({ path, content: Buffer.concat(chunks) });
    }
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    throw new ArchiveRefused('ARCHIVE_BROKEN');
  }
  if (files.length === 0) throw new ArchiveRefused('ARCHIVE_BROKEN');
  return files;
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Stops as soon as the limit is reached, so that a decompression bomb costs no more than an honest package. */
async function unpack(content: Buffer): Promise<Buffer> {
  if (!content.subarray(0, 2).equals(GZIP_MAGIC)) throw new ArchiveRefused('NOT_GZIP');
  const limit = ARCHIVE_LIMITS.unpackedBytes;
  try {
    return await promisify(gunzip)(content, { maxOutputLength: limit });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge
      ? new ArchiveRefused('UNPACKED_TOO_LARGE', { limit: String(limit) })
      : new ArchiveRefused('ARCHIVE_BROKEN');
  }
}

/** Returns the path of a file; null for a folder, which the paths of its files imply. */
function checkEntry({ name, type, linkname, size }: Header): string | null {
  // With a size that is no number, the reader would wait for an end that never comes.
  if (!Number.isSafeInteger(size)) throw new ArchiveRefused('ARCHIVE_BROKEN');
  const path = toPrintable(name);
  if (type === 'link' || type === 'symlink') {
    throw new ArchiveRefused('LINK', { path, target: toPrintable(linkname ?? '') });
  }
  if (type !== 'file' && type !== 'directory') {
    throw new ArchiveRefused('SPECIAL_FILE', { path, type: type ?? 'unknown' });
  }
  const isFolder = type === 'directory';
  const parts = checkPath(isFolder ? name.replace(/\/$/, '') : name);
  if (isFolder) return null;
  // The entry is the package folder itself, as a file.
  if (parts.length === 0) throw new ArchiveRefused('PATH_OUTSIDE', { path });
  return parts.join('/');
}

/** Matches invisible characters: control and formatting characters, unassigned ones, and replaced invalid UTF-8. */
const INVISIBLE = /[\p{C}\u2028\u2029\ufffd]/u;

function checkPath(name: string): string[] {
  const path = toPrintable(name);
  if (INVISIBLE.test(name) || name.includes('\\')) throw new ArchiveRefused('PATH_UNSAFE', { path });
  const [root, ...parts] = name.split('/');
  if (root !== ROOT || parts.includes('..')) throw new ArchiveRefused('PATH_OUTSIDE', { path });
  if (parts.some((part) => part === '' || part === '.')) throw new ArchiveRefused('PATH_UNSAFE', { path });
  const limit = ARCHIVE_LIMITS.pathLength;
  if (Buffer.byteLength(name) > limit) throw new ArchiveRefused('PATH_TOO_LONG', { path, limit: String(limit) });
  return parts;
}

interface SeenPath {
  path: string;
  isFolder: boolean;
}

/** Refuses paths that are the same on a disk that ignores case or composition, and files where another path needs a folder. */
function refuseCollision(path: string, seen: Map<string, SeenPath>): void {
  const parts = path.split('/');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const mine: SeenPath = { path: parts.slice(0, depth).join('/'), isFolder: depth < parts.length };
    const key = mine.path.normalize('NFC').toLowerCase();
    const other = seen.get(key);
    if (!other) {
      seen.set(key, mine);
    } else if (other.path !== mine.path || other.isFolder !== mine.isFolder) {
      throw new ArchiveRefused('PATH_COLLIDES', { path: toPrintable(path), other: toPrintable(other.path) });
    } else if (!mine.isFolder) {
      throw new ArchiveRefused('PATH_TWICE', { path: toPrintable(path) });
    }
  }
}

const SHOWN_LENGTH = 120;

/** Returns a path that can be shown and logged safely. */
const toPrintable = (text: string): string =>
  text
    .slice(0, SHOWN_LENGTH)
    .replace(/[\p{C}\u2028\u2029\ufffd]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
