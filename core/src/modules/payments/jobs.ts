import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { notifyAdmins } from '../notifications/service.ts';
import { makeAbandonedDue } from './model.ts';
import { checkPayment, findPayment } from './service.ts';

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
    app.outbox.subscribe({ types: ['payment.parked'], queue: 'payments.parked', handle: notifyParked });

    async function notifyParked({ platformId, paymentId }: OutboxEvent): Promise<void> {
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
    }
  },
  { name: 'payments-jobs', dependencies: ['sweeps', 'jobs', 'outbox', 'nodes', 'database', 'config'] },
);
