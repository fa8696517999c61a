/** Renewals with a moved clock: charges, dunning, codes, access, and what lost answers and repeated events must not do. */
import { toSaoPauloDate } from '@feira/plugin-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { intercept } from '../../../test/intercept.ts';
import { readMails } from '../../../test/mails.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff } from '../../../test/staff.ts';
import { CARDS, DAY_MS, openSubscribing, type Subscribing } from '../../../test/subscribing.ts';
import { newId } from '../../shared/ids.ts';
import { checkPayment, findPaymentByPublicId } from '../payments/service.ts';
import { writeDueMails } from '../purchase-mails/service.ts';
import { selectSubscribed } from './cycle-model.ts';
import { advanceSubscription } from './engine.ts';
import { openSubscriptions } from './exports.ts';
import { reportPayment } from './reports.ts';

let market: Market;
let buyer: Subscribing;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market.close());
beforeEach(async () => {
  market = await market.replace();
  buyer = await openSubscribing(market);
});

const app = () => market.node.app;

describe('a subscription by months of the calendar', () => {
  /** Buys on a day, at 22:00 in São Paulo, which is the next day in UTC. */
  async function subscribeOn(day: string, ...how: Parameters<Subscribing['subscribe']>) {
    await buyer.changeOffer("period = 'CALENDAR', price = 4990, recurrence_price = 4990");
    market.clock.forward(Date.parse(`${day}T22:00:00-03:00`) - market.clock.now().getTime());
    return buyer.subscribe(...how);
  }
  const dueDays = async () => (await buyer.readCycles()).map(({ due_at: due }) => toSaoPauloDate(due));

  it.each([
    ['2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2028-02-29', ['2028-03-29', '2028-04-29', '2028-05-29', '2028-06-29']],
  ])('charges the card on the same day of each month from %s on', async (day, days) => {
    const begun = await subscribeOn(day);
    await buyer.pass(121);
    await buyer.report();

    expect(begun).toMatchObject({ period: 'CALENDAR', method: 'CREDIT_CARD' });
    expect(await dueDays()).toEqual([day, ...days]);
    expect((await buyer.readCycles()).map(({ state }) => state)).toEqual(['PAID', 'PAID', 'PAID', 'PAID', 'PAID']);
    expect(await buyer.readSales()).toHaveLength(5);
    await checkWorld(market.node.databaseUrl);
  });

  it.each(['PIX', 'BILLET'] as const)('sends the code of a %s for the same day, and ends no debit', async (method) => {
    await subscribeOn('2027-01-31', method);
    await buyer.pass(27);
    const codes = await buyer.readTries(2);
    await buyer.payLatest();
    await buyer.report();
    await buyer.pass(30);

    expect(codes).toMatchObject([{ method, status: 'PENDING', amount: 4_990 }]);
    expect(await dueDays()).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    expect(await buyer.readTries(3)).toMatchObject([{ method, status: 'PENDING' }]);
    await checkWorld(market.node.databaseUrl);
  });

  it('says so on the buyer’s page and in the exported list', async () => {
    const { platformId, sellerId } = market.world;
    await subscribeOn('2027-01-31');
    const filter = { sellerId };
    const table = openSubscriptions(app(), platformId, filter, { locale: 'en', hasSeller: false });
    const rows = [];
    for await (const batch of table.batches) rows.push(...batch);
    const [row] = rows;
    const shown = (header: string) => row?.[table.columns.findIndex((column) => column.header === header)];

    expect(await buyer.openPage()).toMatchObject({ frequencyInDays: 30, period: 'CALENDAR' });
    expect(shown('Days between charges')).toBeNull();
    expect(shown('Months between charges')).toBe('1');
  });
});

