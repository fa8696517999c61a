/**
 * Encrypts stored secrets with AES-256-GCM and a fresh 96-bit nonce (envelope encryption). The associated data names the secret's place, so
 * that a value copied to another row does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 1;

/** The layout is version (1 byte) | nonce (12) | tag (16) | ciphertext. */
export function sealSecret(key: Buffer, plaintext: string | Buffer, place: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plaintext as Buffer), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
}

/** Throws when the key or the place differs, or when a single bit has changed. */
export function openSecret(key: Buffer, sealed: Buffer, place: string): Buffer {
  if (sealed[0] !== VERSION || sealed.length < 29) throw new Error('The sealed secret has an unknown form.');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13)).setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]);
}
