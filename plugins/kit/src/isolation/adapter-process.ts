/** Starts one process of one package, watches it, carries calls to it, and kills it when it does not behave. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { redactNumbers } from '../redact-numbers.ts';
import { type Limits, toCommand } from './command.ts';
import type { Places, Role } from './lockdown.ts';
import {
  type CryptoAnswer,
  type CryptoQuestion,
  createLineReader,
  LONGEST_LINE,
  type ToAdapter,
  type ToHost,
  toLine,
} from './protocol.ts';

export interface AdapterEvents {
  onMessage(message: ToHost): void;
  onQuestion(question: CryptoQuestion): CryptoAnswer;
  /** Returns true while a call is open, for which the process may work. */
  isCalled(): boolean;
  /** Once; the reason is for the log. */
  onEnd(reason: string): void;
}

const CHILD = path.join(import.meta.dirname, `child${path.extname(import.meta.filename)}`);
const PAGE_BYTES = 4096;
const LONGEST_LAST_WORDS = 8_192;

/** The line that says why, else the first, without what may be a document or a card number. */
function toCause(lastWords: string): string {
  const lines = lastWords.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => /error|cannot|denied|not permitted/i.test(one)) ?? lines[0];
  return line === undefined ? '' : `: ${redactNumbers(line.trim()).slice(0, 200)}`;
}

/** USER_HZ, which is 100 on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;
/** A package that cannot be loaded in this time never will. */
const START_MS = 15_000;

const { resolve: resolvePackage } = createRequire(import.meta.url);
const SCHEMAS = '@feira/schemas';

/** The folders of the kit and of the schemas, which adapters may import. */
const LIBRARIES = [
  { name: '@feira/plugin-kit', directory: realpathSync(path.join(import.meta.dirname, '../..')) },
  { name: SCHEMAS, directory: realpathSync(path.join(resolvePackage(`${SCHEMAS}/common`), '../..')) },
];
/** The node_modules folder in which Node finds these libraries, and the one where what they import lies: two where packages are links. */
const MODULES = [
  ...(resolvePackage.paths(SCHEMAS) ?? []).filter((folder) => existsSync(path.join(folder, SCHEMAS))).slice(0, 1),
  `${resolvePackage('ajv').split(`${path.sep}node_modules${path.sep}`)[0]}${path.sep}node_modules`,
];

export class AdapterProcess {
  readonly #child: ChildProcess;
  readonly #events: AdapterEvents;
  readonly #limits: Limits;
  readonly #watch: NodeJS.Timeout;
  #reason: string | null = null;
  /** While it starts, on a busy machine for seconds, it cannot be heard; that has a limit of its own. */
  #isReady = false;
  /** The looks since it was last heard. A host that stood still looks once, not once for each interval: its own silence counts for nothing. */
  #silentLooks = 0;
  #pings = 0;
  /** Characters that the process may still send. Each call adds to it. */
  #allowance = LONGEST_LINE;
  /** Processor time at the last look during a call, ms. */
  #calledCpuMs = 0;
  readonly hasOwnNetwork: boolean;
  readonly ready: Promise<void>;

