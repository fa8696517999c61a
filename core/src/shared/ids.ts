import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** Returns an id that sorts by time, so that new rows go to the end of an index. */
export const newId = (): string => v7();

/** Returns 128 random bits, for ids whose knowledge grants access. */
export const newPublicId = (): string => randomBytes(16).toString('base64url');
