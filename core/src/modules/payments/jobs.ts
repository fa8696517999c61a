import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { closeRefunds, followRefunds } from './follow-refunds.ts';
import { sendRefund } from './refunds.ts';
import { checkPayment } from './service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends one now instead of when its job gets to it. Of two at the same refund the second does nothing. */
    sendRefund(platformId: string, id: string): Promise<void>;
  }
}

const BATCH = 20;
/** Events taken at a time. */
const EVENTS = 10;
const REFUNDS = 'payments.refund';
const OPEN_REFUNDS = 'payments.follow-refunds';
const SEEN_REFUNDS = 'payments.close-refunds';

export default fp(
  async (app) => {
    app.sweep('payments', async () => {
      // The claim is a later date: a node that dies here only delays the next look.
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

    app.decorate('sendRefund', (platformId: string, id: string) => sendRefund(app, platformId, id));
    app.jobs.work<OutboxEvent>(REFUNDS, { batchSize: EVENTS }, ({ platformId, payload }) =>
      sendRefund(app, platformId, payload.refundId as string),
    );
    app.outbox.subscribe('refund.requested', REFUNDS);
    app.jobs.work<OutboxEvent>(SEEN_REFUNDS, { batchSize: EVENTS }, ({ platformId, paymentId }) =>
      closeRefunds(app, platformId, paymentId),
    );
    for (const type of ['payment.refunded', 'payment.settlement_changed']) app.outbox.subscribe(type, SEEN_REFUNDS);
    app.jobs.work(OPEN_REFUNDS, {}, () => followRefunds(app));
    app.jobs.schedule(OPEN_REFUNDS, '*/5 * * * *');
  },
  { name: 'payments-jobs', dependencies: ['sweeps', 'jobs', 'outbox'] },
);
