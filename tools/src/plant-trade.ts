/** What the demo's people have done in the last weeks, where nobody has sold anything yet. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { PLATFORM } from './demo-data.ts';

type Env = Record<string, string | undefined>;

/** Answers how many sales were planted: none where there are any, so that a second start adds nothing. */
export async function plantTrade(env: Env): Promise<number> {
  if (!(await isUntouched(env))) return 0;
  // A thread of its own, because its clock goes through the last weeks.
  const worker = new Worker(new URL('./trade-worker.ts', import.meta.url), {
    workerData: { ...env, LOG_LEVEL: 'silent' },
    execArgv: [],
  });
  const [sales] = (await once(worker, 'message')) as [number];
  await once(worker, 'exit');
  return sales;
}

/** The demo's market stands here, it is the one this code plants, and it has no sales. */
async function isUntouched({ DATABASE_URL }: Env): Promise<boolean> {
  const client = new pg.Client({ connectionString: DATABASE_URL, options: '-c role=feira_app' });
  await client.connect();
  try {
    await client.query(`SELECT set_config('app.platform_id', $1, false)`, [PLATFORM.id]);
    const { rows } = await client.query<{ isUntouched: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM platform_domain WHERE platform_id = $1 AND host = $2)
         AND NOT EXISTS (SELECT 1 FROM sale WHERE platform_id = $1) AS "isUntouched"`,
      [PLATFORM.id, PLATFORM.host],
    );
    return rows[0]?.isUntouched === true;
  } finally {
    await client.end();
  }
}
