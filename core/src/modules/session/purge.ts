/** Deletes expired sessions, links and counters, because addresses and devices are personal data. */
import type { FastifyInstance } from 'fastify';

/** Ended sessions are kept this long to investigate misuse and to recognise devices. */
const SESSION_DAYS = 30;

export async function purgeSessions({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.jobs.runAll([
    { text: `DELETE FROM session WHERE expires_at < now() - make_interval(days => $1)`, values: [SESSION_DAYS] },
    { text: 'DELETE FROM one_time_token WHERE expires_at < now()', values: [] },
    { text: 'DELETE FROM sign_in_attempt WHERE window_ends_at < now()', values: [] },
  ]);
}
