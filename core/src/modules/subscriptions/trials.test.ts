/** Free trials: nothing is charged before they end, once it is, and what was tried opens and closes with the subscription. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { buy, CPF, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { accessTokenOf } from '../deliverables/service.ts';

const DAY_MS = 86_400_000;

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market.close());
beforeEach(async () => {
  market = await market.replace();
  await market.host();
  await market.inspector.rows(
    `UPDATE offer SET type = 'SUBSCRIPTION', price = 2990, recurrence_price = 2990, frequency_in_days = 30, billet_enabled = false,
       trial_days = 7, is_trial_free = true
     WHERE id = $1`,
    [market.world.offerId],
  );
  app().cache.forgetAll();
});

const app = () => market.node.app;

async function storeCard(): Promise<string> {
  const card = { number: '4111111111111111', holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const token = await app().inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card },
  });
  const who = { name: 'João Comprador', email: 'joao@example.com', cpf: CPF };
  const stored = await app().inject({
    method: 'POST',
    url: '/api/checkout.tokenCreditCard',
    payload: { checkoutId: market.world.offerId, token: token.json().id, ...who },
  });
  return stored.json().creditCardId;
}

const start = async (input: object = {}, key: string = newId()) => {
  const answer = await app().inject({
    method: 'POST',
    url: '/api/checkout.startTrial',
    headers: { 'idempotency-key': key },
    payload: { ...pixPurchase(market.world), expectedTotal: 0, ...input },
  });
  return { status: answer.statusCode, body: answer.json() };
};
const byCard = async () => ({
  paymentMethod: 'CREDIT_CARD',
  creditCard: { creditCardId: await storeCard(), installments: 1 },
});
const readAll = () =>
  market.inspector.rows<{ id: string; status: string; cycle: number; first_sale_id: string; method: string }>(
    'SELECT id, status, cycle, first_sale_id, method FROM subscription WHERE platform_id = $1',
    [market.world.platformId],
  );
const readPayments = () =>
  market.inspector.rows<{ amount: number; status: string }>(
    'SELECT amount::int, status FROM payment WHERE platform_id = $1 ORDER BY created_at',
    [market.world.platformId],
  );
const readAccess = async (saleId: string) => {
  const payload = { token: accessTokenOf(app(), saleId) };
  return (await app().inject({ method: 'POST', url: '/api/deliverables.openAccess', payload })).json().state;
};

async function pass(days: number): Promise<void> {
  for (let half = 0; half < days * 2; half++) {
    market.clock.forward(DAY_MS / 2);
    await market.inspector.rows(
      'UPDATE subscription SET check_at = now() WHERE platform_id = $1 AND check_at IS NOT NULL',
      [market.world.platformId],
    );
    await app().subscriptions.run();
  }
}

describe('checkout.startTrial', () => {
  it('charges nothing, opens what was sold, and charges the card once when the trial ends', async () => {
    const { status, body } = await start(await byCard());
    const [begun] = await readAll();
    await pass(6);
    const before = await readPayments();
    await pass(2);

    expect([status, body]).toEqual([200, { url: expect.stringContaining('/subscription#') }]);
    expect(begun).toMatchObject({ status: 'TRIALING', cycle: 1, method: 'CREDIT_CARD' });
    expect(before).toEqual([]);
    expect(await readPayments()).toEqual([{ amount: 2_990, status: 'APPROVED' }]);
    expect(await readAll()).toMatchObject([{ status: 'ACTIVE', cycle: 2 }]);
    expect(await readAccess(begun!.first_sale_id)).toBe('OPEN');
    await checkWorld(market.node.databaseUrl);
  });

  it('makes the first Pix code before the trial ends, and takes the coupon off the first charge', async () => {
    const { platformId, sellerId } = market.world;
    await market.inspector.rows(
      `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points, cycles, max_uses) VALUES ($1, $2, $3, 'DEZ', 1000, 1, 1)`,
      [platformId, newId(), sellerId],
    );
    const { status } = await start({ coupon: 'DEZ' });
    await pass(3);

    expect(status).toBe(200);
    expect(await readPayments()).toEqual([{ amount: 2_691, status: 'PENDING' }]);
    expect(await start({ coupon: 'DEZ', email: 'outra@example.com', cpf: '11144477735' })).toMatchObject({
      body: { code: 'COUPON_USED_UP' },
    });
  });

  it('begins one subscription however often it is sent, and one for each buyer', async () => {
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => start({}, key)));
    const again = await start({}, key);

    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.url)).size).toBe(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(again).toMatchObject({ status: 200, body: answers.find(({ status }) => status === 200)!.body });
    expect(await readAll()).toHaveLength(1);
    expect(await start({ name: 'Outro Nome', email: 'outro@example.com' }, key)).toMatchObject({
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    // The same document, and the same e-mail.
    expect((await start({ email: 'outro@example.com' })).body.code).toBe('TRIAL_USED');
    expect((await start({ cpf: '11144477735' })).body.code).toBe('TRIAL_USED');
    const [sales] = await market.inspector.rows('SELECT count(*)::int AS count FROM sale WHERE platform_id = $1', [
      market.world.platformId,
    ]);
    expect(sales).toEqual({ count: 1 });
  });

  it('is the only way to buy the offer, at a price of nothing, and closes what it opened where it ends unpaid', async () => {
    const bought = await buy(app(), pixPurchase(market.world));
    const shown = await app().inject(`/api/checkout.getCheckout?checkoutId=${market.world.offerId}`);
    const wrong = await start({ expectedTotal: 2_990 });
    await start();
    const [{ first_sale_id: saleId } = { first_sale_id: '' }] = await readAll();
    await pass(18);

    expect(bought.json().code).toBe('PRICE_CHANGED');
    expect(wrong.body.code).toBe('PRICE_CHANGED');
    expect(shown.json()).toMatchObject({
      price: 0,
      isTrialFree: true,
      trialDays: 7,
      orderBumps: [],
      hasMandate: false,
    });
    expect(await readAll()).toMatchObject([{ status: 'CANCELED' }]);
    // The database tells the time of access, whose clock no test moves.
    await market.inspector.rows(
      `UPDATE subscription SET access_ends_at = now() - interval '1 second' WHERE platform_id = $1 AND access_ends_at IS NOT NULL`,
      [market.world.platformId],
    );
    expect(await readAccess(saleId)).toBe('ENDED');
  });
});
