/** Starts a measured server from a file as a process of its own, asks it for its counters, and stops it in order. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findFreePort } from '../../core/test/free-port.ts';
import type { Sample } from './probe.ts';

export interface BenchServer {
  url: string;
  sample(): Promise<Sample>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  name: string;
  file: string;
  env: Record<string, string>;
  /** Path that answers 200 once the server can work. */
  healthPath: string;
  /** Writes a CPU profile here when the server stops. */
  profileDirectory: string | null;
}

const PROBE = pathToFileURL(path.join(import.meta.dirname, 'probe.ts')).href;
/** With NODE_OPTIONS below, as in docs/production.md. */
const COMPILE_CACHE = path.resolve(import.meta.dirname, '../../.cache/bench-compile');
/** A busy machine starts nodes slowly. */
const READY_TIMEOUT_MS = 120_000;

export async function startBenchServer(options: ServerOptions): Promise<BenchServer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const { profileDirectory } = options;
  const profile = profileDirectory
    ? ['--cpu-prof', '--cpu-prof-dir', profileDirectory, '--cpu-prof-name', `${options.name}.cpuprofile`]
    : [];
  const child = fork(options.file, [], {
    execArgv: ['--import', PROBE, ...profile],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_OPTIONS: '--max-semi-space-size=8',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...options.env,
      PORT: String(port),
      PUBLIC_URL: url,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = () => stopProcess(child);
  try {
    await waitUntilReady(child, options.name, url + options.healthPath);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, sample: () => askSample(child, options.name), stop };
}

async function waitUntilReady(child: ChildProcess, name: string, healthUrl: string): Promise<void> {
  for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; await wait(50)) {
    if (hasEnded(child)) throw new Error(`The ${name} server ended while it started; its message stands above.`);
    const answer = await fetch(healthUrl).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  throw new Error(`The ${name} server was not ready after ${READY_TIMEOUT_MS / 1000} seconds.`);
}

async function askSample(child: ChildProcess, name: string): Promise<Sample> {
  if (hasEnded(child)) throw new Error(`The ${name} server ended while it was measured.`);
  const answer = once(child, 'message');
  child.send('sample');
  return (await answer)[0] as Sample;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
