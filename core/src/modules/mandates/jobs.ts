import fp from 'fastify-plugin';
import type { Sweep } from '../../plugins/sweeps.ts';
import { makeOrdersDue } from '../provider-orders/service.ts';
import { advanceCharge } from './charges.ts';
import { advanceMandate, endUnpaid, mandateSubject } from './service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Asks about mandates that are due, and ends those that have to end. */
    mandates: Sweep;
    /** Asks about charges of mandates that may still be paid. */
    mandateCharges: Sweep;
  }
}

export default fp(
  async (app) => {
    const mandates = app.sweepByProvider('mandates', {
      due: { table: 'mandate', due: 'next_check_at', connection: 't.connection_id' },
      sizes: { connection: 4, provider: 16 },
      abandoned: makeOrdersDue('mandate', 'REQUESTED', app.config.nodeLiveSeconds),
      work: ({ platformId, id }) => advanceMandate(app, platformId, id),
    });
    app.decorate('mandates', mandates);
    const charges = app.sweepByProvider('mandate-charges', {
      due: { table: 'mandate_charge', due: 'next_check_at', connection: 't.connection_id' },
      sizes: { connection: 4, provider: 16 },
      work: ({ platformId, id }) => advanceCharge(app, platformId, id),
    });
    app.decorate('mandateCharges', charges);
    app.webhookSubjects.set('mandate', mandateSubject(app));
    app.outbox.subscribe({
      types: ['payment.canceled', 'payment.rejected'],
      queue: 'mandates.unpaid',
      handle: ({ platformId, paymentId }) => endUnpaid(app, platformId, paymentId),
    });
  },
  {
    name: 'mandates-jobs',
    dependencies: ['sweeps', 'webhooks-jobs', 'jobs', 'outbox', 'nodes', 'database', 'clock', 'config'],
  },
);
