/** Keys of service accounts are read as Google hands them out, and e-mails written as Google compares them. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { normalizeEmail, sealableToken, toDestination } from './google-ads.ts';

const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const ec = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const KEY = {
  type: 'service_account',
  project_id: 'shop',
  client_email: 'feira@shop.iam.gserviceaccount.com',
  private_key_id: '1',
  private_key: rsa.privateKey,
};
const DESTINATION = { account: '123-456-7890', conversionAction: '987' };
const read = (key: object | string, destination: typeof DESTINATION | undefined = DESTINATION) =>
  sealableToken(typeof key === 'string' ? key : JSON.stringify(key, null, 2), destination);

describe('the key of a service account', () => {
  it('is kept with the place of the conversions, whose hyphens the API does not take', () => {
    expect(toDestination(sealableToken(JSON.stringify(KEY), { ...DESTINATION, manager: '111-222-3333' }))).toEqual({
      operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' },
      loginAccount: { accountType: 'GOOGLE_ADS', accountId: '1112223333' },
      productDestinationId: '987',
    });
    expect(toDestination(read(KEY))).not.toHaveProperty('loginAccount');
  });

  it.each([
    ['no JSON', 'AIza-some-token'],
    ['no object', 'null'],
    ['the client of a person', { ...KEY, type: 'authorized_user' }],
    ['without its address', { ...KEY, client_email: undefined }],
    ['cut off', { ...KEY, private_key: rsa.privateKey.slice(0, 200) }],
    ['of another kind than Google signs with', { ...KEY, private_key: ec.privateKey }],
  ])('is refused where it is %s', (_what, key) => {
    expect(() => read(key)).toThrow(expect.objectContaining({ code: 'PIXEL_TOKEN_INVALID', fields: ['secret'] }));
  });

  it('is refused without the place of the conversions', () => {
    const without = () => sealableToken(JSON.stringify(KEY), undefined);

    expect(without).toThrow(expect.objectContaining({ code: 'PIXEL_DESTINATION_MISSING', fields: ['destination'] }));
  });
});

it.each([
  [' Cloudy.SanFrancisco+shopping@Gmail.com ', 'cloudysanfrancisco@gmail.com'],
  ['a.b+c@googlemail.com', 'ab@googlemail.com'],
  ['User.Name+NYC@Example.com', 'user.name+nyc@example.com'],
])('%s is compared as %s', (email, compared) => {
  expect(normalizeEmail(email)).toBe(compared);
});
