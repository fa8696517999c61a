import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/;
/** Below this an answer fits one packet anyway. */
const MIN_BYTES = 600;

/** Bytes of a built file as browsers receive it at best; most have been compressed already. */
export async function brotliSizeOf(place: string): Promise<number> {
  if (!(await isCompressed(place))) return brotliSize(await readFile(place));
  return (await stat(`${place}.br`)).size;
}

/** Bytes of a text as browsers receive it at best. */
export async function brotliSize(bytes: Uint8Array | string): Promise<number> {
  return (await compress(Buffer.from(bytes))).length;
}

const compress = (bytes: Buffer) =>
  brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

/** Most names carry a hash of the content and need no second time; the others are compared by age. */
async function isCompressed(place: string): Promise<boolean> {
  const [source, compressed] = await Promise.all([stat(place), stat(`${place}.gz`).catch(() => null)]);
  return compressed !== null && compressed.mtimeMs >= source.mtimeMs;
}

/** Writes `.br` and `.gz` beside every text file of the folders, so that serving costs no processor time. */
export async function compressAssets(folders: string[]): Promise<void> {
  for (const folder of folders) {
    const files = (await readdir(folder, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
    await Promise.all(
      files.map(async (file) => {
        const place = path.join(folder, file);
        const bytes = await readFile(place);
        if (bytes.length < MIN_BYTES || (await isCompressed(place))) return;
        const [br, gz] = await Promise.all([compress(bytes), deflate(bytes, { level: 9 })]);
        await Promise.all([writeFile(`${place}.br`, br), writeFile(`${place}.gz`, gz)]);
      }),
    );
  }
}
