import fp from 'fastify-plugin';
import { advanceWithdrawal } from './follow-up.ts';
import { CLAIM } from './sending-model.ts';

const BATCH = 20;

declare module 'fastify' {
  interface FastifyInstance {
    payouts: {
      /** Some withdrawal may be due. */
      wake(): void;
    };
  }
}

export default fp(
  async (app) => {
    const sweep = app.sweep('payouts', async () => {
      const { rows } = (await app.database.jobs.raw(CLAIM, [BATCH, app.config.claimSeconds])) as {
        rows: { platformId: string; id: string }[];
      };
      await Promise.all(
        rows.map(({ platformId, id }) =>
          advanceWithdrawal(app, platformId, id).catch((error) =>
            app.log.error({ err: error, withdrawalId: id }, 'A withdrawal could not be taken further'),
          ),
        ),
      );
      return rows.length === BATCH;
    });
    app.decorate('payouts', { wake: () => sweep.wake() });
  },
  { name: 'payouts-jobs', dependencies: ['sweeps', 'database', 'clock'] },
);
