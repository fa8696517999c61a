/** Cards at PagBank: the card frame seals a number by the key of the account, and the checkout carries what nobody here can open. */
import { resolve } from 'node:path';
import type { SimulatorModule } from '@feira/plugin-kit';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import type { CardTokenizer } from '@feira/schemas/tokenizer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkWorld } from './check-world.ts';
import { findBought, type Market, openMarket } from './market.ts';
import { buy, connect, pixPurchase } from './world.ts';

// The core learns of providers from their folders alone, and so do its tests.
const PACKAGE = resolve(import.meta.dirname, '../../plugins/pagbank');

let market: Market;
let host: SimulatorHost;
let samples: NonNullable<SimulatorModule['samples']>;
let tokenizer: CardTokenizer;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  const { inspector, world } = market;
  await inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
  const { default: pagbank }: { default: SimulatorModule } = await import(resolve(PACKAGE, 'src/simulator.ts'));
  tokenizer = await import(resolve(PACKAGE, 'browser/tokenizer.ts'));
  samples = pagbank.samples!;
  const { publicKey, ...secrets } = samples.credentials;
  const connection = await connect(app, world, {
    provider: 'pagbank',
    methods: ['CREDIT_CARD'],
    settings: { publicKey },
    secrets,
  });
  app.cache.forgetAll();
  await app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}` });
  host = (await app.simulators.get(connection.id)) as SimulatorHost;
});
afterAll(() => market?.close());

/** Buys as a browser does: the frame seals the card, and the checkout gets what came of it. */
async function buyWith(cardNumber: string) {
  const { app } = market.node;
  const card = { cardNumber, holderName: 'Maria da Silva', expMonth: 12, expYear: 2034, cvv: '123' };
  const context = { publicKey: samples.credentials.publicKey!, baseUrl: 'https://sandbox.api.pagseguro.com' };
  const { token } = await tokenizer.tokenize(card, context);
  const creditCard = { token, installments: 1 };
  const answer = await buy(app, pixPurchase(market.world, { paymentMethod: 'CREDIT_CARD', creditCard }));
  return { token, answer: answer.json(), bought: await findBought(market.inspector, answer.json().paymentId) };
}

it('charges a card that only its provider can open, and keeps none of it', async () => {
  const { answer, bought, token } = await buyWith(samples.cards!.approved);

  expect(answer).toMatchObject({ status: 'APPROVED' });
  const charge = await host.simulator.getCharge(bought.transactionId as string);
  expect(charge).toMatchObject({ status: 'PAID' });
  const rows = await market.inspector.rows(`SELECT p::text AS row FROM payment p WHERE id = $1`, [bought.paymentId]);
  expect(JSON.stringify(rows)).not.toContain(token);
  await checkWorld(market.node.databaseUrl);
});

it('refuses a card with the reason of its bank, and charges nothing', async () => {
  const { answer, bought } = await buyWith(samples.cards!.refused);

  expect(answer).toMatchObject({ status: 'REJECTED' });
  expect(await host.simulator.getCharge(bought.transactionId as string)).toMatchObject({ paidAmount: 0 });
});
