/** Deletes expired sessions, links and counters, because addresses and devices are personal data. */
import type { FastifyInstance } from 'fastify';

/** Ended sessions are kept this long to investigate misuse and to recognise devices. */
const SESSION_DAYS = 30;

type App = Pick<FastifyInstance, 'database'>;

export async function purgeSessions(app: App): Promise<void> {
  // A session that impersonates ends with or before the one behind it, to which it refers.
  await forgetExpired(app, 'session', 'id', 'expires_at', SESSION_DAYS, 'expires_at, impersonator_session_id IS NULL');
  await forgetExpired(app, 'passkey_challenge', 'session_id, purpose', 'expires_at');
  await forgetExpired(app, 'one_time_token', 'id', 'expires_at');
  await forgetExpired(app, 'sign_in_attempt', 'key', 'window_ends_at');
}

/** States the condition twice, because a counter may begin a new window between the two. */
const forgetExpired = (
  { database }: App,
  table: 'session' | 'passkey_challenge' | 'one_time_token' | 'sign_in_attempt',
  key: string,
  time: string,
  days = 0,
  order = time,
): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM ${table} WHERE ${time} < now() - make_interval(days => $1) AND (${key}, platform_id) IN (
      SELECT ${key}, platform_id FROM ${table} WHERE ${time} < now() - make_interval(days => $1)
      ORDER BY ${order} LIMIT $2)`,
    values: [days, limit],
  }));
