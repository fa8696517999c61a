import type { Locale } from '@feira/schemas/common';
import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import type { ApiAnswer } from './api-answer.ts';

interface CallOptions {
  locale: Locale;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function answerOf<T>(request: Promise<Response>): Promise<ApiAnswer<T>> {
  let status = 0;
  try {
    const response = await request;
    status = response.status;
    const body = await response.json();
    return response.ok ? { ok: true, data: body } : { ok: false, status, error: { code: '', message: '', ...body } };
  } catch {
    return { ok: false, status, error: { code: 'NO_ANSWER', message: '' } };
  }
}

/** Sends GET /api/{name}: arrays travel as repeated keys. */
export function query<P extends Procedure>(name: P['name'], input: Input<P>, options: CallOptions) {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(input as object)) {
    for (const item of [value].flat()) parameters.append(key, String(item));
  }
  const headers = { 'Accept-Language': options.locale };
  return answerOf<Output<P>>(fetch(`/api/${name}?${parameters}`, { headers, signal: options.signal ?? null }));
}

/** Sends POST /api/{name} with a JSON body. Work that the server asks for is done, and the request is sent once more. */
export async function mutate<P extends Procedure>(name: P['name'], input: Input<P>, options: CallOptions) {
  const send = (proof?: Record<string, string>) => {
    const headers = { 'Content-Type': 'application/json', 'Accept-Language': options.locale, ...options.headers };
    const body = JSON.stringify(input);
    const signal = options.signal ?? null;
    return answerOf<Output<P>>(
      fetch(`/api/${name}`, { method: 'POST', headers: { ...headers, ...proof }, body, signal }),
    );
  };
  const answer = await send();
  if (answer.ok || !answer.error.challenge) return answer;
  const { challenge } = answer.error;
  return import(/* webpackChunkName: "challenge" */ './challenge/answer-challenge.ts').then(
    ({ answerChallenge }) => answerChallenge(send, challenge, options.locale),
    // The page's files cannot be loaded: the answer says what the buyer can do.
    () => answer,
  );
}
