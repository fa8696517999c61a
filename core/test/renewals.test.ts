/**
 * An order whose PIX or boleto expired is paid with a new code: one code however often it is asked for, one price, and no money kept
 * twice.
 */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmableUntil, findPayment } from '../src/modules/payments/service.ts';
import { writeDueMails, writeReminder } from '../src/modules/purchase-mails/service.ts';
import { finishWebhook, type ReceivedWebhook } from '../src/modules/webhooks/model.ts';
import { processWebhook } from '../src/modules/webhooks/service.ts';
import { newId } from '../src/shared/ids.ts';
import { payAtProvider, pollPayment } from './at-provider.ts';
import { checkWorld } from './check-world.ts';
import { openDraw, SEED } from './draw.ts';
import { readMails } from './mails.ts';
import { type Bought, findBought, type Market, openMarket } from './market.ts';
import { readSaleLedger } from './read-ledger.ts';
import { buy, connect, pixPurchase } from './world.ts';

const PRICE = 9_990;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let market: Market;
let first: Market | undefined;
beforeEach(async () => {
  first ??= await openMarket({ isListening: false });
  market = market ? await market.replace() : first;
});
afterAll(() => first?.close());

const post = (publicId: string, headers: Record<string, string> = {}) =>
  market.node.app.inject({
    method: 'POST',
    url: `/checkout/payment/${publicId}/renew`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: '',
  });
const read = async ({ publicId }: Pick<Bought, 'publicId'>) =>
  (await market.node.app.inject({ url: '/api/checkout.getPaymentQuick', query: { paymentId: publicId } })).json();
const attemptsOf = ({ paymentId }: Bought) =>
  market.inspector.rows<{ id: string; transactionId: string; state: string; nodeId: string | null }>(
    `SELECT id, transaction_id AS "transactionId", state, node_id AS "nodeId" FROM payment_attempt WHERE payment_id = $1
     ORDER BY created_at, id`,
    [paymentId],
  );
const refundsOf = ({ paymentId }: Bought) =>
  market.inspector.rows<{ attemptId: string; amount: number; cause: string; state: string }>(
    `SELECT attempt_id AS "attemptId", amount::int AS amount, cause, state FROM refund WHERE payment_id = $1`,
    [paymentId],
  );
const change = async (table: 'product' | 'offer', set: string) => {
  const { productId, offerId } = market.world;
  await market.inspector.rows(`UPDATE ${table} SET ${set} WHERE id = $1`, [table === 'offer' ? offerId : productId]);
  market.node.app.cache.forgetAll();
};

async function buyCode(changes: Record<string, unknown> = {}): Promise<Bought> {
  const answer = await buy(market.node.app, pixPurchase(market.world, changes));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return findBought(market.inspector, answer.json().paymentId);
}

/** Lets the code's time pass by the clock of the node, and looks. */
async function expire(bought: Bought): Promise<void> {
  const payment = await findPayment(market.node.app, market.world.platformId, bought.paymentId);
  const until = confirmableUntil(payment!.method, payment!.expiresAt);
  market.clock.forward(until.getTime() - market.clock.now().getTime() + HOUR_MS);
  await pollPayment(market, bought);
}

async function buyExpired(changes: Record<string, unknown> = {}): Promise<Bought> {
  const bought = await buyCode(changes);
  await expire(bought);
  return bought;
}

/** Renews a code and returns the attempt that made the new one. */
async function renew(bought: Bought): Promise<Bought> {
  expect((await post(bought.publicId)).statusCode).toBe(303);
  const { id, transactionId } = (await attemptsOf(bought)).at(-1)!;
  return { ...bought, attemptId: id, transactionId };
}

/** Hands the events that were sent so far to the node. */
const deliver = () =>
  market.letters.map(async (letter) => {
    await market.deliver(letter);
    const { app } = market.node;
    const webhooks = await market.inspector.rows<ReceivedWebhook>(
      `SELECT platform_id AS "platformId", id, connection_id AS "connectionId", method, path, headers, query, body, part, 1 AS attempts, replays
       FROM webhook WHERE state = 'RECEIVED'`,
    );
    for (const webhook of webhooks)
      await app.database.write(webhook.platformId, [finishWebhook(webhook, await processWebhook(app, webhook))]);
  });

