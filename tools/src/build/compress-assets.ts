import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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
  if (!(await isNewer(`${place}.br`, place))) return brotliSize(await readFile(place));
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
async function isNewer(copy: string, place: string): Promise<boolean> {
  const [source, made] = await Promise.all([stat(place), stat(copy).catch(() => null)]);
  return made !== null && made.mtimeMs >= source.mtimeMs;
}

/**
 * Writes copies of every text file of the folders, so that serving costs no processor time: `.br` and `.gz` at their best, or,
 * where the build is quick, a light `.gz` alone. A missing `.br` therefore says that a file has not been compressed at its best.
 */
export async function compressAssets(folders: string[], { isQuick }: { isQuick: boolean }): Promise<void> {
  for (const folder of folders) {
    const files = (await readdir(folder, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
    await Promise.all(
      files.map(async (file) => {
        const place = path.join(folder, file);
        const bytes = await readFile(place);
        if (bytes.length < MIN_BYTES || (await isNewer(`${place}.br`, place))) return;
        if (isQuick) {
          // The server prefers a .br, and this one is of a former content.
          await rm(`${place}.br`, { force: true });
          if (!(await isNewer(`${place}.gz`, place)))
            await writeFile(`${place}.gz`, await deflate(bytes, { level: 4 }));
          return;
        }
        const [br, gz] = await Promise.all([compress(bytes), deflate(bytes, { level: 9 })]);
        await Promise.all([writeFile(`${place}.br`, br), writeFile(`${place}.gz`, gz)]);
      }),
    );
  }
}
