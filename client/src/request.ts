/** Sends requests, and repeats those whose answer was lost or asks for patience. */
import { FeiraError, type Problem } from './errors.ts';

export interface ClientOptions {
  /** The address of the platform, such as https://pay.example.com. */
  url: string;
  /** An API key. It belongs on a server. */
  key: string;
  /** A dated version of the API. Default: the one of the key. */
  version?: string;
  /** The language of errors. Default: pt-BR. */
  locale?: 'pt-BR' | 'en';
  /** The repeats of a request that failed in a way that may pass. Default: 3. */
  retries?: number;
  /** Milliseconds for one attempt. Default: 30 000. */
  timeout?: number;
  /** Replaces the fetch of the runtime. */
  fetch?: typeof fetch;
  /** Waits between attempts; the number is milliseconds. */
  wait?: (milliseconds: number) => Promise<void>;
}

export interface RequestOptions {
  /** Repeats with an equal key change nothing. Default: a new one for each call, equal in its repeats. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface Call {
  method: string;
  /** Under /v1, with the names of parameters in braces. */
  path: string;
}

export type Send = (call: Call, input: Record<string, unknown>, options?: RequestOptions) => Promise<unknown>;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Returns the milliseconds to wait: as the answer says, otherwise twice as long each time, with a random part so that clients spread. */
export function waitAfter(attempt: number, answer: Response | null): number {
  const asked = Number(answer?.headers.get('retry-after'));
  if (asked > 0) return Math.min(asked * 1000, LONGEST_WAIT_MS);
  return Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}

/** Waits, and throws at once where the caller gives up meanwhile. */
export async function waitUnless(signal: AbortSignal | undefined, waiting: Promise<void>): Promise<void> {
  if (!signal) return waiting;
  signal.throwIfAborted();
  let giveUp = () => {};
  const aborted = new Promise<void>((resolve) => {
    giveUp = resolve;
    signal.addEventListener('abort', giveUp, { once: true });
  });
  await Promise.race([waiting, aborted]);
  signal.removeEventListener('abort', giveUp);
  signal.throwIfAborted();
}

export const isPassing = ({ status }: Response, problem: Problem): boolean =>
  PASSING.has(status) || problem.code === 'IDEMPOTENCY_KEY_IN_USE';

export async function readProblem(answer: Response): Promise<Problem> {
  const body: unknown = await answer.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'code' in body) return body as Problem;
  return {
    code: 'UNEXPECTED_ANSWER',
    title: `The answer is ${answer.status} and no problem of the API.`,
    status: answer.status,
  };
}

export function createSend(options: ClientOptions): Send {
  const { key, version, locale = 'pt-BR', retries = 3, timeout = 30_000, wait = sleep } = options;
  const base = `${options.url.replace(/\/+$/, '')}/v1`;
  const request = options.fetch ?? fetch;

  return async ({ method, path }, input, { idempotencyKey, signal } = {}) => {
    const rest = { ...input };
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = rest[name];
      delete rest[name];
      if (typeof value === 'number') return String(value);
      if (typeof value !== 'string' || value === '')
        throw new TypeError(`${name} is missing: ${method} ${path} needs it.`);
      return encodeURIComponent(value);
    });
    const isInQuery = method === 'GET' || method === 'DELETE';
    const url = new URL(base + address);
    if (isInQuery)
      for (const [name, value] of Object.entries(rest))
        if (value !== undefined) url.searchParams.set(name, String(value));
    const hasBody = !isInQuery && Object.keys(rest).length > 0;
    const headers: Record<string, string> = {
      authorization: `Bearer ${key}`,
      'accept-language': locale,
      ...(version && { 'feira-version': version }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    };
    const body = hasBody ? JSON.stringify(rest) : null;
    // A header that cannot be sent, such as a key with an accent, is an error of the caller that no repeat mends.
    new Headers(headers);
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      const limit = AbortSignal.timeout(timeout);
      let answer: Response | null = null;
      let failure: unknown;
      try {
        answer = await request(url, {
          method,
          headers,
          // Following a redirect would carry the key to another address.
          redirect: 'manual',
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
          ...(body !== null && { body }),
        });
        if (answer.ok) return await answer.json();
      } catch (error) {
        if (signal?.aborted) throw error;
        failure = error;
      }
      if (failure === undefined && answer) {
        const problem = await readProblem(answer);
        signal?.throwIfAborted();
        failure = new FeiraError(problem, answer.headers.get('request-id'));
        if (!isPassing(answer, problem)) throw failure;
      }
      // Every change carries a key, so that a repeat changes nothing twice.
      if (attempt >= retries) throw failure;
      await waitUnless(signal, wait(waitAfter(attempt, answer)));
    }
  };
}
