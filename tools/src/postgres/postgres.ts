/** Makes, starts, recovers and deletes a PostgreSQL, whose programs the lockfile brings, in one folder. */
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { acquireLock, readProcessCommand } from '../../process-lock.mjs';
import { findServerAccount } from './account.ts';
import { preparePostgresBinaries } from './binaries.ts';
import { createClusterFolder, drawPassword, findPasswordFile, findPlace, readPassword, removePlace } from './place.ts';
import { type Cluster, runProgram, STOP_TIMEOUT_MS, startServer, stopServer, waitForExit } from './server.ts';

export interface PostgresOptions {
  /** Everything of this cluster is kept or remembered here. */
  directory: string;
  /** A fixed port; without it a free one is found once and kept in `<directory>/port`. */
  port?: number;
  /** `test` gives up surviving a crash of the machine in exchange for speed. */
  durability?: 'full' | 'test';
  /** The server goes on when this process ends. */
  isKept?: boolean;
  log?: (message: string) => void;
}

export interface RunningPostgres {
  /** Connects as `feira_owner` to the database `feira`, which it owns. */
  url: string;
  /** Connects as the superuser to the database `postgres`: for tests that create databases. */
  adminUrl: string;
  port: number;
  /** The file that holds the password of both. */
  passwordFile: string;
  logFile: string;
  /** Settles when the server has ended, for every cause. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

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
    const adminUrl = `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`;
    const stop = async () => {
      await stopServer(child);
      lock.release();
    };
    try {
      await createOwner(adminUrl, cluster.password);
    } catch (error) {
      await stop();
      throw error;
    }
    const url = `postgres://feira_owner:${cluster.password}@127.0.0.1:${port}/feira`;
    const ended = waitForExit(child).then(() => {});
    const passwordFile = findPasswordFile(cluster.folder);
    return { url, adminUrl, port, passwordFile, logFile: cluster.logFile, ended, stop };
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
    password: existsSync(folder) ? readPassword(folder) : drawPassword(folder, account),
    durability: options.durability ?? 'full',
    isKept: options.isKept ?? false,
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
  const { folder, binaries, account, password, durability, log } = cluster;
  const versionFile = path.join(folder, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim();
    if (found === binaries.major && password) return;
    if (!password)
      throw new Error(
        `The database in ${folder} lets everybody on this machine in, as an earlier version of Feira made it; delete it with: npm start -- --reset`,
      );
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
    '--auth=scram-sha-256',
    `--pwfile=${findPasswordFile(folder)}`,
    // The password has 256 random bits: slow hashing protects nothing and costs every connection.
    '--set=scram_iterations=1',
    '--no-instructions',
    ...(durability === 'test' ? ['--no-sync'] : []),
  ];
  await runProgram(cluster, binaries.initdb, ['-D', draft, '-U', 'postgres', ...settings, ...flags]);
  renameSync(draft, folder);
}

/** Makes the owner of the database `feira`, who has the superuser's password. */
async function createOwner(adminUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query(`SELECT 1 FROM pg_roles WHERE rolname = 'feira_owner'`);
    if (role.rowCount === 0)
      await client.query(`CREATE ROLE feira_owner LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS PASSWORD '${password}'`);
    const database = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'feira'`);
    if (database.rowCount === 0) await client.query('CREATE DATABASE feira OWNER feira_owner');
  } finally {
    await client.end();
  }
}
