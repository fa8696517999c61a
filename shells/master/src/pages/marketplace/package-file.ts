/** Checks dropped files before anything is sent. */
export const MAX_PACKAGE_BYTES = 8 * 1024 * 1024;
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;
const MAX_SIGNATURE_BYTES = 1024;
const GZIP = [0x1f, 0x8b];
const CHUNK = 0x8000;

export interface PackageFile {
  name: string;
  bytes: number;
  /** In base64. */
  content: string;
}

export interface SignatureFile {
  name: string;
  /** In base64. */
  signature: string;
}

export type FileProblem = 'notTarball' | 'tooLarge' | 'empty' | 'unreadable' | 'signatureWrong' | 'tooMany';

export interface PickedFiles {
  tarball?: PackageFile;
  signature?: SignatureFile;
  problem?: { kind: FileProblem; name: string; bytes: number };
}

const isSignatureName = ({ name }: File) => name.toLowerCase().endsWith('.sig');

/** Reads a package, its signature, or both in any order. Returns the first problem, and keeps the good files. */
export async function readFiles(files: readonly File[]): Promise<PickedFiles> {
  const picked: PickedFiles = {};
  const tarballs = files.filter((file) => !isSignatureName(file));
  if (tarballs.length > 1) return { problem: toProblem('tooMany', tarballs[1]!) };
  for (const file of files) {
    const found = isSignatureName(file) ? await readSignature(file) : await readTarball(file);
    if (typeof found === 'string') picked.problem ??= toProblem(found, file);
    else if ('content' in found) picked.tarball = found;
    else picked.signature = found;
  }
  return picked;
}

const toProblem = (kind: FileProblem, { name, size }: File) => ({ kind, name, bytes: size });

async function readTarball(file: File): Promise<PackageFile | FileProblem> {
  if (file.size === 0) return 'empty';
  if (file.size > MAX_PACKAGE_BYTES) return 'tooLarge';
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (GZIP.some((byte, place) => bytes[place] !== byte)) return 'notTarball';
    return { name: file.name, bytes: file.size, content: toBase64(bytes) };
  } catch {
    // The file was moved or changed after it was chosen.
    return 'unreadable';
  }
}

async function readSignature(file: File): Promise<SignatureFile | FileProblem> {
  if (file.size > MAX_SIGNATURE_BYTES) return 'signatureWrong';
  try {
    const signature = (await file.text()).trim();
    return SIGNATURE.test(signature) ? { name: file.name, signature } : 'signatureWrong';
  } catch {
    return 'unreadable';
  }
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}
