/** Verifies ed25519 signatures over the digest of a package with the trusted keys. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { AppError } from '../../plugins/errors.ts';
import type { Publisher } from './model.ts';

export interface PublicKey {
  fingerprint: string;
  /** SPKI DER in base64. */
  publicKey: string;
}

/** Reads a PEM, or SPKI DER in base64. Throws PUBLIC_KEY_INVALID for anything but an ed25519 public key. */
export function readPublicKey(text: string): PublicKey {
  const key = parseKey(text.trim());
  if (key?.asymmetricKeyType !== 'ed25519') throw new AppError('PUBLIC_KEY_INVALID', { fields: ['publicKey'] });
  const der = key.export({ type: 'spki', format: 'der' });
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
