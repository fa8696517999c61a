/** Looks at a payment page from outside, as a buyer's browser gets it: its headers, and every script that it names. */
import { createHash } from 'node:crypto';

/** A page as it was seen, without the parts that are new in every answer. */
export interface Looked {
  /** The headers that guard the page, by name in lower case. */
  headers: Record<string, string>;
  /** The digests of scripts within the page, as in the attribute `integrity`. */
  inline: string[];
  /** The digests of the files that it loads, by address. */
  scripts: Record<string, string>;
}

/** Without these a browser would do what the page does not want. */
const GUARDS = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'reporting-endpoints',
] as const;
const TIMEOUT_MS = 20_000;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
/** Data for scripts, which no browser runs. */
const DATA = /\btype\s*=\s*["']?(application\/json|importmap)/i;
const SOURCE = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

export const digestOf = (content: string | Uint8Array): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

async function get(address: URL): Promise<Response> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}.`);
  return answer;
}

/** The nonce of a policy differs in every answer, and nothing else of it does. */
const withoutNonce = (text: string) => text.replace(/'nonce-[^']+'/g, "'nonce-*'");

/** Throws where the page or one of its scripts cannot be loaded. */
export async function lookAt(address: URL): Promise<Looked> {
  const answer = await get(address);
  const html = await answer.text();
  const looked: Looked = { headers: {}, inline: [], scripts: {} };
  for (const name of GUARDS) {
    const value = answer.headers.get(name);
    if (value !== null) looked.headers[name] = withoutNonce(value);
  }
  for (const [, attributes = '', body = ''] of html.matchAll(SCRIPT)) {
    const source = SOURCE.exec(attributes)?.slice(1).find(Boolean);
    if (source) {
      const file = new URL(source, address);
      const name = file.origin === address.origin ? file.pathname : file.href;
      looked.scripts[name] = digestOf(new Uint8Array(await (await get(file)).arrayBuffer()));
    } else if (!DATA.test(attributes)) looked.inline.push(digestOf(body));
  }
  looked.inline.sort();
  return looked;
}

/** Returns the digest of a file as the node serves it; null where it serves none. */
export async function readDigest(address: URL): Promise<string | null> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  return answer.status === 200 ? digestOf(new Uint8Array(await answer.arrayBuffer())) : null;
}
