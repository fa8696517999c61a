/**
 * Makes and recognises the keys of the public API: a prefix that scanners of leaked secrets know, 256 random bits, and a checksum, so that
 * a key that was mistyped or cut is told from one that was revoked without a look at the database.
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKeyMode } from '@feira/schemas/api';

const PREFIXES: Record<ApiKeyMode, string> = { LIVE: 'feira_live_', TEST: 'feira_test_' };
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is more than 2^256. */
const RANDOM_LENGTH = 43;
const CHECK_LENGTH = 6;
const FORM = /^feira_(?:live|test)_[0-9A-Za-z]{49}$/;

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECK_LENGTH; index++) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

export function newApiToken(mode: ApiKeyMode): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('');
  const body = PREFIXES[mode] + random;
  return body + checksumOf(body);
}

/** Returns whether a text can be a key. */
export const isApiToken = (text: string): boolean =>
  FORM.test(text) && text.slice(-CHECK_LENGTH) === checksumOf(text.slice(0, -CHECK_LENGTH));

/** Returns the last four characters of a key, by which its owner knows it. */
export const hintOf = (token: string): string => token.slice(-4);
