import fp from 'fastify-plugin';
import { checkPayment } from './service.ts';

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
      work: async ({ platformId, id }) => void (await checkPayment(app, platformId, id, { isJanitor: true })),
    });
  },
  { name: 'payments-jobs', dependencies: ['sweeps'] },
);
