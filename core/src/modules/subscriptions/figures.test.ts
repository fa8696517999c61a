/** The figures are those of the sales: each cycle names the sale that paid it, and a test pays and refunds it as buyers do. */
import { DEFAULT_DUNNING } from '@feira/schemas/subscription';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pollPayment, refundAtProvider, sellPaid } from '../../../test/at-provider.ts';
import { openPeople, type People } from '../../../test/disputed-sales.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { openSubscribing } from '../../../test/subscribing.ts';
import { newId, newPublicId } from '../../shared/ids.ts';

const DAY_MS = 86_400_000;
const PRICE = 9_990;
const TODAY = new Date();
const dayOf = (date: Date) => new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
const ago = (days: number) => new Date(TODAY.getTime() - days * DAY_MS);
const MONTH = { from: dayOf(ago(29)), to: dayOf(TODAY) };

let first: Market;
let market: Market;
let people: People;
let stranger: Staff;
let master: Staff;

beforeAll(async () => {
  first = await openMarket({ isListening: false });
});
afterAll(() => first?.close());
beforeEach(async () => {
  market = await first.replace();
  people = await openPeople(market);
  stranger = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'] });
  master = await openStaff(market.node.app, market.world.platformId, { roles: ['master'] });
});

const read = <Row>(sql: string, ...values: unknown[]) => market.inspector.rows<Row & object>(sql, values);

interface Planted {
  begun?: Date;
  status?: string;
  endedAt?: Date;
  endReason?: string;
  isLast?: boolean;
  amount?: number;
  days?: number;
  name?: string;
  title?: string;
  terms?: object;
}

async function plant(changes: Planted = {}): Promise<string> {
  const { begun = ago(100), status = 'ACTIVE', endedAt = null, endReason = null, isLast = false } = changes;
  const { amount = PRICE, days = 30, name = 'Ana Assinante', title = 'Clube', terms = {} } = changes;
  const id = newId();
  const promised = {
    firstAmount: amount,
    recurringAmount: amount,
    currency: 'BRL',
    frequencyInDays: days,
    period: 'DAYS',
    cycles: null,
    trialDays: null,
    discount: null,
    affiliate: null,
    dunning: DEFAULT_DUNNING,
    title,
    locale: 'pt-BR',
    ...terms,
  };
  const next = endedAt || isLast ? null : ago(-days);
  await read(
    `INSERT INTO subscription (platform_id, id, public_id, offer_id, product_id, seller_id, buyer_name, buyer_email, locale, currency,
       method, terms, status, amount, frequency_in_days, anchor_at, cycle, period_start, period_end, next_charge_at, ended_at, end_reason,
       created_at)
     SELECT $1, $2, $3, o.id, o.product_id, $4, $5, 'ana@example.com', 'pt-BR', 'BRL', 'PIX', $6, $7, $8, $9, $10, 2, $10, $11, $12, $13,
       $14, $10 FROM offer o WHERE o.platform_id = $1 AND o.id = $15`,
    ...[
      market.world.platformId,
      id,
      newPublicId(),
      market.world.sellerId,
      name,
      JSON.stringify(promised),
      status,
      amount,
    ],
    ...[days, begun, ago(-days), next, endedAt, endReason, market.world.offerId],
  );
  return id;
}

/** A cycle that a sale paid as buyers pay. */
async function pay(subscriptionId: string, number: number, paidAt = TODAY) {
  const sold = await sellPaid(market, PRICE);
  await read(
    `INSERT INTO subscription_cycle (platform_id, id, subscription_id, number, period_start, period_end, due_at, amount, state, sale_id,
       attempts, paid_at)
     SELECT $1, $2, $3, $4, $5, $5, $5, $6, 'PAID', p.sale_id, 1, $5 FROM payment p WHERE p.id = $7`,
    ...[market.world.platformId, newId(), subscriptionId, number, paidAt, PRICE, sold.paymentId],
  );
  return sold;
}

async function ask(name: string, input: Record<string, string>, headers = people.seller) {
  const url = `/api/subscriptions.${name}?${new URLSearchParams(input)}`;
  const answer = await market.node.app.inject({ url, headers });
  return { status: answer.statusCode, body: answer.json() };
}
const figures = async (input: Record<string, string> = MONTH, headers = people.seller) =>
  (await ask('getFigures', input, headers)).body;

