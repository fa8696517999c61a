/** Where a call may go and what it carries. */
import type { Manifest } from '@feira/schemas/manifest';
import { ProviderError } from '../errors.ts';
import type { HttpRequest } from '../host.ts';

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

/** The body as text with its content type; `readSecret` fills the fields an adapter may name but not read. */
export function toBody(request: HttpRequest, readSecret: (name: string) => string): { text?: string; type?: string } {
  if (request.json !== undefined || request.secretJson) {
    const text = JSON.stringify(request.secretJson ? fillSecrets(request, readSecret) : request.json);
    return { text, type: 'application/json' };
  }
  if (request.form) {
    return { text: new URLSearchParams(request.form).toString(), type: 'application/x-www-form-urlencoded' };
  }
  return {};
}

function fillSecrets({ json, secretJson }: HttpRequest, readSecret: (name: string) => string): object {
  const filled: Record<string, unknown> = { ...(json as object | undefined) };
  for (const [field, name] of Object.entries(secretJson ?? {})) filled[field] = readSecret(name);
  return filled;
}
