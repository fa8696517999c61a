/** Brings a database to the newest schema, as the login role, which owns it. Safe to run by several nodes at once. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';

const DIRECTORY = join(import.meta.dirname, '../migrations');
const OLDEST_POSTGRES = 160_000;
/** Any fixed number: migrations of one database wait for each other on it. */
const LOCK = 4_015_230;

interface MigrationFile {
  file: string;
  /** SHA-256 of its text: part of its name, so that an edited migration is another one than the database has. */
  digest: string;
}

class FileMigrations implements Knex.MigrationSource<MigrationFile> {
  async getMigrations(): Promise<MigrationFile[]> {
    const files = (await readdir(DIRECTORY)).filter((name) => /^\d{8}T\d{4,6}_[a-z_]+\.ts$/.test(name)).sort();
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
    const { up } = (await import(pathToFileURL(join(DIRECTORY, file)).href)) as { up(knex: Knex): Promise<void> };
    return { up, down: () => Promise.reject(new Error('Migrations only go forward.')) };
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const { hostname, port } = new URL(url);
    throw new Error(
      `The database server at ${hostname}:${port || 5432} cannot be used (${(error as Error).message}): start it, or correct DATABASE_URL.`,
    );
  }
  return client;
}

/** knex knows migrations by their names alone, and says "corrupt" where the database has one that is not there. */
function explainEdited(error: Error): Error {
  if (!/directory is corrupt/.test(error.message)) return error;
  const files = [...error.message.matchAll(/\d{8}T\d{4,6}_[a-z_]+\.ts/g)].map(([file]) => file);
  return new Error(
    `The database was made with other migrations than those in core/migrations (${files.join(', ')}). Released migrations are never edited; a database for development is made again with npm start -- --reset.`,
  );
}

/** Applies what is missing and returns the names of the files. Errors are one sentence that names the server and the fix. */
export async function migrate(env: Record<string, string | undefined>): Promise<{ applied: string[] }> {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is missing: set it to the PostgreSQL database to use.');
  const guard = await connect(env.DATABASE_URL);
  try {
    const { rows } = await guard.query<{ server_version_num: string }>('SHOW server_version_num');
    if (Number(rows[0]?.server_version_num) < OLDEST_POSTGRES) {
      throw new Error('The database server is older than PostgreSQL 16: upgrade it, or unset DATABASE_URL.');
    }
    await guard.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const database = knex({ client: 'pg', connection: env.DATABASE_URL, pool: { min: 0, max: 2 } });
    try {
      const [, applied] = await database.migrate.latest({ migrationSource: new FileMigrations() }).catch((error) => {
        throw explainEdited(error);
      });
      await installJobs(guard);
      return { applied: (applied as string[]).map((name) => name.split(' ')[0] as string) };
    } finally {
      await database.destroy();
    }
  } finally {
    await guard.end();
  }
}

/** The job engine's own schema, owned by the login role and usable by the role jobs run as. */
async function installJobs(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT 1 FROM pg_namespace WHERE nspname = 'pgboss'");
  if (rows.length === 0) await client.query(getConstructionPlans('pgboss'));
  await client.query(`
    GRANT USAGE, CREATE ON SCHEMA pgboss TO feira_jobs;
    GRANT ALL ON ALL TABLES IN SCHEMA pgboss TO feira_jobs;
    GRANT ALL ON ALL SEQUENCES IN SCHEMA pgboss TO feira_jobs;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO feira_jobs;
  `);
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
