/** Changes of the plan: what an upgrade charges, that it is charged once, and that nothing else moves money or the plan. */
import { toSaoPauloDate } from '@feira/plugin-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { type BrowserHeaders, createPerson, openSession } from '../../../test/people.ts';
import { CARDS, DAY_MS, openSubscribing, type Subscribing } from '../../../test/subscribing.ts';
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
  await buyer.changeOffer('price = 3000, recurrence_price = 3000, billet_enabled = false');
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

/** Banks know no such period: each charge has a code of its own. */
async function subscribeByPix(): Promise<void> {
  await buyer.changeOffer('frequency_in_days = 15');
  await buyer.subscribe('PIX');
}

const ask = async (name: string, input: object, headers?: BrowserHeaders) => {
  const isQuery = /^(list|get)/.test(name);
  const query = new URLSearchParams(input as Record<string, string>);
  const answer = await app().inject(
    isQuery
      ? { url: `/api/subscriptions.${name}?${query}`, ...(headers && { headers }) }
      : { method: 'POST', url: `/api/subscriptions.${name}`, payload: input, ...(headers && { headers }) },
  );
  return { status: answer.statusCode, body: answer.json() };
};
const listPlans = async () => (await ask('listOwnPlans', { token: await buyer.readToken() })).body;
const change = async (offerId: string, input: object = {}) => {
  const { plans } = await listPlans();
  const plan = plans.find((one: { offerId: string }) => one.offerId === offerId) ?? { charge: 100, effect: 'NOW' };
  return ask('changeOwnPlan', {
    token: await buyer.readToken(),
    offerId,
    method: plan.effect === 'NOW' ? 'CREDIT_CARD' : null,
    expectedCharge: plan.charge,
    expectedEffect: plan.effect,
    ...input,
  });
};

describe('an upgrade', () => {
  it('charges the new price less the unused days at once, begins a new period, and renews from there', async () => {
    const plan = await createPlan(9_990);
    await buyer.subscribe();
    await buyer.pass(10);
    const { plans } = await listPlans();
    const { body } = await change(plan);

    expect(plans).toMatchObject([{ offerId: plan, effect: 'NOW', credit: 2_000, unusedDays: 20, charge: 7_990 }]);
    expect(body).toMatchObject({ effect: 'NOW', paymentId: expect.any(String) });
    expect(await buyer.readOne()).toMatchObject({
      cycle: 2,
      offer_id: plan,
      amount: 9_990,
      terms: { title: 'Plano 9990' },
    });
    expect(await buyer.readSales()).toEqual([
      { total: 3_000, status: 'APPROVED' },
      { total: 7_990, status: 'APPROVED' },
    ]);
    await buyer.pass(31);
    expect(await buyer.readCycles()).toMatchObject([
      { number: 1, state: 'PAID', amount: 3_000 },
      { number: 2, state: 'PAID', amount: 7_990 },
      { number: 3, state: 'PAID', amount: 9_990 },
    ]);
    await checkWorld(market.node.databaseUrl);
  });

  it('to a plan by months of the calendar keeps the day of the change, and charges no month twice', async () => {
    const plan = await createPlan(9_990);
    await market.inspector.rows("UPDATE offer SET period = 'CALENDAR' WHERE id = $1", [plan]);
    market.clock.forward(Date.parse('2027-01-21T12:00:00-03:00') - market.clock.now().getTime());
    await buyer.subscribe();
    await buyer.pass(10);
    const { plans } = await listPlans();
    const { body } = await change(plan);
    await buyer.pass(60);
    await buyer.report();

    expect(plans).toMatchObject([{ offerId: plan, frequencyInDays: 30, period: 'CALENDAR', effect: 'NOW' }]);
    expect(toSaoPauloDate(new Date(plans[0].nextAt))).toBe('2027-02-28');
    expect(body).toMatchObject({ effect: 'NOW' });
    expect(await buyer.readOne()).toMatchObject({ period: 'CALENDAR', cycle: 4 });
    expect((await buyer.readCycles()).map(({ due_at: due }) => toSaoPauloDate(due))).toEqual([
      ...['2027-01-21', '2027-01-31', '2027-02-28', '2027-03-31'],
    ]);
    expect(await buyer.openPage()).toMatchObject({ period: 'CALENDAR' });
    await checkWorld(market.node.databaseUrl);
  });

  it('is charged once, however often and at whatever moment it is confirmed', async () => {
    const [plan, other] = [await createPlan(9_990), await createPlan(19_990)];
    await buyer.subscribe();
    await buyer.pass(10);
    const { plans } = await listPlans();
    const token = await buyer.readToken();
    const inputs = [plan, plan, other, plan, other].map((offerId) => {
      const { charge } = plans.find((one: { offerId: string }) => one.offerId === offerId);
      return { token, offerId, method: 'CREDIT_CARD', expectedCharge: charge, expectedEffect: 'NOW' };
    });

    const answers = await Promise.all(inputs.map((input) => ask('changeOwnPlan', input)));
    await buyer.report(2);
    const first = answers.findIndex(({ status }) => status === 200);
    const again = await ask('changeOwnPlan', inputs[first]!);
    await buyer.report();

    expect(answers.some(({ status }) => status >= 500)).toBe(false);
    expect((await buyer.readSales()).filter(({ status }) => status === 'APPROVED')).toHaveLength(2);
    expect(again.status).toBe(200);
    expect(await buyer.readOne()).toMatchObject({ cycle: 2, offer_id: inputs[first]!.offerId });
    await checkWorld(market.node.databaseUrl);
  });

  it('is refused where the amount is no longer what was shown', async () => {
    const plan = await createPlan(9_990);
    await buyer.subscribe();
    await buyer.pass(10);

    expect(await change(plan, { expectedCharge: 7_989 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', details: [{ field: 'expectedCharge' }] },
    });
    expect(await buyer.readSales()).toHaveLength(1);
  });

  it('changes nothing where the card is refused, and the next period is charged as before', async () => {
    const plan = await createPlan(9_990);
    await buyer.subscribe();
    await buyer.pass(10);
    await buyer.replaceCard(CARDS.empty);
    const refused = await change(plan);
    await buyer.replaceCard(CARDS.good);

    expect(refused).toMatchObject({ body: { code: 'PAYMENT_REFUSED' } });
    expect(await buyer.readOne()).toMatchObject({ cycle: 1, offer_id: market.world.offerId, amount: 3_000 });
    await buyer.pass(21);
    expect(await buyer.readCycles()).toMatchObject([{ number: 1 }, { number: 2, state: 'PAID', amount: 3_000 }]);
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2 });
  });

  it('by a code holds once it is paid; one that nobody pays leaves everything as it was', async () => {
    const plan = await createPlan(9_990);
    await subscribeByPix();
    await buyer.pass(3);
    const first = await change(plan, { method: 'PIX' });
    const repeated = await change(plan, { method: 'PIX', expectedCharge: 7_590 });
    const open = await listPlans();
    expect(first.body).toMatchObject({ effect: 'NOW' });
    expect(repeated.body).toEqual(first.body);
    expect(open).toMatchObject({ refusal: 'CHARGE_OPEN', pending: { amount: 7_590, paymentId: first.body.paymentId } });
    expect(await buyer.readOne()).toMatchObject({ cycle: 1, offer_id: market.world.offerId });

    await buyer.payLatest();
    await buyer.report();
    const paid = await buyer.readOne();
    expect(paid).toMatchObject({ cycle: 2, offer_id: plan, amount: 9_990 });
    expect((paid.period_end.getTime() - paid.period_start.getTime()) / DAY_MS).toBe(30);
    await checkWorld(market.node.databaseUrl);
  });

  it('gives the money of a code back that is paid after the subscription has ended', async () => {
    const plan = await createPlan(9_990);
    await subscribeByPix();
    await buyer.pass(3);
    await change(plan, { method: 'PIX' });
    await ask('cancelOwn', { token: await buyer.readToken(), isAtOnce: true, reason: null });
    await buyer.payLatest();
    await buyer.report();

    const refunds = await market.inspector.rows<{ amount: number }>(
      'SELECT r.amount::int FROM refund r JOIN payment y ON y.id = r.payment_id WHERE y.platform_id = $1',
      [market.world.platformId],
    );
    expect(refunds).toEqual([{ amount: 7_590 }]);
    expect(await buyer.readOne()).toMatchObject({ status: 'CANCELED', cycle: 1 });
  });
});

