/** Writes a tarball whose bytes follow from its files alone, one file at a time: a release is too large to be held in memory. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ARCHIVE_END, makeHeader, padding, SYSTEM_AT, UNKNOWN_SYSTEM } from '../provider/pack-provider/tarball.ts';

/** A file of the release: a copy of a file, a text, or a link. */
export type ReleaseFile = {
  /** Below the folder of the release, with forward slashes. */
  path: string;
  isExecutable?: boolean;
} & ({ from: string } | { content: string } | { target: string });

/** Returns the folders above a file, the highest first, each with a slash at its end. */
const listFolders = (file: string): string[] => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1));

async function* toBlocks(folder: string, files: readonly ReleaseFile[], seconds: number): AsyncGenerator<Buffer> {
  const written = new Set<string>();
  for (const file of [...files].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    // Without entries of their own, folders would have the rights that whoever unpacks them gives to new ones.
    for (const place of listFolders(`${folder}/${file.path}`).filter((one) => !written.has(one))) {
      written.add(place);
      yield makeHeader({ path: place, size: 0, seconds });
    }
    const { isExecutable = false } = file;
    const target = 'target' in file ? file.target : '';
    const content = 'from' in file ? await readFile(file.from) : Buffer.from('content' in file ? file.content : '');
    yield makeHeader({ path: `${folder}/${file.path}`, size: content.length, isExecutable, target, seconds });
    yield content;
    yield padding(content.length);
  }
  yield ARCHIVE_END;
}

/** Replaces the system's number in the first bytes. */
function hideSystem(): Transform {
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isFirst) chunk[SYSTEM_AT] = UNKNOWN_SYSTEM;
      isFirst = false;
      done(null, chunk);
    },
  });
}

/** Returns the sha256 of the file, which has its name only once it is whole. */
export async function writeArchive(
  place: string,
  folder: string,
  files: readonly ReleaseFile[],
  seconds: number,
): Promise<string> {
  const hash = createHash('sha256');
  const blocks = Readable.from(toBlocks(folder, files, seconds));
  await pipeline(
    blocks,
    createGzip({ level: 9 }),
    hideSystem(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(`${place}.part`),
  );
  await rename(`${place}.part`, place);
  return hash.digest('hex');
}
