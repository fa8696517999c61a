/** Who was signed in from where is personal data, and links and counters are over at some time. */
import type { FastifyInstance } from 'fastify';

/** Kept this long for finding out about misuse, and for knowing which devices are known. */
const SESSION_DAYS = 30;

export async function purgeSessions({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.jobs.raw(`DELETE FROM session WHERE expires_at < now() - interval '${SESSION_DAYS} days'`);
  await database.jobs.raw('DELETE FROM one_time_token WHERE expires_at < now()');
  await database.jobs.raw('DELETE FROM sign_in_attempt WHERE window_ends_at < now()');
}
