/** Both proofs of a described provider: that a caller may call, and that an event is its own. The manifest says how; its simulator alone. */
import { createHash, createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@feira/schemas/description';
import type { Manifest, OAuth2, WebhookAuthentication } from '@feira/schemas/manifest';
import { fixedHeaders, toLowerCase, toTokenCall } from '../broker/authorizer.ts';
import { composeTexts } from '../broker/credentials.ts';
import { bodyHash, expectedHeader, isLeftOut, listSchemes } from '../broker/webhook-authentication.ts';
import { fillTemplate } from '../broker/webhook-text.ts';
import type { SimulatorContext, SimulatorRequest, SimulatorResponse } from '../simulator.ts';
import { writeSource } from './sources.ts';

type Credentials = Record<string, string>;
type Digest = Extract<WebhookAuthentication, { type: 'hmac' | 'hash' }>;
const LIFE_SECONDS = 1_800;
const READING = { words: {}, unit: 'cents' } as const;

const reader = (credentials: Credentials) => (name: string) => credentials[name] ?? '';

/** The clients that ask for tokens, each with the base where it does: the manifest's own, and those of single bases. */
const listClients = ({ auth, bases = {} }: Manifest): { auth: OAuth2; base: string }[] =>
  [['default', auth] as const, ...Object.entries(bases).map(([name, base]) => [name, base.auth] as const)].flatMap(
    ([name, one]) => (one?.type === 'oauth2' ? { auth: one, base: one.base ?? name } : []),
  );

/** Each client has a token of its own, so that the wrong one is seen. */
const tokenOf = (manifest: Manifest, auth: OAuth2) =>
  `simulated-token-${listClients(manifest).findIndex((client) => client.auth === auth)}`;

/** Undefined where the request asks for no access token. */
export function grantToken(
  manifest: Manifest,
  { credentials, clock }: SimulatorContext,
  { method, path, base: called = 'default', headers, body }: SimulatorRequest,
): SimulatorResponse | undefined {
  if (method !== 'POST') return undefined;
  const calls = listClients(manifest)
    .map(({ auth, base }) => ({ auth, base, call: toTokenCall(auth, credentials, reader(credentials)) }))
    .filter(({ base, call }) => base === called && call.path === path);
  if (calls.length === 0) return undefined;
  const found = calls.find(({ call }) => {
    const fields = call.isJson ? JSON.parse(call.body) : Object.fromEntries(new URLSearchParams(call.body));
    return carries(headers, call.headers) && isDeepStrictEqual({ ...(body as object) }, fields);
  });
  if (!found) return { status: 401, body: { error: 'invalid_client' } };
  const { token = 'access_token', expiresIn = 'expires_in', expiresAt } = found.auth.answer ?? {};
  const end = new Date(clock.now().getTime() + LIFE_SECONDS * 1_000).toISOString();
  const life = expiresAt ? writeSource(expiresAt, {}, '', end, READING) : { [expiresIn]: LIFE_SECONDS };
  return { status: 200, body: writeSource(token, life, '', tokenOf(manifest, found.auth), READING) };
}

const carries = (headers: Record<string, string>, wanted: Record<string, string>) =>
  Object.entries(wanted).every(([name, value]) => headers[name] === value);

/** Returns whether a call to this base carries what the manifest puts on its calls. */
export function isAllowed(
  manifest: Manifest,
  credentials: Credentials,
  { headers, base = 'default' }: SimulatorRequest,
): boolean {
  const read = reader(credentials);
  const { auth = manifest.auth, headers: own } = manifest.bases?.[base] ?? {};
  const proof =
    auth.type === 'oauth2'
      ? { [auth.header ?? 'authorization']: (auth.prefix ?? 'Bearer ') + tokenOf(manifest, auth) }
      : fixedHeaders(auth, read);
  return carries(headers, { ...toLowerCase(composeTexts({ ...manifest.headers, ...own }, read)), ...proof });
}

export interface SignedEvent {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The event as it is sent, with the first proof whose secret the connection has. `id` stands for what else a signed text names. */
export function signEvent(
  manifest: Manifest,
  { credentials, clock }: Pick<SimulatorContext, 'credentials' | 'clock'>,
  event: Json,
  { url, id }: { url: string; id: string },
): SignedEvent {
  const secrets = new Map(Object.entries(credentials));
  const proofs = listSchemes(manifest).filter((scheme) => !isLeftOut(scheme, secrets));
  const proof = proofs.find(({ type }) => type !== 'none');
  const address = new URL(url);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  let told = event;
  if (proof?.type === 'bodyHash') {
    // Events of one kind may be covered by another text than those of the next.
    const text = { headers, query: Object.fromEntries(address.searchParams), rawBody: JSON.stringify(event) };
    for (const one of proofs.filter((scheme) => scheme.type === 'bodyHash')) {
      const digest = bodyHash(one, text, credentials[one.credential] ?? '');
      if (digest === undefined) continue;
      return { url, headers, body: JSON.stringify(writeSource(one.field, event, '', digest, READING)) };
    }
  }
  if (proof?.type === 'field') {
    const secret = credentials[proof.credential] ?? '';
    if (proof.in === 'query') address.searchParams.set(proof.field, secret);
    else told = writeSource(proof.field, event, '', secret, READING);
  }
  if (proof?.type === 'header') headers[proof.header] = expectedHeader(proof, secrets) ?? '';
  if (proof?.type === 'basic') headers.authorization = expectedHeader(proof, secrets) ?? '';
  if (proof?.type !== 'hmac' && proof?.type !== 'hash')
    return { url: address.href, headers, body: JSON.stringify(told) };

  const parts: Record<string, string> = {};
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  for (const name of listNames(proof)) {
    const [kind = '', ...rest] = name.split('.');
    const key = rest.join('.');
    const value = name === proof.timestamp ? String(seconds) : id;
    if (kind === 'header') headers[key.toLowerCase()] = value;
    if (kind === 'query') address.searchParams.set(key, value);
    if (kind === 'part') parts[key] = value;
    if (kind === 'body' && name === proof.timestamp) told = writeSource(key, told, '', seconds, READING);
  }
  const body = JSON.stringify(told);
  const text = { headers, query: Object.fromEntries(address.searchParams), rawBody: body };
  headers[proof.header] = digest(proof, text, credentials[proof.credential] ?? '', parts);
  return { url: address.href, headers, body };
}

/** Returns the names in the signed text, and the name of its time. */
const listNames = ({ over = '', timestamp }: Digest): Set<string> =>
  new Set([...[...over.matchAll(/\{([^{}|]+)/g)].map(([, name = '']) => name), ...(timestamp ? [timestamp] : [])]);

function digest(
  { type, algorithm, encoding, over = '{body}', part, separator = ',', prefix = '' }: Digest,
  text: Parameters<typeof fillTemplate>[1],
  secret: string,
  parts: Record<string, string>,
): string {
  const signed = fillTemplate(over, text, { secret, parts }) ?? '';
  const hash = type === 'hmac' ? createHmac(algorithm, secret) : createHash(algorithm);
  const signature = prefix + hash.update(signed).digest(encoding);
  if (part === undefined) return signature;
  return Object.entries({ ...parts, [part]: signature })
    .map((pair) => pair.join('='))
    .join(separator);
}
