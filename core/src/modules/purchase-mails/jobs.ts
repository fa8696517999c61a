import fp from 'fastify-plugin';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { findPayment } from '../payments/service.ts';
import { remindAt } from './due.ts';
import { writeDueMails, writeReminder } from './service.ts';

const REMINDERS = 10;
/** The most events whose mails are written at once. Their statements are shared. */
const EVENTS = 100;
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
    app.jobs.work<OutboxEvent>(REMIND, { batchSize: REMINDERS }, ({ platformId, paymentId }) =>
      writeReminder(app, platformId, paymentId),
    );
    app.outbox.subscribe({ types: EVENTS_OF_STATE, queue: 'purchase-mails.due', handle: writeMails, atOnce: EVENTS });

    async function writeMails(event: OutboxEvent): Promise<void> {
      const payment = await findPayment(app, event.platformId, event.paymentId);
      if (!payment) return;
      const at = CODES.includes(event.type) ? remindAt(payment) : null;
      // A reminder that is ordered twice is written once.
      if (at) await app.jobs.sendShared(REMIND, event, at);
      await writeDueMails(app, payment);
    }
  },
  { name: 'purchase-mails-jobs', dependencies: ['jobs', 'outbox', 'database', 'clock', 'config', 'platforms'] },
);
