/** Puts the declared credentials on outgoing calls, so that no adapter ever holds one. */
import type { OAuth2, ProviderAuth } from '@feira/schemas/manifest';
import { readDate } from '../dates.ts';
import { ProviderError } from '../errors.ts';
import type { Clock, HttpRequest, SecretText, Settings } from '../host.ts';
import { openAccount } from './account.ts';
import { composeText, composeTexts, readCredential } from './credentials.ts';
import type { TokenVault } from './vault.ts';

export interface Authorizer {
  /** Headers for one call. */
  headersFor(auth: HttpRequest['auth']): Record<string, string> | Promise<Record<string, string>>;
  /** After a 401: true when a fresh token may help, so that the call is worth one more try. */
  forgetToken(used: Record<string, string>, auth: HttpRequest['auth']): boolean;
}

export interface TokenCall {
  path: string;
  headers: Record<string, string>;
  body: string;
  isJson: boolean;
}

export interface AuthorizerOptions {
  auth: ProviderAuth;
  secrets: ReadonlyMap<string, string>;
  settings: Settings;
  clock: Clock;
  vault: TokenVault;
  /** Credentials that only accounts of receivers have. */
  accountOnly: ReadonlySet<string>;
  /** Sends the token request without any authentication of its own. */
  requestToken(call: TokenCall): Promise<unknown>;
}

type Read = (name: string) => string;
type TokenSource = ReturnType<typeof createTokenSource>;
type Basic = Extract<ProviderAuth, { type: 'basic' }>;
const NO_HEADERS: Record<string, string> = {};
/** A token is renewed this long before its end, so that it does not run out under way; a short-lived one after half its life. */
const TOKEN_MARGIN_MS = 30_000;
const DEFAULT_TOKEN_SECONDS = 300;
/** With more receivers than these, the oldest one's access token is asked for again. */
const MOST_ACCOUNTS = 1_000;

const toBasic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const { auth } = options;
  const read = (name: string) => readCredential(options.secrets, options.settings, name);
  const tokens = auth.type === 'oauth2' ? createTokenSource(auth, options, read) : undefined;
  const accounts = new Map<string, TokenSource>();
  let fixed: Record<string, string> | undefined;

  /** An access token belongs to one account. */
  const headersForAccount = (reference: string) => {
    const own = openAccount(options.vault, reference);
    const readOwn = (name: string) => own.get(name) ?? read(name);
    if (auth.type !== 'oauth2') return fixedHeaders(auth, readOwn);
    const source = accounts.get(reference) ?? createTokenSource(auth, options, readOwn, own);
    accounts.set(reference, source);
    const [oldest] = accounts.keys();
    if (accounts.size > MOST_ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
    return source.headers();
  };

  return {
    headersFor(wanted) {
      if (wanted === 'none') return NO_HEADERS;
      if (typeof wanted === 'object' && 'account' in wanted) return headersForAccount(wanted.account);
      if (typeof wanted === 'object') return headersForToken(auth, openToken(options.vault, wanted.token));
      if (tokens) return tokens.headers();
      fixed ??= fixedHeaders(auth, read);
      return fixed;
    },
    forgetToken(used, wanted) {
      const isAccount = typeof wanted === 'object' && 'account' in wanted;
      return (isAccount ? accounts.get(wanted.account) : tokens)?.forget(used) ?? false;
    },
  };
}

export function fixedHeaders(auth: ProviderAuth, read: Read): Record<string, string> {
  if (auth.type === 'header') return { [auth.header]: (auth.prefix ?? '') + read(auth.credential) };
  if (auth.type === 'headers') return toLowerCase(composeTexts(auth.headers, read));
  if (auth.type === 'basic') {
    const part = ({ credential, literal }: Basic['username']) => (credential ? read(credential) : (literal ?? ''));
    return { authorization: toBasic(part(auth.username), part(auth.password)) };
  }
  return NO_HEADERS;
}

export const toLowerCase = (headers: Record<string, string> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

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

function createTokenSource(
  auth: OAuth2,
  options: AuthorizerOptions,
  read: Read,
  account?: ReadonlyMap<string, string>,
) {
  const { header = 'authorization', prefix = 'Bearer ' } = auth;
  let current: { headers: Record<string, string>; until: number } | undefined;
  let underWay: Promise<Record<string, string>> | undefined;

  const fetchToken = async () => {
    const call = toTokenCall(auth, options.settings, read, { accountOnly: options.accountOnly, account });
    const { token, lifeMs } = readToken(auth, await options.requestToken(call), options.clock.now().getTime());
    const headers = { [header]: prefix + token };
    current = { headers, until: options.clock.now().getTime() + lifeMs - Math.min(TOKEN_MARGIN_MS, lifeMs / 2) };
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
      if (current?.headers[header] === used[header]) current = undefined;
      return used[header] !== undefined;
    },
  };
}

