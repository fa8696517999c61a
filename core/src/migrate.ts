/** Brings a database to the newest schema, as the login role, which owns it. Safe to run by several nodes at once. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';

const DIRECTORY = join(import.meta.dirname, '../migrations');
const OLDEST_POSTGRES = 160_000;
/** Any fixed number: migrations of one database wait for each other on it. */
const LOCK = 4_015_230;

class FileMigrations implements Knex.MigrationSource<string> {
  async getMigrations(): Promise<string[]> {
    const names = await readdir(DIRECTORY);
    return names.filter((name) => /^\d{8}T\d{4}_[a-z_]+\.ts$/.test(name)).sort();
  }
  getMigrationName(name: string): string {
    return name;
  }
  async getMigration(name: string): Promise<Knex.Migration> {
    const { up } = (await import(pathToFileURL(join(DIRECTORY, name)).href)) as { up(knex: Knex): Promise<void> };
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

/** Applies what is missing and answers the names. Errors are one sentence that names the server and the fix. */
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
      const [, applied] = await database.migrate.latest({ migrationSource: new FileMigrations() });
      await installJobs(guard);
      return { applied: applied as string[] };
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
