import fp from 'fastify-plugin';
import type { Sweep } from '../../plugins/sweeps.ts';
import { makeOrdersDue } from '../provider-orders/service.ts';
import { advanceReceiver, receiverSubject } from './service.ts';
import { TOKEN } from './tokens.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Asks for the state of receivers that are due. */
    receivers: Sweep;
  }
}

export default fp(
  async (app) => {
    app.resealing.add(TOKEN);
    const sweep = app.sweepByProvider('receivers', {
      due: { table: 'receiver', due: 'next_check_at', connection: 't.connection_id' },
      sizes: { connection: 4, provider: 16 },
      abandoned: makeOrdersDue('receiver', 'REQUESTED', app.config.nodeLiveSeconds),
      work: ({ platformId, id }) => advanceReceiver(app, platformId, id),
    });
    app.decorate('receivers', sweep);
    app.webhookSubjects.set('receiver', receiverSubject(app));
  },
  { name: 'receivers-jobs', dependencies: ['sweeps', 'webhooks-jobs', 'clock', 'resealing'] },
);
