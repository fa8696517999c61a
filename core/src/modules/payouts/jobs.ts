import fp from 'fastify-plugin';
import type { Sweep } from '../../plugins/sweeps.ts';
import { makeOrdersDue } from '../provider-orders/service.ts';
import { advanceWithdrawal } from './advance.ts';
import { DUE_WITHDRAWALS } from './sending-model.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends withdrawals that are due, and asks how those that were sent have ended. */
    payouts: Sweep;
  }
}

export default fp(
  async (app) => {
    const sweep = app.sweepByProvider('payouts', {
      due: DUE_WITHDRAWALS,
      sizes: { connection: 4, provider: 16 },
      abandoned: makeOrdersDue('withdrawal', 'SENDING', app.config.nodeLiveSeconds),
      work: ({ platformId, id }) => advanceWithdrawal(app, platformId, id),
    });
    app.decorate('payouts', sweep);
  },
  { name: 'payouts-jobs', dependencies: ['sweeps', 'database', 'clock'] },
);
