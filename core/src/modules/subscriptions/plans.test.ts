/** Changes of the plan: what an upgrade charges, that it is charged once, and that nothing else moves money or the plan. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { type BrowserHeaders, createPerson, openSession } from '../../../test/people.ts';
import { buy, CPF, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { checkPayment } from '../payments/service.ts';
import { hearPayment } from './reports.ts';
import { tokenOf } from './service.ts';

const DAY_MS = 86_400_000;
const GOOD = '4111111111111111';
const EMPTY = '4000000000000010';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market.close());
beforeEach(async () => {
  market = await market.replace();
  await market.host();
  await market.inspector.rows(
    `UPDATE offer SET type = 'SUBSCRIPTION', price = 3000, recurrence_price = 3000, frequency_in_days = 30, billet_enabled = false
     WHERE id = $1`,
    [market.world.offerId],
  );
  market.node.app.cache.forgetAll();
});

const app = () => market.node.app;

/** Another subscription of the same product. */
async function createPlan(price: number, days = 30, changes: { coin?: string; cycles?: number } = {}): Promise<string> {
  const id = newId();
  await market.inspector.rows(
    `INSERT INTO offer (platform_id, id, product_id, title, price, coin, type, recurrence_price, frequency_in_days, recurrence_cycles,
        pix_enabled, credit_card_enabled, billet_enabled, status)
     SELECT platform_id, $2, product_id, 'Plano ' || $3::int, $3::int, $5, 'SUBSCRIPTION', $3::int, $4::int, $6::int, true, true, false, 'PUBLISHED'
     FROM offer WHERE id = $1`,
    [market.world.offerId, id, price, days, changes.coin ?? 'BRL', changes.cycles ?? null],
  );
  return id;
}

async function storeCard(number: string) {
  const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const token = await app().inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card },
  });
  const stored = await app().inject({
    method: 'POST',
    url: '/api/checkout.tokenCreditCard',
    payload: {
      ...{
        checkoutId: market.world.offerId,
        token: token.json().id,
        name: 'João Comprador',
        email: 'joao@example.com',
      },
      cpf: CPF,
    },
  });
  return stored.json().creditCardId as string;
}

interface Row {
  id: string;
  public_id: string;
  offer_id: string;
  status: string;
  cycle: number;
  amount: number;
  period_start: Date;
  period_end: Date;
  next_charge_at: Date;
  frequency_in_days: number;
  terms: { title: string };
}
const readOne = async () =>
  (
    await market.inspector.rows<Row>('SELECT * FROM subscription WHERE platform_id = $1', [market.world.platformId])
  )[0]!;
const readCycles = () =>
  market.inspector.rows<{ number: number; state: string; amount: number }>(
    'SELECT number, state, amount::int FROM subscription_cycle WHERE platform_id = $1 ORDER BY number',
    [market.world.platformId],
  );
const readSales = () =>
  market.inspector.rows<{ total: number; status: string }>(
    `SELECT s.total::int, y.status FROM sale s JOIN payment y ON y.sale_id = s.id WHERE s.platform_id = $1 ORDER BY s.created_at, s.id`,
    [market.world.platformId],
  );
const readMails = async () =>
  (
    await market.inspector.rows<{ count: number }>(
      `SELECT count(*)::int FROM mail WHERE platform_id = $1 AND template = 'subscription-news'`,
      [market.world.platformId],
    )
  )[0]!.count;

