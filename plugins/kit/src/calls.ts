/** Makes the calls of one provider's API: addresses, missing objects, empty answers, and the provider's reason in every error. */
import { isProviderError, ProviderError } from './errors.ts';
import { Fields } from './fields.ts';
import type { Http, HttpRequest } from './host.ts';
import { SMALLEST_PAGE } from './page-size.ts';

export type CallOptions = Omit<HttpRequest, 'method' | 'path' | 'json'>;

export interface Calls {
  /** Throws INVALID_ANSWER when the answer holds no object. */
  get(path: string, options?: CallOptions): Promise<Fields>;
  /** null when the provider answers 404. An empty answer is an error: it does not say that nothing is there. */
  find(path: string, options?: CallOptions): Promise<Fields | null>;
  /** The list in the field `at`. Empty when the provider answers 404; an answer without a list is an error. */
  list(path: string, at: string, options?: CallOptions): Promise<Fields[]>;
  /** Sends `json`; an empty answer has no fields. */
  post(path: string, json?: unknown, options?: CallOptions): Promise<Fields>;
  put(path: string, json?: unknown, options?: CallOptions): Promise<Fields>;
  patch(path: string, json?: unknown, options?: CallOptions): Promise<Fields>;
  delete(path: string, json?: unknown, options?: CallOptions): Promise<Fields>;
}

/** `reasonOf` reads why the provider refused a request out of the body of its answer. */
export function createCalls(http: Http, reasonOf: (body: Fields) => string | undefined): Calls {
  async function send(request: HttpRequest): Promise<{ status: number; body: unknown }> {
    try {
      return await http.request(request);
    } catch (error) {
      throw withReason(error, reasonOf);
    }
  }
  async function read(path: string, options: CallOptions | undefined, accept: number[]): Promise<Fields | null> {
    const { status, body } = await send({ ...options, method: 'GET', path, accept });
    if (status === 404) return null;
    if (typeof body === 'object' && body !== null) return new Fields(body);
    throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', `GET ${firstPart(path)} was answered with nothing.`);
  }
  const write =
    (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') => async (path: string, json?: unknown, options?: CallOptions) =>
      new Fields((await send({ ...options, method, path, json })).body);
  return {
    get: async (path, options) => (await read(path, options, []))!,
    find: (path, options) => read(path, options, [404]),
    list: async (path, at, options) => (await read(path, options, [404]))?.requireList(at) ?? [],
    post: write('POST'),
    put: write('PUT'),
    patch: write('PATCH'),
    delete: write('DELETE'),
  };
}

/** A path whose values are encoded: path`/charges/${id}/refunds`. */
export const path = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: parts }, ...values.map(encodeURIComponent));

/** Ids in a path may name people. */
const firstPart = (address: string) => address.split('/', 2).join('/');

/** Returns whether the provider said why: it refused, or has something of this name already. */
export const isExplained = ({ outcome, status }: ProviderError): boolean => outcome === 'REJECTED' || status === 409;

/** A refusal or a conflict keeps its outcome and takes the provider's reason as its message. */
function withReason(error: unknown, reasonOf: (body: Fields) => string | undefined): unknown {
  if (!isProviderError(error) || !isExplained(error)) return error;
  const { code, outcome, status, body } = error;
  try {
    const reason = reasonOf(new Fields(body));
    return reason ? new ProviderError(code, outcome, reason, { status, body, reason, cause: error }) : error;
  } catch {
    // A body of another shape holds no reason; the refusal itself stands.
    return error;
  }
}

/**
 * Turns the refusal of a request into a result: `call.then(fromAnswer, whenRefused([422], toRefused))`. Other statuses, refusals
 * without a reason and open outcomes go on as errors.
 */
export const whenRefused =
  <T>(statuses: number[], toResult: (reason: string, error: ProviderError) => T) =>
  (error: unknown): T => {
    if (isProviderError(error) && error.reason && statuses.includes(error.status ?? 0))
      return toResult(error.reason, error);
    throw error;
  };

/**
 * Returns the wanted members of a list. Throws NOT_SENT where a whole page of `pageSize` holds others alone: the wanted one may stand on a later
 * page, so that nobody may say that it does not exist.
 */
export function keepOwn<T>(list: readonly T[], isOwn: (member: T) => boolean, pageSize = SMALLEST_PAGE): T[] {
  const own = list.filter(isOwn);
  if (own.length > 0 || list.length < pageSize) return own;
  throw new ProviderError(
    'INVALID_ANSWER',
    'NOT_SENT',
    'A page full of others does not say whether the wanted one exists.',
  );
}

/** Throws UNAVAILABLE with the outcome UNKNOWN where a read that follows a write fails: the write's outcome stays open. */
export async function orUnknown<T>(read: Promise<T>, message: string): Promise<T> {
  try {
    return await read;
  } catch (cause) {
    throw new ProviderError('UNAVAILABLE', 'UNKNOWN', message, { cause });
  }
}

/** Refusals that a repeat of what was done already may get. */
const MAYBE_REPEATED = [400, 409, 422];

/** Makes something once: where the request is refused, what an earlier one with the same id made is the answer, if it is there. */
export async function makeOnce<T>(make: Promise<T>, find: () => Promise<T | null | undefined>): Promise<T> {
  try {
    return await make;
  } catch (refusal) {
    if (!isProviderError(refusal) || !MAYBE_REPEATED.includes(refusal.status ?? 0)) throw refusal;
    const made = await orUnknown(find(), 'After a refusal nobody could say whether it was done before.');
    if (made) return made;
    throw refusal;
  }
}

/** Throws NOT_SENT where a call that only prepares a charge, such as the one for its customer, was left open: it moves no money. */
export async function asUnsent<T>(preparing: Promise<T>, message: string): Promise<T> {
  try {
    return await preparing;
  } catch (error) {
    if (!isProviderError(error) || error.outcome !== 'UNKNOWN') throw error;
    throw new ProviderError(error.code, 'NOT_SENT', message, { status: error.status, cause: error });
  }
}

/** A request that cannot be put into the provider's words; nothing was sent. */
export const invalidRequest = (message: string) => new ProviderError('INVALID_REQUEST', 'NOT_SENT', message);

/** An event that lacks what it is about, or holds values of the wrong kind. */
export const invalidEvent = (message: string) => new ProviderError('INVALID_ANSWER', 'REJECTED', message);
