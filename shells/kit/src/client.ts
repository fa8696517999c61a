import type { Locale } from '@feira/schemas/common';
import type { ErrorBody, Input, Output, Procedure } from '@feira/schemas/procedure';

/** A call that was refused or got no answer; `status` 0 means that no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: NonNullable<ErrorBody['details']>;
  /** Seconds after which a retry makes sense, where the server named them. */
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: ErrorBody['challenge'];

  constructor(status: number, { code, message, details = [], challenge }: ErrorBody, retryAfterSeconds?: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.status = status;
    this.code = code;
    this.details = details;
    this.challenge = challenge;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The idempotency key of a call that moves money. */
  idempotencyKey?: string;
}

export interface Client {
  /** Calls a procedure by its declaration, which gives the types of input and answer. */
  call<const P extends Procedure>(procedure: P, input: Input<P>, options?: CallOptions): Promise<Output<P>>;
}

export interface ClientSettings {
  locale: Locale;
  fetch?: typeof fetch;
  /** Returns a signal that aborts after a number of milliseconds. */
  after?: (milliseconds: number) => AbortSignal;
}

/**
 * The time that an answer may take, in milliseconds. A question that the server has not answered by then is asked in vain. A change
 * may wait for a provider, and giving up early would leave people in doubt whether it was made.
 */
const PATIENCE = { query: 10_000, mutation: 60_000 };

function toAddress(procedure: Procedure, input: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const item of [value].flat()) if (item !== undefined) parameters.append(name, String(item));
  }
  const search = parameters.toString();
  return `/api/${procedure.name}${search ? `?${search}` : ''}`;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

const readRetryAfter = ({ headers }: Response): number | undefined => {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return seconds > 0 ? seconds : undefined;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An answer that is no JSON comes from a proxy between us and the server; it counts as no answer. */
async function readAnswer(response: Response, onFailure: (error: unknown) => never): Promise<unknown> {
  const text = await response.text().catch(onFailure);
  const body = parse(text);
  if (response.ok && body !== undefined) return body;
  if (isErrorBody(body)) throw new ApiError(response.status, body, readRetryAfter(response));
  throw new ApiError(response.ok ? 0 : response.status, { code: 'NO_ANSWER', message: '' });
}

export function createClient({
  locale,
  fetch: send = fetch,
  after = (milliseconds) => AbortSignal.timeout(milliseconds),
}: ClientSettings): Client {
  return {
    async call(procedure, input, { signal, idempotencyKey } = {}) {
      const isQuery = procedure.kind === 'query';
      const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': locale };
      if (!isQuery) headers['Content-Type'] = 'application/json';
      if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
      const address = isQuery ? toAddress(procedure, input as object) : `/api/${procedure.name}`;
      const late = after(PATIENCE[procedure.kind]);
      const fail = (error: unknown): never => {
        if (signal?.aborted) throw error;
        throw new ApiError(0, { code: late.aborted ? 'TIMED_OUT' : 'NO_ANSWER', message: '' });
      };
      const ask = async () => {
        const response = await send(address, {
          method: isQuery ? 'GET' : 'POST',
          headers,
          body: isQuery ? null : JSON.stringify(input),
          signal: signal ? AbortSignal.any([signal, late]) : late,
        }).catch(fail);
        return (await readAnswer(response, fail)) as Output<typeof procedure>;
      };
      return ask().catch(async (error) => {
        if (!(error instanceof ApiError && error.challenge)) throw error;
        const { CHALLENGE_HEADER, solveChallenge } = await import('./solve-challenge.ts');
        headers[CHALLENGE_HEADER] = await solveChallenge(error.challenge);
        return ask();
      });
    },
  };
}
