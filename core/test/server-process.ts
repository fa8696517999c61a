/** Runs the core as a child process that can be killed and started again at the same address. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { findFreePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

/** A busy machine starts processes of adapters slowly, and a node listens only after that. */
const START_MS = 240_000;
const SERVER = resolve(import.meta.dirname, '../src/server.ts');

export interface ServerProcess {
  url: string;
  /** The log of this process and its predecessors. */
  log(): string;
  start(): Promise<void>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Stops the process with SIGTERM; returns the exit code. */
  terminate(): Promise<number | null>;
}

export async function createServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let log = '';

  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  const end = async (signal: NodeJS.Signals) => {
    if (!child) return null;
    const ending = child;
    child = null;
    const exit =
      ending.exitCode === null && ending.signalCode === null
        ? once(ending, 'exit')
        : Promise.resolve([ending.exitCode]);
    ending.kill(signal);
    return (await exit)[0] as number | null;
  };
  return {
    url,
    log: () => log,
    async start() {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const started = spawn(process.execPath, [SERVER], {
        // No balancer has to learn that the process stops.
        env: { PATH, NODE_COMPILE_CACHE, PORT: String(port), PUBLIC_URL: url, DRAIN_SECONDS: '0', ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk) => (log += chunk));
      await waitFor(
        'the server is ready',
        () => {
          if (started.exitCode !== null)
            throw new Error(`The server stopped by itself (${started.exitCode}):\n${log.slice(-2_000)}`);
          return isReady();
        },
        START_MS,
      );
    },
    kill: () => end('SIGKILL').then(() => undefined),
    terminate: () => end('SIGTERM'),
  };
}
