/** Things kept for a time and no longer, and what the planner knows of tables. */
import type { FastifyInstance } from 'fastify';
import { ofWholePlatform } from '../../shared/statement.ts';

/** Providers and clients repeat a call for days at most; Adyen keeps its keys as long. */
const KEY_DAYS = 31;
/** A statement never holds more rows than this. */
const BATCH = 5_000;

/** Forgets answered idempotency keys; an unanswered one still has a payment to find out about. Answers how many went. */
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
 * Forgets processed events and exchanges after LOG_DAYS: they explain, and hold what buyers told. What was parked waits for a
 * person. Each platform's oldest are found by the index that its lists use.
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

/** Lets the planner see tables that have doubled since it last did. Returns their names. */
export async function analyzeGrownTables({ database }: Pick<FastifyInstance, 'database'>): Promise<string[]> {
  const { rows } = (await database.jobs.raw('SELECT analyze_grown_tables() AS name')) as { rows: { name: string }[] };
  return rows.map(({ name }) => name);
}
