import type { WithdrawQuestion } from '@feira/schemas/provider';
import fp from 'fastify-plugin';
import type { Sweep } from '../../plugins/sweeps.ts';
import type { Connection } from '../connections/service.ts';
import { makeOrdersDue } from '../provider-orders/service.ts';
import { advanceWithdrawal } from './advance.ts';
import { DUE_WITHDRAWALS } from './sending-model.ts';
import { isWithdrawalAsked, withdrawalSubject } from './service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends withdrawals that are due, and asks how those that were sent have ended. */
    payouts: Sweep;
    /** Tells whether a provider's question is about a withdrawal of ours as it stands. Webhooks ask it here, because they know no withdrawals. */
    isWithdrawalAsked(connection: Connection, question: WithdrawQuestion): Promise<boolean>;
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
    app.decorate('isWithdrawalAsked', (connection, question) => isWithdrawalAsked(app, connection, question));
    app.webhookSubjects.set('withdraw', withdrawalSubject(app));
  },
  { name: 'payouts-jobs', dependencies: ['sweeps', 'webhooks-jobs', 'database', 'clock'] },
);
