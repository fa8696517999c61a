/** The checkout takes coupons from the buyers they are for, as often as they allow, and gives uses back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { payAtProvider, pollPayment } from './at-provider.ts';
import { findBought, type Market, openMarket } from './market.ts';
import { createPerson, openSession } from './people.ts';
import { readBalances } from './read-ledger.ts';
import { insertRows } from './rows.ts';
import { buy, pixPurchase } from './world.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market?.close());

let made = 0;
/** Creates a coupon of ten percent without limits, and returns its code. */
async function createCoupon(changes: Record<string, unknown> = {}): Promise<string> {
  const code = `CUPOM${++made}`;
  const { platformId, sellerId } = market.world;
  await market.node.app.database.transaction(platformId, (transaction) =>
    transaction.run(
      insertRows('coupon', {
        platform_id: platformId,
        id: newId(),
        seller_id: sellerId,
        code,
        basis_points: 1_000,
        ...changes,
      }),
    ),
  );
  return code;
}

const buyWith = (coupon: string, changes: Record<string, unknown> = {}) =>
  buy(market.node.app, pixPurchase(market.world, { coupon, ...changes }));
const codeOf = async (answer: ReturnType<typeof buyWith>) => (await answer).json().code;

async function expire(paymentId: string): Promise<void> {
  await market.inspector.rows(`UPDATE payment SET expires_at = now() - interval '30 days' WHERE id = $1`, [paymentId]);
  const bought = { paymentId };
  market.clock.forward(31 * 86_400_000);
  await pollPayment(market, bought);
  market.clock.forward(Date.now() - market.clock.now().getTime());
}

describe('a purchase with a coupon', () => {
  it('costs less on the server, at the provider, on its page, in the list of sales and in the ledger', async () => {
    const code = await createCoupon();

    const answer = await buyWith(code.toLowerCase(), { expectedTotal: 8_991 });
    const { payment } = answer.json();
    const bought = await findBought(market.inspector, payment.id);
    const charge = await (await market.host()).simulator.getCharge(bought.transactionId as string);
    await payAtProvider(market, bought, 8_991);
    await pollPayment(market, bought);

    expect(payment).toMatchObject({ amount: 8_991, couponCode: code, discount: 999 });
    expect(charge?.amount).toBe(8_991);
    const { sellerId } = market.world;
    const held = Object.values(await readBalances(market, sellerId)).reduce((sum, cents) => sum + cents, 0);
    // 4.99 % and 1.00 of 89.91 are 5.48.
    expect(held).toBe(8_991 - 548);
    await createPerson(market.node.app, market.world.platformId, {
      id: sellerId,
      email: 'maria@example.com',
      roles: ['seller'],
    });
    const headers = await openSession(market.node.app, 'maria@example.com');
    const { sales } = (await market.node.app.inject({ url: '/api/sales.listSales', headers })).json();
    expect(sales[0]).toMatchObject({ amount: 8_991, couponCode: code, discount: 999 });
    const own = (await market.node.app.inject({ url: `/api/coupons.listMyCoupons?search=${code}`, headers })).json();
    expect(own.items).toMatchObject([{ uses: 1, revenue: [{ currency: 'BRL', amount: 8_991 }] }]);
  });

  it('leaves R$ 1,00 of the price to pay, however much it takes off', async () => {
    const whole = await createCoupon({ basis_points: 10_000 });
    const more = await createCoupon({ basis_points: null, amount: 99_999, coin: 'BRL' });

    expect((await buyWith(whole)).json().payment).toMatchObject({ amount: 100, discount: 9_890 });
    expect((await buyWith(more)).json().payment.amount).toBe(100);
  });

  it('says what is wrong with a code', async () => {
    const other = newId();
    const [over, later, foreign, dollars, off, gone] = await Promise.all([
      createCoupon({ ends_at: new Date(Date.now() - 1000) }),
      createCoupon({ starts_at: new Date(Date.now() + 86_400_000) }),
      createCoupon({ offer_ids: [other] }),
      createCoupon({ basis_points: null, amount: 500, coin: 'USD' }),
      createCoupon({ is_active: false }),
      createCoupon({ deleted_at: new Date() }),
    ]);

    expect(await codeOf(buyWith('NADA'))).toBe('COUPON_UNKNOWN');
    expect(await codeOf(buyWith(over as string))).toBe('COUPON_EXPIRED');
    expect(await codeOf(buyWith(later as string))).toBe('COUPON_EXPIRED');
    expect(await codeOf(buyWith(foreign as string))).toBe('COUPON_NOT_FOR_OFFER');
    expect(await codeOf(buyWith(dollars as string))).toBe('COUPON_NOT_FOR_OFFER');
    expect(await codeOf(buyWith(off as string))).toBe('COUPON_UNKNOWN');
    expect(await codeOf(buyWith(gone as string))).toBe('COUPON_UNKNOWN');
  });

  it('is for the offers and the products that it names', async () => {
    const { offerId, productId } = market.world;

    expect((await buyWith(await createCoupon({ offer_ids: [offerId] }))).json().payment.amount).toBe(8_991);
    expect((await buyWith(await createCoupon({ product_ids: [productId] }))).json().payment.amount).toBe(8_991);
  });
});

