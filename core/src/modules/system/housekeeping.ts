/** Deletes expired rows, and analyses tables for the planner. */
import type { FastifyInstance } from 'fastify';
import { ofWholePlatform } from '../../shared/statement.ts';

/** Providers and clients repeat a call within days; Adyen keeps its keys as long. */
const KEY_DAYS = 31;
/** Each statement deletes at most this many rows. */
const BATCH = 5_000;

/**
 * Deletes answered idempotency keys after KEY_DAYS. An unanswered key is kept, because its payment is still open. Returns the number of
 * deleted keys.
 */
export async function forgetOldKeys(app: Pick<FastifyInstance, 'database'>): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const { rowCount } = (await app.database.jobs.raw(
      `DELETE FROM idempotency_key WHERE (platform_id, procedure, key) IN (
         SELECT platform_id, procedure, key FROM idempotency_key
         WHERE created_at < now() - make_interval(days => ?) AND response_status IS NOT NULL LIMIT ?)`,
      [KEY_DAYS, BATCH],
    )) as { rowCount: number };
    forgotten += rowCount;
    if (rowCount < BATCH) return forgotten;
  }
}

/**
 * Deletes processed events and exchanges after LOG_DAYS, because they hold data of buyers. Parked events wait for a person. The oldest rows
 * of each platform are found by the index of its lists.
 */
export async function forgetOldLogs(app: Pick<FastifyInstance, 'database' | 'config'>): Promise<number> {
  const { logDays } = app.config;
  const events = await forgetOld(app, 'webhook', 'received_at', `state IN ('PROCESSED', 'IGNORED')`, logDays);
  return events + (await forgetOld(app, 'provider_exchange', 'started_at', 'true', logDays));
}

async function forgetOld(
  app: Pick<FastifyInstance, 'database'>,
  table: 'webhook' | 'provider_exchange',
  time: string,
  condition: string,
  days: number,
): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const { rowCount } = (await app.database.jobs.raw(
      `DELETE FROM ${table} WHERE (platform_id, id) IN (
         SELECT old.platform_id, old.id FROM platform CROSS JOIN LATERAL (
           SELECT platform_id, id FROM ${table}
           WHERE platform_id = platform.platform_id AND ${ofWholePlatform(time)} AND ${time} < now() - make_interval(days => ?) AND ${condition}
           ORDER BY ${time}, id LIMIT ?) old LIMIT ?)`,
      [days, BATCH, BATCH],
    )) as { rowCount: number };
    forgotten += rowCount;
    if (rowCount < BATCH) return forgotten;
  }
}

/** Analyses tables that have doubled since their last analysis. Returns their names. */
export async function analyzeGrownTables({ database }: Pick<FastifyInstance, 'database'>): Promise<string[]> {
  const { rows } = (await database.jobs.raw('SELECT analyze_grown_tables() AS name')) as { rows: { name: string }[] };
  return rows.map(({ name }) => name);
}
