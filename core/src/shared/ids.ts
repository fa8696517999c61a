import { createHash, randomBytes } from 'node:crypto';
import { stringify, v7 } from 'uuid';

/** Returns an id that sorts by time, so that new rows go to the end of an index. */
export const newId = (): string => v7();

/** Returns the same id for the same text, as a UUID of version 8. */
export function idOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return stringify(bytes);
}

/** Returns 128 random bits, for ids whose knowledge grants access. */
export const newPublicId = (): string => randomBytes(16).toString('base64url');
