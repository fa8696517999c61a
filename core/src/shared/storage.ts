/** Declares the interface of a storage of uploaded files. */

export interface ObjectInfo {
  contentType: string;
  /** True if everybody may load it without a signature. Public objects never change, so browsers may keep them for a year. */
  isPublic: boolean;
}

export interface SignedUpload {
  /** Takes one PUT with the file as its body. An address without a host belongs to the platform's own pages. */
  url: string;
  /** The headers to send, each with exactly this value. */
  headers: Record<string, string>;
}

export interface Storage {
  kind: 'FOLDER' | 'BUCKET';
  /** Returns an address to which a browser may send exactly this many bytes within UPLOAD_SECONDS. */
  signUpload(key: string, info: ObjectInfo & { bytes: number }): Promise<SignedUpload>;
  /** Returns an address that answers with the file for DOWNLOAD_SECONDS, to be saved under this name. */
  signDownload(key: string, file: { contentType: string; name: string }): Promise<string>;
  /** Returns the address of a public object, which stays the same for ever. */
  publicUrl(key: string): string;
  /** Returns the size of an object and its first bytes; null where there is none. */
  read(key: string, firstBytes: number): Promise<{ bytes: number; head: Buffer } | null>;
  put(key: string, body: Buffer, info: ObjectInfo): Promise<void>;
  /** Gives a private object another key, which no signed upload can reach. */
  move(from: string, to: string, contentType: string): Promise<void>;
  /** Removes objects; those that do not exist are no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Removes what was sent and never finished, where the storage does not do so by a rule of its own. */
  removeAbandoned(olderThan: Date): Promise<void>;
}

export const UPLOAD_SECONDS = 60;
export const DOWNLOAD_SECONDS = 60;
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Every key that the core makes. */
export const KEY = /^(?:(?:incoming|files)\/[0-9a-f]{32}|images\/[0-9a-f]{32}\/[0-9]+(?:x[0-9]+)?\.(?:webp|jpg|png))$/;

/**
 * Returns the header that makes browsers save a file under this name instead of showing it. Accents are left out: not every service
 * that speaks S3 signs the signs by which a header could carry them.
 */
export const toDisposition = (name: string): string =>
  `attachment; filename="${name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .-]/g, '_')}"`;
