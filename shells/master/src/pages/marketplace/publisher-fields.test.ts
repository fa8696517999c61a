import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PUBLISHER } from './publisher-fields.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const PUBLIC = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const DER = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const PRIVATE = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('PUBLISHER', () => {
  it.each([
    ['Acme', PUBLIC, {}],
    [' Acme ', DER, {}],
    ['A', '', { name: 'nameShort', publicKey: 'keyMissing' }],
    ['Acme', PRIVATE, { publicKey: 'keyPrivate' }],
    ['Acme', `${PUBLIC}${PRIVATE}`, { publicKey: 'keyPrivate' }],
  ])('says of %j what is wrong', (name, key, problems) => {
    expect(PUBLISHER.read({ name, publicKey: key }).problems).toEqual(problems);
  });
});
