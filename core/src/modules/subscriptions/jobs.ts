import fp from 'fastify-plugin';
import type { EventPick } from '../../plugins/outbox.ts';
import type { Sweep } from '../../plugins/sweeps.ts';
import type { PurchaseCall } from '../checkout/service.ts';
import { selectSubscribed } from './cycle-model.ts';
import { advanceSubscription } from './engine.ts';
import { reportMandate } from './mandate.ts';
import { reportPayment } from './reports.ts';
import { startTrial } from './trials.ts';

const REPORT_PAYMENT = 'subscriptions.report-payment';
const REPORT_MANDATE = 'subscriptions.report-mandate';
const PAYMENT_EVENTS = [
  'payment.pix_generated',
  'payment.billet_generated',
  'payment.approved',
  'payment.rejected',
  'payment.canceled',
  'payment.confirmed',
  'payment.refunded',
  'payment.chargeback',
  'payment.charge_appeared',
  'payment.settlement_changed',
];

/** Most payments are of no subscription, and cost no job. */
const pickSubscribed: EventPick = async (transaction, events) => {
  const payments = [...new Set(events.map(({ paymentId }) => paymentId))];
  const found = await transaction.list(selectSubscribed(payments));
  const subscribed = new Map(found.map(({ paymentId, isHeard }) => [paymentId, isHeard]));
  return events.filter(({ type, paymentId }) => {
    const isHeard = subscribed.get(paymentId);
    // The engine hears of a charge that it makes as soon as that is answered.
    return isHeard !== undefined && !(isHeard && type === 'payment.approved');
  });
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Charges subscriptions that are due, and leads them on. */
    subscriptions: Sweep;
    /** Begins a free trial. The checkout asks for it here, because it knows nothing of subscriptions. */
    startTrial(call: PurchaseCall): Promise<{ url: string }>;
  }
}

export default fp(
  async (app) => {
    app.outbox.subscribe({
      types: PAYMENT_EVENTS,
      queue: REPORT_PAYMENT,
      handle: ({ platformId, paymentId }) => reportPayment(app, platformId, paymentId),
      pick: pickSubscribed,
    });
    app.outbox.subscribe({
      types: ['mandate.active', 'mandate.ended'],
      queue: REPORT_MANDATE,
      handle: ({ platformId, paymentId }) => reportMandate(app, platformId, paymentId),
    });
    const sweep = app.sweepByProvider('subscriptions', {
      due: {
        table: 'subscription',
        due: 'check_at',
        where: 't.check_at IS NOT NULL',
        // One that was never charged waits in the lane of its offer.
        connection: 'coalesce(t.connection_id, t.offer_id)',
      },
      sizes: { connection: 16, provider: 48 },
      work: ({ platformId, id }) => advanceSubscription(app, platformId, id),
    });
    app.decorate('subscriptions', sweep);
    app.decorate('startTrial', (call) => startTrial(app, call));
  },
  { name: 'subscriptions-jobs', dependencies: ['jobs', 'outbox', 'sweeps', 'outgoing-hold', 'platforms', 'data-keys'] },
);
