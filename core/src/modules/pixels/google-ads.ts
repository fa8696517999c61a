/**
 * Reports to Google Ads by the Data Manager API, which takes the key of a service account and no developer token. A conversion is told apart
 * by its transaction id, so that a second report with the same one restates the first. docs/pixels.md names the pages.
 */
import { createPrivateKey, sign } from 'node:crypto';
import type { Input } from '@feira/schemas/procedure';
import type { setPlatformToken } from '@feira/schemas/procedures/pixels';
import { AppError } from '../../plugins/errors.ts';

const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/datamanager';
const JWT_SECONDS = 3_600;

export type AdsDestination = NonNullable<Input<typeof setPlatformToken>['destination']>;

/** The value that is sealed as the token of a pixel. */
interface AdsToken extends AdsDestination {
  email: string;
  keyId: string;
  privateKey: string;
}

const digitsOf = (id: string): string => id.replaceAll('-', '');

/** Reads the file that Google hands out as the key of a service account. Throws where it is none. */
export function sealableToken(file: string, destination: AdsDestination | undefined): string {
  if (!destination) throw new AppError('PIXEL_DESTINATION_MISSING', { fields: ['destination'] });
  const { account, manager, conversionAction } = destination;
  const token: AdsToken = {
    ...readKey(file),
    account: digitsOf(account),
    conversionAction,
    ...(manager && { manager: digitsOf(manager) }),
  };
  return JSON.stringify(token);
}

function readKey(file: string): Pick<AdsToken, 'email' | 'keyId' | 'privateKey'> {
  try {
    const { type, client_email: email, private_key_id: keyId, private_key: privateKey } = JSON.parse(file);
    const isWhole = [email, keyId, privateKey].every((text) => typeof text === 'string' && text !== '');
    if (type === 'service_account' && isWhole && createPrivateKey(privateKey).asymmetricKeyType === 'rsa')
      return { email, keyId, privateKey };
  } catch {
    // Said below, without what was typed.
  }
  throw new AppError('PIXEL_TOKEN_INVALID', { fields: ['secret'] });
}

const parseToken = (token: string): AdsToken => JSON.parse(token);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The request for an access token: an assertion that is signed with the key. */
export function toAccessRequest(token: string, origin: string, now: Date): { url: string; form: URLSearchParams } {
  const { email, keyId, privateKey } = parseToken(token);
  const seconds = Math.floor(now.getTime() / 1_000);
  const claims = { iss: email, scope: SCOPE, aud: TOKEN_ADDRESS, iat: seconds, exp: seconds + JWT_SECONDS };
  const text = `${encode({ alg: 'RS256', typ: 'JWT', kid: keyId })}.${encode(claims)}`;
  const assertion = `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  return {
    url: `${origin}/token`,
    form: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  };
}

const ofAds = (accountId: string) => ({ accountType: 'GOOGLE_ADS', accountId });

export function toDestination(token: string): object {
  const { account, manager, conversionAction } = parseToken(token);
  return {
    operatingAccount: ofAds(account),
    ...(manager && { loginAccount: ofAds(manager) }),
    productDestinationId: conversionAction,
  };
}

/** Google compares addresses of its own mail without dots, and without what follows a plus sign. */
export function normalizeEmail(email: string): string {
  const [name = '', domain = ''] = email.replaceAll(/\s/g, '').toLowerCase().split('@');
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return `${isGoogle ? name.replace(/\+.*/, '').replaceAll('.', '') : name}@${domain}`;
}
