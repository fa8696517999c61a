/** Interrupted purchases are repaired after lost answers, late look-ups and partial payments. */
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkWorld } from './check-world.ts';
import { type Market, openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, pixPurchase } from './world.ts';

const DAY_MS = 86_400_000;
const LAG_SECONDS = 600;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    lagging: (manifest) => {
      manifest.lookup.lagSeconds = LAG_SECONDS;
    },
    blind: (manifest) => {
      manifest.lookup.byReference = false;
    },
  });
});
afterAll(() => variants.remove());

/** Runs the janitor once over all open payments. */
async function runJanitor(market: Market, paymentId: string): Promise<void> {
  const checks = async () =>
    (
      await market.inspector.rows<{ checks: number; version: number }>(
        'SELECT checks, version FROM payment WHERE id = $1',
        [paymentId],
      )
    )[0];
  const before = await checks();
  await market.makeDue();
  await waitFor('the janitor has looked', async () => (await checks())?.version !== before?.version);
}

const lastPayment = async (market: Market): Promise<string> =>
  (await market.inspector.rows<{ id: string }>('SELECT id FROM payment ORDER BY id DESC LIMIT 1'))[0]?.id as string;

describe('a charge that never left', () => {
  it.each(['PIX', 'BILLET'] as const)('by %s is over at once, and its page confirms nothing', async (method) => {
    const market = await openTestMarket();
    const refusing = createServer();
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
    await new Promise((resolve) => refusing.close(resolve));
    await market.inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
    await connect(market.node.app, market.world, { name: 'Fora do ar', baseUrls: { default: url } });

    const answer = await buy(market.node.app, pixPurchase(market.world, { paymentMethod: method }));

    const id = await lastPayment(market);
    expect(await market.readPayment(id)).toMatchObject({ state: 'NOT_SENT', status: 'REJECTED', transaction_id: null });
    const [row] = await market.inspector.rows<{ public_id: string }>('SELECT public_id FROM payment WHERE id = $1', [
      id,
    ]);
    const page = await market.node.app.inject({ url: `/api/checkout.getPaymentQuick?paymentId=${row?.public_id}` });
    expect(answer.json()).toMatchObject({ code: 'PAYMENT_REFUSED' });
    expect(page.json()).toMatchObject({ status: 'REJECTED', isConfirming: false, mayBeCharged: false });
  });
});

