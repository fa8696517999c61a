/** Short tokens that carry one public id and prove that we issued them for one purpose. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const sign = (key: Buffer, purpose: string, subject: string) =>
  createHmac('sha256', key).update(`${purpose}|${subject}`).digest('base64url').slice(0, 22);

export const signToken = (key: Buffer, purpose: string, subject: string): string =>
  `${subject}.${sign(key, purpose, subject)}`;

/** The subject, or null when the token is not ours or for another purpose. Earlier keys come after the one that signs. */
export function readToken(keys: readonly Buffer[], purpose: string, token: string): string | null {
  const [subject = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(sign(key, purpose, subject));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? subject : null;
}