async function sendReturns(bought: Bought): Promise<void> {
  await pollPayment(market, bought);
  for (let round = 0; round < 3; round++) {
    await market.inspector.rows('UPDATE refund SET next_check_at = now()');
    await market.node.app.refunds.run();
    await pollPayment(market, bought);
  }
}

const check = () => checkWorld(market.node.databaseUrl, { mayWait: true });

describe(`a code that expired (seed ${SEED})`, () => {
  it('gives way to a new one of the same order, which sells it as bought', async () => {
    const bought = await buyExpired({ orderBumpsIds: [market.world.bumpId] });
    const expired = await read(bought);

    const answer = await post(bought.publicId);
    const renewed = await read(bought);

    expect(expired).toMatchObject({ status: 'CANCELED', pixCode: null });
    expect(Date.parse(expired.renewableUntil)).toBe(Date.parse(expired.expiresAt) + 2 * 60_000 + 7 * DAY_MS);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/checkout/payment/${bought.publicId}`]);
    expect(renewed).toMatchObject({ id: bought.publicId, status: 'PENDING', amount: 11_980, renewableUntil: null });
    expect(renewed.pixCode).toBeTruthy();
    const [old, fresh] = await attemptsOf(bought);
    expect(fresh).toMatchObject({ state: 'ANSWERED', nodeId: market.node.app.nodes.id });
    const { simulator } = await market.host();
    expect(await simulator.getCharge(fresh!.transactionId)).toMatchObject({ reference: fresh!.id, amount: 11_980 });
    expect(fresh!.transactionId).not.toBe(old!.transactionId);
    const { events } = await market.readPayment(bought.paymentId);
    expect(events.filter((type) => type === 'payment.pix_generated').length).toBeGreaterThanOrEqual(2);

    await payAtProvider(market, fresh!, 11_980);
    await pollPayment(market, bought);

    expect(await read(bought)).toMatchObject({ status: 'APPROVED', settlement: 'EXACT' });
    const direct = await buyCode({ orderBumpsIds: [market.world.bumpId] });
    await payAtProvider(market, direct, 11_980);
    await pollPayment(market, direct);
    const people = { Maria: market.world.sellerId };
    const [ours, theirs] = [bought, direct].map(({ paymentId }) => readSaleLedger(market.inspector, paymentId, people));
    expect(await ours).toEqual(await theirs);
    await check();
  });

  it('is renewed once by twenty clicks at once', async () => {
    const bought = await buyExpired();

    const answers = await Promise.all(Array.from({ length: 20 }, () => post(bought.publicId)));

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    const attempts = await attemptsOf(bought);
    expect(attempts).toHaveLength(2);
    const charges = await (await market.host()).simulator.listCharges(10);
    expect(charges.map(({ reference }) => reference).sort()).toEqual(attempts.map(({ id }) => id).sort());
    await check();
  });

  it('is renewed again after the new one expired as well, a boleto too', async () => {
    const bought = await buyExpired({ paymentMethod: 'BILLET' });
    await market.inspector.rows(`UPDATE sale SET price_kept_until = price_kept_until + interval '30 days'`);
    const second = await renew(bought);
    await expire(second);
    const third = await renew(bought);

    expect(new Set([bought, second, third].map(({ transactionId }) => transactionId)).size).toBe(3);
    expect(await read(bought)).toMatchObject({ status: 'PENDING', billetCode: expect.stringMatching(/\d/) });
    await payAtProvider(market, third, PRICE);
    await pollPayment(market, third);
    expect((await market.readPayment(bought.paymentId)).status).toBe('APPROVED');
    await check();
  });

  it('still pays the order where it is paid late and the new one is not', async () => {
    const bought = await buyExpired();
    await renew(bought);

    await payAtProvider(market, bought, PRICE);
    await pollPayment(market, bought);

    expect(await read(bought)).toMatchObject({ status: 'APPROVED', paidAmount: PRICE, pixCode: null });
    expect(await refundsOf(bought)).toEqual([]);
    expect((await post(bought.publicId)).statusCode).toBe(303);
    expect(await attemptsOf(bought)).toHaveLength(2);
    await check();
  });

  it.each(['the old one first', 'the new one first', 'both at once'])(
    'is paid beside the new one, %s: one of them goes back',
    async (order) => {
      const bought = await buyExpired();
      const fresh = await renew(bought);
      market.letters.splice(0);
      const codes = order === 'the new one first' ? [fresh, bought] : [bought, fresh];

      if (order === 'both at once') {
        await Promise.all(codes.map((code) => payAtProvider(market, code, PRICE)));
        await Promise.all([...deliver(), ...deliver(), pollPayment(market, bought)]);
      } else
        for (const code of codes) {
          await payAtProvider(market, code, PRICE);
          await pollPayment(market, bought);
        }
      await sendReturns(bought);

      expect(await read(bought)).toMatchObject({ status: 'APPROVED', settlement: 'DUPLICATE', refundedAmount: PRICE });
      expect(await refundsOf(bought)).toEqual([
        { attemptId: bought.attemptId, amount: PRICE, cause: 'EXCESS', state: 'DONE' },
      ]);
      await check();
    },
  );

  it('is paid while it is renewed: sold once, whichever comes first', async () => {
    const { shuffle } = openDraw();
    for (let round = 0; round < 5; round++) {
      const bought = await buyExpired({ email: `race${round}@example.com` });
      const pay = async () => {
        await payAtProvider(market, bought, PRICE);
        await pollPayment(market, bought);
      };
      await Promise.all(shuffle([pay, () => post(bought.publicId), () => post(bought.publicId)]).map((act) => act()));
      await sendReturns(bought);

      expect(await read(bought)).toMatchObject({ status: 'APPROVED', paidAmount: PRICE, refundedAmount: 0 });
      expect((await attemptsOf(bought)).length).toBeLessThanOrEqual(2);
    }
    await check();
  });

  it('keeps the price that was bought, with its coupon, whatever became of both', async () => {
    const code = `CUPOM${Date.now()}`;
    const { platformId, sellerId } = market.world;
    await market.inspector.rows(
      'INSERT INTO coupon (platform_id, id, seller_id, code, basis_points, max_uses) VALUES ($1, $2, $3, $4, 1000, 1)',
      [platformId, newId(), sellerId, code],
    );
    const bought = await buyExpired({ coupon: code });
    // Another buyer takes the last use, and the price rises.
    await buyCode({ coupon: code, email: 'next@example.com' });
    await change('offer', 'price = 20000');
    await market.inspector.rows('UPDATE coupon SET is_active = false');

    const { transactionId } = await renew(bought);

    expect((await (await market.host()).simulator.getCharge(transactionId!))?.amount).toBe(8_991);
    expect(await read(bought)).toMatchObject({ status: 'PENDING', amount: 8_991, couponCode: code, discount: 999 });
    const uses = await market.inspector.rows('SELECT 1 FROM coupon_use WHERE NOT is_ended');
    expect(uses).toHaveLength(2);
    await check();
  });

  it('takes the last piece again, once, and finds it sold out where others have it', async () => {
    await change('offer', 'stock_limit = 1');
    const bought = await buyExpired();
    const next = await buyExpired({ email: 'next@example.com' });
    const last = await buyExpired({ email: 'last@example.com' });

    const answers = await Promise.all([bought, next, last, bought, next, last].map(({ publicId }) => post(publicId)));

    const open = await market.inspector.rows<{ id: string }>(
      `SELECT public_id AS id FROM payment WHERE status = 'PENDING' AND platform_id = $1`,
      [market.world.platformId],
    );
    expect(open).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBeGreaterThanOrEqual(2);
    const shut = [bought, next, last].find(({ publicId }) => publicId !== open[0]?.id)!;
    expect((await read(shut)).renewableUntil).toBeNull();
    const refused = await post(shut.publicId);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('esgotou');
    await check();
  });

  it.each([
    ['product', `status = 'BLOCKED'`, 404],
    ['product', `status = 'ARCHIVED'`, 404],
    ['offer', `status = 'ARCHIVED'`, 404],
    ['offer', `sale_ends_at = now()`, 410],
    ['offer', 'pix_enabled = false', 422],
  ] as const)('gets no new one where the %s has %s', async (table, set, status) => {
    const bought = await buyExpired();
    await change(table, set);

    expect((await read(bought)).renewableUntil).toBeNull();
    expect((await post(bought.publicId)).statusCode).toBe(status);
    expect(await attemptsOf(bought)).toHaveLength(1);
  });

  it('gets a new one for as long as its seller keeps the price', async () => {
    await change('offer', 'price_kept_days = 2');
    const bought = await buyExpired();
    await change('offer', 'price_kept_days = 0');
    const never = await buyExpired({ email: 'never@example.com' });

    expect((await read(bought)).renewableUntil).not.toBeNull();
    market.clock.forward(2 * DAY_MS);
    const late = await post(bought.publicId);

    expect((await read(bought)).renewableUntil).toBeNull();
    expect([late.statusCode, late.body.includes('novo pedido')]).toEqual([409, true]);
    expect((await post(never.publicId)).statusCode).toBe(409);
  });

  it('is renewed by nobody who is not on its page, and only where it has expired', async () => {
    const bought = await buyExpired();
    const foreign = await post(bought.publicId, { 'sec-fetch-site': 'cross-site' });
    const waiting = await buyCode({ email: 'waiting@example.com' });

    expect(foreign.statusCode).toBe(403);
    expect((await post(waiting.publicId)).statusCode).toBe(303);
    expect(await attemptsOf(bought)).toHaveLength(1);
    expect(await attemptsOf(waiting)).toHaveLength(1);
    expect((await post('A'.repeat(22))).statusCode).toBe(404);
    expect((await post('nothing')).statusCode).toBe(404);
  });

  it('goes to the next connection where the first cannot be reached, and is tried again where none can', async () => {
    const bought = await buyExpired();
    const unreachable = { baseUrl: 'http://127.0.0.1:1' };
    await market.inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
    const dead = await connect(market.node.app, market.world, { environment: 'sandbox', ...unreachable } as never);
    market.node.app.cache.forgetAll();

    await post(bought.publicId);
    expect(await read(bought)).toMatchObject({ status: 'REJECTED', renewableUntil: expect.any(String) });

    await market.inspector.rows(`UPDATE provider_connection SET status = 'ENABLED' WHERE id <> $1`, [dead.id]);
    market.node.app.cache.forgetAll();
    await post(bought.publicId);
    expect(await read(bought)).toMatchObject({ status: 'PENDING' });
    await check();
  });

  it('is told to the buyer by one mail, and so is the new one', async () => {
    const bought = await buyExpired();
    const { app } = market.node;
    const { platformId } = market.world;
    const mail = async () => writeDueMails(app, (await findPayment(app, platformId, bought.paymentId))!);
    await mail();
    await mail();
    const [expired, ...others] = await readMails(app, market.inspector, platformId, 'joao@example.com');
    expect(others).toEqual([]);
    expect(expired).toMatchObject({
      template: 'payment-expired',
      parameters: {
        keptUntil: (await read(bought)).renewableUntil,
        link: expect.stringMatching(new RegExp(`/checkout/payment/${bought.publicId}$`)),
      },
    });

    const fresh = await renew(bought);
    await mail();
    await mail();
    await writeReminder(app, platformId, bought.paymentId);
    await expire(fresh);
    await mail();

    const mails = await readMails(app, market.inspector, platformId, 'joao@example.com');
    expect(mails.map(({ template }) => template)).toEqual([
      'payment-expired',
      'pix-created',
      'payment-expiring',
      'payment-expired',
    ]);
  });
});
