import fp from 'fastify-plugin';
import { makeAbandonedDue } from './model.ts';
import { checkPayment } from './service.ts';

export default fp(
  async (app) => {
    const sweep = app.sweepByProvider('payments', {
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
    app.sweep('abandoned-calls', async () => {
      if ((await app.database.jobs.run(makeAbandonedDue(app.config.nodeLiveSeconds))) > 0) sweep.wake();
      return false;
    });
  },
  { name: 'payments-jobs', dependencies: ['sweeps', 'nodes', 'database', 'config'] },
);
