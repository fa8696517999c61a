/** Keeps files in a folder of this machine. The core itself takes and serves them: see modules/media/routes.ts. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readToken, signToken } from './signed-token.ts';
import { DOWNLOAD_SECONDS, KEY, type Storage, UPLOAD_SECONDS } from './storage.ts';

interface FolderSettings {
  mediaDirectory: string;
  encryptionKey: Buffer;
  previousEncryptionKeys: Buffer[];
}

interface Permit {
  key: string;
  contentType: string;
  /** The time until which it is valid, in ms. */
  until: number;
}
export interface UploadPermit extends Permit {
  bytes: number;
}
export interface DownloadPermit extends Permit {
  name: string;
}

export interface FolderStorage extends Storage {
  kind: 'FOLDER';
  /** Returns what a signed address permits; null when it is not ours or has expired. */
  readUpload(token: string): UploadPermit | null;
  readDownload(token: string): DownloadPermit | null;
  /** Stores what a browser sends. Returns false when it has not exactly the permitted size, or when it was stored before. */
  receive(permit: UploadPermit, body: Readable): Promise<boolean>;
  openFile(key: string): Promise<{ bytes: number; stream: Readable } | null>;
}

/** The file was stored before, or the browser went away. */
const REFUSED = new Set(['EEXIST', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET']);

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const ifPresent = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw error;
};

export function createFolderStorage(
  { mediaDirectory, encryptionKey, previousEncryptionKeys }: FolderSettings,
  clock: { now(): Date },
): FolderStorage {
  const keys = [encryptionKey, ...previousEncryptionKeys];
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('This is no key of a stored object.');
    return join(mediaDirectory, key);
  };
  const until = (seconds: number) => clock.now().getTime() + seconds * 1_000;
  const sign = (purpose: string, permit: Permit) =>
    signToken(encryptionKey, purpose, Buffer.from(JSON.stringify(permit)).toString('base64url'));
  function readPermit<P extends Permit>(purpose: string, token: string): P | null {
    const subject = readToken(keys, purpose, token);
    if (subject === null) return null;
    const permit = JSON.parse(Buffer.from(subject, 'base64url').toString()) as P;
    return permit.until > clock.now().getTime() ? permit : null;
  }
  /** Writes beside the target first, so that nobody ever reads half a file. */
  async function write(key: string, fill: (path: string) => Promise<void>, finish: typeof rename): Promise<void> {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${randomUUID()}.part`;
    try {
      await fill(draft);
      await finish(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  }

  return {
    kind: 'FOLDER',
    signUpload: async (key, { contentType, bytes }) => {
      const permit: UploadPermit = { key, contentType, bytes, until: until(UPLOAD_SECONDS) };
      return { url: `/media/uploads/${sign('upload', permit)}`, headers: { 'content-type': contentType } };
    },
    signDownload: async (key, { contentType, name }) => {
      const permit: DownloadPermit = { key, contentType, name, until: until(DOWNLOAD_SECONDS) };
      return `/media/files/${sign('download', permit)}`;
    },
    readUpload: (token) => readPermit('upload', token),
    readDownload: (token) => readPermit('download', token),
    publicUrl: (key) => `/media/${key.replace(/^images\//, '')}`,
    async receive({ key, bytes }, body) {
      let received = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          received += chunk.length;
          done(received > bytes ? new RangeError('The file is larger than permitted.') : null, chunk);
        },
        flush: (done) => done(received === bytes ? null : new RangeError('The file is smaller than permitted.')),
      });
      try {
        // A link, unlike a rename, does not replace what an earlier use of the address has stored.
        await write(key, (path) => pipeline(body, count, createWriteStream(path, { flags: 'wx' })), link);
        return true;
      } catch (error) {
        if (error instanceof RangeError || REFUSED.has((error as NodeJS.ErrnoException).code ?? '')) return false;
        throw error;
      }
    },
    async openFile(key) {
      const info = await stat(pathOf(key)).catch(ifPresent);
      return info && { bytes: info.size, stream: createReadStream(pathOf(key)) };
    },
    async read(key, firstBytes) {
      const file = await open(pathOf(key)).catch(ifPresent);
      if (!file) return null;
      try {
        const { size } = await file.stat();
        const head = Buffer.alloc(Math.min(size, firstBytes));
        await file.read(head, 0, head.length, 0);
        return { bytes: size, head };
      } finally {
        await file.close();
      }
    },
    put: (key, body) => write(key, (path) => writeFile(path, body, { flag: 'wx' }), rename),
    async move(from, to) {
      await mkdir(dirname(pathOf(to)), { recursive: true });
      await rename(pathOf(from), pathOf(to));
    },
    async remove(removed) {
      for (const key of removed) await rm(pathOf(key), { force: true });
      for (const folder of new Set(removed.filter((key) => key.startsWith('images/')).map(dirname)))
        await rm(join(mediaDirectory, folder), { recursive: true, force: true });
    },
    async removeAbandoned(olderThan) {
      const incoming = join(mediaDirectory, 'incoming');
      for (const name of (await readdir(incoming).catch(ifPresent)) ?? []) {
        const info = await stat(join(incoming, name)).catch(ifPresent);
        if (info && info.mtime < olderThan) await rm(join(incoming, name), { force: true });
      }
    },
  };
}
