/** Hears events as they happen, and connects again where a stream ends. */
import type { PlatformEvent } from './calls.ts';
import { FeiraError } from './errors.ts';
import { type ClientOptions, isPassing, readProblem, sleep, waitAfter, waitUnless } from './request.ts';

export interface ListenOptions {
  signal?: AbortSignal;
  /** The id of the event that was heard last: what came after it is told first. Default: only what happens from now on. */
  after?: string;
  /** Runs when the stream is open, also each time that it is opened again. */
  onOpen?: () => void;
}

/** The platform writes at least a comment in this time; a stream that is quiet for longer is dead. */
const QUIET_MS = 45_000;
/** The ids that are remembered: a stream that is opened again may repeat some events. */
const REMEMBERED = 1_000;

/** Yields the data of each message of a stream of server-sent events. */
async function* readMessages(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    onBytes();
    text += decoder.decode(chunk, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() as string;
    for (const message of messages) {
      const data = message
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).trimStart());
      if (data.length > 0) yield data.join('\n');
    }
  }
}

/**
 * Yields events as they happen, until the signal is aborted. Needs a key with the scope events:read. Throws FeiraError where the platform
 * refuses for good, such as a key that was revoked.
 */
export async function* listen(
  options: ClientOptions,
  { signal, after, onOpen }: ListenOptions = {},
): AsyncGenerator<PlatformEvent, void> {
  const { key, version, locale = 'pt-BR', wait = sleep } = options;
  const request = options.fetch ?? fetch;
  const url = `${options.url.replace(/\/+$/, '')}/v1/events/stream`;
  const told = new Set<string>();
  let last = after;
  for (let attempt = 0; !signal?.aborted; attempt++) {
    const quiet = new AbortController();
    let timer = setTimeout(() => quiet.abort(), QUIET_MS);
    let answer: Response | null = null;
    try {
      answer = await request(url, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${key}`,
          'accept-language': locale,
          ...(version && { 'feira-version': version }),
          ...(last && { 'last-event-id': last }),
        },
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, quiet.signal]) : quiet.signal,
      });
      if (!answer.ok || !answer.body) {
        const problem = await readProblem(answer);
        if (!isPassing(answer, problem)) throw new FeiraError(problem, answer.headers.get('request-id'));
      } else {
        onOpen?.();
        const messages = readMessages(answer.body, () => {
          attempt = 0;
          clearTimeout(timer);
          timer = setTimeout(() => quiet.abort(), QUIET_MS);
        });
        for await (const message of messages) {
          const event = JSON.parse(message) as PlatformEvent;
          last = event.id;
          if (told.has(event.id)) continue;
          told.add(event.id);
          if (told.size > REMEMBERED) told.delete(told.values().next().value as string);
          yield event;
        }
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof FeiraError) throw error;
    } finally {
      clearTimeout(timer);
      quiet.abort();
    }
    await waitUnless(signal, wait(waitAfter(attempt, answer?.ok ? null : answer))).catch(() => undefined);
  }
}
