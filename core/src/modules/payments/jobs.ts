import fp from 'fastify-plugin';
import { checkPayment } from './service.ts';

const BATCH = 20;

export default fp(
  async (app) => {
    app.sweep('payments', async () => {
      // The claim is a later date: a node that dies here only delays the next check.
      const { rows } = (await app.database.jobs.raw(
        `WITH due AS (
           SELECT platform_id, id FROM payment WHERE next_check_at <= now() ORDER BY next_check_at LIMIT ? FOR UPDATE SKIP LOCKED
         )
         UPDATE payment p SET next_check_at = now() + make_interval(secs => ?) FROM due
         WHERE p.platform_id = due.platform_id AND p.id = due.id
         RETURNING p.platform_id AS "platformId", p.id`,
        [BATCH, app.config.claimSeconds],
      )) as { rows: { platformId: string; id: string }[] };
      await Promise.all(
        rows.map(({ platformId, id }) =>
          checkPayment(app, platformId, id).catch((error) =>
            app.log.error({ err: error, paymentId: id }, 'A payment check failed'),
          ),
        ),
      );
      return rows.length === BATCH;
    });
  },
  { name: 'payments-jobs', dependencies: ['sweeps'] },
);
