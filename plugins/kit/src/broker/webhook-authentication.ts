/** Decides over the exact received bytes whether a webhook comes from the provider. */
import { createHash, createHmac } from 'node:crypto';
import type { Manifest, WebhookAuthentication } from '@feira/schemas/manifest';
import { isSame } from './secret-crypto.ts';
import {
  fillTemplate,
  findHeader,
  readBodyValue,
  readParts,
  replaceBodyValue,
  type WebhookText,
} from './webhook-text.ts';

export interface WebhookProof {
  manifest: Manifest;
  secrets: ReadonlyMap<string, string>;
  headers: Record<string, string>;
  query?: Record<string, string>;
  rawBody: string | Buffer;
  /** The time of arrival; now unless told. */
  receivedAt?: Date;
  /** The address from which it came; none is known unless told. */
  senderAddress?: string | null;
  /** The key redactWebhook was given, when the event went through it; several where that key was changed since. */
  digestKey?: Buffer | readonly Buffer[];
}

type Scheme<T extends WebhookAuthentication['type']> = Extract<WebhookAuthentication, { type: T }>;
type Digest = Scheme<'hmac'> | Scheme<'hash'>;

const DIGEST = 'hmac-sha256:';

/** All declared proofs: any one of them suffices. */
export const listSchemes = ({ webhook }: Manifest): WebhookAuthentication[] => [
  webhook.authentication,
  ...(webhook.alternatives ?? []),
];

/** True where a proof covers all that the event says. */
export const signsBody = (scheme: WebhookAuthentication): boolean =>
  scheme.type === 'bodyHash'
    ? scheme.over.includes('{values}')
    : (scheme.type === 'hmac' || scheme.type === 'hash') &&
      (scheme.over === undefined || scheme.over.includes('{body}'));

/** `isSigned` is true only for a signature over the body; every other event is a hint to ask the provider. */
export function authenticateWebhook(proof: WebhookProof): { ok: boolean; isSigned: boolean } {
  const schemes = listSchemes(proof.manifest).filter((scheme) => !isLeftOut(scheme, proof.secrets));
  // Every proof was optional, and none is set up.
  if (schemes.length === 0) return { ok: true, isSigned: false };
  const proven = schemes.filter((scheme) => isProven(proof, scheme));
  const named = proven.length > 0 ? proven : schemes;
  return { ok: proven.length > 0, isSigned: named.some(signsBody) };
}

/** Whether somebody who knows a secret of the connection sent it, signed or not, or a server of the provider's. */
export const provesSender = (proof: WebhookProof): boolean =>
  isFromAddress(proof.manifest, proof.senderAddress) ||
  listSchemes(proof.manifest).some(
    (scheme) => scheme.type !== 'none' && !isLeftOut(scheme, proof.secrets) && isProven(proof, scheme),
  );

/** Whether the provider says that it sends from this address. */
export const isFromAddress = ({ webhook }: Manifest, address: string | null | undefined): boolean =>
  webhook.addresses?.includes(address ?? '') === true;

export const isLeftOut = (scheme: WebhookAuthentication, secrets: ReadonlyMap<string, string>): boolean =>
  'optional' in scheme && scheme.optional === true && !secrets.get(scheme.credential);

function isProven(proof: WebhookProof, scheme: WebhookAuthentication): boolean {
  switch (scheme.type) {
    case 'none':
      return true;
    case 'hmac':
    case 'hash':
      return hasSignature(proof, scheme);
    case 'bodyHash':
      return hasBodyHash(proof, scheme);
    case 'field':
      return hasSecret(proof, proof.secrets.get(scheme.credential) || undefined, readField(toText(proof), scheme));
    default: {
      const header = scheme.type === 'header' ? scheme.header : 'authorization';
      return hasSecret(proof, expectedHeader(scheme, proof.secrets), findHeader(proof.headers, header));
    }
  }
}

/** An unset secret proves nothing: without this every sender would be accepted. */
function hasSecret({ digestKey }: WebhookProof, expected: string | undefined, received: string | undefined): boolean {
  if (expected === undefined || received === undefined) return false;
  const keys = digestKey === undefined ? [] : [digestKey].flat();
  return keys.length > 0 && received.startsWith(DIGEST)
    ? keys.some((key) => isSame(toDigest(expected, key), received))
    : isSame(expected, received);
}

/**
 * Replaces what proves the sender by a keyed digest, so that an event can be stored without the secret. Any of the manifests may be the one
 * that reads it.
 */
