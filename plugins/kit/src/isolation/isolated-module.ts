/**
 * A provider package whose code runs in a process of its own. Looks like the package's module to the host; every operation
 * becomes a message, and every request of the adapter for the outside world comes back as one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Manifest } from '@feira/schemas/manifest';
import type { Provider } from '@feira/schemas/provider';
import type { ProviderModule } from '../define.ts';
import { isProviderError, ProviderError } from '../errors.ts';
import type { HttpRequest, ProviderContext, ProviderLog } from '../host.ts';
import { AdapterProcess } from './adapter-process.ts';
import { DEFAULT_LIMITS, type Limits } from './command.ts';
import type { Role } from './lockdown.ts';
import {
  CRYPTO_OPERATIONS,
  type CryptoAnswer,
  type CryptoQuestion,
  LIST_OPERATIONS,
  type SentError,
  type ToHost,
} from './protocol.ts';

export interface IsolatedOptions {
  manifest: Manifest;
  /** The package's folder, and its entry below it. */
  directory: string;
  entry: string;
  log: ProviderLog;
  limits?: Partial<Limits>;
  /** The kind of the entry: an adapter by default. */
  role?: Role;
  /** The calls of the process; those of the manifest unless told. */
  operations?: readonly string[];
}

export interface IsolatedModule extends ProviderModule {
  /** Starts the process, to see that it can be started; rejects with the reason. */
  start(): Promise<void>;
  /** Returns the names of the operations that the adapter really has, whatever its manifest declares. */
  listOperations(context: ProviderContext): Promise<string[]>;
  /** Returns the reason after its process ended several times in a row; null again after a start or a call that went well. */
  findFault(): string | null;
  /** Ends the process as soon as no call is open; resolves then. */
  drain(): Promise<void>;
  close(): void;
}

interface Call {
  process: AdapterProcess;
  context: ProviderContext;
  requests: number;
  logs: number;
  questions: number;
  questionCharacters: number;
  /** A request that may have changed something has left. */
  hasWritten: boolean;
  deadline: NodeJS.Timeout;
  /** Runs within the context the call was made in, so that the host still knows whose request it is. */
  inScope: <T>(work: () => T) => T;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The time for which the first failure closes an adapter; each further failure doubles it, until a call succeeds. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;
const IDLE = 'it was idle';
/** The message of the error in place of one that is no ProviderError. */
export const ADAPTER_FAILED = 'The adapter failed.';
/** Once may be bad luck of one call. */
const FAILURES_OF_A_FAULT = 3;
const LOGS_A_CALL = 100;
const LONGEST_LOG = 500;
const LARGEST_LOG_DATA = 8 * 1024;
const LARGEST_ERROR_BODY = 64 * 1024;
const CODES = ['UNAVAILABLE', 'UNAUTHORIZED', 'INVALID_REQUEST', 'INVALID_ANSWER', 'UNSUPPORTED'];
const OUTCOMES = ['NOT_SENT', 'REJECTED', 'UNKNOWN'];

class Isolation {
  readonly #options: IsolatedOptions;
  readonly #limits: Limits;
  readonly #calls = new Map<string, Call>();
  #process: AdapterProcess | null = null;
  #idle: NodeJS.Timeout | null = null;
  #pauseMs = 0;
  #pausedUntil = 0;
  /** Calls that wait for the process to be ready. */
  #waiting = 0;
  #isClosed = false;
  #hasWarned = false;
  /** Ends of the process without a call that ended well between them. */
  #failures = 0;
  #lastReason = '';
  #onRest: (() => void)[] = [];

  constructor(options: IsolatedOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
  }

