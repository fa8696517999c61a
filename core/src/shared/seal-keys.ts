import { createECDH, createHash, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';

/**
 * Derives the key pair for which card frames seal cards. Every node derives the same pair and stores no private key. The pair changes with
 * the encryption key.
 */
export function deriveSealKeys(encryptionKey: Buffer) {
  const ecdh = createECDH('prime256v1');
  const scalar = deriveScalar(encryptionKey);
  ecdh.setPrivateKey(scalar);
  const point = ecdh.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
  };
  const kid = createHash('sha256').update(point).digest('base64url').slice(0, 16);
  // All 32 bytes of the scalar: ECDH leaves out those that are zero at its beginning.
  const privateKey = createPrivateKey({ key: { ...jwk, d: scalar.toString('base64url') }, format: 'jwk' });
  return { kid, publicJwk: { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid }, privateKey };
}

/** Returns a valid P-256 private key: not zero and below the group order. All but one in 2^32 candidates are valid. */
function deriveScalar(encryptionKey: Buffer): Buffer {
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
  for (let counter = 0; ; counter++) {
    const candidate = Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), `card-seal|${counter}`, 32));
    const value = BigInt(`0x${candidate.toString('hex')}`);
    if (value > 0n && value < order) return candidate;
  }
}
