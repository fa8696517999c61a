/** Renewals with a moved clock: charges, dunning, codes, access, and what lost answers and repeated events must not do. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWorld } from '../../../test/check-world.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { buy, CPF, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { accessTokenOf } from '../deliverables/service.ts';
import { checkPayment } from '../payments/service.ts';
import { advanceSubscription } from './engine.ts';
import { hearPayment } from './reports.ts';
import { tokenOf } from './service.ts';

const DAY_MS = 86_400_000;
const GOOD = '4111111111111111';
const EMPTY = '4000000000000010';
const STOLEN = '4000000000000028';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
  await market.host();
});
afterAll(() => market.close());
beforeEach(async () => {
  market = await market.replace();
  await market.host();
  await market.inspector.rows(
    `UPDATE offer SET type = 'SUBSCRIPTION', price = 1000, recurrence_price = 2990, frequency_in_days = 30, billet_enabled = false
     WHERE id = $1`,
    [market.world.offerId],
  );
  market.node.app.cache.forgetAll();
});

const app = () => market.node.app;

async function tokenise(number: string): Promise<string> {
  const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const answer = await app().inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card },
  });
  return answer.json().id;
}

async function storeCard(number = GOOD): Promise<{ creditCardId: string; cardId: string; storedId: string }> {
  const token = await tokenise(number);
  const payload = {
    checkoutId: market.world.offerId,
    token,
    name: 'João Comprador',
    email: 'joao@example.com',
    cpf: CPF,
  };
  const stored = await app().inject({ method: 'POST', url: '/api/checkout.tokenCreditCard', payload });
  const [row] = await market.inspector.rows<{ id: string; card_id: string }>(
    'SELECT id, card_id FROM stored_card WHERE platform_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [market.world.platformId],
  );
  return { creditCardId: stored.json().creditCardId, cardId: row!.card_id, storedId: row!.id };
}

/** Reports every payment of the platform to its subscription, as the outbox does, and more than once. */
async function hear(times = 1): Promise<void> {
  const { platformId } = market.world;
  const payments = await market.inspector.rows<{ id: string }>('SELECT id FROM payment WHERE platform_id = $1', [
    platformId,
  ]);
  for (let time = 0; time < times; time++) for (const { id } of payments) await hearPayment(app(), platformId, id);
}

async function sweep(): Promise<void> {
  await market.inspector.rows(
    'UPDATE subscription SET check_at = now() WHERE platform_id = $1 AND check_at IS NOT NULL',
    [market.world.platformId],
  );
  await app().subscriptions.run();
}

/** Lets days pass, looking at the subscriptions each half day. */
async function pass(days: number): Promise<void> {
  for (let half = 0; half < days * 2; half++) {
    market.clock.forward(DAY_MS / 2);
    await sweep();
  }
}

interface Row {
  id: string;
  public_id: string;
  status: string;
  cycle: number;
  period_start: Date;
  next_charge_at: Date | null;
  end_reason: string | null;
  first_sale_id: string;
  anchor_at: Date;
}
const readOne = async () =>
  (
    await market.inspector.rows<Row>('SELECT * FROM subscription WHERE platform_id = $1', [market.world.platformId])
  )[0]!;
const readCycles = () =>
  market.inspector.rows<{ number: number; state: string; attempts: number; amount: number }>(
    `SELECT number, state, attempts, amount::int FROM subscription_cycle WHERE platform_id = $1 ORDER BY number`,
    [market.world.platformId],
  );
const readTries = (id: string) =>
  market.inspector.rows<{ payment_id: string; status: string }>(
    `SELECT l.payment_id, y.status FROM subscription_sale l JOIN payment y ON y.id = l.payment_id
     WHERE l.subscription_id = $1 AND l.cycle = 2 ORDER BY l.attempt`,
    [id],
  );