describe('the limit of a coupon', () => {
  it('of one lets exactly one of twenty buyers have it', async () => {
    const code = await createCoupon({ max_uses: 1 });

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => buyWith(code, { email: `buyer${index}@example.com` })),
    );

    const codes = answers.map((answer) => answer.json().code ?? 'SOLD').sort();
    expect(codes).toEqual([...Array(19).fill('COUPON_USED_UP'), 'SOLD']);
    const uses = await market.inspector.rows(
      'SELECT 1 FROM coupon_use u JOIN coupon c ON c.id = u.coupon_id WHERE c.code = $1',
      [code],
    );
    expect(uses).toHaveLength(1);
  });

  it('of a buyer counts by e-mail in any case, and by document', async () => {
    const code = await createCoupon({ max_uses_per_buyer: 1 });

    expect((await buyWith(code)).statusCode).toBe(200);
    expect(await codeOf(buyWith(code, { email: 'JOAO@example.com', cpf: '11144477735' }))).toBe('COUPON_USED_BY_BUYER');
    expect(await codeOf(buyWith(code, { email: 'another@example.com' }))).toBe('COUPON_USED_BY_BUYER');
    expect((await buyWith(code, { email: 'another@example.com', cpf: '11144477735' })).statusCode).toBe(200);
  });

  it('is not used twice by a repeated call', async () => {
    const code = await createCoupon({ max_uses: 1 });
    const [key, body] = [newId(), pixPurchase(market.world, { coupon: code })];

    const first = await buy(market.node.app, body, key);
    const again = await buy(market.node.app, body, key);

    expect(again.json().paymentId).toBe(first.json().paymentId);
  });

  it('gets a use back when the payment expires, and loses it when that payment is paid all the same', async () => {
    const code = await createCoupon({ max_uses: 1 });
    const bought = await findBought(market.inspector, (await buyWith(code)).json().paymentId);
    expect(await codeOf(buyWith(code))).toBe('COUPON_USED_UP');

    await expire(bought.paymentId);
    expect((await market.readPayment(bought.paymentId)).status).toBe('CANCELED');
    const isFree = async () =>
      (
        await market.inspector.rows<{ is_ended: boolean }>(
          'SELECT is_ended FROM coupon_use u JOIN payment p USING (sale_id) WHERE p.id = $1',
          [bought.paymentId],
        )
      )[0]?.is_ended;

    expect(await isFree()).toBe(true);
    expect((await buyWith(code, { email: 'next@example.com' })).statusCode).toBe(200);
    await payAtProvider(market, bought, 8_991);
    await pollPayment(market, bought);
    expect((await market.readPayment(bought.paymentId)).status).toBe('APPROVED');
    expect(await isFree()).toBe(false);
  });
});

describe('checkout.getCoupon', () => {
  const ask = (code: string, remoteAddress = '203.0.113.7') =>
    market.node.app.inject({
      url: `/api/checkout.getCoupon?checkoutId=${market.world.offerId}&code=${code}`,
      remoteAddress,
    });

  it('tells what a code takes off, and only of this seller', async () => {
    const code = await createCoupon();

    expect((await ask(code)).json()).toEqual({ code, discount: { basisPoints: 1_000 }, cycles: 1 });
    expect((await ask('OUTRO')).json()).toMatchObject({ code: 'COUPON_UNKNOWN', details: [{ field: 'coupon' }] });
  });

  it('lets nobody guess on, and everybody else ask', async () => {
    const code = await createCoupon();
    for (let tries = 0; tries < 31; tries++) await ask(`PALPITE${tries}`, '203.0.113.99');

    expect((await ask(code, '203.0.113.99')).statusCode).toBe(429);
    expect((await ask(code, '198.51.100.3')).statusCode).toBe(200);
  });
});

describe('the checkout without JavaScript', () => {
  const address = () => `/checkout/${market.world.offerId}`;
  const send = (fields: Record<string, string>) =>
    market.node.app.inject({
      method: 'POST',
      url: address(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...(pixPurchase(market.world) as Record<string, string>), ...fields }).toString(),
    });

  it('shows the price with the coupon of its address', async () => {
    const page = await market.node.app.inject({ url: `${address()}?coupon=${await createCoupon()}` });

    expect(page.body).toContain('−R$\u00a09,99');
    expect(page.body).toContain('R$\u00a089,91');
  });

  it('shows the new price before it buys, what was typed kept, and buys at that price', async () => {
    const coupon = await createCoupon();
    const email = 'semscript@example.com';

    const tried = await send({ coupon, email, applyCoupon: 'Aplicar cupom' });
    const early = await market.inspector.rows('SELECT 1 FROM sale WHERE buyer_email = $1', [email]);
    const bought = await send({ coupon, email });

    expect([tried.statusCode, early]).toEqual([200, []]);
    expect(tried.body).toContain('−R$\u00a09,99');
    expect(tried.body).toContain(`value="${email}"`);
    expect(bought.statusCode).toBe(303);
    const shown = await market.node.app.inject({ url: String(bought.headers.location) });
    expect(shown.body).toContain(`Cupom ${coupon}`);
    expect(shown.body).toContain('R$\u00a089,91');
  });

  it('says under the field why the offer does not take a code', async () => {
    const tried = await send({ coupon: await createCoupon({ is_active: false }), applyCoupon: 'Aplicar cupom' });

    expect(tried.body).toContain('id="coupon-error"');
    expect(tried.body).not.toContain('−R$');
  });
});