describe('subscriptions.getFigures', () => {
  it('counts as monthly revenue what the next charges bring in 30 days, and nothing that will not be charged', async () => {
    await plant();
    await plant({ status: 'PAST_DUE', amount: 3_000, days: 15 });
    await plant({ amount: 36_500, days: 365 });
    await plant({ amount: 12_000, days: 365, terms: { period: 'CALENDAR' } });
    await plant({ status: 'TRIALING' });
    await plant({ status: 'PAUSED' });
    await plant({ isLast: true });
    await plant({ status: 'CANCELED', endedAt: ago(3), endReason: 'BUYER' });

    expect(await figures()).toMatchObject({ mrr: 9_990 + 6_000 + 3_000 + 1_000, live: 7, pastDue: 1 });
  });

  it('counts renewals by the money of their sales, less what went back; the first charge is none', async () => {
    const id = await plant();
    await pay(id, 1);
    await pay(id, 2);
    const returned = await pay(id, 3);
    await pay(id, 4, ago(40));
    expect((await figures()).renewed).toBe(2 * PRICE);

    await refundAtProvider(market, returned, 990);
    await pollPayment(market, returned);

    const { renewed } = await figures();
    const [sales] = await read<{ total: number }>(
      `SELECT sum(p.paid_amount - p.refunded_amount)::int AS total FROM subscription_cycle c JOIN payment p ON p.sale_id = c.sale_id
       WHERE c.subscription_id = $1 AND c.number IN (2, 3)`,
      id,
    );
    expect(renewed).toBe(2 * PRICE - 990);
    expect(renewed).toBe(sales!.total);
  });

  it('loses nobody who has paid everything, and says why the others left', async () => {
    await plant();
    await plant({ status: 'CANCELED', endedAt: ago(2), endReason: 'BUYER' });
    await plant({ status: 'CANCELED', endedAt: ago(2), endReason: 'UNPAID' });
    await plant({ status: 'ENDED', endedAt: ago(2), endReason: 'COMPLETED' });
    // Neither was there at the beginning of the period.
    await plant({ begun: ago(5), status: 'CANCELED', endedAt: ago(1), endReason: 'BUYER' });
    await plant({ status: 'CANCELED', endedAt: ago(60), endReason: 'SELLER' });

    expect(await figures()).toMatchObject({
      churnBasisPoints: 5_000,
      begun: 1,
      ended: 4,
      reasons: [
        { reason: 'BUYER', count: 2 },
        { reason: 'COMPLETED', count: 1 },
        { reason: 'UNPAID', count: 1 },
      ],
    });
  });

  it('follows those who began in a month until now', async () => {
    const year = { from: dayOf(ago(300)), to: dayOf(TODAY) };
    await plant({ begun: ago(100) });
    await plant({ begun: ago(100), status: 'CANCELED', endedAt: TODAY, endReason: 'BUYER' });

    const { cohorts } = await figures(year);

    const month = dayOf(ago(100)).slice(0, 7);
    expect(cohorts).toEqual([{ month, begun: 2, retained: expect.any(Array) }]);
    expect([cohorts[0].retained[0], cohorts[0].retained.at(-1)]).toEqual([2, 1]);
  });

  it('covers one seller for a seller, whoever is asked for; staff see all, or the one they name', async () => {
    await plant();
    const asked = { ...MONTH, sellerId: market.world.sellerId };

    expect((await figures(asked, stranger.headers)).live).toBe(0);
    expect((await figures(MONTH, people.admin.headers)).live).toBe(1);
    expect((await figures({ ...MONTH, sellerId: stranger.id }, people.admin.headers)).live).toBe(0);
  });
});

