import type { Outcome } from '../errors.ts';
import { redactNumbers } from '../redact-numbers.ts';

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
  /** The provider asked not to be called before this time (`Retry-After`). */
  retryAt?: Date;
  /** The other side's reason for its refusal, or the reason why no answer came; short, without secrets and personal data. */
  reason?: string;
}

const REDACTED = '[redacted]';
/** Shorter words are ordinary text; replacing them would only blur the log. */
const SHORTEST_SECRET = 6;

function redactSecrets(words: string, secrets: Iterable<string>): string {
  let text = words;
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    if (text.includes(secret)) text = text.replaceAll(secret, REDACTED);
    const encoded = encodeURIComponent(secret);
    if (encoded !== secret && text.includes(encoded)) text = text.replaceAll(encoded, REDACTED);
  }
  return text;
}

/** Takes what may identify a person or open an account out of a request's path and query. */
export function redactPath(path: string, secrets: Iterable<string>): string {
  const text = redactSecrets(path, secrets);
  const queryAt = text.indexOf('?');
  if (queryAt < 0) return redactSegments(text);
  return `${redactSegments(text.slice(0, queryAt))}?${text
    .slice(queryAt + 1)
    .split('&')
    .map(redactPair)
    .join('&')}`;
}

/** A CPF, CNPJ or card number has eleven digits or more; provider ids in paths are mostly shorter or have letters. */
const redactSegments = (path: string) =>
  path
    .split('/')
    .map((segment) => (/@|%40/.test(segment) ? REDACTED : segment.replace(/\d{11,}/g, REDACTED)))
    .join('/');

function redactPair(pair: string): string {
  const equalsAt = pair.indexOf('=');
  if (equalsAt < 0) return redactSegments(pair);
  const value = pair.slice(equalsAt + 1);
  // A CNPJ may hold two digits only.
  const isPersonal = value.replace(/\D/g, '').length >= 8 || /@|%40|^[0-9A-Z]{12}\d\d$/i.test(value);
  return isPersonal ? `${pair.slice(0, equalsAt)}=${REDACTED}` : pair;
}

/** The fields in which providers put a readable error sentence, the most specific first. */
const SENTENCES = [
  'error_description',
  'description',
  'detail',
  'message',
  'error_message',
  'mensagem',
  'title',
  'error',
];
/** Lists and objects that hold such a sentence further down. */
const HOLDERS = ['errors', 'error', 'violacoes', 'violations', 'details', 'cause', 'gateway_response'];
const LONGEST_REASON = 300;
/** The rest of a longer sentence is not even looked through. */
const LONGEST_READ = 4_096;
const DEEPEST = 4;
const EMAIL = /[^\s"'<>@]{1,64}@[^\s"'<>@]{1,190}/g;

/** The one sentence of a refusal's body that says what was wrong; undefined where there is none. Never the body itself. */
export function describeRefusal(body: unknown, secrets: Iterable<string>): string | undefined {
  const sentence = findSentence(body, 0)?.slice(0, LONGEST_READ).replace(/\s+/g, ' ').trim();
  if (!sentence) return undefined;
  const redacted = redactNumbers(redactSecrets(sentence, secrets)).replace(EMAIL, REDACTED);
  return redacted.length > LONGEST_REASON ? `${redacted.slice(0, LONGEST_REASON - 1)}…`.toWellFormed() : redacted;
}

function findSentence(body: unknown, depth: number): string | undefined {
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return undefined;
  if (Array.isArray(body)) return findSentence(body[0], depth + 1);
  const fields = body as Record<string, unknown>;
  for (const name of HOLDERS) {
    const held = findSentence(fields[name], depth + 1);
    if (held) return held;
  }
  const name = SENTENCES.find((known) => typeof fields[known] === 'string' && fields[known] !== '');
  if (name) return fields[name] as string;
  // {"errors": {"customer.name": ["is required"]}}: the field is half of what was wrong.
  if (depth === 0) return undefined;
  const [field, texts] = Object.entries(fields)[0] ?? [];
  const words = Array.isArray(texts) ? texts[0] : texts;
  return typeof words === 'string' && /\s/.test(words) ? `${field}: ${words}` : undefined;
}
