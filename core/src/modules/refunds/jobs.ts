import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { decideDue } from './decisions.ts';
import { tellEnd } from './tell.ts';

const ENDS = 'refunds.tell';
/** Events taken at a time. */
const EVENTS = 10;

export default fp(
  async (app) => {
    app.jobs.work<OutboxEvent>(ENDS, { batchSize: EVENTS }, ({ platformId, payload }) =>
      tellEnd(app, platformId, payload.refundId as string),
    );
    for (const type of ['refund.done', 'refund.refused']) app.outbox.subscribe(type, ENDS);
    app.sweep('refund-requests', () => decideDue(app));
  },
  { name: 'refunds-jobs', dependencies: ['sweeps', 'jobs', 'outbox', 'clock'] },
);
