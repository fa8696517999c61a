/** Free trials: nothing is charged before they end, once it is, and what was tried opens and closes with the subscription. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSubscribing, type Subscribing } from '../../../test/subscribing.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

let market: Market;
let buyer: Subscribing;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market.close());
beforeEach(async () => {
  market = await market.replace();
  buyer = await openSubscribing(market);
  await buyer.changeOffer(
    'price = 2990, recurrence_price = 2990, billet_enabled = false, trial_days = 7, is_trial_free = true',
  );
});

const app = () => market.node.app;

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
  creditCard: { creditCardId: (await buyer.storeCard()).creditCardId, installments: 1 },
});
const readAll = () =>
  market.inspector.rows<{ id: string; status: string; cycle: number; first_sale_id: string; method: string }>(
    'SELECT id, status, cycle, first_sale_id, method FROM subscription WHERE platform_id = $1',
    [market.world.platformId],
  );

describe('checkout.startTrial', () => {
  it('charges nothing, opens what was sold, and charges the card once when the trial ends', async () => {
    const { status, body } = await start(await byCard());
    const [begun] = await readAll();
    await buyer.pass(6);
    const before = await buyer.readSales();
    await buyer.pass(2);

    expect([status, body]).toEqual([200, { url: expect.stringContaining('/subscription#') }]);
    expect(begun).toMatchObject({ status: 'TRIALING', cycle: 1, method: 'CREDIT_CARD' });
    expect(before).toEqual([]);
    expect(await buyer.readSales()).toEqual([{ total: 2_990, status: 'APPROVED' }]);
    expect(await readAll()).toMatchObject([{ status: 'ACTIVE', cycle: 2 }]);
    expect(await buyer.readAccess(begun!.first_sale_id)).toBe('OPEN');
    await checkWorld(market.node.databaseUrl);
  });

  it('makes the first Pix code before the trial ends, and takes the coupon off the first charge', async () => {
    const { platformId, sellerId } = market.world;
    await market.inspector.rows(
      `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points, cycles, max_uses) VALUES ($1, $2, $3, 'DEZ', 1000, 1, 1)`,
      [platformId, newId(), sellerId],
    );
    const { status } = await start({ coupon: 'DEZ' });
    await buyer.pass(3);

    expect(status).toBe(200);
    expect(await buyer.readSales()).toEqual([{ total: 2_691, status: 'PENDING' }]);
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
    await buyer.pass(18);

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
    expect(await buyer.readAccess(saleId)).toBe('ENDED');
  });
});

describe('the end of a trial', () => {
  it('is told by mail three days before, once, with the charge that comes and its day', async () => {
    await start(await byCard());
    const { period_end: endsAt } = await buyer.readOne();
    await buyer.pass(3);
    const before = await buyer.readSteps();
    await buyer.pass(1.5);
    const told = await buyer.readNews();
    await buyer.pass(4);

    expect(before).toEqual(['TRIAL_BEGUN']);
    expect(told).toMatchObject([{}, { step: 'TRIAL_ENDING', amount: 2_990, at: endsAt.toISOString() }]);
    expect(told).toHaveLength(2);
    expect(await buyer.readSteps()).toEqual(['TRIAL_BEGUN', 'TRIAL_ENDING']);
  });

  it('is not told to who has canceled, and is to who takes that back', async () => {
    await start(await byCard());
    await buyer.pass(3);
    await buyer.callOwn('cancelOwn', { isAtOnce: false, reason: null });
    await buyer.pass(2);
    const canceled = await buyer.readSteps();
    await buyer.callOwn('resumeOwn');
    await buyer.pass(1);

    expect(canceled).toEqual(['TRIAL_BEGUN', 'CANCEL_ORDERED']);
    expect(await buyer.readSteps()).toEqual([...canceled, 'RESUMED', 'TRIAL_ENDING']);
  });

  it('is told a day before where the trial is paid and short, and not where it lasts a day', async () => {
    await buyer.changeOffer('is_trial_free = false, price = 500, trial_days = 3');
    await buyer.subscribe();
    await buyer.pass(1.5);
    const before = await buyer.readSteps();
    await buyer.pass(1);
    const told = (await buyer.readNews()).at(-1);
    await buyer.changeOffer('trial_days = 1');
    await buyer.subscribe('CREDIT_CARD', { email: 'outra@example.com' });
    await buyer.pass(0.5);

    expect(before).toEqual(['BEGUN']);
    expect(told).toMatchObject({ step: 'TRIAL_ENDING', amount: 2_990 });
    const events = (await buyer.readEvents()).filter(({ kind }) => kind === 'TRIAL_ENDING');
    expect(events).toEqual([{ kind: 'TRIAL_ENDING', cycle: 2, by: 'ENGINE', data: {} }]);
  });
});
