/** Runs the programs of one cluster: starts them, waits for them and stops them. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';

export interface Cluster {
  folder: string;
  directory: string;
  logFile: string;
  binaries: PostgresBinaries;
  account: Account | undefined;
  /** Belongs to the superuser and to `feira_owner`. */
  password: string;
  durability: 'full' | 'test';
  isKept: boolean;
  log: (message: string) => void;
}

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;
const READY_TIMEOUT_MS = 120_000;
/** Longer than any orderly shutdown of a database of this size. */
export const STOP_TIMEOUT_MS = 30_000;
const ATTEMPTS = 5;

/** stdout and stderr go to the log file; its last line is the error's. */
export async function runProgram(cluster: Cluster, program: string, parameters: string[]): Promise<void> {
  const child = spawnLogged(cluster, program, parameters);
  const code = await waitForExit(child);
  if (code !== 0) throw new Error(`${path.basename(program)} failed: ${readLastLine(cluster.logFile)}`);
}

function spawnLogged(cluster: Cluster, program: string, parameters: string[]): ChildProcess {
  const { account, logFile } = cluster;
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, 'a');
  try {
    const child = spawn(program, parameters, {
      // In a session of its own: Ctrl-C in the terminal reaches us, and we stop the server in order.
      detached: true,
      cwd: '/',
      stdio: ['ignore', output, output],
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    child.once('error', (error) => appendFileSync(logFile, `FATAL:  cannot run ${program}: ${error.message}\n`));
    return child;
  } finally {
    closeSync(output);
  }
}

export async function startServer(
  cluster: Cluster,
  fixedPort?: number,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = fixedPort ?? (await choosePort(cluster));
    const logStart = existsSync(cluster.logFile) ? statSync(cluster.logFile).size : 0;
    const child = spawnLogged(cluster, cluster.binaries.postgres, listServerParameters(cluster, port));
    const exit = waitForExit(child);
    // Should this process end without stopping it, the server still gets its orderly shutdown.
    const onExit = () => child.kill('SIGINT');
    if (!cluster.isKept) process.once('exit', onExit);
    void exit.then(() => process.off('exit', onExit));
    if (await isReady(cluster, port, exit)) {
      child.unref();
      return { child, port };
    }
    const reason = readFileSync(cluster.logFile, 'utf8').slice(logStart);
    // Another program took the port in between, or the memory of a killed server is about to be freed: both pass.
    const isPassing = reason.includes('could not bind') || reason.includes('shared memory block');
    if (!isPassing || attempt === ATTEMPTS) {
      throw new Error(
        `PostgreSQL did not start on port ${port}: ${readLastLine(cluster.logFile)} (all of it: ${cluster.logFile})`,
      );
    }
    await wait(300);
  }
}

/** Nothing has to outlive a crash of the machine, and plans do not change when a vacuum happens to pass by. */
const FOR_TESTS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  // Small tables gain nothing from it.
  jit: 'off',
} as const;

function listServerParameters({ folder, durability }: Cluster, port: number): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and their details hold people's data; the client gets the whole error anyway.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(durability === 'test' && FOR_TESTS),
  };
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function choosePort({ directory, log }: Cluster): Promise<number> {
  const file = path.join(directory, 'port');
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = await findFreePort(kept);
  if (kept && port !== kept) log(`Port ${kept} is taken; the database moves to port ${port}`);
  writeFileSync(file, String(port));
  return port;
}

/** The wished port when it is free, else one the system gives. */
async function findFreePort(wished: number): Promise<number> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(0) : reject(error)));
    probe.listen(wished, '127.0.0.1', () => {
      const { port: found } = probe.address() as { port: number };
      probe.close(() => resolve(found));
    });
  });
  return port || findFreePort(0);
}

/** False when the server ended instead. */
async function isReady({ password }: Cluster, port: number, exit: Promise<number>): Promise<boolean> {
  let hasEnded = false;
  void exit.then(() => {
    hasEnded = true;
  });
  for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; await wait(25)) {
    if (hasEnded) return false;
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
    try {
      await client.connect();
      return true;
    } catch {
      // Not listening yet, or still recovering from a crash.
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Error(`PostgreSQL was not ready on port ${port} after ${READY_TIMEOUT_MS / 1000} seconds.`);
}

export async function stopServer(child: ChildProcess): Promise<void> {
  const exit = waitForExit(child);
  child.ref();
  child.kill('SIGINT');
  // An immediate shutdown loses nothing that was committed; the next start replays the log.
  const force = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(force);
}

export function waitForExit(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? 1);
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function readLastLine(file: string): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.findLast((line) => /(FATAL|error):/.test(line)) ?? lines.at(-1) ?? 'no output';
}
