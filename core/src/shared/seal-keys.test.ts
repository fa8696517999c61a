import { createHash, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { deriveSealKeys } from './seal-keys.ts';

const keyOf = (number: number) => createHash('sha256').update(String(number)).digest();

// One in 256 of the keys of these numbers has a scalar that begins with a zero byte, and one in 128 such a coordinate.
it('derives a private key that opens what its public key seals, for a thousand encryption keys', () => {
  const sender = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  for (let number = 0; number < 1_000; number++) {
    const { publicJwk, privateKey } = deriveSealKeys(keyOf(number));
    const sealed = diffieHellman({
      privateKey: sender.privateKey,
      publicKey: createPublicKey({ key: publicJwk, format: 'jwk' }),
    });
    expect([number, diffieHellman({ privateKey, publicKey: sender.publicKey }).equals(sealed)]).toEqual([number, true]);
  }
});