export function redactWebhook<T extends WebhookText>(
  { headers, query, rawBody, ...rest }: T,
  { manifests, key }: { manifests: readonly Manifest[]; key: Buffer },
): T {
  const schemes = manifests.flatMap(listSchemes);
  const fields = schemes.filter((scheme) => scheme.type === 'field');
  const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);
  for (const scheme of schemes) if (scheme.type === 'header') secretHeaders.add(scheme.header);
  const secretQuery = new Set(fields.filter((scheme) => scheme.in === 'query').map(({ field }) => field));
  const secretBody = new Set(fields.filter((scheme) => scheme.in === 'body').map(({ field }) => field));
  return {
    ...rest,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        const lowerName = name.toLowerCase();
        return [lowerName, secretHeaders.has(lowerName) ? toDigest(value, key) : value];
      }),
    ),
    query: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, secretQuery.has(name) ? toDigest(value, key) : value]),
    ),
    rawBody: [...secretBody].reduce(
      (body, field) => replaceBodyValue(body, field, (value) => toDigest(value, key)),
      rawBody,
    ),
  } as T;
}

const toDigest = (value: string, key: Buffer) => DIGEST + createHmac('sha256', key).update(value).digest('hex');

export function expectedHeader(
  authentication: Scheme<'header'> | Scheme<'basic'>,
  secrets: ReadonlyMap<string, string>,
): string | undefined {
  if (authentication.type === 'header') {
    const secret = secrets.get(authentication.credential);
    if (!secret) return undefined;
    const text = 'encoding' in authentication ? Buffer.from(secret, 'utf8').toString('base64') : secret;
    return (authentication.prefix ?? '') + text;
  }
  const { username, password } = authentication;
  const part = (source: typeof username) => (source.credential ? secrets.get(source.credential) : source.literal);
  const [user, word] = [part(username), part(password)];
  // Two fixed words would be no secret at all; the manifest check refuses them.
  if (user === undefined || word === undefined) return undefined;
  return `Basic ${Buffer.from(`${user}:${word}`, 'utf8').toString('base64')}`;
}

const readField = ({ query, rawBody }: WebhookText, scheme: Scheme<'field'>): string | undefined =>
  scheme.in === 'query' ? query[scheme.field] : readBodyValue(rawBody, scheme.field)?.value;

const toText = ({ headers, query = {}, rawBody }: WebhookProof): WebhookText => ({
  headers,
  query,
  rawBody: rawBody.toString(),
});

function hasBodyHash(proof: WebhookProof, scheme: Scheme<'bodyHash'>): boolean {
  const text = toText(proof);
  const secret = proof.secrets.get(scheme.credential);
  const received = readBodyValue(text.rawBody, scheme.field)?.value;
  const expected = secret ? bodyHash(scheme, text, secret) : undefined;
  if (expected === undefined || received === undefined) return false;
  return isSame(expected, scheme.encoding === 'hex' ? received.toLowerCase() : received);
}

/** Undefined where the event lacks a value that the digest covers. */
export function bodyHash(
  { algorithm, encoding, over, field }: Scheme<'bodyHash'>,
  text: WebhookText,
  secret: string,
): string | undefined {
  const covered = fillTemplate(over, text, { secret, parts: {}, digestField: field });
  return covered === undefined ? undefined : createHash(algorithm).update(covered).digest(encoding);
}

function hasSignature(proof: WebhookProof, scheme: Digest): boolean {
  const { algorithm, encoding, part, separator, prefix = '', over } = scheme;
  const secret = proof.secrets.get(scheme.credential);
  const header = findHeader(proof.headers, scheme.header);
  if (!secret || header === undefined) return false;
  const parts = part === undefined ? {} : readParts(header, separator);
  const received = part === undefined ? header : parts[part];
  if (!received?.startsWith(prefix) || !isFresh(proof, scheme, parts)) return false;
  // Without a template the digest covers the bytes themselves, which may be no text.
  const signed = over === undefined ? proof.rawBody : fillTemplate(over, toText(proof), { secret, parts });
  if (signed === undefined) return false;
  const hash = scheme.type === 'hmac' ? createHmac(algorithm, secret) : createHash(algorithm);
  const signature = received.slice(prefix.length).trim();
  return isSame(hash.update(signed).digest(encoding), encoding === 'hex' ? signature.toLowerCase() : signature);
}

/** Numbers above this are milliseconds: as seconds they would be of the year 5138. */
const GREATEST_SECONDS = 100_000_000_000;

function isFresh(proof: WebhookProof, { timestamp, maxAgeSeconds }: Digest, parts: Record<string, string>): boolean {
  if (timestamp === undefined || maxAgeSeconds === undefined) return true;
  const written = Number(fillTemplate(`{${timestamp}}`, toText(proof), { secret: '', parts }) || Number.NaN);
  const signedAt = written > GREATEST_SECONDS ? written : written * 1_000;
  return Math.abs((proof.receivedAt ?? new Date()).getTime() - signedAt) <= maxAgeSeconds * 1_000;
}
