import pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNode } from '../../test/build.ts';
import { openDatabase } from '../../test/inspect.ts';
import { waitFor } from '../../test/wait-for.ts';
import { JOB_SCHEMA, JOB_SCHEMA_VERSION } from '../job-schema.ts';
import { migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** The oldest version that pg-boss upgrades; its plans lead back to it. */
const OLDEST_JOBS = 26;

const open = async () => {
  const opened = await openDatabase();
  onTestFinished(opened.close);
  return opened;
};
type Opened = Awaited<ReturnType<typeof open>>;

async function openOlderJobs(): Promise<Opened> {
  const older = await open();
  const owner = new pg.Client({ connectionString: older.url });
  await owner.connect();
  for (let version = JOB_SCHEMA_VERSION; version > OLDEST_JOBS; version--) {
    await owner.query(getRollbackPlans(JOB_SCHEMA, version));
  }
  await owner.end();
  return older;
}

const listJobIndexes = ({ rows }: Opened) =>
  rows(`SELECT c.relname, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = 'pgboss.job_common'::regclass AND i.indisvalid ORDER BY 1`);

/** Sends a job through a listening node. */
async function runJob({ url, rows }: Opened): Promise<void> {
  const { app, close } = await buildNode({ databaseUrl: url, isListening: true });
  onTestFinished(close);
  await app.database.jobs.transaction((transaction) => app.jobs.send(transaction, 'carts.purge', [{ is: 'sent' }]));
  await waitFor('the job ran', async () => {
    const [job] = await rows(`SELECT state FROM pgboss.job WHERE data->>'is' = 'sent'`);
    return job?.state === 'completed';
  });
}

describe('migrate', () => {
  it('has nothing to do twice', async () => {
    expect(await migrate({ DATABASE_URL: database.url })).toEqual({ applied: [] });
  });

  it('refuses a migration that was edited after the database had applied it', async () => {
    await database.rows(`UPDATE knex_migrations SET name = name || '0' WHERE name LIKE '%create_payments%'`);

    await expect(migrate({ DATABASE_URL: database.url })).rejects.toThrow(
      /other migrations than those in core\/migrations \(\d+T\d+_create_payments\.ts\).*--reset/,
    );
  });

  it('gives a lock up that somebody holds, names the holder, and applies nothing until it is free', async () => {
    const { url, rows } = await open();
    const holder = new pg.Client({ connectionString: url, application_name: 'forgotten-console' });
    await holder.connect();
    await rows(`DELETE FROM knex_migrations WHERE name LIKE '%mark_demo_platforms%'`);
    await rows('ALTER TABLE platform DROP COLUMN is_demo');
    await holder.query('BEGIN; SELECT FROM platform');

    await expect(migrate({ DATABASE_URL: url }, { lockMs: 300, tries: 2, pauseMs: 10 })).rejects.toThrow(
      /no lock in 2 tries of 300 ms, and applied nothing: session \d+ \(forgotten-console, idle in transaction, .*run the migration again/,
    );
    await holder.end();

    expect((await migrate({ DATABASE_URL: url })).applied).toEqual([expect.stringContaining('mark_demo_platforms')]);
  });

  it('goes on where a process died between its statements, and builds an interrupted index again', async () => {
    const { url, rows } = await open();
    await rows(`DELETE FROM knex_migrations WHERE name LIKE '%index_cart_age%'`);
    await rows('UPDATE knex_migrations_lock SET is_locked = 1');
    await rows(
      `UPDATE pg_index SET indisvalid = false, indisready = false WHERE indexrelid = 'abandoned_cart_age'::regclass`,
    );

    expect((await migrate({ DATABASE_URL: url })).applied).toEqual([expect.stringContaining('index_cart_age')]);

    expect(
      await rows(`SELECT indisvalid, indisready FROM pg_index WHERE indexrelid = 'abandoned_cart_age'::regclass`),
    ).toEqual([{ indisvalid: true, indisready: true }]);
  });
});

describe('the schema of the job engine', () => {
  it('is upgraded beside ours, with the indexes of a new one, and a node runs jobs on it', async () => {
    const older = await openOlderJobs();
    expect(await listJobIndexes(older)).not.toEqual(await listJobIndexes(await open()));

    await migrate({ DATABASE_URL: older.url });

    expect(await older.rows('SELECT version FROM pgboss.version')).toEqual([{ version: JOB_SCHEMA_VERSION }]);
    expect(await listJobIndexes(older)).toEqual(await listJobIndexes(await open()));
    await runJob(older);
  });

  it('is refused by name where nobody upgraded it', async () => {
    const older = await openOlderJobs();

    await expect(buildNode({ databaseUrl: older.url })).rejects.toThrow(
      `schema version ${OLDEST_JOBS}, and this node needs ${JOB_SCHEMA_VERSION}: run core/src/programs/migrate.ts`,
    );
  });

  it('gets back an index whose build was interrupted', async () => {
    const opened = await open();
    const expected = await listJobIndexes(opened);
    await opened.rows(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'pgboss.job_common_i5'::regclass`);
    await opened.rows('DROP INDEX pgboss.job_common_i9');

    await migrate({ DATABASE_URL: opened.url });

    expect(await listJobIndexes(opened)).toEqual(expected);
  });

  it('serves nodes of the version before that start after the upgrade', async () => {
    const newer = await open();
    await newer.rows('UPDATE pgboss.version SET version = version + 1');

    await runJob(newer);
  });
});
