import fp from 'fastify-plugin';

const PURGE = 'session.purge';
/** Who was signed in from where is personal data; it is kept this long for finding out about misuse. */
const KEPT_DAYS = 30;

export default fp(
  async (app) => {
    app.jobs.work(PURGE, {}, async () => {
      await app.database.jobs.raw(`DELETE FROM session WHERE expires_at < now() - interval '${KEPT_DAYS} days'`);
      await app.database.jobs.raw('DELETE FROM one_time_token WHERE expires_at < now()');
      await app.database.jobs.raw('DELETE FROM sign_in_attempt WHERE window_ends_at < now()');
    });
    app.jobs.schedule(PURGE, '17 * * * *');
  },
  { name: 'session-jobs', dependencies: ['jobs'] },
);
