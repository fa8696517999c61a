import { createHash, createHmac, createPrivateKey, type KeyObject, sign, timingSafeEqual } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import type { SecretCrypto } from '../host.ts';

const digest = (value: string | Buffer) => createHash('sha256').update(value).digest();
/** Compares in constant time; hashing first hides the length too. */
export const isSame = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));

/** Cryptography with credentials by name. */
export function createSecretCrypto({ secrets }: { secrets: ReadonlyMap<string, string> }): SecretCrypto {
  const privateKeys = new Map<string, KeyObject>();
  const read = (credential: string) => {
    const value = secrets.get(credential);
    if (value) return value;
    const message = `Credential "${credential}" is not set: fill it in the connection.`;
    throw new ProviderError('UNAUTHORIZED', 'NOT_SENT', message);
  };
  const readKey = (credential: string) => {
    let key = privateKeys.get(credential);
    key ??= parseKey(credential, read(credential));
    privateKeys.set(credential, key);
    return key;
  };
  return {
    hmac: (algorithm, credential, data, encoding) =>
      createHmac(algorithm, read(credential)).update(data).digest(encoding),
    sign(algorithm, credential, data) {
      const key = readKey(credential);
      const ownsHash = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448';
      return sign(ownsHash ? null : algorithm, Buffer.from(data), key).toString('base64');
    },
    equals: (credential, value) => isSame(read(credential), value),
    hash: (algorithm, data, encoding) => createHash(algorithm).update(data).digest(encoding),
  };
}

function parseKey(credential: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    const message = `Credential "${credential}" is not a private key: upload it as unencrypted PEM.`;
    throw new ProviderError('UNAUTHORIZED', 'NOT_SENT', message, { cause });
  }
}
