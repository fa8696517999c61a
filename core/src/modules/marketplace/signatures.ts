/** Verifies ed25519 signatures over the digest of a package with the trusted keys. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { AppError } from '../../plugins/errors.ts';
import type { Publisher } from './model.ts';

export interface PublicKey {
  fingerprint: string;
  /** SPKI DER in base64. */
  publicKey: string;
}

/**
 * The encodings of the points of small order, without their sign: for such a key anybody can find a signature that fits. The first two are
 * of order 4 and 1, the next two of order 8, then 2; the last two are other encodings of the first two.
 */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);
const KEY_BYTES = 32;

/**
 * Reads a PEM, or SPKI DER in base64. Throws PUBLIC_KEY_INVALID for anything but an ed25519 public key that only its owner can sign for.
 */
export function readPublicKey(text: string): PublicKey {
  const key = parseKey(text.trim());
  if (key?.asymmetricKeyType !== 'ed25519') throw new AppError('PUBLIC_KEY_INVALID', { fields: ['publicKey'] });
  const der = key.export({ type: 'spki', format: 'der' });
  const point = Buffer.from(der.subarray(-KEY_BYTES));
  point[KEY_BYTES - 1] = (point[KEY_BYTES - 1] ?? 0) & 0x7f;
  if (SMALL_ORDER.has(point.toString('hex'))) throw new AppError('PUBLIC_KEY_INVALID', { fields: ['publicKey'] });
  return { fingerprint: createHash('sha256').update(der).digest('base64url'), publicKey: der.toString('base64') };
}

function parseKey(text: string): KeyObject | null {
  try {
    // Node would derive the public key from a private one. The error tells the user that the private key was pasted.
    if (text.startsWith('-----BEGIN PUBLIC KEY-----')) return createPublicKey(text);
    if (!/^[A-Za-z0-9+/\s]+={0,2}$/.test(text)) return null;
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** Returns the trusted publisher that signed this digest; null when there is none. */
export function findSigner(digest: string, signature: string, trusted: readonly Publisher[]): Publisher | null {
  const message = Buffer.from(digest, 'ascii');
  const bytes = Buffer.from(signature, 'base64');
  const isSignedBy = ({ publicKey }: Publisher) =>
    verify(
      null,
      message,
      createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
      bytes,
    );
  return trusted.find(isSignedBy) ?? null;
}
