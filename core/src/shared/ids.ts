import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** Sorted by time, so that new rows land at the end of an index. */
export const newId = (): string => v7();

/** 128 random bits: for ids whose knowledge is the permission. */
export const newPublicId = (): string => randomBytes(16).toString('base64url');