/** The values that only accounts of receivers have, and the account whose call it is. */
interface OwnCredentials {
  accountOnly: ReadonlySet<string>;
  account?: ReadonlyMap<string, string> | undefined;
}

export function toTokenCall(
  auth: OAuth2,
  settings: Settings,
  read: Read,
  { accountOnly, account }: OwnCredentials = { accountOnly: new Set() },
): TokenCall {
  const headers = toLowerCase(composeTexts(auth.headers, read));
  if (auth.clientIn === 'basic') headers.authorization = toBasic(read(auth.clientId), readSecretOf(auth, read));
  const isAbsent = (name: string) => accountOnly.has(name) && !account?.has(name);
  const fields = auth.body ? composeTree(auth.body, read, isAbsent) : standardFields(auth, read);
  const isJson = auth.encoding === 'json';
  const body = isJson ? JSON.stringify(fields) : new URLSearchParams(fields as Record<string, string>).toString();
  return { path: toTokenPath(auth.tokenPath, settings), headers, body, isJson };
}

/** The path of the token call: the manifest's, which may have a query, or the one that the owner typed. */
export function toTokenPath(path: OAuth2['tokenPath'], settings: Settings): string {
  const isTyped = typeof path !== 'string';
  const value = isTyped ? String(settings[path.setting] || path.default) : path;
  const form = isTyped ? /^\/(?!\/)[\w./-]*$/ : /^\/(?!\/)[\w./-]*(\?[\w=&-]*)?$/;
  if (form.test(value) && !value.includes('..')) return value;
  throw new ProviderError(
    'UNAUTHORIZED',
    'NOT_SENT',
    'The path of the token call must start with "/" and be a path only.',
  );
}

function standardFields(auth: OAuth2, read: Read): Record<string, string> {
  const fields: Record<string, string> = { grant_type: 'client_credentials' };
  if (auth.scope) fields.scope = auth.scope;
  if (auth.clientIn === 'body') {
    fields.client_id = read(auth.clientId);
    if (auth.clientSecret) fields.client_secret = read(auth.clientSecret);
  }
  return fields;
}

const readSecretOf = ({ clientSecret }: OAuth2, read: Read) => (clientSecret ? read(clientSecret) : '');

/** A field that needs what the account does not have is left out. */
function composeTree(
  tree: Record<string, unknown>,
  read: Read,
  isAbsent: (name: string) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]): [string, unknown][] => {
      if (Array.isArray(value) && value.some((part) => typeof part === 'object' && isAbsent(part.credential)))
        return [];
      const isLeaf = typeof value === 'string' || Array.isArray(value);
      return [
        [
          name,
          isLeaf
            ? composeText(value as SecretText, read)
            : composeTree(value as Record<string, unknown>, read, isAbsent),
        ],
      ];
    }),
  );
}

const readAt = (answer: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      answer,
    );

function readToken(auth: OAuth2, answer: unknown, now: number): { token: string; lifeMs: number } {
  const places = auth.answer ?? {};
  const token = places.token
    ? readAt(answer, places.token)
    : (readAt(answer, 'access_token') ?? readAt(answer, 'accessToken'));
  if (typeof token !== 'string' || token === '') {
    throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', `The token answer has no ${places.token ?? 'access_token'}.`);
  }
  const standardMs = (places.seconds ?? DEFAULT_TOKEN_SECONDS) * 1_000;
  if (places.expiresAt) {
    const lifeMs = toTime(readAt(answer, places.expiresAt)) - now;
    return { token, lifeMs: lifeMs > 0 ? lifeMs : standardMs };
  }
  const told = places.expiresIn
    ? readAt(answer, places.expiresIn)
    : (readAt(answer, 'expires_in') ?? readAt(answer, 'expiresIn'));
  const seconds = told === null || told === '' ? Number.NaN : Number(told ?? Number.NaN);
  return { token, lifeMs: Number.isFinite(seconds) ? seconds * 1_000 : standardMs };
}

/** Milliseconds since 1970 of an ISO 8601 time (without a zone, of São Paulo), of seconds or of milliseconds; NaN for anything else. */
function toTime(value: unknown): number {
  const count =
    typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : undefined;
  // Seconds stay below 100,000,000,000 until the year 5138.
  if (count !== undefined) return count < 100_000_000_000 ? count * 1_000 : count;
  return typeof value === 'string' ? Date.parse(readDate(value) ?? '') : Number.NaN;
}