describe('a lost answer', () => {
  it('is found again by our reference, and the payment goes on as if nothing had happened', async () => {
    const market = await openTestMarket();
    const host = await market.host();
    host.addFault({ kind: 'lose-answer', times: 1, match: 'POST /charges' });

    const answer = await buy(market.node.app, pixPurchase(market.world));

    expect(answer.json()).toMatchObject({ status: 'PENDING', payment: { isConfirming: true, pixCode: null } });
    const id = await lastPayment(market);
    expect(await market.readPayment(id)).toMatchObject({ state: 'UNKNOWN' });
    await runJanitor(market, id);
    const payment = await market.readPayment(id);
    expect(payment).toMatchObject({
      state: 'ANSWERED',
      status: 'PENDING',
      events: ['payment.pix_generated', 'payment.instructions_changed'],
    });
    await host.simulator.pay(payment.transaction_id as string);
    await runJanitor(market, id);
    expect(await market.readPayment(id)).toMatchObject({ status: 'APPROVED', settlement: 'EXACT' });
    await checkWorld(market.node.databaseUrl);
  });

  it('is not believed lost while the provider may still be about to show the charge', async () => {
    const market = await openTestMarket({ provider: 'lagging', providerDirectory: variants.directory });
    const host = await market.host();
    host.addFault({ kind: 'error-500', times: 1, match: 'POST /charges' });
    await buy(market.node.app, pixPurchase(market.world));
    const id = await lastPayment(market);

    for (let looks = 0; looks < 4; looks++) await runJanitor(market, id);
    expect(await market.readPayment(id)).toMatchObject({ status: 'PENDING', state: 'UNKNOWN', evidence: 0 });

    market.clock.forward((LAG_SECONDS + 60) * 1_000);
    await runJanitor(market, id);
    expect(await market.readPayment(id)).toMatchObject({ status: 'PENDING', state: 'UNKNOWN', evidence: 0 });
    await runJanitor(market, id);
    expect(await market.readPayment(id)).toMatchObject({ status: 'REJECTED', state: 'NOT_SENT' });
    await checkWorld(market.node.databaseUrl);
  });

  it('is found by the id an event names, where the provider cannot be asked by our reference', async () => {
    const market = await openTestMarket({ provider: 'blind', providerDirectory: variants.directory });
    const host = await market.host();
    host.addFault({ kind: 'lose-answer', times: 1, match: 'POST /charges' });
    await buy(market.node.app, pixPurchase(market.world));
    const id = await lastPayment(market);
    const [charge] = await host.simulator.listCharges(1);
    await host.simulator.pay(charge?.transactionId as string);

    await market.deliver(market.letters.at(-1) as Market['letters'][number]);
    await waitFor('the event is read', async () => (await market.readPayment(id)).status === 'APPROVED');
    expect(await market.readPayment(id)).toMatchObject({ transaction_id: charge?.transactionId });
    await runJanitor(market, id);

    expect(await market.readPayment(id)).toMatchObject({ status: 'APPROVED', state: 'ANSWERED' });
    await checkWorld(market.node.databaseUrl);
  });

  it('is a person’s to find out where nobody can be asked', async () => {
    const market = await openTestMarket({ provider: 'blind', providerDirectory: variants.directory });
    (await market.host()).addFault({ kind: 'lose-answer', times: 1, match: 'POST /charges' });
    await buy(market.node.app, pixPurchase(market.world));
    const id = await lastPayment(market);

    await runJanitor(market, id);
    expect(await market.readPayment(id)).toMatchObject({ state: 'UNKNOWN' });
    market.clock.forward(2 * DAY_MS);
    await runJanitor(market, id);

    expect(await market.readPayment(id)).toMatchObject({ status: 'PENDING', state: 'PARKED' });
  });
});

describe('the end of a charge’s time', () => {
  it('gives back what came in part', async () => {
    const market = await openTestMarket();
    const host = await market.host();
    const { paymentId, transactionId } = await market.buyPix();
    await host.simulator.pay(transactionId as string, { amount: 4_000 });
    await runJanitor(market, paymentId);
    expect(await market.readPayment(paymentId)).toMatchObject({ status: 'PENDING', settlement: 'UNDERPAID' });

    market.clock.forward(2 * DAY_MS);
    await market.makeDue();

    await waitFor('the money is given back', async () => (await market.readPayment(paymentId)).status === 'REFUNDED');
    expect(await market.readPayment(paymentId)).toMatchObject({ paid_amount: 4_000, refunded_amount: 4_000 });
    expect(await host.simulator.getCharge(transactionId as string)).toMatchObject({ status: 'refunded' });
    await checkWorld(market.node.databaseUrl, { now: market.clock.now() });
  });

  it('cancels what nobody paid, and still takes money that comes later', async () => {
    const market = await openTestMarket();
    const host = await market.host();
    const { paymentId, transactionId } = await market.buyPix();

    market.clock.forward(2 * DAY_MS);
    await runJanitor(market, paymentId);
    // The sandbox itself says "expired".
    expect(['CANCELED', 'REJECTED']).toContain((await market.readPayment(paymentId)).status);
    await host.simulator.pay(transactionId as string);
    await market.deliver(market.letters.at(-1) as Market['letters'][number]);

    await waitFor('the late money counts', async () => (await market.readPayment(paymentId)).status === 'APPROVED');
    expect(await market.readPayment(paymentId)).toMatchObject({ settlement: 'LATE' });
    await checkWorld(market.node.databaseUrl, { now: market.clock.now() });
  });
});
