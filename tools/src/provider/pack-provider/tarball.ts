/** Makes an npm tarball whose bytes follow from its files alone: sorted, without owners, with one fixed time. */
import { gzipSync } from 'node:zlib';

export interface PackedFile {
  /** Below package/, with forward slashes. */
  path: string;
  content: Uint8Array;
}

const BLOCK = 512;
const LONGEST_NAME = 100;
const LONGEST_PREFIX = 155;
/** The time npm itself gives to every file. */
const FIXED_SECONDS = 499_162_500;
/** Place in a gzip header of the system it was made on, and the value for "unknown". */
export const SYSTEM_AT = 9;
export const UNKNOWN_SYSTEM = 255;
/** Two empty blocks end an archive. */
export const ARCHIVE_END = Buffer.alloc(2 * BLOCK);
/** Fills the last block of a file. */
export const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export function makeTarball(files: readonly PackedFile[]): Buffer {
  const sorted = [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
  const blocks = sorted.flatMap(({ path, content }) => [
    makeHeader({ path: `package/${path}`, size: content.length }),
    content,
    padding(content.length),
  ]);
  const packed = gzipSync(Buffer.concat([...blocks, ARCHIVE_END]), { level: 9 });
  packed[SYSTEM_AT] = UNKNOWN_SYSTEM;
  return packed;
}

export interface HeaderFields {
  /** The path of a folder ends with a slash. */
  path: string;
  size: number;
  isExecutable?: boolean;
  /** The path that a link leads to, from its own folder; a file has none. */
  target?: string;
  seconds?: number;
}

export function makeHeader({ path, size, isExecutable, target = '', seconds = FIXED_SECONDS }: HeaderFields): Buffer {
  if (Buffer.byteLength(target) > LONGEST_NAME) throw new Error(`${path} leads to a path that is too long: ${target}.`);
  const isFolder = path.endsWith('/');
  const header = Buffer.alloc(BLOCK);
  const { name, prefix } = splitPath(path);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');
  const fields: [at: number, text: string][] = [
    [0, name],
    [100, octal(isExecutable || isFolder ? 0o755 : 0o644, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(seconds, 12)],
    [148, '        '],
    [156, isFolder ? '5' : target ? '2' : '0'],
    [157, target],
    [257, 'ustar'],
    [263, '00'],
    [345, prefix],
  ];
  for (const [at, text] of fields) header.write(text, at, 'utf8');
  // Taken over the header with blanks in the place of the sum.
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)}\0 `, 148, 'latin1');
  return header;
}

/** The format has a hundred bytes for the name and more for the folders before it. */
function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= LONGEST_NAME) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= LONGEST_NAME && Buffer.byteLength(prefix) <= LONGEST_PREFIX) return { name, prefix };
  }
  throw new Error(`${path} is too long for a tarball: shorten its name or its folders.`);
}
