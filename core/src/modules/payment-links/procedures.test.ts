/** Payment links sell as offers do: to the cent, once where they are for one payment, and only for the seller who made them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payAtProvider, pollPayment } from '../../../test/at-provider.ts';
import { checkWorld } from '../../../test/check-world.ts';
import { type Bought, findBought, type Market, openMarket } from '../../../test/market.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { readSaleLedger } from '../../../test/read-ledger.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, createWorld, pixPurchase } from '../../../test/world.ts';

const SANDBOX_CARD = { holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };

let market: Market;
let seller: Record<string, string>;
let rival: Record<string, string>;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { platformId, sellerId } = market.world;
  const { app } = market.node;
  await createPerson(app, platformId, { id: sellerId, email: 'maria@example.com', roles: ['seller'] });
  await createPerson(app, platformId, { email: 'rival@example.com', roles: ['seller'] });
  seller = await openSession(app, 'maria@example.com');
  rival = await openSession(app, 'rival@example.com');
});
afterAll(() => market?.close());

async function call(name: string, payload: object, headers = seller) {
  const answer = await market.node.app.inject({
    method: 'POST',
    url: `/api/paymentLinks.${name}`,
    headers,
    payload,
  });
  // The announcement of the change comes a moment later.
  market.node.app.cache.forgetAll();
  return { status: answer.statusCode, body: answer.json() };
}

async function read(linkId: string, headers = seller) {
  const url = `/api/paymentLinks.getMyPaymentLink?linkId=${linkId}`;
  const answer = await market.node.app.inject({ url, headers });
  return { status: answer.statusCode, body: answer.json() };
}

async function create(input: Record<string, unknown>): Promise<string> {
  const { status, body } = await call('createPaymentLink', input);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.linkId;
}

async function order(offerId: string, extra: Record<string, unknown> = {}) {
  const answer = await buy(market.node.app, pixPurchase({ ...market.world, offerId }, extra));
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { status: answer.statusCode, body: answer.json(), cookie };
}

/** Returns the token that the acquirer's browser module makes of a card. */
async function tokenize(number: string): Promise<string> {
  const answer = await market.node.app.inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card: { number, ...SANDBOX_CARD } },
  });
  return answer.json().id;
}

/** Asks the provider until the money has gone back, as the janitor does. */
async function waitForRefund(bought: Bought): Promise<void> {
  await waitFor('the money is back', async () => {
    await pollPayment(market, bought);
    return (await market.readPayment(bought.paymentId)).refunded_amount > 0;
  });
}

const open = (path: string, headers: Record<string, string> = {}) => market.node.app.inject({ url: path, headers });

describe('a link of an offer', () => {
  it('sells at its own price, to the cent, and leaves the offer as it is', async () => {
    const linkId = await create({ offerId: market.world.offerId, amount: 12_347, title: 'Para a Ana' });
    const { body } = await order(linkId);
    expect(body.payment).toMatchObject({ amount: 12_347, title: 'Para a Ana' });
    const bought = await findBought(market.inspector, body.paymentId);
    await payAtProvider(market, bought, 12_347);
    await pollPayment(market, bought);

    const { sellerId } = market.world;
    const ledger = await readSaleLedger(market.inspector, bought.paymentId, { seller: sellerId });
    expect(ledger).toEqual({ 'PENDING seller': 11_631, PLATFORM_FEES: 716, PROVIDER: -12_347 });
    expect((await read(linkId)).body).toMatchObject({
      kind: 'OFFER',
      state: 'ON',
      paid: 1,
      revenue: 12_347,
      amount: 12_347,
    });
    expect((await order(market.world.offerId)).body.payment.amount).toBe(9_990);
    await checkWorld(market.node.databaseUrl, { mayWait: true });
  });

  it('takes the title and the price of the offer where it names none, and keeps them', async () => {
    const linkId = await create({ offerId: market.world.offerId });
    await market.inspector.rows('UPDATE offer SET price = 100 WHERE id = $1', [market.world.offerId]);
    market.node.app.cache.forgetAll();

    expect((await order(linkId)).body.payment).toMatchObject({ amount: 9_990, title: 'Curso de Pão' });
    await market.inspector.rows('UPDATE offer SET price = 9990 WHERE id = $1', [market.world.offerId]);
    market.node.app.cache.forgetAll();
  });

  it.each([
    ['stock_limit = 3', {}, 'offerId'],
    [`type = 'SUBSCRIPTION', recurrence_price = 9990, frequency_in_days = 30`, { amount: 100 }, 'amount'],
  ])('is refused where it would promise something else: %s', async (set, input, field) => {
    const { offerId } = market.world;
    await market.inspector.rows(`UPDATE offer SET ${set} WHERE id = $1`, [offerId]);

    const { status, body } = await call('createPaymentLink', { offerId, ...input });

    expect([status, body.code, body.details[0].field]).toEqual([422, 'PAYMENT_LINK_INVALID', field]);
    await market.inspector.rows(
      `UPDATE offer SET stock_limit = NULL, type = 'ONE_TIME', recurrence_price = NULL, frequency_in_days = NULL WHERE id = $1`,
      [offerId],
    );
  });

  it('appears in no list of offers or products, and is edited by no other call', async () => {
    const linkId = await create({ offerId: market.world.offerId });
    await create({ title: 'Aula avulsa', amount: 5_000 });
    const list = async (url: string) => (await open(url, seller)).json();

    expect(JSON.stringify(await list('/api/offers.listMyOffers?limit=100'))).not.toContain(linkId);
    expect(JSON.stringify(await list('/api/offers.listOffers?limit=100'))).not.toContain(linkId);
    expect(JSON.stringify(await list('/api/products.listMyProducts?limit=100'))).not.toContain('Aula avulsa');
    const answer = await open(`/api/offers.getMyOffer?offerId=${linkId}`, seller);
    expect(answer.json().code).toBe('OFFER_NOT_FOUND');
  });
});

