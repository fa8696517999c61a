/** Turns a response, or a missing one, into an answer or a ProviderError whose outcome can be trusted. */
import { isProviderError, type Outcome, ProviderError } from '../errors.ts';
import type { HttpAnswer, HttpRequest } from '../host.ts';
import { type RawAnswer, TransportFailure } from './transport.ts';
import type { TokenVault } from './vault.ts';

type Asked = Pick<HttpRequest, 'method' | 'isRead'>;

/** Reading again does no harm, so a question without an answer counts as never sent. */
const openOutcome = ({ method, isRead }: Asked): Outcome =>
  method === 'GET' || isRead === true ? 'NOT_SENT' : 'UNKNOWN';

export function readAnswer(raw: RawAnswer, request: HttpRequest, vault: TokenVault): HttpAnswer {
  const { status, headers } = raw;
  const isSuccess = status >= 200 && status < 300;
  const isWanted = isSuccess || (request.accept?.includes(status) ?? false);
  if (isWanted && request.answerAs === 'base64') return { status, headers, body: raw.bytes().toString('base64') };
  const body = sealSecrets(readBody(raw, isWanted, request), request, vault);
  if (isSuccess && namesRefusal(body, request.refusedWhen)) {
    throw new ProviderError('INVALID_REQUEST', 'REJECTED', `The provider refused with ${status}`, { status, body });
  }
  if (isWanted) return { status, headers, body };
  throw toStatusError(status, body, request);
}

const namesRefusal = (body: unknown, refusedWhen: HttpRequest['refusedWhen']): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.entries(refusedWhen ?? {}).some(
    ([field, value]) => Object.hasOwn(body, field) && (body as Record<string, unknown>)[field] === value,
  );

function readBody({ text, headers, status }: RawAnswer, isWanted: boolean, asked: Asked): unknown {
  if (text === '') return undefined;
  const saysJson = /\bjson\b/i.test(headers['content-type'] ?? '');
  if (!saysJson && !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The body of an error is only read for a reason; the status alone already decides.
    if (!saysJson || !isWanted) return text;
    throw new ProviderError('INVALID_ANSWER', openOutcome(asked), 'The answer is not valid JSON', { status, cause });
  }
}

function sealSecrets(body: unknown, { secretFields = [], secretPaths = [] }: HttpRequest, vault: TokenVault): unknown {
  let sealed = body;
  for (const path of [...secretFields.map((field) => [field]), ...secretPaths]) sealed = sealAt(sealed, path, vault);
  return sealed;
}

function sealAt(value: unknown, [name, ...rest]: (string | number)[], vault: TokenVault): unknown {
  if (name === undefined) {
    if (value === undefined || value === null) return value;
    return vault.seal(typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
  copy[name] = sealAt(copy[name], rest, vault);
  return copy;
}

function toStatusError(status: number, body: unknown, asked: Asked): ProviderError {
  const details = { status, body };
  const message = `The provider answered ${status}`;
  if (status === 401 || status === 403) return new ProviderError('UNAUTHORIZED', 'REJECTED', message, details);
  if (status === 429) return new ProviderError('UNAVAILABLE', 'NOT_SENT', message, details);
  // 408: a proxy gave up waiting; whether the provider behind it went on is open.
  if (status >= 500 || status === 408) return new ProviderError('UNAVAILABLE', openOutcome(asked), message, details);
  // Something of this name exists: an earlier call may have made it, whose answer was lost.
  if (status === 409) {
    const outcome = openOutcome(asked) === 'UNKNOWN' ? 'UNKNOWN' : 'REJECTED';
    return new ProviderError('INVALID_REQUEST', outcome, message, details);
  }
  if (status >= 400) return new ProviderError('INVALID_REQUEST', 'REJECTED', message, details);
  // Redirects are never followed: they could lead a payment, or our credentials, anywhere.
  return new ProviderError('INVALID_ANSWER', openOutcome(asked), message, details);
}

/** Completes every failure with the call it belongs to; the message holds no values of the request. */
export function toProviderError(thrown: unknown, asked: Asked, call: string): ProviderError {
  if (isProviderError(thrown)) {
    const { code, outcome, message, status, body, cause } = thrown;
    return new ProviderError(code, outcome, `${message} (${call}).`, { status, body, cause });
  }
  if (!(thrown instanceof TransportFailure)) throw thrown;
  const outcome = thrown.wasSent ? openOutcome(asked) : 'NOT_SENT';
  if (isProviderError(thrown.cause)) return thrown.cause;
  const code =
    thrown.code === 'TOO_LARGE' ? 'INVALID_ANSWER' : thrown.code === 'NOT_SENDABLE' ? 'INVALID_REQUEST' : 'UNAVAILABLE';
  const what = thrown.wasSent ? 'No whole answer arrived' : 'The call was not sent';
  return new ProviderError(code, outcome, `${what}: ${thrown.code} (${call}).`, { cause: thrown.cause });
}
