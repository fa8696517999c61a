/** Builds the address and body of a call, and refuses addresses that the manifest does not allow. */
import type { Manifest } from '@feira/schemas/manifest';
import { ProviderError } from '../errors.ts';
import type { HttpRequest } from '../host.ts';
import { encodeMultipart, type HeldFile } from '../multipart.ts';

export interface Base {
  /** Without a trailing slash. */
  url: string;
  host: string;
}

/** The named base URLs of a connection. Refuses hosts the manifest does not list, and other addresses than its own. */
export function resolveBaseUrls(options: {
  manifest: Manifest;
  baseUrls: Record<string, string>;
  allowPrivateHosts: boolean;
}): Map<string, Base> {
  const { manifest, baseUrls, allowPrivateHosts } = options;
  const declared = new Set(Object.values(manifest.environments).flatMap((urls) => Object.values(urls ?? {})));
  const bases = new Map<string, Base>();
  for (const [name, address] of Object.entries(baseUrls)) {
    const url = new URL(address);
    if (!declared.has(address) && !allowPrivateHosts) {
      throw new Error(
        `Base URL "${name}" of ${manifest.id} is not one of its manifest's environments: use one of those.`,
      );
    }
    if (declared.has(address) && !manifest.hosts.includes(url.host)) {
      throw new Error(`Host ${url.host} of ${manifest.id} is not in its manifest's "hosts": add it there.`);
    }
    if (url.protocol !== 'https:' && !allowPrivateHosts) {
      throw new Error(`Base URL "${name}" of ${manifest.id} must start with https://.`);
    }
    bases.set(name, { url: address.replace(/\/+$/, ''), host: url.host });
  }
  if (!bases.has('default')) throw new Error(`${manifest.id} has no base URL named "default".`);
  return bases;
}

/** Leaving the base URL by "..", a fragment or a backslash is what an injected id would try. */
const UNSAFE_PATH = /[\\#\s]|(?:^|\/)(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** The path below the base URL, with the query. */
export function toPath(request: HttpRequest): string {
  const { path } = request;
  if (!path.startsWith('/') || UNSAFE_PATH.test(path)) {
    throw new ProviderError(
      'INVALID_REQUEST',
      'NOT_SENT',
      'The path must start with "/" and hold encoded values only.',
    );
  }
  if (!request.query) return path;
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(request.query)) {
    if (value !== undefined) pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** The values that only the host can read. */
export interface HostValues {
  readSecret(name: string): string;
  findFile(reference: string): HeldFile | undefined;
}

export interface Body {
  content?: string | Uint8Array<ArrayBuffer>;
  type?: string;
}

/** The body with its content type; the host fills in what an adapter may name but not read. */
export async function toBody(request: HttpRequest, host: HostValues): Promise<Body> {
  if (request.json !== undefined || request.secretJson) {
    const content = JSON.stringify(request.secretJson ? fillSecrets(request, host) : request.json);
    return { content, type: 'application/json' };
  }
  if (request.multipart) {
    const { bytes, type } = await encodeMultipart(fillFiles(request.multipart, host));
    return { content: bytes, type };
  }
  if (request.form) {
    return { content: new URLSearchParams(request.form).toString(), type: 'application/x-www-form-urlencoded' };
  }
  return {};
}

function fillSecrets({ json, secretJson }: HttpRequest, { readSecret }: HostValues): object {
  const filled: Record<string, unknown> = { ...(json as object | undefined) };
  for (const [field, name] of Object.entries(secretJson ?? {})) filled[field] = readSecret(name);
  return filled;
}

function fillFiles(multipart: NonNullable<HttpRequest['multipart']>, { findFile }: HostValues) {
  const filled: Record<string, string | HeldFile> = {};
  for (const [field, value] of Object.entries(multipart)) {
    const part = typeof value === 'string' ? value : findFile(value.file);
    if (part === undefined)
      throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', `The file of "${field}" is not there any more.`);
    filled[field] = part;
  }
  return filled;
}
