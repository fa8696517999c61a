/** The two backups of docs/backup.md, on a server of their own: a base backup with the archived log, and a dump by a role of its own. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../core/src/programs/migrate.ts';
import { newId } from '../../core/src/shared/ids.ts';
import { waitFor } from '../../core/test/wait-for.ts';
import { deletePostgres, type RunningPostgres, startPostgres } from '../src/postgres/postgres.ts';

let directory: string;
let postgres: RunningPostgres;

async function start(): Promise<void> {
  postgres = await startPostgres({ directory, durability: 'test' });
}

async function within<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connects to the platform's database as the superuser, or as the role with this password. */
function urlAs(role?: { name: string; password: string }): string {
  const url = new URL(postgres.adminUrl);
  url.pathname = '/feira';
  if (role) Object.assign(url, { username: role.name, password: role.password });
  return url.href;
}

const rows = async (text: string, url = urlAs()): Promise<Record<string, unknown>[]> =>
  within(url, async (client) => (await client.query(text)).rows);

const addPlatform = (name: string) => rows(`INSERT INTO platform (platform_id, name) VALUES ('${newId()}', '${name}')`);
const listPlatforms = async () => (await rows('SELECT name FROM platform ORDER BY name')).map(({ name }) => name);
const readHold = async () => (await rows('SELECT cause FROM read_outgoing_hold(false)'))[0]?.cause;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'feira-backup-'));
  await start();
  await migrate({ DATABASE_URL: postgres.url });
});
afterAll(async () => {
  await postgres.stop();
  await deletePostgres(directory);
});

it('a base backup and the archived log lead back to a moment, and the platform knows that it was restored', async () => {
  const [{ data_directory: data }] = (await rows('SHOW data_directory')) as [{ data_directory: string }];
  const { uid, gid } = statSync(data);
  const own = (file: string) => chownSync(file, uid, gid);
  const [archive, copy] = ['archive', 'copy'].map((name) => path.join(path.dirname(data), name)) as [string, string];
  mkdirSync(archive);
  own(archive);
  await rows('ALTER SYSTEM SET archive_mode = on');
  await rows(`ALTER SYSTEM SET archive_command = 'cp %p ${archive}/%f'`);
  await postgres.stop();
  await start();
  expect(await readHold()).toBeUndefined();

  const label = await within(urlAs(), async (client) => {
    await client.query(`SELECT pg_backup_start('drill', true)`);
    expect(spawnSync('cp', ['-a', data, copy]).status).toBe(0);
    const { rows: stopped } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    return stopped[0].labelfile as string;
  });
  await addPlatform('before');
  const [{ moment }] = (await rows('SELECT clock_timestamp()::text AS moment')) as [{ moment: string }];
  await addPlatform('after');
  const [{ segment }] = (await rows('SELECT pg_walfile_name(pg_switch_wal()) AS segment')) as [{ segment: string }];
  await waitFor(
    'the log is archived',
    async () => (await rows(`SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= '${segment}'`)).length > 0,
  );
  await postgres.stop();

  rmSync(data, { recursive: true });
  rmSync(path.join(copy, 'postmaster.pid'));
  writeFileSync(path.join(copy, 'backup_label'), label);
  writeFileSync(path.join(copy, 'recovery.signal'), '');
  appendFileSync(
    path.join(copy, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
  );
  for (const file of ['backup_label', 'recovery.signal']) own(path.join(copy, file));
  expect(spawnSync('mv', [copy, data]).status).toBe(0);
  await start();
  await waitFor(
    'the server is restored',
    async () => (await rows('SELECT 1 WHERE NOT pg_is_in_recovery()')).length > 0,
  );

  expect(await listPlatforms()).toEqual(['before']);
  expect(await readHold()).toBe('RESTORED');
});

it('a dump reads every row as the role that the page creates, and nothing as the owner', async () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/backup.md'), 'utf8');
  const [, statements = ''] = /```sql\n(CREATE ROLE feira_backup[^`]*)```/.exec(page) ?? [];
  await rows(statements.replace('…', 'drill'));
  const tables = (
    await rows(
      `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    )
  ).map(({ name }) => name as string);
  await addPlatform('dumped');
  // A dump reads so: it ends with an error rather than leave rows out.
  const count = (url: string) =>
    within(url, async (client) => {
      await client.query('SET row_security = off');
      const counts: Record<string, unknown> = {};
      for (const name of tables)
        counts[name] = (await client.query(`SELECT count(*)::int AS n FROM ${name}`)).rows[0].n;
      return counts;
    });

  const dumped = await count(urlAs({ name: 'feira_backup', password: 'drill' }));

  expect(dumped.platform).toBeGreaterThan(0);
  expect(dumped).toEqual(await count(urlAs()));
  await expect(count(postgres.url)).rejects.toMatchObject({ code: '42501' });
});
