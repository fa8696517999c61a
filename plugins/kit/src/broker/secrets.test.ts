import { createHash, createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { redactPath } from './exchange.ts';
import { createSecretCrypto } from './secret-crypto.ts';
import { createTokenVault } from './vault.ts';

describe('createSecretCrypto', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ed = generateKeyPairSync('ed25519');
  const toPem = (key: typeof rsa.privateKey) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const crypto = createSecretCrypto({
    secrets: new Map([
      ['secret', 'shared'],
      ['rsaKey', toPem(rsa.privateKey)],
      ['edKey', toPem(ed.privateKey)],
      ['noKey', 'hello'],
    ]),
  });

  it('signs texts that hold a secret', () => {
    const text = ['POST|/v1/transfers\n', { credential: 'secret' }, '|2026-11-20T10:50:45-03:00\n', '{"amount":100}'];
    const plain = 'POST|/v1/transfers\nshared|2026-11-20T10:50:45-03:00\n{"amount":100}';

    const signature = Buffer.from(crypto.sign('sha256', 'rsaKey', text, 'base64url'), 'base64url');

    expect(verify('sha256', Buffer.from(plain), rsa.publicKey, signature)).toBe(true);
    expect(crypto.hash('sha256', text, 'base64url')).toBe(createHash('sha256').update(plain).digest('base64url'));
    expect(crypto.hmac('sha256', 'secret', text, 'hex')).toBe(
      createHmac('sha256', 'shared').update(plain).digest('hex'),
    );
    expect(() => crypto.hash('sha256', [{ credential: 'nothing' }], 'hex')).toThrow('nothing is required');
  });

  it('computes with credentials by name', () => {
    expect(crypto.hmac('sha512', 'secret', 'data', 'hex')).toBe(
      createHmac('sha512', 'shared').update('data').digest('hex'),
    );
    expect(crypto.hash('md5', 'data', 'base64')).toBe(createHash('md5').update('data').digest('base64'));
    expect([crypto.equals('secret', 'shared'), crypto.equals('secret', 'share'), crypto.equals('secret', '')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('signs with RSA and with keys that bring their own scheme', () => {
    const [rsaSignature, edSignature] = [
      crypto.sign('sha256', 'rsaKey', 'data'),
      crypto.sign('sha256', 'edKey', 'data'),
    ];

    expect(verify('sha256', Buffer.from('data'), rsa.publicKey, Buffer.from(rsaSignature, 'base64'))).toBe(true);
    expect(verify(null, Buffer.from('data'), ed.publicKey, Buffer.from(edSignature, 'base64'))).toBe(true);
  });

  it.each([
    ['other', 'other is required'],
    ['noKey', '"noKey" is not a private key'],
  ])('names the credential that cannot sign: %s', (name, message) => {
    expect(() => crypto.sign('sha256', name, 'data')).toThrow(message);
  });
});

describe('createTokenVault', () => {
  it('gives one reference for one value and forgets the oldest beyond its limit', () => {
    const vault = createTokenVault();
    const first = vault.seal('value-0');

    expect(vault.seal('value-0')).toBe(first);
    for (let count = 1; count <= 10_000; count++) vault.seal(`value-${count}`);

    expect(vault.open(first)).toBeUndefined();
    expect(vault.open(vault.seal('value-10000'))).toBe('value-10000');
  });
});

describe('redactPath', () => {
  it.each([
    ['/customers?cpfCnpj=ABCDEFGHIJKL35&limit=1', '/customers?cpfCnpj=[redacted]&limit=1'],
    ['/charges/chg_1', '/charges/chg_1'],
    ['/charges?page=1&limit=100', '/charges?page=1&limit=100'],
    ['/customers?cpfCnpj=52998224725', '/customers?cpfCnpj=[redacted]'],
    ['/customers?cpf=529.982.247-25&page=2', '/customers?cpf=[redacted]&page=2'],
    ['/customers/52998224725', '/customers/[redacted]'],
    ['/customers?email=maria%40example.com', '/customers?email=[redacted]'],
    ['/pix/keys/maria@example.com/x', '/pix/keys/[redacted]/x'],
    ['/cards/4111111111111111/x', '/cards/[redacted]/x'],
    ['/GerarQRCode?ci=s%26cret-1', '/GerarQRCode?ci=[redacted]'],
    ['/hook/s&cret-1', '/hook/[redacted]'],
  ])('%s', (path, expected) => {
    expect(redactPath(path, ['s&cret-1', 'x'])).toBe(expected);
  });
});