const readMails = async () =>
  (
    await market.inspector.rows<{ template: string }>(
      'SELECT template FROM mail WHERE platform_id = $1 ORDER BY created_at, id',
      [market.world.platformId],
    )
  ).map(({ template }) => template);
const readAccess = async (saleId: string) =>
  (
    await app().inject({
      method: 'POST',
      url: '/api/deliverables.openAccess',
      payload: { token: accessTokenOf(app(), saleId) },
    })
  ).json().state;

async function subscribe(method: 'CREDIT_CARD' | 'PIX' = 'CREDIT_CARD', input: object = {}): Promise<Row> {
  const card =
    method === 'CREDIT_CARD' ? { creditCard: { creditCardId: (await storeCard()).creditCardId, installments: 1 } } : {};
  const bought = await buy(app(), pixPurchase(market.world, { paymentMethod: method, ...card, ...input }));
  expect(bought.statusCode, bought.body).toBe(200);
  if (method === 'PIX') await payLatest();
  await hear(2);
  return readOne();
}

/** The buyer pays the latest code in their bank's app. */
async function payLatest(): Promise<void> {
  const [attempt] = await market.inspector.rows<{ transaction_id: string; payment_id: string }>(
    `SELECT a.transaction_id, a.payment_id FROM payment_attempt a WHERE a.platform_id = $1 ORDER BY a.created_at DESC LIMIT 1`,
    [market.world.platformId],
  );
  const host = await market.host();
  await host.simulator.pay(attempt!.transaction_id);
  await market.makeDue();
  await checkPayment(app(), market.world.platformId, attempt!.payment_id);
}

