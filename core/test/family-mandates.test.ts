/** PIX Automático by the Central Bank's API, at one bank that has it. Its events are not signed: each is only a reason to look. */
import { resolve } from 'node:path';
import type { SimulatorModule } from '@feira/plugin-kit';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advanceMandate, cancelMandate, findMandateOfPayment } from '../src/modules/mandates/service.ts';
import { authoriseRefund, findPayment } from '../src/modules/payments/service.ts';
import { sendRefund } from '../src/modules/refunds/provider-calls.ts';
import { newId } from '../src/shared/ids.ts';
import { pollPayment } from './at-provider.ts';
import { checkWorld } from './check-world.ts';
import { chargeUnderMandate } from './mandate-cycles.ts';
import { type Market, openMarket } from './market.ts';
import { connect } from './world.ts';

const SIMULATOR = resolve(import.meta.dirname, '../../plugins/efi/src/simulator.ts');
const ID = 'efi';
const PRICE = 4_990;

let market: Market;
let host: SimulatorHost;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  const { inspector, world } = market;
  await inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
  await inspector.rows(
    `UPDATE offer SET type = 'SUBSCRIPTION', billet_enabled = false, price = $2, recurrence_price = $2, frequency_in_days = 30
     WHERE id = $1`,
    [world.offerId, PRICE],
  );
  const { properties } = app.providers.list().find(({ id }) => id === ID)!.manifest.credentials;
  // The core learns of providers from their folders alone, and so do its tests.
  const { default: member }: { default: SimulatorModule } = await import(SIMULATOR);
  const filled: Record<string, string> = member.samples!.credentials;
  const of = (isSecret: boolean) =>
    Object.fromEntries(Object.entries(filled).filter(([name]) => (properties[name]?.secret === true) === isSecret));
  const connection = await connect(app, world, {
    provider: ID,
    methods: ['PIX'],
    settings: of(false),
    secrets: of(true),
  });
  app.cache.forgetAll();
  await app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}` });
  host = (await app.simulators.get(connection.id)) as SimulatorHost;
});
afterAll(async () => {
  await market?.close();
});

it('pays and agrees by one code, is charged by the bank, refunded, and ended', async () => {
  const { app } = market.node;
  const { platformId } = market.world;
  const bought = await market.buyPix();
  const mandateOf = async () => (await findMandateOfPayment(app, platformId, bought.paymentId))!;
  const deliver = async () => {
    await host.settle();
    for (const letter of market.letters.splice(0)) expect(await market.deliver(letter)).toBeLessThan(300);
    await app.webhooks.run();
  };
  const asked = await mandateOf();
  const { pixCode } = (await findPayment(app, platformId, bought.paymentId))!;
  expect(pixCode).toBe(asked.pixCode);
  // The janitor is shown the charge's own code, which agrees to nothing.
  await pollPayment(market, bought);
  expect((await findPayment(app, platformId, bought.paymentId))?.pixCode).toBe(asked.pixCode);

  await host.simulator.pay(bought.transactionId as string);
  await deliver();
  await pollPayment(market, bought);
  await advanceMandate(app, platformId, asked.id);
  expect(await mandateOf()).toMatchObject({ status: 'ACTIVE', firstChargeDate: asked.firstChargeDate });

  const dueDate = asked.firstChargeDate;
  const cycle = await chargeUnderMandate(market, { mandateId: asked.id, amount: PRICE, dueDate });
  expect(await market.readPayment(cycle.paymentId)).toMatchObject({ status: 'PENDING', state: 'ANSWERED' });
  await host.simulator.mandates!.payCharge(cycle.transactionId as string, { times: 2 });
  await deliver();
  await pollPayment(market, cycle);
  expect(await market.readPayment(cycle.paymentId)).toMatchObject({ status: 'APPROVED', paid_amount: PRICE });

  const order = { id: newId(), amount: PRICE, authorisedAs: 'admin', authorisedBy: null, note: null } as const;
  const { payment, refusal } = await app.database.transaction(platformId, (transaction) =>
    authoriseRefund(app, transaction, { platformId, id: cycle.paymentId }, order),
  );
  expect([refusal, payment.returningAmount]).toEqual([null, PRICE]);
  await sendRefund(app, platformId, order.id);
  await pollPayment(market, cycle);
  expect(await market.readPayment(cycle.paymentId)).toMatchObject({ refunded_amount: PRICE });

  await cancelMandate(app, platformId, asked.id);
  await advanceMandate(app, platformId, asked.id);
  expect(await mandateOf()).toMatchObject({ status: 'CANCELED', endedBy: 'PLATFORM' });
  expect(await host.simulator.mandates!.list()).toMatchObject([{ status: 'CANCELED', amount: PRICE }]);
  await checkWorld(market.node.databaseUrl);
});
