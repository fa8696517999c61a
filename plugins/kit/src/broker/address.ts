/** Builds the address and body of a call, and refuses addresses that the manifest does not allow. */
import type { Manifest } from '@feira/schemas/manifest';
import { isBaseUrl, toBaseUrls } from '@feira/schemas/rules/base-urls';
import { ProviderError } from '../errors.ts';
import type { HttpRequest, Settings } from '../host.ts';
import { encodeMultipart, type HeldFile } from '../multipart.ts';
import { composeText, composeTexts, type ReadSecret } from './credentials.ts';
import { checkBodySize } from './http-request.ts';

export interface Base {
  /** Without a trailing slash. */
  url: string;
  host: string;
}

/**
 * The named base URLs of a connection. Refuses hosts the manifest does not list, and other addresses than its own and those that the owner
 * typed into the settings it names.
 */
export function resolveBaseUrls(options: {
  manifest: Pick<Manifest, 'id' | 'environments' | 'hosts' | 'operations'>;
  baseUrls: Record<string, string>;
  settings: Settings;
  allowPrivateHosts: boolean;
}): Map<string, Base> {
  const { manifest, baseUrls, settings, allowPrivateHosts } = options;
  const declared = new Set(
    Object.values(manifest.environments).flatMap((urls) =>
      Object.values(urls ?? {}).filter((base) => typeof base === 'string'),
    ),
  );
  const typed = new Set(
    (['production', 'sandbox'] as const).flatMap((environment) =>
      Object.values(toBaseUrls(manifest, environment, settings)),
    ),
  );
  const bases = new Map<string, Base>();
  for (const [name, address] of Object.entries(baseUrls)) {
    const url = new URL(address);
    if (!declared.has(address) && !typed.has(address) && !allowPrivateHosts) {
      throw new Error(
        `Base URL "${name}" of ${manifest.id} is not one of its manifest's environments: use one of those.`,
      );
    }
    if (declared.has(address) && !manifest.hosts.includes(url.host)) {
      throw new Error(`Host ${url.host} of ${manifest.id} is not in its manifest's "hosts": add it there.`);
    }
    if (!isBaseUrl(address) && !allowPrivateHosts) {
      throw new Error(
        `Base URL "${name}" of ${manifest.id} must start with https:// and have no user, query or fragment.`,
      );
    }
    bases.set(name, { url: address.replace(/\/+$/, ''), host: url.host });
  }
  const isTyped = Object.values(manifest.environments).some((urls) => typeof urls?.default === 'object');
  if (!bases.has('default') && !isTyped && manifest.operations.length > 0)
    throw new Error(`${manifest.id} has no base URL named "default".`);
  return bases;
}

/** Leaving the base URL by "..", a fragment or a backslash is what an injected id would try. */
const UNSAFE_PATH = /[\\#\s]|(?:^|\/)(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** The path below the base URL, with the query. */
export function toPath(request: HttpRequest, { readSecret }: Pick<HostValues, 'readSecret'>): string {
  const { path } = request;
  if (!path.startsWith('/') || UNSAFE_PATH.test(path)) {
    throw new ProviderError(
      'INVALID_REQUEST',
      'NOT_SENT',
      'The path must start with "/" and hold encoded values only.',
    );
  }
  const pairs: string[] = [];
  for (const [name, value] of Object.entries({
    ...request.query,
    ...composeTexts(request.secrets?.query, readSecret),
  })) {
    if (value !== undefined) pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** The values that only the host can read. */
export interface HostValues {
  readSecret: ReadSecret;
  findFile(reference: string): HeldFile | undefined;
}

export interface Body {
  content?: string | Uint8Array<ArrayBuffer>;
  type?: string;
}

/** The body with its content type; the host fills in what an adapter may name but not read. */
export async function toBody(request: HttpRequest, host: HostValues): Promise<Body> {
  if (request.text !== undefined) return { content: request.text, type: request.contentType ?? 'application/json' };
  const { secretJson, secrets, files } = request;
  if (request.json !== undefined || secretJson || secrets?.json || files) {
    const body = secretJson || secrets?.json || files ? fillSecrets(request, host) : request.json;
    return { content: files ? attach(body as object, files, host) : JSON.stringify(body), type: 'application/json' };
  }
  if (request.multipart) {
    const { bytes, type } = await encodeMultipart(fillFiles(request.multipart, host));
    return { content: bytes, type };
  }
  if (request.form || secrets?.form) {
    const fields = { ...request.form, ...composeTexts(secrets?.form, host.readSecret) };
    return { content: new URLSearchParams(fields).toString(), type: 'application/x-www-form-urlencoded' };
  }
  return {};
}

function fillSecrets({ json, secretJson, secrets }: HttpRequest, { readSecret }: HostValues): object {
  // A copy, so that no secret is left in what the adapter holds.
  const filled = structuredClone((json ?? {}) as Record<string, unknown>);
  for (const [field, name] of Object.entries(secretJson ?? {})) put(filled, [field], readSecret(name));
  for (const { path, value } of secrets?.json ?? []) put(filled, path, composeText(value, readSecret));
  return filled;
}

/** Returns the bytes of a JSON body with files in it. What the adapter wrote of it is as large as any body may be, without the files. */
function attach(body: object, files: NonNullable<HttpRequest['files']>, host: HostValues): Uint8Array<ArrayBuffer> {
  checkBodySize(JSON.stringify(body));
  for (const { path, file, prefix = '' } of files) {
    const { content } = getFile(path.join('.'), file, host);
    put(body, path, prefix + Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64'));
  }
  return new TextEncoder().encode(JSON.stringify(body));
}

/** Writes a value at a place of a JSON body; objects that are missing on the way are made. */
function put(body: object, path: (string | number)[], value: string): void {
  let place = body as Record<string | number, unknown>;
  path.forEach((name, at) => {
    if (at === path.length - 1) define(place, name, value);
    else {
      if (!Object.hasOwn(place, name) || typeof place[name] !== 'object' || place[name] === null)
        define(place, name, {});
      place = place[name] as Record<string | number, unknown>;
    }
  });
}

/** A field of any name, `__proto__` too, is a field of the body and nothing else. */
const define = (place: object, name: string | number, value: unknown) =>
  Object.defineProperty(place, name, { value, enumerable: true, configurable: true, writable: true });

function fillFiles(multipart: NonNullable<HttpRequest['multipart']>, host: HostValues) {
  const filled: Record<string, string | HeldFile> = {};
  for (const [field, value] of Object.entries(multipart))
    filled[field] = typeof value === 'string' ? value : getFile(field, value.file, host);
  return filled;
}

function getFile(field: string, reference: string, { findFile }: HostValues): HeldFile {
  const file = findFile(reference);
  if (!file) throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', `The file of "${field}" is not there any more.`);
  return file;
}
