/** Things kept for a time and no longer. */
import type { FastifyInstance } from 'fastify';

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
