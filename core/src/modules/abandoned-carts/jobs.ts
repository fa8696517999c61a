/** Runs the recovery of carts, ends it with the payment, and erases carts whose keeping time is over. */
import fp from 'fastify-plugin';
import { advanceCart } from './advance.ts';
import {
  type CartKey,
  claimDue,
  DUE_CARTS,
  markRecovered,
  purgeCarts,
  selectWantedMail,
  stopRefunded,
} from './model.ts';

const RECOVER = 'carts.recover';
const PAID = 'carts.paid';
const REFUNDED = 'carts.refunded';
const PURGE = 'carts.purge';
/** Carts claimed at a time. */
const BATCH = 50;
/** A claim outlives the first retries of its job. */
const CLAIM_SECONDS = 600;

export default fp(
  async (app) => {
    const { database } = app;
    app.jobs.work<CartKey>(RECOVER, { batchSize: BATCH }, (cart) => advanceCart(app, cart));
    // The claim and its jobs are one transaction: a claimed cart has its job, and a job its claim.
    const claim = () =>
      database.jobsTransaction(async (transaction) => {
        const carts = await transaction.list(claimDue(app.clock.now(), BATCH, CLAIM_SECONDS));
        if (carts.length > 0) await app.jobs.send(transaction, RECOVER, carts);
        return carts.length === BATCH;
      });
    app.sweep('carts', claim, { waiting: DUE_CARTS });

    app.outbox.subscribe({
      types: ['payment.approved', 'payment.confirmed'],
      queue: PAID,
      handle: ({ platformId, paymentId }) => database.writeShared(platformId, markRecovered(platformId, { paymentId })),
      atOnce: BATCH,
    });
    app.outbox.subscribe({
      types: ['payment.refunded', 'payment.chargeback'],
      queue: REFUNDED,
      handle: ({ platformId, paymentId }) => database.writeShared(platformId, stopRefunded(platformId, { paymentId })),
      atOnce: BATCH,
    });

    // A payment may arrive between the writing and the sending of a mail.
    app.mailChecks.set('cart-reminder', async ({ platformId, id }) =>
      Boolean(await database.find(platformId, selectWantedMail(platformId, id), true)),
    );

    app.jobs.work(PURGE, {}, () => purgeCarts(app));
    app.jobs.schedule(PURGE, '27 3 * * *');
  },
  {
    name: 'abandoned-carts-jobs',
    dependencies: ['jobs', 'sweeps', 'outbox', 'mail-jobs', 'database', 'data-keys', 'platforms', 'clock', 'cache'],
  },
);