describe('the figures of what was charged', () => {
  /** The money that the ledger says providers hold for the sales of later cycles, by the account it came in by. */
  const postedForRenewals = async () => {
    const [row] = await read<{ total: number }>(
      `SELECT -coalesce(sum(e.amount), 0)::int AS total FROM subscription_sale l
       JOIN ledger_transaction t ON t.platform_id = l.platform_id AND t.payment_id = l.payment_id
       JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id
       JOIN ledger_account a ON a.platform_id = e.platform_id AND a.id = e.account_id AND a.kind IN ('PROVIDER', 'PROVIDER_FEES')
       WHERE l.platform_id = $1 AND l.cycle > 1`,
      market.world.platformId,
    );
    return row?.total ?? 0;
  };
  const today = () => dayOf(market.clock.now());

  it('are those of the ledger, and the monthly revenue is what the next 30 days bring in', async () => {
    const buyer = await openSubscribing(market);
    await read('UPDATE offer SET frequency_in_days = 15 WHERE id = $1', market.world.offerId);
    market.node.app.cache.forgetAll();
    await buyer.subscribe();
    await read('UPDATE offer SET frequency_in_days = 30, recurrence_price = 4990 WHERE id = $1', market.world.offerId);
    market.node.app.cache.forgetAll();
    await buyer.subscribe('CREDIT_CARD', { email: 'bruna@example.com' });

    const { mrr } = await figures();
    await buyer.pass(30);
    await buyer.report(2);
    const { renewed } = await figures({ from: dayOf(TODAY), to: today() });

    expect(mrr).toBe(2 * 2_990 + 4_990);
    expect(renewed).toBe(mrr);
    expect(await postedForRenewals()).toBe(renewed);
  });

  it('miss whoever has canceled: churn names them, and the ledger gets as much less as the monthly revenue lost', async () => {
    const buyer = await openSubscribing(market);
    await buyer.subscribe();
    await buyer.subscribe('CREDIT_CARD', { email: 'bruna@example.com' });
    const before = await figures();
    await buyer.callOwn('cancelOwn', { isAtOnce: false, reason: null });
    await buyer.pass(31);
    await buyer.report(2);

    const after = await figures({ from: dayOf(ago(-1)), to: today() });

    expect(before).toMatchObject({ mrr: 2 * 2_990, churnBasisPoints: 0 });
    expect(after).toMatchObject({
      mrr: 2_990,
      renewed: 2_990,
      live: 1,
      ended: 1,
      churnBasisPoints: 5_000,
      reasons: [{ reason: 'BUYER', count: 1 }],
    });
    expect(await postedForRenewals()).toBe(before.mrr - 2_990);
  });

  it('lose in both what went back', async () => {
    const buyer = await openSubscribing(market);
    await buyer.subscribe();
    await buyer.pass(61);
    const [second] = await buyer.readTries(2);
    const sold = await read<{ transactionId: string }>(
      'SELECT transaction_id AS "transactionId" FROM payment_attempt WHERE payment_id = $1',
      second!.payment_id,
    );
    await refundAtProvider(market, sold[0]!, 990);
    await pollPayment(market, { paymentId: second!.payment_id });
    await buyer.report(2);

    const { renewed } = await figures({ from: dayOf(TODAY), to: today() });

    expect(renewed).toBe(2 * 2_990 - 990);
    expect(await postedForRenewals()).toBe(renewed);
  });
});