async function hear(): Promise<void> {
  const { platformId } = market.world;
  const payments = await market.inspector.rows<{ id: string }>('SELECT id FROM payment WHERE platform_id = $1', [
    platformId,
  ]);
  for (let time = 0; time < 2; time++) for (const { id } of payments) await hearPayment(app(), platformId, id);
}
async function sweep(): Promise<void> {
  await market.inspector.rows(
    'UPDATE subscription SET check_at = now() WHERE platform_id = $1 AND check_at IS NOT NULL',
    [market.world.platformId],
  );
  await app().subscriptions.run();
}
async function pass(days: number): Promise<void> {
  for (let half = 0; half < days * 2; half++) {
    market.clock.forward(DAY_MS / 2);
    await sweep();
  }
}
/** The buyer pays the latest code. */
async function payLatest(): Promise<void> {
  const [attempt] = await market.inspector.rows<{ transaction_id: string; payment_id: string }>(
    'SELECT transaction_id, payment_id FROM payment_attempt WHERE platform_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [market.world.platformId],
  );
  await (await market.host()).simulator.pay(attempt!.transaction_id);
  await market.makeDue();
  await checkPayment(app(), market.world.platformId, attempt!.payment_id);
}

async function subscribe(method: 'CREDIT_CARD' | 'PIX' = 'CREDIT_CARD', number = GOOD): Promise<Row> {
  // Banks know no such period: each charge has a code of its own.
  if (method === 'PIX') {
    await market.inspector.rows('UPDATE offer SET frequency_in_days = 15 WHERE id = $1', [market.world.offerId]);
    app().cache.forgetAll();
  }
  const card =
    method === 'CREDIT_CARD' ? { creditCard: { creditCardId: await storeCard(number), installments: 1 } } : {};
  const bought = await buy(app(), pixPurchase(market.world, { paymentMethod: method, ...card }));
  expect(bought.statusCode, bought.body).toBe(200);
  if (method === 'PIX') await payLatest();
  await hear();
  return readOne();
}

const tokenOfOne = async () => tokenOf(app(), (await readOne()).public_id);
const ask = async (name: string, input: object, headers?: BrowserHeaders) => {
  const isQuery = name.startsWith('list');
  const query = new URLSearchParams(input as Record<string, string>);
  const answer = await app().inject(
    isQuery
      ? { url: `/api/subscriptions.${name}?${query}`, ...(headers && { headers }) }
      : { method: 'POST', url: `/api/subscriptions.${name}`, payload: input, ...(headers && { headers }) },
  );
  return { status: answer.statusCode, body: answer.json() };
};
const listPlans = async () => (await ask('listOwnPlans', { token: await tokenOfOne() })).body;
const change = async (offerId: string, input: object = {}) => {
  const { plans } = await listPlans();
  const plan = plans.find((one: { offerId: string }) => one.offerId === offerId) ?? { charge: 100, effect: 'NOW' };
  return ask('changeOwnPlan', {
    ...{ token: await tokenOfOne(), offerId, method: plan.effect === 'NOW' ? 'CREDIT_CARD' : null },
    ...{ expectedCharge: plan.charge, expectedEffect: plan.effect, ...input },
  });
};