  open(context: ProviderContext): Provider {
    const operations = this.#options.operations ?? [...this.#options.manifest.operations, 'ensureWebhook'];
    const calls = operations.map((operation) => [operation, (input: unknown) => this.#call(context, operation, input)]);
    return Object.fromEntries(calls) as Provider;
  }

  async listOperations(context: ProviderContext): Promise<string[]> {
    return (await this.#call(context, LIST_OPERATIONS, null)) as string[];
  }

  async start(): Promise<void> {
    await this.#start().catch((error: Error) => {
      // Also while it is paused, what has to be mended is why it failed.
      throw new Error(this.#lastReason ? `Its process cannot be started: ${this.#lastReason}.` : error.message);
    });
    this.#failures = 0;
    this.#rest();
  }

  findFault(): string | null {
    if (this.#failures < FAILURES_OF_A_FAULT) return null;
    return `Its process ended ${this.#failures} times in a row: ${this.#lastReason}.`;
  }

  async drain(): Promise<void> {
    if (this.#calls.size + this.#waiting > 0) await new Promise<void>((resolve) => this.#onRest.push(resolve));
    this.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#process?.kill('the host has closed');
  }

  async #call(context: ProviderContext, operation: string, input: unknown): Promise<unknown> {
    this.#waiting += 1;
    const process = await this.#start().then(
      (started) => {
        this.#waiting -= 1;
        return started;
      },
      (error) => {
        this.#waiting -= 1;
        this.#reportIdle();
        throw error;
      },
    );
    return new Promise((resolve, reject) => {
      const call = randomUUID();
      const deadline = setTimeout(() => process.kill(`${operation} took too long`), this.#limits.callMs);
      const inScope = AsyncLocalStorage.snapshot();
      this.#calls.set(call, {
        process,
        context,
        requests: 0,
        logs: 0,
        questions: 0,
        questionCharacters: 0,
        hasWritten: false,
        deadline,
        inScope,
        resolve,
        reject,
      });
      const { settings, clock } = context;
      process.send({ type: 'call', call, settings, operation, input, now: clock.now().getTime() });
    });
  }

  async #start(): Promise<AdapterProcess> {
    // One that was killed has not always ended yet: what comes now is for the next.
    if (!this.#process?.isAlive) {
      if (this.#isClosed || performance.now() < this.#pausedUntil) throw this.#unavailable('is paused after it failed');
      const process = new AdapterProcess(this.#options, this.#limits, {
        onMessage: (message) => this.#receive(message),
        onQuestion: (question) => this.#answer(question),
        isCalled: () => this.#calls.size > 0,
        onEnd: (reason) => this.#end(process, reason),
      });
      this.#process = process;
      if (!process.hasOwnNetwork) this.#warnOfNetwork();
    }
    const process = this.#process;
    await process.ready.catch((error: Error) => {
      throw this.#unavailable(error.message);
    });
    if (!process.isAlive) throw this.#unavailable('has just ended');
    return process;
  }

  #warnOfNetwork(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.log.warn(
      { provider: this.#options.manifest.id },
      'This system gives adapters no empty network of their own: the lock inside their process stands alone',
    );
  }

