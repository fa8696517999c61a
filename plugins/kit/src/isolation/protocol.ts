/**
 * Declares the messages between the host and an isolated adapter: one JSON text a line. The host never trusts the adapter: a call
 * ends once, and a request for the outside world counts only while the call it belongs to is open.
 */
import type { HttpAnswer, HttpRequest, Settings } from '../host.ts';

/** Characters of one line; a longer one ends the process that sent it. */
export const LONGEST_LINE = 4 * 1024 * 1024;

/** An error without its class, cause and stack. */
export interface SentError {
  message: string;
  /** Missing for an error that is no ProviderError. */
  provider?: { code: string; outcome: string; status?: number; body?: unknown };
}

export type ToAdapter =
  | { type: 'call'; call: string; settings: Settings; operation: string; input: unknown; now: number }
  | { type: 'http'; id: number; answer: HttpAnswer }
  | { type: 'http'; id: number; error: SentError }
  | { type: 'ping'; id: number };

export type ToHost =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'result'; call: string; result: unknown }
  | { type: 'result'; call: string; error: SentError }
  | { type: 'http'; id: number; call: string; request: HttpRequest }
  | { type: 'log'; call: string; level: 'info' | 'warn'; data: Record<string, unknown>; message: string }
  | { type: 'pong'; id: number };

/** The name under which the host asks for the operations that the adapter has. No adapter can have an operation of this name. */
export const LIST_OPERATIONS = '#operations';

/** Asked and answered while the adapter waits, on a pipe of its own: named credentials are read on the host's side. */
export const CRYPTO_OPERATIONS = ['hmac', 'sign', 'equals', 'hash', 'sealAccount'] as const;
export type CryptoQuestion = { call: string; operation: (typeof CRYPTO_OPERATIONS)[number]; parameters: unknown[] };
export type CryptoAnswer = { value: string | boolean } | { error: SentError };

/** Cuts a stream of text into lines and reads each as JSON; throws on a line that is too long or no JSON. */
export function createLineReader(onMessage: (message: unknown) => void): (chunk: string) => void {
  /** The parts of a line whose end has not come. Only what is new is searched, so that a long line costs no more than its length. */
  let parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    length += part.length;
    if (length > LONGEST_LINE) throw new Error('A message is too long.');
    parts.push(part);
  };
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      add(chunk.slice(from, end));
      from = end + 1;
      const line = parts.join('');
      parts = [];
      length = 0;
      onMessage(JSON.parse(line));
    }
    add(chunk.slice(from));
  };
}

export const toLine = (message: ToAdapter | ToHost | CryptoQuestion | CryptoAnswer): string =>
  `${JSON.stringify(message)}\n`;
