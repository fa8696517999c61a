/** ed25519 signatures over the digest of a package, and the keys that are believed. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { AppError } from '../../plugins/errors.ts';
import type { Publisher } from './model.ts';

export interface PublicKey {
  fingerprint: string;
  /** SPKI DER in base64. */
  publicKey: string;
}

/** A PEM, or SPKI DER in base64; PUBLIC_KEY_INVALID for anything else than an ed25519 public key. */
export function readPublicKey(text: string): PublicKey {
  const key = parseKey(text.trim());
  if (key?.asymmetricKeyType !== 'ed25519') throw new AppError('PUBLIC_KEY_INVALID', { fields: ['publicKey'] });
  const der = key.export({ type: 'spki', format: 'der' });
  return { fingerprint: createHash('sha256').update(der).digest('base64url'), publicKey: der.toString('base64') };
}

function parseKey(text: string): KeyObject | null {
  try {
    // Of a private key a public one could be read: whoever pastes it has to hear that it was the wrong one.
    if (text.startsWith('-----BEGIN PUBLIC KEY-----')) return createPublicKey(text);
    if (!/^[A-Za-z0-9+/\s]+={0,2}$/.test(text)) return null;
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** Whoever of the trusted signed this digest; null where nobody of them did. */
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