describe('an upgrade', () => {
  it('charges the new price less the unused days at once, begins a new period, and renews from there', async () => {
    const plan = await createPlan(9_990);
    await subscribe();
    await pass(10);
    const { plans } = await listPlans();
    const { body } = await change(plan);

    expect(plans).toMatchObject([{ offerId: plan, effect: 'NOW', credit: 2_000, unusedDays: 20, charge: 7_990 }]);
    expect(body).toMatchObject({ effect: 'NOW', paymentId: expect.any(String) });
    expect(await readOne()).toMatchObject({ cycle: 2, offer_id: plan, amount: 9_990, terms: { title: 'Plano 9990' } });
    expect(await readSales()).toEqual([
      { total: 3_000, status: 'APPROVED' },
      { total: 7_990, status: 'APPROVED' },
    ]);
    await pass(31);
    expect(await readCycles()).toMatchObject([
      { number: 1, state: 'PAID', amount: 3_000 },
      { number: 2, state: 'PAID', amount: 7_990 },
      { number: 3, state: 'PAID', amount: 9_990 },
    ]);
    await checkWorld(market.node.databaseUrl);
  });

  it('is charged once, however often and at whatever moment it is confirmed', async () => {
    const [plan, other] = [await createPlan(9_990), await createPlan(19_990)];
    await subscribe();
    await pass(10);
    const { plans } = await listPlans();
    const token = await tokenOfOne();
    const inputs = [plan, plan, other, plan, other].map((offerId) => {
      const { charge } = plans.find((one: { offerId: string }) => one.offerId === offerId);
      return { token, offerId, method: 'CREDIT_CARD', expectedCharge: charge, expectedEffect: 'NOW' };
    });

    const answers = await Promise.all(inputs.map((input) => ask('changeOwnPlan', input)));
    await hear();
    const first = answers.findIndex(({ status }) => status === 200);
    const again = await ask('changeOwnPlan', inputs[first]!);
    await hear();

    expect(answers.some(({ status }) => status >= 500)).toBe(false);
    expect((await readSales()).filter(({ status }) => status === 'APPROVED')).toHaveLength(2);
    expect(again.status).toBe(200);
    expect(await readOne()).toMatchObject({ cycle: 2, offer_id: inputs[first]!.offerId });
    await checkWorld(market.node.databaseUrl);
  });

  it('is refused where the amount is no longer what was shown', async () => {
    const plan = await createPlan(9_990);
    await subscribe();
    await pass(10);

    expect(await change(plan, { expectedCharge: 7_989 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', details: [{ field: 'expectedCharge' }] },
    });
    expect(await readSales()).toHaveLength(1);
  });

  it('changes nothing where the card is refused, and the next period is charged as before', async () => {
    const plan = await createPlan(9_990);
    const { id } = await subscribe();
    await pass(10);
    const good = await market.inspector.rows<{ card_id: string; stored_card_id: string }>(
      'SELECT card_id, stored_card_id FROM subscription WHERE id = $1',
      [id],
    );
    const use = (card: { card_id: string; stored_card_id: string }) =>
      market.inspector.rows('UPDATE subscription SET card_id = $2, stored_card_id = $3 WHERE id = $1', [
        id,
        card.card_id,
        card.stored_card_id,
      ]);
    await storeCard(EMPTY);
    const [empty] = await market.inspector.rows<{ card_id: string; stored_card_id: string }>(
      'SELECT card_id, id AS stored_card_id FROM stored_card WHERE platform_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
      [market.world.platformId],
    );
    await use(empty!);
    const refused = await change(plan);
    await use(good[0]!);

    expect(refused).toMatchObject({ body: { code: 'PAYMENT_REFUSED' } });
    expect(await readOne()).toMatchObject({ cycle: 1, offer_id: market.world.offerId, amount: 3_000 });
    await pass(21);
    expect(await readCycles()).toMatchObject([{ number: 1 }, { number: 2, state: 'PAID', amount: 3_000 }]);
    expect(await readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2 });
  });

  it('by a code holds once it is paid; one that nobody pays leaves everything as it was', async () => {
    const plan = await createPlan(9_990);
    await subscribe('PIX');
    await pass(3);
    const first = await change(plan, { method: 'PIX' });
    const repeated = await change(plan, { method: 'PIX', expectedCharge: 7_590 });
    const open = await listPlans();
    expect(first.body).toMatchObject({ effect: 'NOW' });
    expect(repeated.body).toEqual(first.body);
    expect(open).toMatchObject({ refusal: 'CHARGE_OPEN', pending: { amount: 7_590, paymentId: first.body.paymentId } });
    expect(await readOne()).toMatchObject({ cycle: 1, offer_id: market.world.offerId });

    await payLatest();
    await hear();
    const paid = await readOne();
    expect(paid).toMatchObject({ cycle: 2, offer_id: plan, amount: 9_990 });
    expect((paid.period_end.getTime() - paid.period_start.getTime()) / DAY_MS).toBe(30);
    await checkWorld(market.node.databaseUrl);
  });

  it('gives the money of a code back that is paid after the subscription has ended', async () => {
    const plan = await createPlan(9_990);
    await subscribe('PIX');
    await pass(3);
    await change(plan, { method: 'PIX' });
    await ask('cancelOwn', { token: await tokenOfOne(), isAtOnce: true, reason: null });
    await payLatest();
    await hear();

    const refunds = await market.inspector.rows<{ amount: number }>(
      'SELECT r.amount::int FROM refund r JOIN payment y ON y.id = r.payment_id WHERE y.platform_id = $1',
      [market.world.platformId],
    );
    expect(refunds).toEqual([{ amount: 7_590 }]);
    expect(await readOne()).toMatchObject({ status: 'CANCELED', cycle: 1 });
  });
});

