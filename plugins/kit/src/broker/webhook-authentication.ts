/** Decides over the exact received bytes whether a webhook comes from the provider. */
import { createHmac } from 'node:crypto';
import type { Manifest, WebhookAuthentication } from '@feira/schemas/manifest';
import { isSame } from './secret-crypto.ts';

export interface WebhookProof {
  manifest: Manifest;
  secrets: ReadonlyMap<string, string>;
  headers: Record<string, string>;
  rawBody: string | Buffer;
  /** The key redactWebhookHeaders was given, when the headers went through it; several where that key was changed since. */
  digestKey?: Buffer | readonly Buffer[];
}

const DIGEST = 'hmac-sha256:';

/** `isSigned` is true only for a signature over the body; every other event is a hint to ask the provider. */
export function authenticateWebhook(proof: WebhookProof): { ok: boolean; isSigned: boolean } {
  const { authentication } = proof.manifest.webhook;
  if (authentication.type === 'none') return { ok: true, isSigned: false };
  if (authentication.type === 'hmac') return { ok: hasSignature(proof, authentication), isSigned: true };
  const expected = expectedHeader(authentication, proof.secrets);
  const header = authentication.type === 'header' ? authentication.header : 'authorization';
  const received = findHeader(proof.headers, header);
  // An unset secret proves nothing: without this line every sender would be accepted.
  if (expected === undefined || received === undefined) return { ok: false, isSigned: false };
  const keys = proof.digestKey === undefined ? [] : [proof.digestKey].flat();
  const isDigest = keys.length > 0 && received.startsWith(DIGEST);
  const isProven = isDigest
    ? keys.some((key) => isSame(toDigest(expected, key), received))
    : isSame(expected, received);
  return { ok: isProven, isSigned: false };
}

/** Replaces what proves the sender by a keyed digest, so that raw webhooks can be stored without the secret. */
export function redactWebhookHeaders(options: {
  manifest: Manifest;
  headers: Record<string, string>;
  key: Buffer;
}): Record<string, string> {
  const { authentication } = options.manifest.webhook;
  const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);
  if (authentication.type === 'header') secretHeaders.add(authentication.header);
  return Object.fromEntries(
    Object.entries(options.headers).map(([name, value]) => {
      const lowerName = name.toLowerCase();
      return [lowerName, secretHeaders.has(lowerName) ? toDigest(value, options.key) : value];
    }),
  );
}

const toDigest = (value: string, key: Buffer) => DIGEST + createHmac('sha256', key).update(value).digest('hex');

function expectedHeader(
  authentication: Extract<WebhookAuthentication, { type: 'header' | 'basic' }>,
  secrets: ReadonlyMap<string, string>,
): string | undefined {
  if (authentication.type === 'header') {
    const secret = secrets.get(authentication.credential);
    return secret ? (authentication.prefix ?? '') + secret : undefined;
  }
  const { username, password } = authentication;
  const part = (source: typeof username) => (source.credential ? secrets.get(source.credential) : source.literal);
  const [user, word] = [part(username), part(password)];
  // Two fixed words would be no secret at all; the manifest check refuses them.
  if (user === undefined || word === undefined) return undefined;
  return `Basic ${Buffer.from(`${user}:${word}`, 'utf8').toString('base64')}`;
}

function hasSignature(proof: WebhookProof, authentication: Extract<WebhookAuthentication, { type: 'hmac' }>): boolean {
  const secret = proof.secrets.get(authentication.credential);
  const received = findHeader(proof.headers, authentication.header);
  const prefix = authentication.prefix ?? '';
  if (!secret || received === undefined || !received.startsWith(prefix)) return false;
  const { algorithm, encoding } = authentication;
  const signature = received.slice(prefix.length).trim();
  const expected = createHmac(algorithm, secret).update(proof.rawBody).digest(encoding);
  return isSame(expected, encoding === 'hex' ? signature.toLowerCase() : signature);
}

function findHeader(headers: Record<string, string>, name: string): string | undefined {
  if (Object.hasOwn(headers, name)) return headers[name];
  return Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1];
}
