import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { notifyAdmins } from '../notifications/service.ts';
import { makeAbandonedDue } from './model.ts';
import { checkPayment, findPayment } from './service.ts';

const PARKED = 'payments.parked';

export default fp(
  async (app) => {
    app.sweepByProvider('payments', {
      due: {
        table: 'payment',
        due: 'next_check_at',
        joins: `CROSS JOIN LATERAL (
          SELECT connection_id FROM payment_attempt a WHERE a.payment_id = t.id AND a.platform_id = t.platform_id
          ORDER BY a.created_at DESC, a.id DESC LIMIT 1) attempt`,
        connection: 'attempt.connection_id',
      },
      sizes: { connection: 8, provider: 32 },
      abandoned: makeAbandonedDue(app.config.nodeLiveSeconds),
      work: async ({ platformId, id }) => void (await checkPayment(app, platformId, id, { isJanitor: true })),
    });
    app.jobs.work<OutboxEvent>(PARKED, {}, async ({ platformId, paymentId }) => {
      const payment = await findPayment(app, platformId, paymentId);
      if (!payment) return;
      const { title, amount, currency } = payment;
      await app.database.run(
        platformId,
        notifyAdmins(platformId, 'isSalesAvailable', {
          type: 'payment.parked',
          parameters: { title, amount, currency },
          href: `${DASHBOARD_PATHS.admin}/charges?tab=parked`,
          source: `payment:${paymentId}:parked`,
          workId: paymentId,
        }),
      );
    });
    app.outbox.subscribe(['payment.parked'], PARKED);
  },
  { name: 'payments-jobs', dependencies: ['sweeps', 'jobs', 'outbox', 'nodes', 'database', 'config'] },
);