describe('a cheaper plan', () => {
  it('begins with the next period, is told to the buyer, and can be taken back until then', async () => {
    const plan = await createPlan(12_000, 365);
    await buyer.subscribe();
    await buyer.pass(10);
    const told = await buyer.readSteps();
    expect((await change(plan)).body).toEqual({ effect: 'LATER', paymentId: null });
    expect((await change(plan)).body).toEqual({ effect: 'LATER', paymentId: null });
    expect(await buyer.readSteps()).toEqual([...told, 'PLAN_ORDERED']);
    expect(await buyer.readOne()).toMatchObject({ cycle: 1, offer_id: market.world.offerId, amount: 12_000 });

    await ask('keepOwnPlan', { token: await buyer.readToken() });
    expect(await buyer.readOne()).toMatchObject({ amount: 3_000, frequency_in_days: 30 });
    await change(plan);
    await buyer.pass(21);

    const moved = await buyer.readOne();
    expect(moved).toMatchObject({ cycle: 2, offer_id: plan, terms: { title: 'Plano 12000' } });
    expect((moved.next_charge_at!.getTime() - moved.period_start.getTime()) / DAY_MS).toBe(365);
    expect(await buyer.readSales()).toMatchObject([{ total: 3_000 }, { total: 12_000 }]);
  });

  it('is not offered in another currency, with a fixed number of charges, or off sale', async () => {
    const archived = await createPlan(5_000);
    await createPlan(5_000, 30, { cycles: 12 });
    await createPlan(5_000, 30, { coin: 'USD' });
    await buyer.subscribe();
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
    const { id: subscriptionId, terms } = await buyer.subscribe();
    await buyer.pass(21);

    const { body } = await ask('listPlans', { subscriptionId }, seller);
    const changed = await ask('changePlan', { subscriptionId, offerId: plan, expectedCharge: 9_990 }, seller);
    await buyer.pass(10);

    expect(body.plans).toMatchObject([{ effect: 'LATER', charge: 9_990, credit: 0, methods: [] }]);
    expect(changed.body).toEqual({ status: 'ACTIVE' });
    expect(await buyer.readSales()).toMatchObject([{ total: 3_000 }, { total: 3_000 }]);
    await buyer.pass(30);
    expect(await buyer.readSales()).toMatchObject([{ total: 3_000 }, { total: 3_000 }, { total: 9_990 }]);
    const audits = await market.inspector.rows(
      `SELECT details->>'title' AS title FROM audit_event WHERE type = 'subscription.planChanged' AND subject_id = $1`,
      [subscriptionId],
    );
    expect(audits).toEqual([{ title: 'Plano 9990' }]);
    const promised = { firstAmount: 3_000, recurringAmount: 9_990, frequencyInDays: 30, period: 'DAYS' };
    const earlier = [{ title: terms.title, amount: 3_000, frequencyInDays: 30, period: 'DAYS', untilCycle: 2 }];
    expect((await ask('getSubscription', { subscriptionId }, seller)).body).toMatchObject({
      promised: { ...promised, earlier },
    });
  });
});
