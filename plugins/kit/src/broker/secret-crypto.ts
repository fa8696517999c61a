import { createHash, createHmac, createPrivateKey, type KeyObject, sign, timingSafeEqual } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import type { SecretCrypto, SecretText, Settings } from '../host.ts';
import { openAccount, sealAccount } from './account.ts';
import { composeText, readCredential } from './credentials.ts';
import { createTokenVault, type TokenVault } from './vault.ts';

const digest = (value: string | Buffer) => createHash('sha256').update(value).digest();
/** Compares in constant time; hashing first hides the length too. */
export const isSame = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));

/** Cryptography with credentials by name; texts may hold settings too. */
export function createSecretCrypto(options: {
  secrets: ReadonlyMap<string, string>;
  settings?: Settings;
  vault?: TokenVault;
  /** The manifest's. */
  accountCredentials?: readonly string[] | undefined;
}): SecretCrypto {
  const { secrets, settings = {}, vault = createTokenVault(), accountCredentials = [] } = options;
  const privateKeys = new Map<string, KeyObject>();
  const readSecret = (credential: string) => readCredential(secrets, {}, credential);
  const compose = (data: SecretText) =>
    composeText(
      data,
      (name, account) =>
        (account === undefined ? undefined : openAccount(vault, account).get(name)) ??
        readCredential(secrets, settings, name),
    );
  const readKey = (credential: string) => {
    let key = privateKeys.get(credential);
    key ??= parseKey(credential, readSecret(credential));
    privateKeys.set(credential, key);
    return key;
  };
  return {
    hmac: (algorithm, credential, data, encoding) =>
      createHmac(algorithm, readSecret(credential)).update(compose(data)).digest(encoding),
    sign(algorithm, credential, data, encoding = 'base64') {
      const key = readKey(credential);
      const ownsHash = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448';
      return sign(ownsHash ? null : algorithm, Buffer.from(compose(data)), key).toString(encoding);
    },
    equals: (credential, value) => isSame(readSecret(credential), value),
    hash: (algorithm, data, encoding) => createHash(algorithm).update(compose(data)).digest(encoding),
    sealAccount: (credentials) => sealAccount(vault, accountCredentials, credentials),
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
