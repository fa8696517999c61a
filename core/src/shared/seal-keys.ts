/** Derives key pairs of the curve P-256 from the encryption key: every node derives the same ones, and no private key is stored. */
import { createECDH, createHash, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';

/** Derives the pair for which card frames seal cards. It changes with the encryption key. */
export function deriveSealKeys(encryptionKey: Buffer) {
  const { kid, point, scalar } = derivePair(encryptionKey, 'card-seal');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
  };
  // All 32 bytes of the scalar: ECDH leaves out those that are zero at its beginning.
  const privateKey = createPrivateKey({ key: { ...jwk, d: scalar.toString('base64url') }, format: 'jwk' });
  return { kid, publicJwk: { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid }, privateKey };
}

/** Derives the pair that tells push services who sends (VAPID, RFC 8292), in base64url. It changes with the encryption key. */
export function deriveVapidKeys(encryptionKey: Buffer) {
  const { kid, point, scalar } = derivePair(encryptionKey, 'web-push');
  return { kid, publicKey: point.toString('base64url'), privateKey: scalar.toString('base64url') };
}

function derivePair(encryptionKey: Buffer, purpose: 'card-seal' | 'web-push') {
  const ecdh = createECDH('prime256v1');
  const scalar = deriveScalar(encryptionKey, purpose);
  ecdh.setPrivateKey(scalar);
  const point = ecdh.getPublicKey();
  return { kid: createHash('sha256').update(point).digest('base64url').slice(0, 16), point, scalar };
}

/** Returns a valid P-256 private key: not zero and below the group order. All but one in 2^32 candidates are valid. */
function deriveScalar(encryptionKey: Buffer, purpose: string): Buffer {
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
  for (let counter = 0; ; counter++) {
    const candidate = Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), `${purpose}|${counter}`, 32));
    const value = BigInt(`0x${candidate.toString('hex')}`);
    if (value > 0n && value < order) return candidate;
  }
}
