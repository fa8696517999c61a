/** Cards in euros at Stripe: the owner of a card is asked by its bank, signed events tell what became of it, and money goes back. */
import { resolve } from 'node:path';
import type { SimulatorModule } from '@feira/plugin-kit';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authoriseRefund } from '../src/modules/payments/service.ts';
import { sendRefund } from '../src/modules/refunds/provider-calls.ts';
import { newId } from '../src/shared/ids.ts';
import { pollPayment } from './at-provider.ts';
import { checkWorld } from './check-world.ts';
import { findBought, type Market, openMarket } from './market.ts';
import { readBalances } from './read-ledger.ts';
import { buy, connect, pixPurchase } from './world.ts';

const SIMULATOR = resolve(import.meta.dirname, '../../plugins/stripe/src/simulator.ts');
const PRICE = 4_990;

let market: Market;
let host: SimulatorHost;
let samples: NonNullable<SimulatorModule['samples']>;
let connectionId: string;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  const { inspector, world } = market;
  await inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
  await inspector.rows(`UPDATE offer SET coin = 'EUR', price = $2 WHERE id = $1`, [world.offerId, PRICE]);
  // The core learns of providers from their folders alone, and so do its tests.
  const { default: stripe }: { default: SimulatorModule } = await import(SIMULATOR);
  samples = stripe.samples!;
  const { publicKey, ...secrets } = samples.credentials;
  const connection = await connect(app, world, {
    provider: 'stripe',
    methods: ['CREDIT_CARD'],
    settings: { publicKey },
    secrets,
  });
  connectionId = connection.id;
  app.cache.forgetAll();
  await app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}` });
  host = (await app.simulators.get(connectionId)) as SimulatorHost;
});
afterAll(() => market?.close());

/** Buys as a browser does: the number goes to Stripe, and its token to the checkout. */
async function buyWith(number: string) {
  const { app } = market.node;
  const made = await app.inject({
    method: 'POST',
    url: `/simulators/${connectionId}/v1/payment_methods`,
    headers: {
      authorization: `Bearer ${samples.credentials.publicKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
    }).toString(),
  });
  const creditCard = { token: made.json().id, installments: 1 };
  const answer = await buy(app, pixPurchase(market.world, { paymentMethod: 'CREDIT_CARD', creditCard }));
  return { answer: answer.json(), bought: await findBought(market.inspector, answer.json().paymentId) };
}

/** Hands the events over that Stripe sent, changed as told, and returns the worst answer. */
async function deliver(change = (body: string) => body): Promise<number> {
  await host.settle();
  const statuses: number[] = [];
  for (const letter of market.letters.splice(0))
    statuses.push(await market.deliver({ ...letter, body: change(letter.body) }));
  await market.node.app.webhooks.run();
  return Math.max(0, ...statuses);
}

it('asks the owner, takes a signed event for the end, gives back a part in euros, and hears of a dispute', async () => {
  const { app } = market.node;
  const { platformId, sellerId } = market.world;
  const { bought } = await buyWith(samples.cards!.challenged!);
  const { paymentId } = bought;
  const transactionId = bought.transactionId as string;
  expect(await market.readPayment(paymentId)).toMatchObject({ status: 'PENDING' });
  const url = `/api/checkout.getPaymentQuick?paymentId=${bought.publicId}`;
  expect((await app.inject({ url })).json().nextStep?.url).toContain(`/challenges/${transactionId}`);

  await host.simulator.pay(transactionId);
  // Other bytes than those that were signed prove nothing.
  await deliver((body) => `${body} `);
  expect(await market.readPayment(paymentId)).toMatchObject({ status: 'PENDING' });
  await host.simulator.pay(transactionId);
  expect(await deliver()).toBeLessThan(300);
  expect(await market.readPayment(paymentId)).toMatchObject({ status: 'APPROVED', paid_amount: PRICE });
  expect(await readBalances(market, sellerId, 'BRL')).toEqual({});
  expect(await readBalances(market, sellerId, 'EUR')).toEqual({ PENDING: expect.any(Number) });

  const order = { id: newId(), amount: 1_000, authorisedAs: 'admin', authorisedBy: null, note: null } as const;
  await app.database.transaction(platformId, (transaction) =>
    authoriseRefund(app, transaction, { platformId, id: paymentId }, order),
  );
  await sendRefund(app, platformId, order.id);
  await pollPayment(market, bought);
  expect(await market.readPayment(paymentId)).toMatchObject({ status: 'APPROVED', refunded_amount: 1_000 });

  await host.simulator.chargeback(transactionId);
  expect(await deliver()).toBeLessThan(300);
  await pollPayment(market, bought);
  expect(await market.readPayment(paymentId)).toMatchObject({ status: 'CHARGEBACK' });
  await checkWorld(market.node.databaseUrl);
});

it('refuses a card with the reason of its bank, and charges nothing', async () => {
  const { answer, bought } = await buyWith(samples.cards!.refused);

  expect(answer).toMatchObject({ status: 'REJECTED' });
  const charge = await host.simulator.getCharge(bought.transactionId as string);
  expect(charge).toMatchObject({ paidAmount: 0, currency: 'EUR' });
});
