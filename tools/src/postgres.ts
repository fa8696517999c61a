import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { acquireLock, readProcessCommand } from '../process-lock.mjs';
import { type Account, findServerAccount } from './postgres-account.ts';
import { type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.ts';
import { createClusterFolder, findPlace, removePlace } from './postgres-place.ts';

export interface PostgresOptions {
  /** Everything of this cluster is kept or remembered here. */
  directory: string;
  /** A fixed port; without it a free one is found once and kept in `<directory>/port`. */
  port?: number;
  /** `test` gives up surviving a crash of the machine in exchange for speed. */
  durability?: 'full' | 'test';
  log?: (message: string) => void;
}

export interface RunningPostgres {
  /** Connects as `feira_owner` to the database `feira`, which it owns. */
  url: string;
  /** Connects as the superuser to the database `postgres`: for tests that create databases. */
  adminUrl: string;
  port: number;
  logFile: string;
  /** Settles when the server has ended, whoever ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

interface Cluster {
  folder: string;
  directory: string;
  logFile: string;
  binaries: PostgresBinaries;
  account: Account | undefined;
  durability: 'full' | 'test';
  log: (message: string) => void;
}

const LOG_LIMIT_BYTES = 20 * 1024 * 1024;
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const ATTEMPTS = 5;

export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const directory = path.resolve(options.directory);
  const lock = acquireLock(path.join(directory, 'owner'));
  if ('owner' in lock) {
    throw new Error(
      `The database in ${directory} is in use by process ${lock.owner.pid}; stop that one first, or set DATABASE_URL to another database.`,
    );
  }
  try {
    const cluster = prepareCluster(directory, options);
    await stopLeftover(cluster);
    await createCluster(cluster);
    const { child, port } = await startServer(cluster, options.port);
    const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const stop = async () => {
      await stopServer(child);
      lock.release();
    };
    try {
      await createOwner(adminUrl);
    } catch (error) {
      await stop();
      throw error;
    }
    const url = `postgres://feira_owner@127.0.0.1:${port}/feira`;
    const ended = waitForExit(child).then(() => {});
    return { url, adminUrl, port, logFile: cluster.logFile, ended, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Deletes a cluster for good, after stopping a server that an earlier crash left running on it. */
export async function deletePostgres(directory: string, log?: (message: string) => void): Promise<void> {
  const resolved = path.resolve(directory);
  if (!existsSync(resolved)) return;
  const lock = acquireLock(path.join(resolved, 'owner'));
  if ('owner' in lock) {
    throw new Error(`The database in ${resolved} is in use by process ${lock.owner.pid}; stop that one first.`);
  }
  await stopLeftover(prepareCluster(resolved, { directory: resolved, ...(log && { log }) }));
  removePlace(resolved);
}

function prepareCluster(directory: string, options: PostgresOptions): Cluster {
  let account = findServerAccount();
  const place = findPlace(directory, account);
  const folder = path.join(place, 'cluster');
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder);
    // A cluster made by an ordinary user stays that user's when root starts it later.
    if (account && uid !== 0) account = { ...account, uid, gid };
    if (!account && uid !== process.getuid?.()) {
      throw new Error(
        `The database in ${folder} belongs to another system user (it was made by root?); start Feira as that user, or delete ${directory}.`,
      );
    }
  }
  const binaries = preparePostgresBinaries(account, place);
  return {
    folder,
    directory,
    logFile: path.join(directory, 'postgres.log'),
    binaries,
    account,
    durability: options.durability ?? 'full',
    log: options.log ?? (() => {}),
  };
}

/** A crash of the process that started it leaves the server running, or its postmaster.pid behind. */
async function stopLeftover({ folder, log }: Cluster): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const isOurs = () => readProcessCommand(pid)?.includes(folder) ?? false;
  if (isOurs()) {
    log('Stopping the database that an interrupted run left behind');
    process.kill(pid, 'SIGINT');
    for (const end = Date.now() + STOP_TIMEOUT_MS; isOurs(); await wait(50)) {
      if (Date.now() > end)
        throw new Error(`The left-over PostgreSQL process ${pid} does not stop; end it and start again.`);
    }
  }
  // PostgreSQL refuses to start when any process, even a stranger, now has the pid in this file.
  rmSync(pidFile, { force: true });
}

async function createCluster(cluster: Cluster): Promise<void> {
  const { folder, binaries, account, durability, log } = cluster;
  const versionFile = path.join(folder, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim();
    if (found === binaries.major) return;
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${found} and this version of Feira brings ${binaries.major}; dump it with PostgreSQL ${found} and load it again, or delete it with: npm start -- --reset`,
    );
  }
  log('Creating the database cluster');
  // Made beside its place and renamed: a cluster cut short is never taken for a whole one.
  const draft = `${folder}.new`;
  createClusterFolder(draft, account);
  const settings = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const flags = [
    '--data-checksums',
    '--auth=trust',
    '--no-instructions',
    ...(durability === 'test' ? ['--no-sync'] : []),
  ];
  await run(cluster, binaries.initdb, ['-D', draft, '-U', 'postgres', ...settings, ...flags]);
  renameSync(draft, folder);
}

/** stdout and stderr go to the log file; its last line is the error's. */
async function run(cluster: Cluster, program: string, parameters: string[]): Promise<void> {
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

async function startServer(cluster: Cluster, fixedPort?: number): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = fixedPort ?? (await choosePort(cluster));
    const logStart = existsSync(cluster.logFile) ? statSync(cluster.logFile).size : 0;
    const child = spawnLogged(cluster, cluster.binaries.postgres, listServerParameters(cluster, port));
    const exit = waitForExit(child);
    if (await isReady(port, exit)) {
      // Should this process end without stop(), the server still gets its orderly shutdown.
      const onExit = () => child.kill('SIGINT');
      process.once('exit', onExit);
      void exit.then(() => process.off('exit', onExit));
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
    ...(durability === 'test' && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
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
async function isReady(port: number, exit: Promise<number>): Promise<boolean> {
  let hasEnded = false;
  void exit.then(() => {
    hasEnded = true;
  });
  for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; await wait(25)) {
    if (hasEnded) return false;
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
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

async function createOwner(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query(`SELECT 1 FROM pg_roles WHERE rolname = 'feira_owner'`);
    if (role.rowCount === 0) await client.query('CREATE ROLE feira_owner LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS');
    const database = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'feira'`);
    if (database.rowCount === 0) await client.query('CREATE DATABASE feira OWNER feira_owner');
  } finally {
    await client.end();
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  const exit = waitForExit(child);
  child.ref();
  child.kill('SIGINT');
  // An immediate shutdown loses nothing that was committed; the next start replays the log.
  const force = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(force);
}

function waitForExit(child: ChildProcess): Promise<number> {
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
