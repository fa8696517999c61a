/** Brings a database to the newest schema, as the login role, which owns it. Safe to run by several nodes at once. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { migrateJobs } from '../job-schema.ts';
import { readSecretFiles } from '../plugins/config.ts';
import { describeUnreachable } from '../shared/database-address.ts';

const DIRECTORY = join(import.meta.dirname, '../../migrations');
const OLDEST_POSTGRES = 160_000;
/** Any fixed number: migrations of one database wait for each other on it. */
const LOCK = 4_015_230;

interface MigrationFile {
  file: string;
  /** SHA-256 of its text: part of its name, so that an edited migration is another one than the database has. */
  digest: string;
}

interface Migration {
  up(knex: Knex): Promise<void>;
  /** `transaction: false` is for indexes that are built concurrently, and for nothing else. */
  config?: { transaction: boolean };
}

class FileMigrations implements Knex.MigrationSource<MigrationFile> {
  readonly #last: string | undefined;
  constructor(last: string | undefined) {
    this.#last = last;
  }
  async getMigrations(): Promise<MigrationFile[]> {
    const files = (await readdir(DIRECTORY))
      .filter((name) => /^\d{8}T\d{4,6}_[a-z_]+\.ts$/.test(name) && (!this.#last || name <= this.#last))
      .sort();
    return Promise.all(
      files.map(async (file) => ({
        file,
        digest: createHash('sha256')
          .update(await readFile(join(DIRECTORY, file)))
          .digest('hex'),
      })),
    );
  }
  getMigrationName({ file, digest }: MigrationFile): string {
    return `${file} ${digest}`;
  }
  async getMigration({ file }: MigrationFile): Promise<Knex.Migration> {
    const { up, config } = (await import(pathToFileURL(join(DIRECTORY, file)).href)) as Migration;
    return { up, ...(config && { config }), down: () => Promise.reject(new Error('Migrations only go forward.')) };
  }
}

/** Returns the names of all migrations of this version, in their order. */
export async function listMigrations(): Promise<string[]> {
  const source = new FileMigrations(undefined);
  return (await source.getMigrations()).map((migration) => source.getMigrationName(migration));
}

/** Waiting for locks: who writes waits behind a migration that waits, so it gives up soon and comes back. */
interface Patience {
  /** The time for which a migration waits for a lock, in ms. */
  lockMs: number;
  /** The number of times it tries. */
  tries: number;
  /** The pause between two tries, in ms. */
  pauseMs: number;
}
const PATIENCE: Patience = { lockMs: 1_000, tries: 30, pauseMs: 2_000 };

interface MigrateOptions extends Partial<Patience> {
  /** The last file to apply, as for a database of an earlier version. */
  last?: string;
}

const APPLICATION = 'feira_migrate';
const session = (url: string, lockMs: number) => ({
  connectionString: url,
  connectionTimeoutMillis: 10_000,
  application_name: APPLICATION,
  options: `-c lock_timeout=${lockMs}`,
});

async function connect(url: string, lockMs: number): Promise<pg.Client> {
  const client = new pg.Client(session(url, lockMs));
  try {
    await client.connect();
  } catch (error) {
    throw new Error(describeUnreachable(url, error as Error));
  }
  return client;
}

/** Tries, so that nothing in the database waits for it: an index that is built concurrently would wait for every session that waits. */
async function takeTurn(guard: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await guard.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
    if (rows[0]?.taken) return;
    await pause(200);
  }
}

/** Returns who holds what a migration waits for; null where none waits. */
async function findHolders(guard: pg.Client): Promise<string | null> {
  const { rows } = await guard.query<{ holder: string }>(
    `SELECT DISTINCT format('session %s (%s, %s, its transaction is %s s old)', holder.pid, coalesce(nullif(holder.application_name, ''), 'unnamed'),
         holder.state, coalesce(round(extract(epoch FROM clock_timestamp() - holder.xact_start)), 0)) AS holder
     FROM pg_stat_activity waiting JOIN pg_stat_activity holder ON holder.pid = ANY (pg_blocking_pids(waiting.pid))
     WHERE waiting.application_name = $1 AND waiting.datname = current_database()`,
    [APPLICATION],
  );
  return rows.length > 0 ? rows.map(({ holder }) => holder).join(', ') : null;
}

const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';

/** Repeats work that can be repeated while it gets no lock. Throws the names of those who hold the lock in the end. */
async function retryLocks<T>(
  guard: pg.Client,
  { lockMs, tries, pauseMs }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  let holders: string | null = null;
  for (let count = 1; ; count++) {
    const end = new AbortController();
    // Names are for the error alone: a watch that fails stops nothing.
    const watching = watch(guard, lockMs / 3, end.signal, (found) => (holders = found)).catch(() => undefined);
    try {
      return await work();
    } catch (error) {
      const { code, message } = error as pg.DatabaseError;
      if (code !== LOCK_TIMEOUT && code !== DEADLOCK) throw error;
      if (count >= tries) {
        throw new Error(
          `A migration got no lock in ${tries} tries of ${lockMs} ms, and applied nothing: ${holders ?? 'a session'} holds it. Let it end, or end it with SELECT pg_terminate_backend(<session>), and run the migration again. (${message})`,
        );
      }
    } finally {
      end.abort();
      await watching;
    }
    await pause(pauseMs);
  }
}

async function watch(
  guard: pg.Client,
  everyMs: number,
  signal: AbortSignal,
  onHeld: (holders: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    await pause(everyMs, null, { signal }).catch(() => undefined);
    const holders = signal.aborted ? null : await findHolders(guard);
    if (holders) onHeld(holders);
  }
}

/** knex knows migrations by their names alone, and says "corrupt" where the database has one that is not there. */
function explainEdited(error: Error): Error {
  if (!/directory is corrupt/.test(error.message)) return error;
  const files = [...error.message.matchAll(/\d{8}T\d{4,6}_[a-z_]+\.ts/g)].map(([file]) => file);
  return new Error(
    `The database was made with other migrations than those in core/migrations (${files.join(', ')}). Released migrations are never edited; a database for development is made again with npm start -- --reset.`,
  );
}

/**
 * Applies what is missing, each file in a transaction of its own, and returns the names of the files. What was interrupted is
 * continued by the next call. Errors are one sentence that names the server and the fix.
 */
export async function migrate(
  env: Record<string, string | undefined>,
  { last, ...given }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const { DATABASE_DIRECT_URL, DATABASE_URL } = readSecretFiles(env);
  // A pooler would give the session, and the lock that it holds, to somebody else.
  const url = DATABASE_DIRECT_URL || DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is missing: set it to the PostgreSQL database to use.');
  const patience = { ...PATIENCE, ...given };
  const guard = await connect(url, patience.lockMs);
  try {
    const { rows } = await guard.query<{ server_version_num: string }>('SHOW server_version_num');
    if (Number(rows[0]?.server_version_num) < OLDEST_POSTGRES) {
      throw new Error('The database server is older than PostgreSQL 16: upgrade it, or unset DATABASE_URL.');
    }
    await takeTurn(guard);
    const applied = await applyFiles(url, new FileMigrations(last), patience, (work) =>
      retryLocks(guard, patience, work),
    );
    const client = await connect(url, patience.lockMs);
    try {
      await retryLocks(guard, patience, () => migrateJobs(client));
    } finally {
      await client.end();
    }
    return { applied };
  } finally {
    await guard.end();
  }
}

/** Notes which schema the new files lead to, by the last of them. A node tells the next version's schema from later ones by it. */
async function noteTarget(database: Knex, target: string | null): Promise<void> {
  if (!(await database.schema.hasColumn('knex_migrations', 'target')))
    await database.raw('ALTER TABLE knex_migrations ADD COLUMN target text');
  await database('knex_migrations').whereNull('target').update({ target });
}

async function applyFiles(
  url: string,
  migrationSource: FileMigrations,
  { lockMs }: Patience,
  retry: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<string[]> {
  const database = knex({
    client: 'pg',
    connection: session(url, lockMs),
    // One connection: what a migration without a transaction sets for its session holds for all of its statements.
    pool: { min: 0, max: 1 },
    // The caller gets every error; knex would print it as well.
    log: { warn: () => undefined, error: () => undefined, deprecate: () => undefined, debug: () => undefined },
  });
  try {
    // A process that died between two statements left knex' own mark; nobody else is at work, as the advisory lock is ours.
    await database.migrate.forceFreeMigrationsLock();
    const applied: string[] = [];
    const target = (await migrationSource.getMigrations()).at(-1)?.file ?? null;
    for (;;) {
      const [, names] = (await retry(() => database.migrate.up({ migrationSource }))) as [number, string[]];
      if (names.length === 0) {
        await retry(() => noteTarget(database, target));
        return applied;
      }
      applied.push(...names.map((name) => name.split(' ')[0] as string));
    }
  } catch (error) {
    throw explainEdited(error as Error);
  } finally {
    await database.destroy();
  }
}

if (import.meta.main) {
  migrate(process.env).then(
    ({ applied }) =>
      process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The database is up to date.\n'),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    },
  );
}