describe('a subscription by card', () => {
  it('begins with its first paid charge, once, and promises what the offer said then', async () => {
    const subscription = await buyer.subscribe();
    await buyer.changeOffer('recurrence_price = 99990, status = $2', 'ARCHIVED');

    await buyer.pass(31);
    await buyer.report(3);

    expect(subscription).toMatchObject({ status: 'ACTIVE', cycle: 1 });
    expect(await buyer.readCycles()).toMatchObject([
      { number: 1, state: 'PAID', amount: 1000 },
      { number: 2, state: 'PAID', amount: 2990, attempts: 1 },
    ]);
    expect(await buyer.readSteps()).toContain('BEGUN');
    await checkWorld(market.node.databaseUrl);
  });

  it('waits with a cycle that is due as long as the provider asks, which is no try', async () => {
    await buyer.subscribe();
    await buyer.pass(29);
    const [first] = await buyer.readTries(1);
    const { next_charge_at: dueAt } = await buyer.readOne();
    market.clock.forward(dueAt!.getTime() - market.clock.now().getTime());
    let isBusy = true;
    const charged: string[] = [];
    await intercept(market, async (request, handle) => {
      if (request.method === 'POST' && request.path === '/charges') charged.push(request.path);
      if (!isBusy) return handle(request);
      return { status: 429, headers: { 'retry-after': '1200' }, body: { error: 'Slow down.' } };
    });
    await checkPayment(app(), market.world.platformId, first!.payment_id);

    await buyer.sweep();
    const waiting = await buyer.readTries(2);
    isBusy = false;
    market.clock.forward(1_201_000);
    await buyer.sweep();
    await buyer.report();

    expect(waiting).toEqual([]);
    expect(charged).toEqual(['/charges']);
    expect(await buyer.readCycles()).toMatchObject([{ state: 'PAID' }, { state: 'PAID', attempts: 1 }]);
  });

  it('is told on the page and in the mail of each charge, by its promise before it has begun and by its state then', async () => {
    const readPlan = async (publicId: string) =>
      (await app().inject({ url: `/api/checkout.getPaymentQuick?paymentId=${publicId}` })).json().plan;
    const publicId = await buyer.order();
    const promised = await readPlan(publicId);
    await buyer.report(2);
    const begun = await readPlan(publicId);
    const { next_charge_at: next } = await buyer.readOne();
    await market.inspector.rows('UPDATE subscription SET cancel_at_period_end = true');
    const canceled = await readPlan(publicId);
    const payment = await findPaymentByPublicId(app(), market.world.platformId, publicId);
    await writeDueMails(app(), payment!);
    const mails = await readMails(app(), market.inspector, market.world.platformId, 'joao@example.com');

    expect(begun).toEqual({ amount: 2_990, frequencyInDays: 30, months: null, nextChargeAt: next!.toISOString() });
    expect(promised).toEqual(begun);
    expect(canceled).toEqual({ ...begun, nextChargeAt: null });
    expect(mails.find(({ template }) => template === 'payment-approved')?.parameters).toMatchObject({
      plan: { amount: 2_990, frequencyInDays: 30, nextChargeAt: '' },
    });
    expect((await buyer.readNews())[0]).toMatchObject({ step: 'BEGUN', plan: { amount: 2_990, frequencyInDays: 30 } });
  });

  it('keeps the coupon of the sign-up for as many charges as it said then, and names it on their receipts', async () => {
    const { platformId, sellerId } = market.world;
    await market.inspector.rows(
      `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points, cycles) VALUES ($1, $2, $3, 'DEZ', 1000, 2)`,
      [platformId, newId(), sellerId],
    );
    await buyer.subscribe('CREDIT_CARD', { coupon: 'DEZ' });
    await market.inspector.rows('UPDATE coupon SET cycles = 1, basis_points = 5000 WHERE platform_id = $1', [
      platformId,
    ]);

    await buyer.pass(61);
    await buyer.report();

    expect(await buyer.readCycles()).toMatchObject([
      { number: 1, state: 'PAID', amount: 900 },
      { number: 2, state: 'PAID', amount: 2691 },
      { number: 3, state: 'PAID', amount: 2990 },
    ]);
    const sales = await market.inspector.rows(
      'SELECT coupon_code, discount::int, total::int FROM sale WHERE platform_id = $1 ORDER BY created_at',
      [platformId],
    );
    expect(sales).toEqual([
      { coupon_code: 'DEZ', discount: 100, total: 900 },
      { coupon_code: 'DEZ', discount: 299, total: 2691 },
      { coupon_code: null, discount: 0, total: 2990 },
    ]);
    await checkWorld(market.node.databaseUrl);
  });

  it('shares as many charges with the affiliate of the sign-up as the offer said then, at the share of then', async () => {
    const { platformId, productId } = market.world;
    const [{ id: personId }, affiliateId] = [await openStaff(app(), platformId, { roles: ['affiliate'] }), newId()];
    await market.inspector.rows(
      `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status) VALUES ($1, $2, $3, $4, 3000, 'ACTIVE')`,
      [platformId, affiliateId, productId, personId],
    );
    await buyer.changeOffer('affiliate_cycles = 2');
    await buyer.subscribe('CREDIT_CARD', { affiliateId });
    await market.inspector.rows('UPDATE affiliation SET basis_points = 9000 WHERE id = $1', [affiliateId]);
    await buyer.changeOffer('affiliate_cycles = NULL');

    await buyer.pass(61);
    await buyer.report();

    const shared = await market.inspector.rows<{ cycle: number; share: object | null }>(
      `SELECT l.cycle, (SELECT s->'basisPoints' FROM jsonb_array_elements(y.terms->'shares') s WHERE s->>'personId' = $2) AS share
       FROM subscription_sale l JOIN payment y ON y.id = l.payment_id WHERE l.platform_id = $1 ORDER BY l.cycle`,
      [platformId, personId],
    );
    expect(shared).toEqual([
      { cycle: 1, share: 3_000 },
      { cycle: 2, share: 3_000 },
      { cycle: 3, share: null },
    ]);
    await checkWorld(market.node.databaseUrl);
  });

  it('renews for years on the same time of day, whatever day the charge was made on', async () => {
    const subscription = await buyer.subscribe();

    for (let cycle = 2; cycle <= 25; cycle++) {
      const { next_charge_at: due } = await buyer.readOne();
      // The node was busy for some hours.
      market.clock.forward(due!.getTime() - market.clock.now().getTime() + (cycle % 7) * 3 * 3_600_000);
      await buyer.sweep();
    }

    const renewed = await buyer.readOne();
    expect(renewed.cycle).toBe(25);
    const days = (renewed.period_start.getTime() - subscription.anchor_at.getTime()) / DAY_MS;
    expect(days).toBe((renewed.cycle - 1) * 30);
    const charged = await market.inspector.rows(
      `SELECT cycle, count(*)::int FROM subscription_sale WHERE platform_id = $1 GROUP BY 1 HAVING count(*) > 1`,
      [market.world.platformId],
    );
    expect(charged).toEqual([]);
  });

  it('keeps the minute before midnight of São Paulo at the end of a month, though each charge is made on the day after', async () => {
    const forwardTo = (time: number) => market.clock.forward(time - market.clock.now().getTime());
    forwardTo(Date.parse(`${market.clock.now().getUTCFullYear() + 1}-01-31T23:58:00-03:00`));
    const { anchor_at: anchor } = await buyer.subscribe();
    const early: number[] = [];

    for (let cycle = 2; cycle <= 4; cycle++) {
      const due = (await buyer.readOne()).next_charge_at!.getTime();
      forwardTo(due - 30_000);
      await buyer.sweep();
      early.push((await buyer.readTries(cycle)).length);
      forwardTo(due + 300_000);
      await buyer.sweep();
    }

    expect(toSaoPauloDate(anchor)).toMatch(/-01-31$/);
    expect(early).toEqual([0, 0, 0]);
    const starts = (await buyer.readCycles()).map(({ due_at }) => (due_at.getTime() - anchor.getTime()) / DAY_MS);
    expect(starts).toEqual([0, 30, 60, 90]);
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 4 });
  });

  it('duns a refused card by the rules, ends access after the grace, and gives it back to who pays late', async () => {
    const subscription = await buyer.subscribe();
    await buyer.replaceCard(CARDS.empty);

    await buyer.pass(31);
    const [, second] = await buyer.readCycles();
    expect(await buyer.readOne()).toMatchObject({ status: 'PAST_DUE', cycle: 1 });
    expect(second).toMatchObject({ state: 'DUE', attempts: 2 });

    await buyer.pass(10);
    expect(await buyer.readOne()).toMatchObject({ status: 'CANCELED', end_reason: 'UNPAID' });
    // The first, and those of days 1, 3, 5 and 7.
    expect((await buyer.readCycles())[1]).toMatchObject({ state: 'UNPAID', attempts: 5 });
    const notices = await market.inspector.rows<{ type: string }>(
      `SELECT type FROM notification WHERE person_id = $1 AND type LIKE 'subscription.%' ORDER BY type`,
      [market.world.sellerId],
    );
    expect(notices.map(({ type }) => type)).toEqual(['subscription.ended', 'subscription.pastDue']);
    const ended = await market.inspector.rows<{ ends: Date; due: Date }>(
      `SELECT s.access_ends_at AS ends, c.due_at AS due FROM subscription s JOIN subscription_cycle c ON c.subscription_id = s.id AND c.number = 2
       WHERE s.id = $1`,
      [subscription.id],
    );
    expect((ended[0]!.ends.getTime() - ended[0]!.due.getTime()) / DAY_MS).toBe(5);
    // Events are delivered at least once: the last refusal may be heard after the end.
    const [last] = await market.inspector.rows<{ id: string }>(
      `SELECT p.id FROM payment p JOIN subscription_cycle c ON c.sale_id = p.sale_id WHERE c.subscription_id = $1 AND c.number = 2`,
      [subscription.id],
    );
    await reportPayment(market.node.app, market.world.platformId, last!.id);
    expect((await buyer.readCycles())[1]).toMatchObject({ state: 'UNPAID', attempts: 5 });
    await checkWorld(market.node.databaseUrl);
  });

  it('never tries a stolen card again', async () => {
    await buyer.subscribe();
    await buyer.replaceCard(CARDS.stolen);

    await buyer.pass(42);

    expect((await buyer.readCycles())[1]).toMatchObject({ state: 'UNPAID', attempts: 1 });
  });

  it('asks for another card in place of a stolen one before the next period, and never charges it, whoever asks', async () => {
    await buyer.subscribe();
    await buyer.replaceCard(CARDS.stolen);
    await buyer.pass(31);
    const asked = await buyer.callOwn('payOwn', { method: 'CREDIT_CARD' });
    await buyer.callOwn('payOwn', { method: 'PIX' });
    await buyer.payLatest();
    await buyer.report(2);

    await buyer.pass(18);
    const early = await buyer.readSteps();
    const page = await buyer.openPage();
    await buyer.pass(2);
    const told = (await buyer.readNews()).at(-1);
    await buyer.pass(11);
    const third = await buyer.readTries(3);
    const late = await buyer.readOne();
    await buyer.callOwn('changeOwnCard', { cardToken: await buyer.tokenise(CARDS.good) });
    await buyer.report();

    expect([page.isCardBarred, (await buyer.openPage()).isCardBarred]).toEqual([true, false]);
    expect([asked.status, asked.body.code]).toEqual([402, 'PAYMENT_REFUSED']);
    expect((await buyer.readTries(2)).map(({ method, status }) => `${method} ${status}`)).toEqual([
      'CREDIT_CARD REJECTED',
      'PIX APPROVED',
    ]);
    expect(early).not.toContain('CARD_UNUSABLE');
    expect(told).toMatchObject({ step: 'CARD_UNUSABLE', at: late.next_charge_at?.toISOString() });
    expect(third).toEqual([]);
    expect(late).toMatchObject({ status: 'PAST_DUE', cycle: 2 });
    expect((await buyer.readNews()).findLast(({ step }) => step === 'CARD_REFUSED')).toMatchObject({
      advice: 'OTHER_CARD',
    });
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 3 });
    await checkWorld(market.node.databaseUrl);
  });

  it('charges a cycle once where two nodes take it at the same moment', async () => {
    const subscription = await buyer.subscribe();
    market.clock.forward(30 * DAY_MS + 1000);

    await Promise.allSettled(
      Array.from({ length: 6 }, () => advanceSubscription(app(), market.world.platformId, subscription.id)),
    );
    await buyer.sweep();

    const sales = await market.inspector.rows(
      'SELECT FROM subscription_sale WHERE subscription_id = $1 AND cycle = 2',
      [subscription.id],
    );
    expect(sales).toHaveLength(1);
    expect(await buyer.readOne()).toMatchObject({ cycle: 2, status: 'ACTIVE' });
  });

  it('waits for the word about a lost answer, and charges nothing meanwhile', async () => {
    await buyer.subscribe();
    market.clock.forward(30 * DAY_MS + 1000);
    (await market.host()).addFault({ kind: 'lose-answer', times: 1, match: 'POST /charges' });
    await buyer.sweep();
    const [lost] = await buyer.readTries(2);
    await buyer.sweep();
    await buyer.sweep();
    const waiting = await buyer.readTries(2);
    const isHeard = async () => app().database.jobs.list(selectSubscribed(waiting.map(({ payment_id }) => payment_id)));
    const unheard = await isHeard();
    await market.makeDue();
    for (const { payment_id } of waiting) await checkPayment(app(), market.world.platformId, payment_id);
    await buyer.report(2);
    await buyer.pass(3);

    expect(lost).toMatchObject({ status: 'PENDING' });
    expect(waiting).toHaveLength(1);
    // Its event is a job as long as the cycle is not known to be paid.
    expect(unheard).toMatchObject([{ isHeard: false }]);
    expect(await isHeard()).toMatchObject([{ isHeard: true }]);
    expect(await buyer.readTries(2)).toMatchObject([{ status: 'APPROVED' }]);
    expect(await buyer.readOne()).toMatchObject({ cycle: 2, status: 'ACTIVE' });
  });

  it('ends at the end of the period where its buyer has canceled, and charges nothing more', async () => {
    await buyer.subscribe();
    const canceled = await buyer.callOwn('cancelOwn', { isAtOnce: false, reason: null });
    await buyer.pass(32);

    expect(canceled.body).toEqual({ status: 'ACTIVE' });
    expect(await buyer.readOne()).toMatchObject({ status: 'CANCELED', end_reason: 'BUYER', next_charge_at: null });
    expect(await buyer.readCycles()).toHaveLength(1);
  });

  it('closes the access of every sale once the grace is over, and opens it again', async () => {
    const subscription = await buyer.subscribe();
    const sale = subscription.first_sale_id;
    const open = await buyer.readAccess(sale);
    await market.inspector.rows(`UPDATE subscription SET access_ends_at = now() - interval '1 second' WHERE id = $1`, [
      subscription.id,
    ]);
    const closed = await buyer.readAccess(sale);
    await market.inspector.rows('UPDATE subscription SET access_ends_at = NULL WHERE id = $1', [subscription.id]);

    expect([open, closed, await buyer.readAccess(sale)]).toEqual(['OPEN', 'ENDED', 'OPEN']);
  });

  it('charges another card of the buyer at once where a cycle is due, and leaves the old one', async () => {
    await buyer.subscribe();
    await buyer.replaceCard(CARDS.empty);
    await buyer.pass(31);
    const cardToken = await buyer.tokenise(CARDS.good);

    const changed = await buyer.callOwn('changeOwnCard', { cardToken });
    await buyer.report();

    expect(changed.body).toEqual({ status: 'ACTIVE' });
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2, past_due_since: null });
    await buyer.pass(31);
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 3 });
    await checkWorld(market.node.databaseUrl);
  });

  it('is paid by PIX at the buyer’s wish while its card is refused, however often they ask', async () => {
    await buyer.subscribe();
    await buyer.replaceCard(CARDS.empty);
    await buyer.pass(31);
    const pay = async () => (await buyer.callOwn('payOwn', { method: 'PIX' })).body.paymentId;

    const [first, second] = [await pay(), await pay()];
    // The code is open: no card is tried meanwhile.
    const before = (await buyer.readTries(2)).length;
    await buyer.pass(1);
    const meanwhile = (await buyer.readTries(2)).length;
    await buyer.payLatest();
    await buyer.report(3);

    expect(first).toMatch(/^[\w-]{22}$/);
    expect(second).toBe(first);
    expect(meanwhile).toBe(before);
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2, method: 'CREDIT_CARD' });
    await checkWorld(market.node.databaseUrl);
  });

  it('gives a second charge of one cycle back', async () => {
    const subscription = await buyer.subscribe();
    market.clock.forward(30 * DAY_MS + 1000);
    await buyer.sweep();
    // Another node's charge of the same cycle shows up, which the engine itself never makes.
    const [paid] = await buyer.readTries(2);
    await market.inspector.rows(
      `UPDATE subscription_sale SET cycle = 2, attempt = 9, subscription_id = $1 WHERE subscription_id = $1 AND cycle = 1`,
      [subscription.id],
    );

    await buyer.report(2);

    const [refund] = await market.inspector.rows<{ amount: number }>(
      `SELECT r.amount::int FROM refund r JOIN payment y ON y.id = r.payment_id WHERE y.platform_id = $1`,
      [market.world.platformId],
    );
    expect(refund).toEqual({ amount: 1000 });
    expect(paid).toMatchObject({ status: 'APPROVED' });
  });
});

describe('a subscription by PIX', () => {
  it('is sent a code days before the due date, once, and goes on when it is paid', async () => {
    const subscription = await buyer.subscribe('PIX');
    expect(subscription).toMatchObject({ status: 'ACTIVE', cycle: 1 });

    await buyer.pass(24);
    expect(await buyer.readTries(2)).toHaveLength(0);
    await buyer.pass(3);
    const tries = await buyer.readTries(2);
    await buyer.payLatest();
    await buyer.report(2);
    await buyer.pass(5);

    expect(tries).toHaveLength(1);
    expect(await buyer.readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2 });
    expect(await buyer.readTries(2)).toMatchObject([{ status: 'APPROVED' }]);
    await checkWorld(market.node.databaseUrl);
  });

  it('is past due when nobody paid, and ends by the rule', async () => {
    const subscription = await buyer.subscribe('PIX');

    await buyer.pass(31);
    const late = await buyer.readOne();
    await buyer.pass(11);

    expect(late).toMatchObject({ status: 'PAST_DUE', cycle: 1 });
    expect(await buyer.readOne()).toMatchObject({ id: subscription.id, status: 'CANCELED', end_reason: 'UNPAID' });
  });
});
