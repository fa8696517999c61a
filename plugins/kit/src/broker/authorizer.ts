/** Puts the declared credentials on outgoing calls, so that no adapter ever holds one. */
import type { Manifest, ProviderAuth } from '@feira/schemas/manifest';
import { ProviderError } from '../errors.ts';
import type { Clock, HttpRequest, Settings } from '../host.ts';
import type { TokenVault } from './vault.ts';

export interface Authorizer {
  /** Headers for one call. */
  headersFor(auth: HttpRequest['auth']): Record<string, string> | Promise<Record<string, string>>;
  /** After a 401: true when a fresh token may help, so that the call is worth one more try. */
  forgetToken(used: Record<string, string>): boolean;
}

export interface AuthorizerOptions {
  manifest: Manifest;
  secrets: ReadonlyMap<string, string>;
  settings: Settings;
  clock: Clock;
  vault: TokenVault;
  /** Sends the token request without any authentication of its own. */
  requestToken(call: {
    path: string;
    headers: Record<string, string>;
    body: string;
    isJson: boolean;
  }): Promise<unknown>;
}

type OAuth2 = Extract<ProviderAuth, { type: 'oauth2' }>;
type Basic = Extract<ProviderAuth, { type: 'basic' }>;
const NO_HEADERS: Record<string, string> = {};
/** A token is renewed this long before its end, so that it does not run out under way. */
const TOKEN_MARGIN_MS = 30_000;
const DEFAULT_TOKEN_SECONDS = 300;

/** The value behind a credential's name; ids that are no secrets live among the settings. */
export function readCredential(secrets: ReadonlyMap<string, string>, settings: Settings, name: string): string {
  const value = secrets.get(name) ?? settings[name];
  if (value === undefined || value === '') {
    throw new ProviderError('UNAUTHORIZED', 'NOT_SENT', `Credential "${name}" is not set: fill it in the connection.`);
  }
  return String(value);
}

const toBasic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const { auth } = options.manifest;
  const read = (name: string) => readCredential(options.secrets, options.settings, name);
  const tokens = auth.type === 'oauth2' ? createTokenSource(auth, options, read) : undefined;
  let fixed: Record<string, string> | undefined;

  return {
    headersFor(wanted) {
      if (wanted === 'none') return NO_HEADERS;
      if (typeof wanted === 'object') return headersForToken(auth, openToken(options.vault, wanted.token));
      if (tokens) return tokens.headers();
      fixed ??= fixedHeaders(auth, read);
      return fixed;
    },
    forgetToken: (used) => tokens?.forget(used) ?? false,
  };
}

function fixedHeaders(auth: ProviderAuth, read: (name: string) => string): Record<string, string> {
  if (auth.type === 'header') return { [auth.header]: (auth.prefix ?? '') + read(auth.credential) };
  if (auth.type === 'basic') {
    const part = ({ credential, literal }: Basic['username']) => (credential ? read(credential) : (literal ?? ''));
    return { authorization: toBasic(part(auth.username), part(auth.password)) };
  }
  return NO_HEADERS;
}

function openToken(vault: TokenVault, reference: string): string {
  const token = vault.open(reference);
  if (token !== undefined) return token;
  throw new ProviderError(
    'UNAUTHORIZED',
    'NOT_SENT',
    "The receiver's token is not known here: pass the reference the host gave.",
  );
}

/** A receiver's token stands where the platform's own credential would. */
function headersForToken(auth: ProviderAuth, token: string): Record<string, string> {
  if (auth.type === 'header') return { [auth.header]: (auth.prefix ?? '') + token };
  if (auth.type !== 'basic') return { authorization: `Bearer ${token}` };
  if (auth.username.credential) return { authorization: toBasic(token, auth.password.literal ?? '') };
  return { authorization: toBasic(auth.username.literal ?? '', token) };
}

function createTokenSource(auth: OAuth2, options: AuthorizerOptions, read: (name: string) => string) {
  let current: { headers: Record<string, string>; until: number } | undefined;
  let underWay: Promise<Record<string, string>> | undefined;

  const fetchToken = async () => {
    const { token, seconds } = readToken(await options.requestToken(toTokenCall(auth, read)));
    const headers = { authorization: `Bearer ${token}` };
    current = { headers, until: options.clock.now().getTime() + seconds * 1000 - TOKEN_MARGIN_MS };
    return headers;
  };
  return {
    headers() {
      if (current && options.clock.now().getTime() < current.until) return current.headers;
      // Single flight: a burst of purchases asks for one token, not for one each.
      underWay ??= fetchToken().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    forget(used: Record<string, string>) {
      if (current?.headers.authorization === used.authorization) current = undefined;
      return used.authorization !== undefined;
    },
  };
}

function toTokenCall(auth: OAuth2, read: (name: string) => string) {
  const fields: Record<string, string> = { grant_type: 'client_credentials' };
  const headers: Record<string, string> = {};
  if (auth.scope) fields.scope = auth.scope;
  if (auth.clientIn === 'basic') headers.authorization = toBasic(read(auth.clientId), read(auth.clientSecret));
  else Object.assign(fields, { client_id: read(auth.clientId), client_secret: read(auth.clientSecret) });
  const isJson = auth.encoding === 'json';
  const body = isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
  return { path: auth.tokenPath, headers, body, isJson };
}

function readToken(answer: unknown): { token: string; seconds: number } {
  const fields = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  const token = fields.access_token ?? fields.accessToken;
  if (typeof token !== 'string' || token === '') {
    throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The token answer has no access_token.');
  }
  const seconds = Number(fields.expires_in ?? fields.expiresIn ?? DEFAULT_TOKEN_SECONDS);
  return { token, seconds: Number.isFinite(seconds) ? seconds : DEFAULT_TOKEN_SECONDS };
}
