import type { Outcome } from '../errors.ts';

/** One HTTP call to a provider as it may be stored and shown: no bodies, no secrets, no personal data. */
export interface Exchange {
  method: string;
  host: string;
  /** Path below the host, with secrets, long digit runs and e-mail addresses replaced. */
  path: string;
  /** HTTP status, when an answer arrived. */
  status?: number;
  outcome: 'OK' | Outcome;
  durationMs: number;
  startedAt: Date;
  /** Code of the ProviderError the adapter got. */
  errorCode?: string;
}

const REDACTED = '[redacted]';
/** Shorter words are ordinary text; replacing them would only blur the log. */
const SHORTEST_SECRET = 6;

/** Takes what may identify a person or open an account out of a request's path and query. */
export function redactPath(path: string, secrets: Iterable<string>): string {
  let text = path;
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    if (text.includes(secret)) text = text.replaceAll(secret, REDACTED);
    const encoded = encodeURIComponent(secret);
    if (encoded !== secret && text.includes(encoded)) text = text.replaceAll(encoded, REDACTED);
  }
  const queryAt = text.indexOf('?');
  if (queryAt < 0) return redactSegments(text);
  return `${redactSegments(text.slice(0, queryAt))}?${text
    .slice(queryAt + 1)
    .split('&')
    .map(redactPair)
    .join('&')}`;
}

/** A CPF, CNPJ or card number has eleven digits or more; provider ids in paths are mostly shorter or have letters. */
const redactSegments = (path: string) => path.replace(/\d{11,}/g, REDACTED).replace(/[^/]*(?:@|%40)[^/]*/gi, REDACTED);

function redactPair(pair: string): string {
  const equalsAt = pair.indexOf('=');
  if (equalsAt < 0) return redactSegments(pair);
  const value = pair.slice(equalsAt + 1);
  // A CNPJ may hold two digits only.
  const isPersonal = value.replace(/\D/g, '').length >= 8 || /@|%40|^[0-9A-Z]{12}\d\d$/i.test(value);
  return isPersonal ? `${pair.slice(0, equalsAt)}=${REDACTED}` : pair;
}