  constructor(place: { directory: string; entry: string; role?: Role }, limits: Limits, events: AdapterEvents) {
    this.#events = events;
    this.#limits = limits;
    const directory = realpathSync(place.directory);
    const { role = 'adapter' } = place;
    const places: Places = { directory, entry: path.join(directory, place.entry), libraries: LIBRARIES, role };
    // Sources of the libraries come through node_modules, whose links the loader has to follow.
    const readable = [directory, ...LIBRARIES.map((library) => library.directory), ...MODULES];
    const { program, parameters, hasOwnNetwork } = toCommand(CHILD, JSON.stringify(places), readable, limits);
    this.hasOwnNetwork = hasOwnNetwork;
    this.#child = spawn(program, parameters, {
      env: {},
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    // The adapter's own code cannot write here: only Node and the wrappers around it do, when they give up.
    let lastWords = '';
    const stderr = this.#child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
      lastWords += chunk;
      if (lastWords.length > LONGEST_LAST_WORDS) stderr.destroy();
    });
    let settle: { resolve(): void; reject(error: Error): void };
    this.ready = new Promise((resolve, reject) => {
      settle = { resolve, reject };
    });
    this.ready.catch(() => undefined);
    const starting = setTimeout(() => this.kill('it took too long to start'), START_MS);
    this.#listen((message) => {
      if (message.type === 'ready') {
        clearTimeout(starting);
        this.#isReady = true;
        settle.resolve();
      } else if (message.type === 'failed') this.kill(`it failed: ${String(message.message).slice(0, 300)}`);
      else events.onMessage(message);
    });
    this.#child.once('error', (error) => this.kill(`it cannot be started: ${error.message}`));
    this.#child.once('close', (code, signal) => {
      clearTimeout(starting);
      clearInterval(this.#watch);
      const reason = this.#reason ?? `it ended by itself (${signal ?? code})${toCause(lastWords)}`;
      settle.reject(new Error(reason));
      events.onEnd(reason);
    });
    this.#watch = setInterval(() => void this.#check(), this.#lookMs);
    this.#watch.unref();
  }

  get isAlive(): boolean {
    return this.#reason === null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  send(message: ToAdapter): void {
    if (message.type === 'call') this.#allowance += this.#limits.sentPerCall;
    if (this.isAlive) this.#channel.write(toLine(message));
  }

  kill(reason: string): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  get #lookMs(): number {
    return Math.max(100, this.#limits.deafMs / 10);
  }

  get #channel(): Duplex {
    return this.#child.stdio[3] as Duplex;
  }

  #listen(onMessage: (message: ToHost) => void): void {
    const questions = this.#child.stdio[4] as Duplex;
    const guard = (handle: (message: never) => void) => {
      const read = createLineReader((message) => {
        this.#silentLooks = 0;
        handle(message as never);
      });
      return (chunk: string) => {
        this.#allowance -= chunk.length;
        if (this.#allowance < 0) return this.kill('it sent too much');
        try {
          read(chunk);
        } catch {
          this.kill('it sent what is no message');
        }
      };
    };
    // Its end of a pipe breaks when it dies; "close" of the process tells the rest.
    for (const pipe of [this.#channel, questions]) pipe.setEncoding('utf8').on('error', () => undefined);
    this.#channel.on('data', guard(onMessage));
    questions.on(
      'data',
      guard((question: CryptoQuestion) => questions.write(toLine(this.#events.onQuestion(question)))),
    );
  }

  /** Ends a process that is silent, too big or busy without a call. A loop shows as silence: the adapter cannot answer a ping. */
  async #check(): Promise<void> {
    if (!this.isAlive) return;
    if (this.#isReady && this.#silentLooks * this.#lookMs > this.#limits.deafMs)
      return this.kill('it was busy for too long');
    this.#silentLooks += 1;
    this.#pings += 1;
    this.send({ type: 'ping', id: this.#pings });
    const [used, cpuMs] = await Promise.all([readResidentBytes(this.#child.pid), readCpuMs(this.#child.pid)]);
    if (used > this.#limits.memoryBytes) this.kill('it took too much memory');
    const isResting = this.#isReady && !this.#events.isCalled();
    if (isResting) this.#allowance = LONGEST_LINE;
    else this.#calledCpuMs = cpuMs;
    if (cpuMs - this.#calledCpuMs > this.#limits.restingCpuMs) this.kill('it was busy without a call');
  }
}

/** Returns the resident memory in bytes; 0 where the system does not tell, and only the process's own heap limit counts. */
async function readResidentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** The processor time of the process, ms; 0 where the system does not tell. */
async function readCpuMs(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in parentheses, may hold blanks. The 12th and 13th words after it are ticks in user and system mode.
  const words = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(words[11] ?? 0) + Number(words[12] ?? 0)) * 1_000) / TICKS_PER_SECOND;
}
