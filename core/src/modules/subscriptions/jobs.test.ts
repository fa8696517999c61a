/** An event of a payment costs a job of subscriptions where the payment is of one, and nothing otherwise. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSubscribing } from '../../../test/subscribing.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { JOB_SCHEMA } from '../../job-schema.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market?.close());

it('tells subscriptions of their own payments, and begins them without anybody asking', async () => {
  const { inspector } = market;
  const plain = await market.buyPix();
  const buyer = await openSubscribing(market);
  const bought = await buyer.order();

  await waitFor('the subscription begins', () => buyer.readOne().catch(() => null));
  await waitFor('every event is published', async () => {
    const [open] = await inspector.rows<{ count: number }>(
      'SELECT count(*)::int FROM outbox WHERE published_at IS NULL',
    );
    return open?.count === 0;
  });

  const jobs = await inspector.rows<{ payment: string }>(
    `SELECT DISTINCT event->>'paymentId' AS payment FROM ${JOB_SCHEMA}.job, jsonb_array_elements(data->'events') AS event
     WHERE name = 'subscriptions.report-payment'`,
  );
  const payments = await inspector.rows<{ id: string; public_id: string }>('SELECT id, public_id FROM payment');
  expect(payments.map(({ public_id }) => public_id).sort()).toEqual([plain.publicId, bought].sort());
  expect(jobs.map(({ payment }) => payment)).toEqual([payments.find(({ public_id }) => public_id === bought)?.id]);
});