describe('a subscription by card', () => {
  it('begins with its first paid charge, once, and promises what the offer said then', async () => {
    const subscription = await subscribe();
    await market.inspector.rows('UPDATE offer SET recurrence_price = 99990, status = $2 WHERE id = $1', [
      market.world.offerId,
      'ARCHIVED',
    ]);
    app().cache.forgetAll();

    await pass(31);
    await hear(3);

    expect(subscription).toMatchObject({ status: 'ACTIVE', cycle: 1 });
    expect(await readCycles()).toMatchObject([
      { number: 1, state: 'PAID', amount: 1000 },
      { number: 2, state: 'PAID', amount: 2990, attempts: 1 },
    ]);
    expect(await readMails()).toContain('subscription-news');
    await checkWorld(market.node.databaseUrl);
  });

  it('keeps the coupon of the sign-up for as many charges as it said then, and names it on their receipts', async () => {
    const { platformId, sellerId } = market.world;
    await market.inspector.rows(
      `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points, cycles) VALUES ($1, $2, $3, 'DEZ', 1000, 2)`,
      [platformId, newId(), sellerId],
    );
    await subscribe('CREDIT_CARD', { coupon: 'DEZ' });
    await market.inspector.rows('UPDATE coupon SET cycles = 1, basis_points = 5000 WHERE platform_id = $1', [
      platformId,
    ]);

    await pass(61);
    await hear();

    expect(await readCycles()).toMatchObject([
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

  it('renews for years on the same time of day, whatever day the charge was made on', async () => {
    const subscription = await subscribe();

    for (let cycle = 2; cycle <= 25; cycle++) {
      const { next_charge_at: due } = await readOne();
      // The node was busy for some hours.
      market.clock.forward(due!.getTime() - market.clock.now().getTime() + (cycle % 7) * 3 * 3_600_000);
      await sweep();
    }

    const renewed = await readOne();
    expect(renewed.cycle).toBe(25);
    const days = (renewed.period_start.getTime() - subscription.anchor_at.getTime()) / DAY_MS;
    expect(days).toBe((renewed.cycle - 1) * 30);
    const charged = await market.inspector.rows(
      `SELECT cycle, count(*)::int FROM subscription_sale WHERE platform_id = $1 GROUP BY 1 HAVING count(*) > 1`,
      [market.world.platformId],
    );
    expect(charged).toEqual([]);
  });

  it('duns a refused card by the rules, ends access after the grace, and gives it back to who pays late', async () => {
    const subscription = await subscribe();
    const card = await storeCard(EMPTY);
    await market.inspector.rows('UPDATE subscription SET card_id = $2, stored_card_id = $3 WHERE id = $1', [
      subscription.id,
      card.cardId,
      card.storedId,
    ]);

    await pass(31);
    const [, second] = await readCycles();
    expect(await readOne()).toMatchObject({ status: 'PAST_DUE', cycle: 1 });
    expect(second).toMatchObject({ state: 'DUE', attempts: 2 });

    await pass(10);
    expect(await readOne()).toMatchObject({ status: 'CANCELED', end_reason: 'UNPAID' });
    // The first, and those of days 1, 3, 5 and 7.
    expect((await readCycles())[1]).toMatchObject({ state: 'UNPAID', attempts: 5 });
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
    await checkWorld(market.node.databaseUrl);
  });

  it('never tries a stolen card again', async () => {
    const subscription = await subscribe();
    const card = await storeCard(STOLEN);
    await market.inspector.rows('UPDATE subscription SET card_id = $2, stored_card_id = $3 WHERE id = $1', [
      subscription.id,
      card.cardId,
      card.storedId,
    ]);

    await pass(42);

    expect((await readCycles())[1]).toMatchObject({ state: 'UNPAID', attempts: 1 });
  });

  it('charges a cycle once where two nodes take it at the same moment', async () => {
    const subscription = await subscribe();
    market.clock.forward(30 * DAY_MS + 1000);

    await Promise.allSettled(
      Array.from({ length: 6 }, () => advanceSubscription(app(), market.world.platformId, subscription.id)),
    );
    await sweep();

    const sales = await market.inspector.rows(
      'SELECT FROM subscription_sale WHERE subscription_id = $1 AND cycle = 2',
      [subscription.id],
    );
    expect(sales).toHaveLength(1);
    expect(await readOne()).toMatchObject({ cycle: 2, status: 'ACTIVE' });
  });

  it('waits for the word about a lost answer, and charges nothing meanwhile', async () => {
    const subscription = await subscribe();
    market.clock.forward(30 * DAY_MS + 1000);
    (await market.host()).addFault({ kind: 'lose-answer', times: 1, match: 'POST /charges' });
    await sweep();
    const [lost] = await readTries(subscription.id);
    await sweep();
    await sweep();
    const waiting = await readTries(subscription.id);
    await market.makeDue();
    for (const { payment_id } of waiting) await checkPayment(app(), market.world.platformId, payment_id);
    await hear(2);
    await pass(3);

    expect(lost).toMatchObject({ status: 'PENDING' });
    expect(waiting).toHaveLength(1);
    expect(await readTries(subscription.id)).toMatchObject([{ status: 'APPROVED' }]);
    expect(await readOne()).toMatchObject({ cycle: 2, status: 'ACTIVE' });
  });

  it('ends at the end of the period where its buyer has canceled, and charges nothing more', async () => {
    const subscription = await subscribe();
    const payload = { token: tokenOf(app(), subscription.public_id), isAtOnce: false, reason: null };

    const canceled = await app().inject({ method: 'POST', url: '/api/subscriptions.cancelOwn', payload });
    await pass(32);

    expect(canceled.json()).toEqual({ status: 'ACTIVE' });
    expect(await readOne()).toMatchObject({ status: 'CANCELED', end_reason: 'BUYER', next_charge_at: null });
    expect(await readCycles()).toHaveLength(1);
  });

  it('closes the access of every sale once the grace is over, and opens it again', async () => {
    const subscription = await subscribe();
    const sale = subscription.first_sale_id;
    const open = await readAccess(sale);
    await market.inspector.rows(`UPDATE subscription SET access_ends_at = now() - interval '1 second' WHERE id = $1`, [
      subscription.id,
    ]);
    const closed = await readAccess(sale);
    await market.inspector.rows('UPDATE subscription SET access_ends_at = NULL WHERE id = $1', [subscription.id]);

    expect([open, closed, await readAccess(sale)]).toEqual(['OPEN', 'ENDED', 'OPEN']);
  });

  it('charges another card of the buyer at once where a cycle is due, and leaves the old one', async () => {
    const subscription = await subscribe();
    const [empty, good] = [await storeCard(EMPTY), GOOD];
    await market.inspector.rows('UPDATE subscription SET card_id = $2, stored_card_id = $3 WHERE id = $1', [
      subscription.id,
      empty.cardId,
      empty.storedId,
    ]);
    await pass(31);
    const token = tokenOf(app(), subscription.public_id);
    const cardToken = await tokenise(good);

    const changed = await app().inject({
      method: 'POST',
      url: '/api/subscriptions.changeOwnCard',
      payload: { token, cardToken },
    });
    await hear();

    expect(changed.json()).toEqual({ status: 'ACTIVE' });
    expect(await readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2, past_due_since: null });
    await pass(31);
    expect(await readOne()).toMatchObject({ status: 'ACTIVE', cycle: 3 });
    await checkWorld(market.node.databaseUrl);
  });

  it('is paid by PIX at the buyer’s wish while its card is refused, however often they ask', async () => {
    const subscription = await subscribe();
    const empty = await storeCard(EMPTY);
    await market.inspector.rows('UPDATE subscription SET card_id = $2, stored_card_id = $3 WHERE id = $1', [
      subscription.id,
      empty.cardId,
      empty.storedId,
    ]);
    await pass(31);
    const payload = { token: tokenOf(app(), subscription.public_id), method: 'PIX' };
    const pay = async () =>
      (await app().inject({ method: 'POST', url: '/api/subscriptions.payOwn', payload })).json().paymentId;

    const [first, second] = [await pay(), await pay()];
    // The code is open: no card is tried meanwhile.
    const before = (await readTries(subscription.id)).length;
    await pass(1);
    const meanwhile = (await readTries(subscription.id)).length;
    await payLatest();
    await hear(3);

    expect(first).toMatch(/^[\w-]{22}$/);
    expect(second).toBe(first);
    expect(meanwhile).toBe(before);
    expect(await readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2, method: 'CREDIT_CARD' });
    await checkWorld(market.node.databaseUrl);
  });

  it('gives a second charge of one cycle back', async () => {
    const subscription = await subscribe();
    market.clock.forward(30 * DAY_MS + 1000);
    await sweep();
    // Another node's charge of the same cycle shows up, which the engine itself never makes.
    const [paid] = await readTries(subscription.id);
    await market.inspector.rows(
      `UPDATE subscription_sale SET cycle = 2, attempt = 9, subscription_id = $1 WHERE subscription_id = $1 AND cycle = 1`,
      [subscription.id],
    );

    await hear(2);

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
    const subscription = await subscribe('PIX');
    expect(subscription).toMatchObject({ status: 'ACTIVE', cycle: 1 });

    await pass(24);
    expect(await readTries(subscription.id)).toHaveLength(0);
    await pass(3);
    const tries = await readTries(subscription.id);
    await payLatest();
    await hear(2);
    await pass(5);

    expect(tries).toHaveLength(1);
    expect(await readOne()).toMatchObject({ status: 'ACTIVE', cycle: 2 });
    expect(await readTries(subscription.id)).toMatchObject([{ status: 'APPROVED' }]);
    await checkWorld(market.node.databaseUrl);
  });

  it('is past due when nobody paid, and ends by the rule', async () => {
    const subscription = await subscribe('PIX');

    await pass(31);
    const late = await readOne();
    await pass(11);

    expect(late).toMatchObject({ status: 'PAST_DUE', cycle: 1 });
    expect(await readOne()).toMatchObject({ id: subscription.id, status: 'CANCELED', end_reason: 'UNPAID' });
  });
});
