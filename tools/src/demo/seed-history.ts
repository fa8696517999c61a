/** Seeds the acts of the demo's people in the last weeks, where the demo has no sales yet. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { PLATFORM } from './data.ts';

type Env = Record<string, string | undefined>;

/** Returns how many sales it made: 0 where there are some already, so that a second start adds nothing. */
export async function seedHistory(env: Env): Promise<number> {
  if (!(await isWithoutSales(env))) return 0;
  // A thread of its own, because its clock goes through the last weeks.
  const worker = new Worker(new URL('./seed-history-worker.ts', import.meta.url), {
    workerData: { ...env, LOG_LEVEL: 'silent' },
    execArgv: [],
  });
  const [sales] = (await once(worker, 'message')) as [number];
  await once(worker, 'exit');
  return sales;
}

/** Tells whether the database has the demo's first platform, without any sale. */
async function isWithoutSales({ DATABASE_URL }: Env): Promise<boolean> {
  const client = new pg.Client({ connectionString: DATABASE_URL, options: '-c role=feira_app' });
  await client.connect();
  try {
    const sql = 'SELECT platform_id AS id FROM platform_domain WHERE host = $1';
    const { rows: platforms } = await client.query<{ id: string }>(sql, [PLATFORM.host]);
    if (!platforms[0]) return false;
    await client.query(`SELECT set_config('app.platform_id', $1, false)`, [platforms[0].id]);
    const { rows } = await client.query('SELECT 1 FROM sale WHERE platform_id = $1 LIMIT 1', [platforms[0].id]);
    return rows.length === 0;
  } finally {
    await client.end();
  }
}
