import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import type { Payment } from '../payments/model.ts';
import { findPayment } from '../payments/service.ts';
import { remindAt } from './due.ts';
import { writeDueMails, writeReminder } from './service.ts';

/** Events taken at a time. */
const EVENTS = 10;
const DUE = 'purchase-mails.due';
const REMIND = 'purchase-mails.remind';

const CODES = ['payment.pix_generated', 'payment.billet_generated', 'payment.rest_generated'];
const EVENTS_OF_STATE = [
  ...CODES,
  'payment.approved',
  'payment.rejected',
  'payment.canceled',
  'payment.confirmed',
  'payment.settlement_changed',
];

export default fp(
  async (app) => {
    app.jobs.work<OutboxEvent>(REMIND, { batchSize: EVENTS }, ({ platformId, paymentId }) =>
      writeReminder(app, platformId, paymentId),
    );
    app.jobs.work<OutboxEvent>(DUE, { batchSize: EVENTS }, async (event) => {
      const payment = await findPayment(app, event.platformId, event.paymentId);
      if (!payment) return;
      // A reminder that is ordered twice is written once.
      if (CODES.includes(event.type)) await orderReminder(event, payment);
      await writeDueMails(app, payment);
    });
    app.outbox.subscribe(EVENTS_OF_STATE, DUE);

    async function orderReminder(event: OutboxEvent, payment: Payment): Promise<void> {
      const at = remindAt(payment);
      if (!at) return;
      await app.database.jobsTransaction((transaction) => app.jobs.send(transaction, REMIND, [event], at));
    }
  },
  { name: 'purchase-mails-jobs', dependencies: ['jobs', 'outbox', 'database', 'clock', 'config', 'platforms'] },
);
