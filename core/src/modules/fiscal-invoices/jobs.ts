import fp from 'fastify-plugin';
import { sendDeliveries } from '../../shared/send-deliveries.ts';
import { INVOICE_CHANNEL } from '../events/invoice-model.ts';
import { DUE } from './model.ts';
import { createWorker } from './worker.ts';

/** The invoices of one connection, and of all of them, that a node has under way. */
const OF_ONE = 4;
const OF_ALL = 100;

export default fp(
  async (app) => {
    const { workDue } = createWorker(app);
    sendDeliveries(app, {
      name: 'fiscal-invoices',
      due: DUE,
      channel: INVOICE_CHANNEL,
      ofOne: OF_ONE,
      ofAll: OF_ALL,
      sendDue: workDue,
    });
  },
  {
    name: 'fiscal-invoices-jobs',
    dependencies: ['sweeps', 'notifications', 'outgoing-hold', 'data-keys', 'platforms', 'clock', 'outbox'],
  },
);
