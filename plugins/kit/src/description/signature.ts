/** Signs the bodies of described calls: what is signed is exactly what is sent. */
import { createHmac } from 'node:crypto';
import type { Json, Signature } from '@feira/schemas/description';
import type { HttpRequest, SecretCrypto } from '../host.ts';
import type { SimulatorRequest } from '../simulator.ts';

/** The JSON body as text: without spaces, and with its keys in alphabetical order where the provider writes it anew like that. */
function toText(json: unknown, { keys }: Signature): string {
  const sorted = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return JSON.stringify(json, keys === 'sorted' ? sorted : undefined);
}

export function signBody(
  json: Json,
  signature: Signature,
  crypto: SecretCrypto,
): Pick<HttpRequest, 'text' | 'headers'> {
  const { header, credential, algorithm, encoding } = signature;
  const text = toText(json, signature);
  return { text, headers: { [header]: crypto.hmac(algorithm, credential, text, encoding) } };
}

/** Returns whether a request's body carries its signature, over the bytes that came. */
export function isSigned(
  { body, rawBody, headers }: SimulatorRequest,
  signature: Signature,
  credentials: Record<string, string>,
): boolean {
  if (rawBody === '') return true;
  const { header, credential, algorithm, encoding } = signature;
  const digest = createHmac(algorithm, credentials[credential] ?? '').update(rawBody);
  return headers[header] === digest.digest(encoding) && rawBody === toText(body, signature);
}
