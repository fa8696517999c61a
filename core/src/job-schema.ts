/** Installs and upgrades the job engine's schema together with ours. The login role owns it, and the role that jobs run as uses it. */
import type pg from 'pg';
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss';
import packageOfJobs from 'pg-boss/package.json' with { type: 'json' };

export const JOB_SCHEMA = 'pgboss';
/** The version of the schema that this pg-boss works with. It also works with later ones, which only add. */
export const JOB_SCHEMA_VERSION = packageOfJobs.pgboss.schema;

/** Returns why a node cannot run jobs on a schema of this version; null where it can. */
export const describeOldJobs = (version: number | null): string | null =>
  version !== null && version >= JOB_SCHEMA_VERSION
    ? null
    : `The database's job engine has schema version ${version ?? 0}, and this node needs ${JOB_SCHEMA_VERSION}: run core/src/programs/migrate.ts of this version.`;

/** Runs the SQL of pg-boss. Several statements return several results; pg-boss reads the rows of the last one. */
export const toJobDatabase = (
  run: (text: string, values?: unknown[]) => Promise<pg.QueryResult | pg.QueryResult[]>,
) => ({
  async executeSql(text: string, values?: unknown[]) {
    const result = await run(text, values);
    return Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
  },
});

/** Installs the schema, or upgrades an older one while nodes work with it. May be repeated after any failure. */
export async function migrateJobs(client: pg.Client): Promise<void> {
  const db = toJobDatabase((text, values) => client.query(text, values));
  const boss = new PgBoss({ db, schema: JOB_SCHEMA });
  const version = (await boss.isInstalled()) ? await boss.schemaVersion() : null;
  if (version === null) await client.query(getConstructionPlans(JOB_SCHEMA));
  else if (version < JOB_SCHEMA_VERSION) await upgrade(client, version);
  await client.query(`
    GRANT USAGE, CREATE ON SCHEMA ${JOB_SCHEMA} TO feira_jobs;
    GRANT ALL ON ALL TABLES IN SCHEMA ${JOB_SCHEMA} TO feira_jobs;
    GRANT ALL ON ALL SEQUENCES IN SCHEMA ${JOB_SCHEMA} TO feira_jobs;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${JOB_SCHEMA} TO feira_jobs;
  `);
  await buildIndexes(client, boss);
}

/** Runs the part of pg-boss' plan that is one transaction, with our own time-out of locks instead of its 30 s. The indexes follow. */
async function upgrade(client: pg.Client, version: number): Promise<void> {
  const [transaction] = getMigrationPlans(JOB_SCHEMA, version).split(/(?<=^\s*COMMIT;)/m);
  try {
    await client.query((transaction as string).replace(/SET LOCAL lock_timeout = \d+;/, ''));
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Builds what pg-boss expects and the database lacks, has in an older shape, or has INVALID because a build was interrupted. */
async function buildIndexes(client: pg.Client, boss: PgBoss): Promise<void> {
  const { missing, mismatched, invalid } = await boss.detectSchemaDrift();
  await client.query(`SET lock_timeout = '5min'`);
  try {
    for (const { name } of [...mismatched, ...invalid]) {
      await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${JOB_SCHEMA}."${name}"`);
    }
    for (const { definition } of [...missing, ...mismatched, ...invalid]) {
      if (!definition) continue;
      // pg-boss leaves casts out of its definitions; an array of literals needs one.
      const typed = definition.replace(/\bstate = ANY \(ARRAY\[[^\]]*\]/, `$&::${JOB_SCHEMA}.job_state[]`);
      await client.query(typed.replace(' INDEX ', ' INDEX CONCURRENTLY '));
    }
  } finally {
    await client.query('RESET lock_timeout');
  }
}