describe('the lists of what went back', () => {
  it('say which charge of a subscription it was, for the seller and the team', async () => {
    const alone = await sellPaid(market, PRICE);
    const buyer = await openSubscribing(market);
    const call = async (url: string, headers: Record<string, string>, payload?: object) => {
      const answer = await market.node.app.inject({
        url,
        headers: { ...headers, ...(payload && { 'idempotency-key': newId() }) },
        ...(payload && { method: 'POST', payload }),
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer;
    };
    await buyer.subscribe();
    await buyer.pass(61);
    const [second, third] = await Promise.all(
      [2, 3].map(async (number) => {
        const [tried] = await buyer.readTries(number);
        const [payment] = await read<{ id: string }>(
          'SELECT public_id AS id FROM payment WHERE id = $1',
          tried!.payment_id,
        );
        return payment!.id;
      }),
    );
    const { admin, seller } = people;
    await call('/api/refunds.refundSale', seller, { paymentId: second, amount: 500 });
    await call('/api/refunds.refundSale', seller, { paymentId: alone.publicId, amount: 500 });
    await call('/api/disputes.openDispute', admin.headers, { paymentId: third, kind: 'CHARGEBACK', reason: 'Golpe' });

    for (const [path, headers, cycles] of [
      ['refunds.listRefunds', seller, [null, 2]],
      ['refunds.listPlatformRefunds', admin.headers, [null, 2]],
      ['disputes.listDisputes', seller, [3]],
      ['disputes.listCases', admin.headers, [3]],
      ['sales.listSales', seller, [3, 2, 1, null]],
    ] as const) {
      const { items, sales } = (await call(`/api/${path}`, headers)).json();
      expect([path, (items ?? sales).map(({ cycle }: { cycle: number | null }) => cycle)]).toEqual([path, cycles]);
    }
  });
});

describe('subscriptions.getSubscription', () => {
  it('names each cycle once, with its latest payment, and the terms of the sign-up', async () => {
    const discount = { code: 'DEZ', cut: { basisPoints: 1_000 }, cycles: 2 };
    const id = await plant({ terms: { discount, trialDays: 7, firstAmount: 0 } });
    await pay(id, 1);
    const { paymentId } = await pay(id, 2);
    // A buyer who pays by another code or card makes another payment of the same sale.
    await read(
      `INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, expires_at, created_at)
       SELECT platform_id, $2, $3, sale_id, method, amount, currency, expires_at, created_at - interval '1 day' FROM payment WHERE id = $1`,
      ...[paymentId, newId(), newPublicId()],
    );

    const { body } = await ask('getSubscription', { subscriptionId: id });

    expect(
      body.cyclesMade.map(({ number, paymentStatus }: Record<string, unknown>) => [number, paymentStatus]),
    ).toEqual([
      [2, 'APPROVED'],
      [1, 'APPROVED'],
    ]);
    expect(body.promised).toMatchObject({
      firstAmount: 0,
      trialDays: 7,
      discount: { code: 'DEZ', cycles: 2, basisPoints: 1_000, amount: null },
      affiliate: null,
      dunning: { graceDays: DEFAULT_DUNNING.graceDays, endDay: DEFAULT_DUNNING.endDay, end: 'CANCEL' },
    });
    expect((await ask('getSubscription', { subscriptionId: id }, stranger.headers)).body.code).toBe(
      'SUBSCRIPTION_NOT_FOUND',
    );
  });
});

describe('subscriptions.listLogs', () => {
  const tell = (subscriptionId: string, kind: string, key: string) =>
    read(
      `INSERT INTO subscription_event (platform_id, id, subscription_id, key, kind, at, by, cycle) VALUES ($1, $2, $3, $4, $5, now(), 'ENGINE', 2)`,
      ...[market.world.platformId, newId(), subscriptionId, key, kind],
    );

  it('is narrowed to what failed, and to a plan', async () => {
    const [one, other] = [await plant({ title: 'Clube' }), await plant({ title: 'Jornal' })];
    for (const kind of ['PAID', 'CHARGE_REFUSED', 'OVERDUE', 'DUNNING_STEP']) await tell(one, kind, kind);
    await tell(other, 'OVERDUE', 'OVERDUE');
    const kinds = async (input: Record<string, string>) =>
      (await ask('listLogs', input, master.headers)).body.items.map(
        ({ kind, title }: Record<string, string>) => `${kind} ${title}`,
      );

    expect((await kinds({ group: 'FAILED' })).sort()).toEqual([
      'CHARGE_REFUSED Clube',
      'OVERDUE Clube',
      'OVERDUE Jornal',
    ]);
    expect(await kinds({ search: 'jorn', to: dayOf(TODAY) })).toEqual(['OVERDUE Jornal']);
    expect(await kinds({ to: dayOf(ago(1)) })).toEqual([]);
    expect((await ask('listLogs', {}, people.seller)).status).toBe(403);
  });
});

describe('the downloads', () => {
  const load = async (url: string, headers: Record<string, string>) =>
    (await market.node.app.inject({ url, headers })).body.split('\r\n').filter(Boolean);

  it('hold the own subscriptions of a seller, and name sellers for staff', async () => {
    await plant({ name: 'Ana Assinante' });
    await plant({ name: '=Bruno', status: 'CANCELED', endedAt: ago(2), endReason: 'UNPAID' });

    const own = await load('/exports/subscriptions?format=csv&lang=en', people.seller);
    const found = await load('/exports/subscriptions?format=csv&status=CANCELED&lang=pt-BR', people.seller);
    const all = await load('/exports/platform-subscriptions?format=csv&lang=en', people.admin.headers);
    const none = await load('/exports/subscriptions?format=csv&lang=en', stranger.headers);

    expect([own.length, found.length, all.length, none.length]).toEqual([3, 2, 3, 1]);
    expect(found[1]).toContain(`"'=Bruno"`);
    expect(found[1]).toContain('"Falta de pagamento";"BRL";99,90');
    expect([own[0]!.includes('Seller'), all[0]!.includes('Seller')]).toEqual([false, true]);
    expect((await load('/exports/platform-subscriptions?format=csv', people.seller)).join()).toContain('ACCESS_DENIED');
  });
});
