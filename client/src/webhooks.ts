/** Checks that an event comes from the platform, and reads it. */
import type { PlatformEvent, SellerEvent } from './calls.ts';

export type { EventData, EventType, PlatformEvent, SellerEvent } from './calls.ts';

const TOLERANCE_SECONDS = 300;

interface Received {
  /** The headers of the request, by name. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body as it came, before it is parsed. */
  body: string;
  /** The secret of the webhook, which begins with whsec_. */
  secret: string;
  now?: Date;
}

function readHeader(headers: Received['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  // Some runtimes keep the letters as they were sent.
  const value = headers[name] ?? Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

const decode = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Returns the event. Throws where the signature is wrong or older than five minutes: such a request is not the platform's. */
export async function readEvent({
  headers,
  body,
  secret,
  now = new Date(),
}: Received): Promise<PlatformEvent | SellerEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  ) as [string, string, string];
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) throw new Error('The timestamp of the event is missing or too old.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', decode(secret.replace(/^whsec_/, '')), algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, value] = signature.split(',');
    if (version !== 'v1' || !value || !/^[A-Za-z0-9+/]+=*$/.test(value)) continue;
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, decode(value), signed))
      return JSON.parse(body) as PlatformEvent | SellerEvent;
  }
  throw new Error('The signature of the event is wrong.');
}
