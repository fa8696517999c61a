import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from './envelope.ts';
import { deriveSealKeys } from './seal-keys.ts';
import { readToken, signToken } from './signed-token.ts';

const key = randomBytes(32);

describe('sealSecret', () => {
  it('opens in its own place with its own key, and is never the same twice', () => {
    const sealed = sealSecret(key, 'sk_live', 'platform|connection|apiKey');

    expect(openSecret(key, sealed, 'platform|connection|apiKey').toString()).toBe('sk_live');
    expect(sealSecret(key, 'sk_live', 'platform|connection|apiKey').equals(sealed)).toBe(false);
  });

  it('does not open elsewhere, with another key, or with one bit changed', () => {
    const sealed = sealSecret(key, 'sk_live', 'platform|connection|apiKey');
    const broken = Buffer.from(sealed);
    broken[broken.length - 1] = (broken.at(-1) as number) ^ 1;

    expect(() => openSecret(key, sealed, 'platform|other|apiKey')).toThrow();
    expect(() => openSecret(randomBytes(32), sealed, 'platform|connection|apiKey')).toThrow();
    expect(() => openSecret(key, broken, 'platform|connection|apiKey')).toThrow();
  });
});

describe('deriveSealKeys', () => {
  it('gives every node with the same key the same pair, and others another', () => {
    expect(deriveSealKeys(key).publicJwk).toEqual(deriveSealKeys(key).publicJwk);
    expect(deriveSealKeys(randomBytes(32)).kid).not.toBe(deriveSealKeys(key).kid);
    expect(deriveSealKeys(key).publicJwk).not.toHaveProperty('d');
  });
});

describe('signToken', () => {
  it('is read back for its purpose only', () => {
    const token = signToken(key, 'upsell', 'payment-1');

    expect(readToken([randomBytes(32), key], 'upsell', token)).toBe('payment-1');
    expect(readToken([randomBytes(32), key], 'refund', token)).toBeNull();
    expect(readToken([randomBytes(32), key], 'upsell', token.replace('payment-1', 'payment-2'))).toBeNull();
  });

  it('is not read with anything behind its signature, because pages show it again as it came', () => {
    expect(readToken([key], 'upsell', `${signToken(key, 'upsell', 'payment-1')}."><script>`)).toBeNull();
  });
});
