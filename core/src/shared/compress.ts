/** Compresses answers that are made for one request. Built files are compressed once, at build time. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** A higher quality takes more time to compress than the smaller size saves. */
const QUALITY = 5;

export type Coding = 'br' | 'gzip';

/** Returns the best coding that an Accept-Encoding header allows; null when it allows none. */
export function chooseCoding(header: string | undefined): Coding | null {
  const accepted = new Set(
    (header ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  );
  return (['br', 'gzip'] as const).find((coding) => accepted.has(coding)) ?? null;
}

export function compress(text: string, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return deflate(text);
  const size = Buffer.byteLength(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: size };
  return brotli(text, { params });
}