describe('a cheaper plan', () => {
  it('begins with the next period, is told to the buyer, and can be taken back until then', async () => {
    const plan = await createPlan(12_000, 365);
    await subscribe();
    await pass(10);
    const mails = await readMails();
    expect((await change(plan)).body).toEqual({ effect: 'LATER', paymentId: null });
    expect((await change(plan)).body).toEqual({ effect: 'LATER', paymentId: null });
    expect(await readMails()).toBe(mails + 1);
    expect(await readOne()).toMatchObject({ cycle: 1, offer_id: market.world.offerId, amount: 12_000 });

    await ask('keepOwnPlan', { token: await tokenOfOne() });
    expect(await readOne()).toMatchObject({ amount: 3_000, frequency_in_days: 30 });
    await change(plan);
    await pass(21);

    const moved = await readOne();
    expect(moved).toMatchObject({ cycle: 2, offer_id: plan, terms: { title: 'Plano 12000' } });
    expect((moved.next_charge_at.getTime() - moved.period_start.getTime()) / DAY_MS).toBe(365);
    expect(await readSales()).toMatchObject([{ total: 3_000 }, { total: 12_000 }]);
  });

  it('is not offered in another currency, with a fixed number of charges, or off sale', async () => {
    const archived = await createPlan(5_000);
    await createPlan(5_000, 30, { cycles: 12 });
    await createPlan(5_000, 30, { coin: 'USD' });
    await subscribe();
    await market.inspector.rows(`UPDATE offer SET status = 'ARCHIVED' WHERE id = $1`, [archived]);
    app().cache.forgetAll();

    expect(await listPlans()).toMatchObject({ refusal: null, plans: [] });
    expect(await change(archived)).toMatchObject({ status: 404, body: { code: 'OFFER_NOT_FOUND' } });
  });
});

describe('a change by the seller', () => {
  it('charges nothing at once, gives ten days of notice of a higher price, and is in the audit log', async () => {
    const plan = await createPlan(9_990);
    const { platformId, sellerId } = market.world;
    const email = `${sellerId}@example.com`;
    await createPerson(app(), platformId, { id: sellerId, email, roles: ['seller'] });
    const seller = await openSession(app(), email);
    const { id: subscriptionId } = await subscribe();
    await pass(21);

    const { body } = await ask('listPlans', { subscriptionId }, seller);
    const changed = await ask('changePlan', { subscriptionId, offerId: plan, expectedCharge: 9_990 }, seller);
    await pass(10);

    expect(body.plans).toMatchObject([{ effect: 'LATER', charge: 9_990, credit: 0, methods: [] }]);
    expect(changed.body).toEqual({ status: 'ACTIVE' });
    expect(await readSales()).toMatchObject([{ total: 3_000 }, { total: 3_000 }]);
    await pass(30);
    expect(await readSales()).toMatchObject([{ total: 3_000 }, { total: 3_000 }, { total: 9_990 }]);
    const audits = await market.inspector.rows(
      `SELECT details->>'title' AS title FROM audit_event WHERE type = 'subscription.planChanged' AND subject_id = $1`,
      [subscriptionId],
    );
    expect(audits).toEqual([{ title: 'Plano 9990' }]);
  });
});