describe('a link that asks for an amount', () => {
  it('needs no product, is paid and refunded to the cent', async () => {
    const linkId = await create({ title: 'Conserto da bicicleta', description: 'Freio e corrente', amount: 8_333 });
    const { body } = await order(linkId);
    const bought = await findBought(market.inspector, body.paymentId);
    await payAtProvider(market, bought, 8_333);
    await pollPayment(market, bought);
    const [{ sale_id: saleId } = { sale_id: '' }] = await market.inspector.rows<{ sale_id: string }>(
      'SELECT sale_id FROM payment WHERE id = $1',
      [bought.paymentId],
    );
    expect(saleId).not.toBe('');
    expect((await read(linkId)).body).toMatchObject({
      kind: 'AMOUNT',
      paid: 1,
      revenue: 8_333,
      description: 'Freio e corrente',
    });

    const refund = await market.node.app.inject({
      method: 'POST',
      url: '/api/refunds.refundSale',
      headers: { ...seller, 'idempotency-key': 'refund-of-a-link' },
      payload: { paymentId: body.paymentId, amount: 8_333 },
    });
    expect(refund.statusCode, refund.body).toBe(200);
    await waitForRefund(bought);
    expect((await read(linkId)).body).toMatchObject({ paid: 1, revenue: 0 });
    await checkWorld(market.node.databaseUrl, { mayWait: true });
  });

  it.each([
    [{ amount: 100 }, ['title']],
    [{ title: 'Aula' }, ['amount']],
    [{ title: 'Aula', leastAmount: 100 }, ['mostAmount']],
    [{ title: 'Aula', leastAmount: 200, mostAmount: 100 }, ['mostAmount']],
    [{ title: 'Aula', amount: 150, leastAmount: 100, mostAmount: 200 }, ['amount']],
    [{ title: 'Aula', amount: 100, expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
  ])('names what is wrong with %j', async (input, fields) => {
    const { status, body } = await call('createPaymentLink', input);

    expect([status, body.code]).toEqual([422, 'PAYMENT_LINK_INVALID']);
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it("takes no coupon of the seller's", async () => {
    const { platformId, sellerId } = market.world;
    await market.inspector.rows(
      `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points) VALUES ($1, gen_random_uuid(), $2, 'TUDO10', 1000)`,
      [platformId, sellerId],
    );
    const linkId = await create({ title: 'Aula', amount: 5_000 });

    expect((await order(linkId, { coupon: 'TUDO10' })).body.code).toBe('COUPON_NOT_FOR_OFFER');
  });

  it('waits for the review where the platform reviews products', async () => {
    const { platformId } = market.world;
    const set = (is: boolean) =>
      market.inspector.rows(
        `UPDATE platform SET settings = settings || jsonb_build_object('hasProductReview', $2::boolean) WHERE platform_id = $1`,
        [platformId, is],
      );
    await set(true);
    market.node.app.cache.forgetAll();
    const linkId = await create({ title: 'Em análise', amount: 5_000 });
    await set(false);
    market.node.app.cache.forgetAll();

    expect((await read(linkId)).body.state).toBe('IN_REVIEW');
    expect((await order(linkId)).body.code).toBe('OFFER_NOT_FOUND');
  });
});

describe('a link whose amount the buyer types', () => {
  let linkId: string;
  beforeAll(async () => {
    linkId = await create({ title: 'Doação', leastAmount: 500, mostAmount: 100_000 });
  });

  it('charges exactly the typed amount', async () => {
    const { body } = await order(linkId, { chosenAmount: 4_321 });

    expect(body.payment.amount).toBe(4_321);
    const [sale] = await market.inspector.rows('SELECT total::int AS total FROM sale WHERE offer_id = $1', [linkId]);
    expect(sale).toEqual({ total: 4_321 });
  });

  it.each([[undefined], [499], [100_001], [0]])('refuses %s with the limits, by the field', async (amount) => {
    const { status, body } = await order(linkId, { chosenAmount: amount });

    expect([status, body.code]).toEqual([422, 'AMOUNT_OUT_OF_RANGE']);
    expect(body.details).toEqual([
      {
        field: 'chosenAmount',
        message: expect.stringMatching(/^Digite um valor de R\$\u00a05,00 a R\$\u00a01\.000,00\.$/),
      },
    ]);
  });

  it('divides the typed amount into installments, and asks for all of it by PIX where the card is refused', async () => {
    const pay = async (number: string, installments: number) => {
      const token = await tokenize(number);
      const card = { paymentMethod: 'CREDIT_CARD', creditCard: { token, installments } };
      return order(linkId, { ...card, chosenAmount: 30_001, email: `${number}@example.com` });
    };
    const listed = await open(`/api/checkout.getInstallments?checkoutId=${linkId}&chosenAmount=30001`);
    const { options } = listed.json();
    expect(options[0]).toMatchObject({ installmentNumber: 1, total: 30_001 });

    const { body: paid } = await pay('4111111111111111', 3);
    expect(paid).toMatchObject({ status: 'APPROVED', payment: { amount: options[2].total, installments: 3 } });
    const { body: refused } = await pay('4000000000000010', 3);
    expect(refused.status).toBe('REJECTED');
    const instead = await market.node.app.inject({
      method: 'POST',
      url: `/checkout/payment/${refused.paymentId}/pix`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    const publicId = String(instead.headers.location).split('/').at(-1);
    const [payment] = await market.inspector.rows(
      'SELECT method, amount::int AS amount FROM payment WHERE public_id = $1',
      [publicId],
    );
    expect(payment).toEqual({ method: 'PIX', amount: 30_001 });
    const missing = await open(`/api/checkout.getInstallments?checkoutId=${linkId}`);
    expect(missing.json().code).toBe('AMOUNT_OUT_OF_RANGE');
  });

  it('lets nobody name the price of an offer', async () => {
    expect((await order(market.world.offerId, { chosenAmount: 1 })).body.code).toBe('PRICE_CHANGED');
  });

  it('asks for the amount on a page of its own, also without JavaScript', async () => {
    const asked = await open(`/checkout/${linkId}?utm_source=zap`);
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('name="amount"');
    expect(asked.body).toContain('name="utm_source" value="zap"');

    const wrong = await open(`/checkout/${linkId}?amount=4,99`);
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('Digite um valor de');

    const priced = await open(`/checkout/${linkId}?amount=43,21`);
    expect(priced.statusCode).toBe(200);
    expect(priced.body).toContain('43,21');
    const form = new URLSearchParams({ ...pixPurchase(market.world), idempotencyKey: 'link-without-script' } as Record<
      string,
      string
    >);
    const posted = await market.node.app.inject({
      method: 'POST',
      url: `/checkout/${linkId}?amount=43.21`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    });
    expect(posted.statusCode, posted.body).toBe(303);
    const publicId = String(posted.headers.location).split('/').at(-1)?.split('?')[0];
    const [payment] = await market.inspector.rows('SELECT amount::int AS amount FROM payment WHERE public_id = $1', [
      publicId,
    ]);
    expect(payment).toEqual({ amount: 4_321 });
  });
});

describe('a link for one payment', () => {
  it('is sold to exactly one of twenty buyers at once, and says so to the others', async () => {
    const linkId = await create({ title: 'Só um', amount: 5_000, isSingleUse: true });

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => order(linkId, { email: `buyer${index}@example.com` })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['PAYMENT_LINK_USED']),
    );
    expect((await read(linkId)).body.state).toBe('PAYING');
    const page = await open(`/checkout/${linkId}`);
    expect(page.statusCode).toBe(409);
    expect(page.body).toContain(`/checkout/${linkId}/contact`);
    expect(page.body).toContain('Maria Vendedora');

    const { body, cookie } = answers.find(({ status }) => status === 200)!;
    // The browser that is about to pay finds its payment again; others do not.
    const again = await open(`/checkout/${linkId}`, { cookie });
    expect([again.statusCode, again.headers.location]).toEqual([303, `/checkout/payment/${body.paymentId}`]);
    const { cookie: other } = await order(market.world.offerId, { email: 'other@example.com' });
    expect((await open(`/checkout/${linkId}`, { cookie: other })).statusCode).toBe(409);
    const bought = await findBought(market.inspector, body.paymentId);
    await payAtProvider(market, bought, 5_000);
    await pollPayment(market, bought);
    expect((await read(linkId)).body).toMatchObject({ state: 'PAID', paid: 1 });
  });
});

describe('the life of a link', () => {
  it('ends at its time, is turned off and on, and never opens again once closed', async () => {
    const linkId = await create({
      title: 'Aula',
      amount: 5_000,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const update = (version: number, input: object) => call('updatePaymentLink', { linkId, version, ...input });

    expect((await update(1, { isActive: false })).body).toEqual({ version: 2 });
    expect((await order(linkId)).body.code).toBe('PAYMENT_LINK_OFF');
    expect((await open(`/checkout/${linkId}`)).statusCode).toBe(410);
    expect((await update(2, { isActive: true, amount: 6_000, title: 'Duas aulas', note: 'Ana' })).body).toEqual({
      version: 3,
    });
    expect((await order(linkId)).body.payment).toMatchObject({ amount: 6_000, title: 'Duas aulas' });
    expect((await update(2, { note: 'Bia' })).body.code).toBe('EDIT_CONFLICT');

    market.clock.forward(2 * 3_600_000);
    expect((await order(linkId)).body.code).toBe('PAYMENT_LINK_EXPIRED');
    expect((await read(linkId)).body.state).toBe('EXPIRED');
    expect((await update(3, { expiresAt: null })).body).toEqual({ version: 4 });
    expect((await order(linkId, { email: 'ana@example.com' })).status).toBe(200);

    expect((await call('closePaymentLink', { linkId, version: 4 })).body).toEqual({ version: 5 });
    expect((await order(linkId)).body.code).toBe('PAYMENT_LINK_OFF');
    expect((await update(5, { isActive: true })).body.code).toBe('PAYMENT_LINK_CLOSED');
    expect((await read(linkId)).body.state).toBe('CLOSED');
    const events = await market.inspector.rows(
      `SELECT count(*)::int AS count FROM audit_event WHERE type = 'paymentLink.changed' AND subject_id = $1`,
      [linkId],
    );
    expect(events).toEqual([{ count: 5 }]);
  });

  it('counts people who open it, and no programs', async () => {
    const linkId = await create({ title: 'Aula', amount: 5_000 });
    await open(`/checkout/${linkId}`, { 'user-agent': 'Mozilla/5.0' });
    await open(`/checkout/${linkId}`, { 'user-agent': 'Mozilla/5.0' });
    await open(`/checkout/${linkId}`, { 'user-agent': 'WhatsApp/2.23' });
    await market.node.app.linkOpenings.write();

    expect((await read(linkId)).body.openings).toBe(2);
  });
});

describe('the links of others', () => {
  it('are neither read, changed, closed nor made of their offers', async () => {
    const linkId = await create({ title: 'Aula', amount: 5_000 });

    expect((await read(linkId, rival)).body.code).toBe('PAYMENT_LINK_NOT_FOUND');
    expect((await call('updatePaymentLink', { linkId, version: 1, amount: 1 }, rival)).body.code).toBe(
      'PAYMENT_LINK_NOT_FOUND',
    );
    expect((await call('closePaymentLink', { linkId, version: 1 }, rival)).body.code).toBe('PAYMENT_LINK_NOT_FOUND');
    expect((await call('createPaymentLink', { offerId: market.world.offerId }, rival)).body.code).toBe(
      'OFFER_NOT_FOUND',
    );
    const mine = await open('/api/paymentLinks.listMyPaymentLinks', rival);
    expect(mine.json().items).toEqual([]);
  });

  it('are not served on another platform', async () => {
    const linkId = await create({ title: 'Aula', amount: 5_000 });
    await createWorld(market.node.app, { host: 'other.example.com' });

    expect((await open(`/checkout/${linkId}`, { host: 'other.example.com' })).statusCode).toBe(404);
  });

  it('are listed and searched by their own seller', async () => {
    const linkId = await create({ title: 'Aula', amount: 5_000, note: 'Pedido da Conceição' });

    const found = await open(`/api/paymentLinks.listMyPaymentLinks?search=conceicao&state=ON`, seller);

    expect(found.json().items.map(({ id }: { id: string }) => id)).toEqual([linkId]);
  });
});
