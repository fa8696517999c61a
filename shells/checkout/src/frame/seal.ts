import type { SealedCard } from '@feira/schemas/documents';

const encoder = new TextEncoder();

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

const uint32 = (value: number): Uint8Array => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** RFC 7518 section 4.6.2: one round of Concat KDF gives the 256 bits A256GCM needs. */
async function deriveKey(secret: ArrayBuffer): Promise<CryptoKey> {
  const algorithm = encoder.encode('A256GCM');
  const info = join(uint32(algorithm.length), algorithm, uint32(0), uint32(0), uint32(256));
  const bytes = await crypto.subtle.digest('SHA-256', join(uint32(1), new Uint8Array(secret), info));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt']);
}

/**
 * The card as compact JWE (ECDH-ES, A256GCM), for the core alone. Written on WebCrypto: a general library would be most
 * of what the frame weighs.
 */
export async function sealCard(card: SealedCard, sealKey: JsonWebKey & { kid: string }): Promise<string> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const { kty, crv, x, y } = sealKey;
  const recipient = await crypto.subtle.importKey('jwk', { kty, crv, x, y } as JsonWebKey, curve, false, []);
  const own = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: recipient }, own.privateKey, 256);
  const key = await deriveKey(secret);
  const epk = await crypto.subtle.exportKey('jwk', own.publicKey);
  const header = toBase64Url(
    encoder.encode(
      JSON.stringify({
        alg: 'ECDH-ES',
        enc: 'A256GCM',
        kid: sealKey.kid,
        epk: { kty: epk.kty, crv: epk.crv, x: epk.x, y: epk.y },
      }),
    ),
  );
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: encoder.encode(header) },
      key,
      encoder.encode(JSON.stringify(card)),
    ),
  );
  const [text, tag] = [sealed.subarray(0, -16), sealed.subarray(-16)];
  return `${header}..${toBase64Url(iv)}.${toBase64Url(text)}.${toBase64Url(tag)}`;
}
