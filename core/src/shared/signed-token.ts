/** Signs short tokens that carry one public id and prove that the core issued them for one purpose. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Making a key of its bytes costs more than signing with it. */
const keyObjects = new WeakMap<Buffer, KeyObject>();

function toKeyObject(key: Buffer): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, known);
  return known;
}

const sign = (key: Buffer, purpose: string, subject: string) =>
  createHmac('sha256', toKeyObject(key)).update(`${purpose}|${subject}`).digest('base64url').slice(0, 22);

export const signToken = (key: Buffer, purpose: string, subject: string): string =>
  `${subject}.${sign(key, purpose, subject)}`;

/** Returns the subject, or null when the token is not ours or serves another purpose. The first key signs; earlier keys follow it. */
export function readToken(keys: readonly Buffer[], purpose: string, token: string): string | null {
  const [subject = '', signature = '', ...others] = token.split('.');
  if (others.length > 0) return null;
  const given = Buffer.from(signature);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(sign(key, purpose, subject));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? subject : null;
}