  #unavailable(reason: string): ProviderError {
    return new ProviderError('UNAVAILABLE', 'NOT_SENT', `The adapter of ${this.#options.manifest.name} ${reason}.`);
  }

  #receive(message: ToHost): void {
    if (message.type === 'pong') return;
    if (!('call' in message)) return;
    const call = this.#calls.get(message.call);
    // The call has ended: nothing of it counts any more.
    if (!call) return;
    if (message.type === 'result') this.#finish(message.call, call, message);
    else if (message.type === 'log') this.#log(call, message);
    else if (message.type === 'http') void call.inScope(() => this.#request(message.id, call, message.request));
  }

  #finish(id: string, call: Call, message: Extract<ToHost, { type: 'result' }>): void {
    this.#calls.delete(id);
    clearTimeout(call.deadline);
    // An adapter that works has made up for its failures.
    this.#pauseMs = 0;
    this.#failures = 0;
    if ('error' in message) call.reject(this.#toError(message.error, call));
    else call.resolve(message.result);
    this.#rest();
  }

  /** Without a call for a while the process is not kept. */
  #rest(): void {
    if (this.#calls.size > 0) return;
    this.#reportIdle();
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#calls.size + this.#waiting === 0) this.#process?.kill(IDLE);
    }, this.#limits.idleMs);
    this.#idle.unref();
  }

  /** A word of an adapter that is none of the contract's is worth as much as a crash. */
  #toError({ message, provider }: SentError, call: Call): Error {
    if (provider && CODES.includes(provider.code) && OUTCOMES.includes(provider.outcome)) {
      const { code, outcome, status, body } = provider;
      const isSmall = (JSON.stringify(body) ?? '').length <= LARGEST_ERROR_BODY;
      return new ProviderError(
        code as ProviderError['code'],
        outcome as ProviderError['outcome'],
        String(message).slice(0, LONGEST_LOG),
        { ...(Number.isInteger(status) && { status }), ...(isSmall && { body }) },
      );
    }
    const outcome = call.hasWritten ? 'UNKNOWN' : 'NOT_SENT';
    const cause = new Error(String(message).slice(0, LONGEST_LOG));
    return new ProviderError('INVALID_ANSWER', outcome, ADAPTER_FAILED, { cause });
  }

  async #request(id: number, call: Call, request: HttpRequest): Promise<void> {
    call.requests += 1;
    try {
      if (call.requests > this.#limits.requests)
        throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', 'One call makes too many requests.');
      if (request?.method !== 'GET' && request?.isRead !== true) call.hasWritten = true;
      const answer = await call.context.http.request(request);
      call.process.send({ type: 'http', id, answer });
    } catch (error) {
      call.process.send({ type: 'http', id, error: toSent(error) });
    }
  }

  #answer({ call: id, operation, parameters }: CryptoQuestion): CryptoAnswer {
    const call = this.#calls.get(id);
    if (!call || !CRYPTO_OPERATIONS.includes(operation)) return { error: { message: 'The call has ended.' } };
    try {
      call.questions += 1;
      for (const value of parameters) call.questionCharacters += (JSON.stringify(value) ?? '').length;
      if (call.questions > this.#limits.questions || call.questionCharacters > this.#limits.questionCharacters)
        throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', 'One call asks for too much cryptography.');
      const run = call.context.crypto[operation] as (...parameters: unknown[]) => string | boolean;
      return { value: run(...parameters) };
    } catch (error) {
      return { error: toSent(error) };
    }
  }

  #log(call: Call, { level, data, message }: Extract<ToHost, { type: 'log' }>): void {
    call.logs += 1;
    if (call.logs > LOGS_A_CALL) return;
    const write = level === 'info' ? call.context.log.info : call.context.log.warn;
    const isSmall = (JSON.stringify(data) ?? '').length <= LARGEST_LOG_DATA;
    // Below one name, so that no field of an adapter takes the place of one of the host's, such as `level` or `alert`.
    write.call(call.context.log, { data: isSmall ? data : 'too large' }, String(message).slice(0, LONGEST_LOG));
  }

  #end(process: AdapterProcess, reason: string): void {
    if (this.#process === process) this.#process = null;
    const open = [...this.#calls].filter(([, call]) => call.process === process);
    // The session of a simulator is open for as long as its process lasts.
    const isFree = open.length === 0 || this.#options.role === 'simulator';
    const isExpected = isFree && (reason === IDLE || this.#isClosed);
    if (!isExpected) {
      this.#failures += 1;
      this.#lastReason = reason;
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      this.#pausedUntil = performance.now() + this.#pauseMs;
      this.#options.log.warn(
        { alert: 'adapter-ended', provider: this.#options.manifest.id, calls: open.length, pauseMs: this.#pauseMs },
        `The process of an adapter was ended: ${reason}`,
      );
    }
    for (const [id, call] of open) {
      this.#calls.delete(id);
      clearTimeout(call.deadline);
      const outcome = call.hasWritten ? 'UNKNOWN' : 'NOT_SENT';
      call.reject(new ProviderError('UNAVAILABLE', outcome, `The adapter was ended: ${reason}.`));
    }
    this.#reportIdle();
  }

  #reportIdle(): void {
    if (this.#calls.size + this.#waiting === 0) for (const resolve of this.#onRest.splice(0)) resolve();
  }
}

function toSent(error: unknown): SentError {
  if (!isProviderError(error)) return { message: 'The host could not do this.' };
  const { code, outcome, status, body, message } = error;
  return {
    message,
    provider: { code, outcome, ...(status !== undefined && { status }), ...(body !== undefined && { body }) },
  };
}

/** Nothing starts before the first call. */
export function createIsolatedModule(options: IsolatedOptions): IsolatedModule {
  const isolation = new Isolation(options);
  return {
    createProvider: (context) => isolation.open(context),
    start: () => isolation.start(),
    listOperations: (context) => isolation.listOperations(context),
    findFault: () => isolation.findFault(),
    drain: () => isolation.drain(),
    close: () => isolation.close(),
  };
}
