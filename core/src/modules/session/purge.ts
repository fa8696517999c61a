/** Deletes expired sessions, links and counters, because addresses and devices are personal data. */
import type { FastifyInstance } from 'fastify';

/** Ended sessions are kept this long to investigate misuse and to recognise devices. */
const SESSION_DAYS = 30;

export async function purgeSessions({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.jobs.raw(`DELETE FROM session WHERE expires_at < now() - interval '${SESSION_DAYS} days'`);
  await database.jobs.raw('DELETE FROM one_time_token WHERE expires_at < now()');
  await database.jobs.raw('DELETE FROM sign_in_attempt WHERE window_ends_at < now()');
}
