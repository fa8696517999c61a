/** Runs an isolated adapter in its process. isolated-module.ts starts it with the package's place as its one argument. */
import { readSync, writeSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { OPERATIONS } from '@feira/schemas/provider';
import { createSecretCrypto } from '../broker/secret-crypto.ts';
import type { ProviderModule } from '../define.ts';
import { isProviderError, ProviderError } from '../errors.ts';
import type { HttpAnswer, ProviderContext, SecretCrypto, Settings } from '../host.ts';
import type { SimulatorModule } from '../simulator.ts';
import { lockGlobals, lockModules, type Places } from './lockdown.ts';
import {
  type CryptoAnswer,
  type CryptoQuestion,
  createLineReader,
  LIST_OPERATIONS,
  type SentError,
  type ToAdapter,
  type ToHost,
  toLine,
} from './protocol.ts';
import { asProcess } from './simulator-side.ts';

const CHANNEL = 3;
const QUESTIONS = 4;

const places = JSON.parse(process.argv[2] ?? '') as Places;
const exit = process.exit.bind(process);
const { performance } = globalThis;
const channel = new Socket({ fd: CHANNEL, readable: true, writable: true });
const send = (message: ToHost) => void channel.write(toLine(message));

// Without the host there is nothing to do here.
channel.on('close', () => exit(0));
channel.on('error', () => exit(0));
process.on('uncaughtException', (error) => {
  channel.write(toLine({ type: 'failed', message: error.message }), () => exit(70));
});
// A rejected promise that the adapter does not await ends no process: the other calls go on.
process.on('unhandledRejection', () => undefined);

const waiting = new Map<number, { resolve(answer: HttpAnswer): void; reject(error: Error): void }>();
let lastRequest = 0;

function toSent(error: unknown): SentError {
  if (!isProviderError(error)) return { message: error instanceof Error ? error.name : 'Error' };
  const { code, outcome, status, body } = error;
  return {
    message: String(error.message),
    provider: { code, outcome, ...(status !== undefined && { status }), ...(body !== undefined && { body }) },
  };
}

function fromSent({ message, provider }: SentError): Error {
  if (!provider) return new Error(message);
  const { code, outcome, status, body } = provider;
  return new ProviderError(code as ProviderError['code'], outcome as ProviderError['outcome'], message, {
    ...(status !== undefined && { status }),
    body,
  });
}

/** Asks the host and waits for its answer, as the contract's cryptography is not asynchronous. */
function ask(call: string, operation: CryptoQuestion['operation'], parameters: unknown[]): string | boolean {
  const question = Buffer.from(toLine({ call, operation, parameters }));
  for (let sent = 0; sent < question.length; ) sent += writeSync(QUESTIONS, question, sent);
  const buffer = Buffer.alloc(64 * 1024);
  let text = '';
  while (!text.endsWith('\n')) {
    const count = readSync(QUESTIONS, buffer);
    if (count === 0) exit(0);
    text += buffer.toString('utf8', 0, count);
  }
  const answer = JSON.parse(text) as CryptoAnswer;
  if ('error' in answer) throw fromSent(answer.error);
  return answer.value;
}

/** Hashing a plain text needs no secret, so it is done here. */
const { hash } = createSecretCrypto({ secrets: new Map() });

const createCrypto = (call: string): SecretCrypto => ({
  hmac: (...parameters) => ask(call, 'hmac', parameters) as string,
  sign: (...parameters) => ask(call, 'sign', parameters) as string,
  equals: (...parameters) => ask(call, 'equals', parameters) as boolean,
  hash: (algorithm, data, encoding) =>
    typeof data === 'string'
      ? hash(algorithm, data, encoding)
      : (ask(call, 'hash', [algorithm, data, encoding]) as string),
  sealAccount: (...parameters) => ask(call, 'sealAccount', parameters) as string,
});

/** A context of its own for every call: what it asks of the outside world is refused once the call has ended. */
function createContext(call: string, settings: Settings, now: number): ProviderContext {
  const started = performance.now();
  const log = (level: 'info' | 'warn') => (data: Record<string, unknown>, message: string) =>
    send({ type: 'log', call, level, data, message: String(message) });
  return {
    settings,
    clock: { now: () => new Date(now + (performance.now() - started)) },
    crypto: createCrypto(call),
    log: { info: log('info'), warn: log('warn') },
    http: {
      request: <T>(request: unknown) =>
        new Promise<HttpAnswer<T>>((resolve, reject) => {
          lastRequest += 1;
          waiting.set(lastRequest, { resolve: resolve as (answer: HttpAnswer) => void, reject });
          send({ type: 'http', id: lastRequest, call, request: request as never });
        }),
    },
  };
}

function sendError(call: string, error: unknown): void {
  try {
    send({ type: 'result', call, error: toSent(error) });
  } catch {
    // The error holds values that JSON cannot write, or its own getters throw: the host hears only that the call failed.
    send({ type: 'result', call, error: { message: 'Error' } });
  }
}

async function runCall(module: ProviderModule, message: Extract<ToAdapter, { type: 'call' }>): Promise<void> {
  const { call, settings, operation, input, now } = message;
  try {
    const provider = module.createProvider(createContext(call, settings, now)) as Record<string, unknown>;
    if (operation === LIST_OPERATIONS) {
      const names = [...OPERATIONS, 'ensureWebhook'].filter((name) => typeof provider[name] === 'function');
      return send({ type: 'result', call, result: names });
    }
    const run = provider[operation];
    if (typeof run !== 'function')
      throw new ProviderError('UNSUPPORTED', 'NOT_SENT', `The adapter has no ${operation}.`);
    const result: unknown = await run.call(provider, input);
    send({ type: 'result', call, result: result === undefined ? null : result });
  } catch (error) {
    sendError(call, error);
  }
}

function receive(module: ProviderModule, message: ToAdapter): void {
  if (message.type === 'ping') send({ type: 'pong', id: message.id });
  else if (message.type === 'call') void runCall(module, message);
  else {
    const found = waiting.get(message.id);
    waiting.delete(message.id);
    if ('answer' in message) found?.resolve(message.answer);
    else found?.reject(fromSent(message.error));
  }
}

async function loadModule(): Promise<ProviderModule | undefined> {
  const loaded = (await import(pathToFileURL(places.entry).href)) as { default?: ProviderModule | SimulatorModule };
  if (places.role === 'adapter') return loaded.default as ProviderModule | undefined;
  const simulator = loaded.default as SimulatorModule | undefined;
  if (typeof simulator?.createSimulator === 'function') return asProcess(simulator);
  throw new Error('The default export has no createSimulator; see defineSimulator.');
}

// Node's reader of TypeScript needs a global that is taken away; a compiled kit has not loaded it yet.
if (places.entry.endsWith('.ts')) stripTypeScriptTypes('');
lockModules(places);
lockGlobals();
try {
  const module = await loadModule();
  if (typeof module?.createProvider !== 'function')
    throw new Error('The default export has no createProvider; see defineProvider.');
  const read = createLineReader((message) => receive(module, message as ToAdapter));
  channel.setEncoding('utf8').on('data', (chunk) => read(String(chunk)));
  send({ type: 'ready' });
} catch (error) {
  send({ type: 'failed', message: error instanceof Error ? error.message : 'The package cannot be loaded.' });
}
