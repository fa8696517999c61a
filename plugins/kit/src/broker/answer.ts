/** Turns a response, or a missing one, into an answer or a ProviderError whose outcome can be trusted. */
import { isProviderError, type Outcome, ProviderError } from '../errors.ts';
import type { HttpAnswer, HttpRequest } from '../host.ts';
import { type RawAnswer, TransportFailure } from './transport.ts';
import type { TokenVault } from './vault.ts';

/** Reading again does no harm, so a GET without an answer counts as never sent. */
const openOutcome = (method: string): Outcome => (method === 'GET' ? 'NOT_SENT' : 'UNKNOWN');

export function readAnswer(raw: RawAnswer, request: HttpRequest, vault: TokenVault): HttpAnswer {
  const { status, headers } = raw;
  const isWanted = (status >= 200 && status < 300) || (request.accept?.includes(status) ?? false);
  const body = sealFields(readBody(raw, isWanted, request.method), request.secretFields, vault);
  if (isWanted) return { status, headers, body };
  throw toStatusError(status, body, request.method);
}

function readBody({ text, headers, status }: RawAnswer, isWanted: boolean, method: string): unknown {
  if (text === '') return undefined;
  const saysJson = /\bjson\b/i.test(headers['content-type'] ?? '');
  if (!saysJson && !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The body of an error is only read for a reason; the status alone already decides.
    if (!saysJson || !isWanted) return text;
    throw new ProviderError('INVALID_ANSWER', openOutcome(method), 'The answer is not valid JSON', { status, cause });
  }
}

function sealFields(body: unknown, fields: string[] | undefined, vault: TokenVault): unknown {
  if (!fields || typeof body !== 'object' || body === null) return body;
  const sealed = { ...(body as Record<string, unknown>) };
  for (const field of fields) {
    const value = sealed[field];
    if (value === undefined || value === null) continue;
    sealed[field] = vault.seal(typeof value === 'string' ? value : JSON.stringify(value));
  }
  return sealed;
}

function toStatusError(status: number, body: unknown, method: string): ProviderError {
  const details = { status, body };
  const message = `The provider answered ${status}`;
  if (status === 401 || status === 403) return new ProviderError('UNAUTHORIZED', 'REJECTED', message, details);
  if (status === 429) return new ProviderError('UNAVAILABLE', 'NOT_SENT', message, details);
  // 408: a proxy gave up waiting; whether the provider behind it went on is open.
  if (status >= 500 || status === 408) return new ProviderError('UNAVAILABLE', openOutcome(method), message, details);
  if (status >= 400) return new ProviderError('INVALID_REQUEST', 'REJECTED', message, details);
  // Redirects are never followed: they could lead a payment, or our credentials, anywhere.
  return new ProviderError('INVALID_ANSWER', openOutcome(method), message, details);
}

/** Completes every failure with the call it belongs to; the message holds no values of the request. */
export function toProviderError(thrown: unknown, method: string, call: string): ProviderError {
  if (isProviderError(thrown)) {
    const { code, outcome, message, status, body, cause } = thrown;
    return new ProviderError(code, outcome, `${message} (${call}).`, { status, body, cause });
  }
  if (!(thrown instanceof TransportFailure)) throw thrown;
  const outcome = thrown.wasSent ? openOutcome(method) : 'NOT_SENT';
  if (isProviderError(thrown.cause)) return thrown.cause;
  const code =
    thrown.code === 'TOO_LARGE' ? 'INVALID_ANSWER' : thrown.code === 'NOT_SENDABLE' ? 'INVALID_REQUEST' : 'UNAVAILABLE';
  const what = thrown.wasSent ? 'No whole answer arrived' : 'The call was not sent';
  return new ProviderError(code, outcome, `${what}: ${thrown.code} (${call}).`, { cause: thrown.cause });
}
