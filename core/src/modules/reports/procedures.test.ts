import { randomUUID } from 'node:crypto';
import { addDays } from '@feira/plugin-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeBackAtProvider, pollPayment, refundAtProvider, sellPaid } from '../../../test/at-provider.ts';
import { checkWorld } from '../../../test/check-world.ts';
import { openDraw, SEED } from '../../../test/draw.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { newId } from '../../shared/ids.ts';
import { type Entry, type Movement, type Posting, post } from '../ledger/model.ts';
import { releaseDue } from '../ledger/release.ts';
import { closeDays } from './closing.ts';

const { below, deck } = openDraw();
const isOther = deck([true, true, true, ...Array<false>(7).fill(false)]);
const isAffiliated = deck([true, true, true, false, false]);
const isOverpaid = deck([true, false, false, false, false]);
const isReleased = deck([true, true, false, false, false]);
const isChargedBack = deck([true, false, false, false, false]);

const PRICE = 9_990;
const SALES = 24;
const DAYS = 20;
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
const period = { from: addDays(today, -DAYS), to: today };

interface Earnings {
  sales: number;
  gross: number;
  refunded: number;
  net: number;
}
interface Own extends Earnings {
  currency: string;
  fees: number;
  commissions: number;
  days: (Earnings & { day: string })[];
  methods: (Earnings & { method: string })[];
  products: (Earnings & { name: string })[];
  roles: (Earnings & { role: string })[];
}

let market: Market;
let admin: Staff;
const people = { maria: '', ana: '', bia: '', rui: '', leo: '' };
let affiliationId: string;
let otherOfferId: string;

const rows = <Row>(sql: string, values: unknown[] = []) => market.inspector.rows<Row>(sql, values);

async function addPartners(): Promise<void> {
  const { platformId, sellerId, productId } = market.world;
  people.maria = sellerId;
  await rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [platformId, sellerId]);
  for (const [name, role] of [
    ['ana', 'affiliate'],
    ['bia', 'co-producer'],
    ['rui', 'manager'],
    ['leo', 'seller'],
  ] as const) {
    people[name] = (await openStaff(market.node.app, platformId, { roles: [role], name: `Pessoa ${name}` })).id;
  }
  await rows('UPDATE person SET manager_id = $2 WHERE id = $1', [sellerId, people.rui]);
  await rows(`INSERT INTO person_terms (platform_id, person_id, manager_basis_points) VALUES ($1, $2, 100)`, [
    platformId,
    people.rui,
  ]);
  affiliationId = newId();
  await rows(
    `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status) VALUES ($1, $2, $3, $4, 3000, 'ACTIVE')`,
    [platformId, affiliationId, productId, people.ana],
  );
  await rows(
    `INSERT INTO co_production (platform_id, id, product_id, person_id, basis_points, status, starts_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 2000, 'ACTIVE', now() - interval '1 day')`,
    [platformId, productId, people.bia],
  );
  const product = newId();
  otherOfferId = newId();
  await rows(
    `INSERT INTO product (platform_id, id, seller_id, name, type_product) VALUES ($1, $2, $3, 'Queijo', 'DIGITAL')`,
    [platformId, product, people.leo],
  );
  await rows(`INSERT INTO offer (platform_id, id, product_id, title, price) VALUES ($1, $2, $3, 'Queijo', 5000)`, [
    platformId,
    otherOfferId,
    product,
  ]);
  market.node.app.cache.forgetAll();
}

async function write(entries: (Entry | Movement)[], changes: Partial<Posting> = {}): Promise<void> {
  const { platformId } = market.world;
  const facts = {
    kind: 'ADJUSTMENT' as const,
    source: randomUUID(),
    currency: 'BRL' as const,
    occurredAt: new Date(),
    entries,
  };
  await market.node.app.database.write(platformId, [post(platformId, { ...facts, ...changes })]);
}

/** One sale and what becomes of it. */
async function playSale(): Promise<void> {
  const { app } = market.node;
  const extra = isOther() ? { offerId: otherOfferId } : isAffiliated() ? { affiliateId: affiliationId } : {};
  const price = 'offerId' in extra ? 5_000 : PRICE;
  const bought = await sellPaid(market, price + (isOverpaid() ? 100 : 0), extra);
  if (isReleased()) {
    await rows(
      `UPDATE ledger_hold SET release_at = now() - make_interval(secs => 1) WHERE payment_id = $1 AND state = 'OPEN'`,
      [bought.paymentId],
    );
    while (await releaseDue(app));
  }
  let left = price;
  for (let refunds = below(3); refunds > 0; refunds--) {
    const amount = 1 + below(left);
    left -= amount;
    await refundAtProvider(market, bought, amount);
    await pollPayment(market, bought);
    if (left === 0) return;
  }
  if (isChargedBack()) {
    await chargeBackAtProvider(market, bought);
    await pollPayment(market, bought);
  }
}

/** Withdrawals, an anticipation's price, a loss: what the platform earns and loses beside sales. */
async function liveBeside(): Promise<void> {
  const [available] = await rows<{ balance: number; id: string }>(
    `SELECT balance::int, owner_id AS id FROM ledger_account WHERE kind = 'AVAILABLE' AND balance > 500 ORDER BY balance DESC LIMIT 1`,
  );
  if (available) {
    const { id: ownerId, balance } = available;
    await write(
      [
        { kind: 'AVAILABLE', ownerId, amount: -balance },
        { kind: 'PROVIDER', ownerId: market.connectionId, amount: balance - 200 },
        { kind: 'PLATFORM_FEES', amount: 200 },
      ],
      { kind: 'WITHDRAWAL_PAID' },
    );
  }
  await write(
    [
      { kind: 'TAKE', ownerId: people.leo, amount: -77 },
      { kind: 'ANTICIPATION', amount: 77 },
    ],
    { kind: 'ANTICIPATION_PAID' },
  );
}

/** Lays what was posted on days of the past, ids and all, as if it had happened then. */
async function spread(): Promise<void> {
  await rows(`SELECT setseed($1)`, [(SEED % 1_000) / 1_000]);
  await rows(`SET session_replication_role = replica`);
  await rows(`CREATE TEMP TABLE moves AS SELECT id, moment, (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0')
      || substr(replace(id::text, '-', ''), 13))::uuid AS new_id
    FROM (SELECT id, created_at - (row_number() OVER (ORDER BY random()) % ${DAYS}) * interval '1 day' AS moment FROM ledger_transaction) t`);
  await rows('UPDATE ledger_entry e SET transaction_id = m.new_id FROM moves m WHERE m.id = e.transaction_id');
  await rows('UPDATE ledger_transaction t SET id = m.new_id, created_at = m.moment FROM moves m WHERE m.id = t.id');
  await rows(`SET session_replication_role = origin`);
}

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  await addPartners();
  await rows(`UPDATE provider_connection SET costs = '{"PIX": {"basisPoints": 99, "fixed": 10}}'`);
  admin = await openStaff(market.node.app, market.world.platformId, {
    roles: ['admin'],
    permissions: ['isDashboardAvailable', 'isWithdrawsRequestUsersAvailable'],
  });
  for (let sale = 0; sale < SALES; sale++) await playSale();
  await liveBeside();
  await spread();
});
afterAll(() => market?.close());

const sessions = new Map<string, Promise<Record<string, string>>>();
const headersOf = (id: string) => {
  const found = sessions.get(id) ?? openSessionOf(market.node.app, market.world.platformId, id);
  sessions.set(id, found);
  return found;
};
const call = (name: string, headers: Record<string, string>, query: Record<string, string> = {}) =>
  market.node.app.inject({ url: `/api/reports.${name}?${new URLSearchParams(query)}`, headers });
const ask = async (name: string, query: Record<string, string> = period) => {
  const answer = await call(name, admin.headers, query);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
};
const own = async (id: string, query: Record<string, string> = period) =>
  (await call('getEarnings', await headersOf(id), query)).json() as Own;
const total = (items: object[], name: string) =>
  items.reduce((sum, item) => sum + ((item as Record<string, number>)[name] ?? 0), 0);

const balanceOf = async (kinds: string[], ownerId: string | null = null, isSale = true) => {
  const [found] = await rows<{ total: number }>(
    `SELECT coalesce(sum(e.amount), 0)::int AS total FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
     JOIN ledger_transaction t ON t.id = e.transaction_id
     WHERE a.kind = ANY($1) AND ($2::uuid IS NULL OR a.owner_id = $2) AND ($3 OR t.kind NOT IN ('WITHDRAWAL_PAID', 'ANTICIPATION_PAID'))`,
    [kinds, ownerId, isSale],
  );
  return found?.total ?? 0;
};
const PEOPLE = ['PENDING', 'AVAILABLE', 'RESERVED', 'OWED'];

/** Everything that any report says, for comparing. */
async function readAll() {
  return {
    overview: await ask('getOverview'),
    revenue: await ask('listSellerRevenue'),
    profit: await ask('listSellerProfit'),
    own: Object.fromEntries(
      await Promise.all(Object.entries(people).map(async ([name, id]) => [name, await own(id)] as const)),
    ),
  };
}

describe(`reports of a random life (seed ${SEED})`, () => {
  it('say what the balances say', async () => {
    await checkWorld(market.node.databaseUrl);
    const { overview, revenue, profit } = await readAll();

    const earned = ['PLATFORM_FEES', 'INTEREST', 'ANTICIPATION', 'PROVIDER_FEES', 'LOSSES'];
    expect(overview.profit).toBe(await balanceOf(earned));
    expect(overview.providerCosts).toBe(-(await balanceOf(['PROVIDER_FEES'])));
    expect(overview.anticipations).toBe(77);
    expect(overview.fees - overview.commissions).toBe(await balanceOf(['PLATFORM_FEES']));
    expect(overview.commissions).toBe(await balanceOf(PEOPLE, people.rui, false));
    expect(profit.totals).toEqual(expect.objectContaining({ profit: overview.profit, fees: overview.fees }));
    expect(revenue.totals).toMatchObject({
      gross: overview.gross,
      refunded: overview.refunded,
      charged: overview.charged,
    });
    const left = await balanceOf([...PEOPLE, 'PLATFORM_FEES', 'INTEREST'], null, false);
    expect(overview.gross - overview.refunded - overview.charged).toBe(left);
    for (const [kind, name] of [
      ['PENDING', 'pending'],
      ['AVAILABLE', 'available'],
      ['RESERVED', 'reserved'],
    ] as const)
      expect([name, overview[name]]).toEqual([name, await balanceOf([kind])]);
    expect(overview.owed).toBe(0 - (await balanceOf(['OWED'])));
    for (const id of Object.values(people)) {
      const earnings = await own(id);
      expect([id, earnings.net]).toEqual([id, await balanceOf(PEOPLE, id, false)]);
    }
  });

  it('say what the payments say, which they never look at', async () => {
    const [paid] = await rows<{ sales: number; gross: number; left: number }>(
      `SELECT count(*)::int AS sales, sum(amount)::int AS gross, sum(CASE WHEN status = 'CHARGEBACK' THEN 0 ELSE
         greatest(0, amount - greatest(returning_amount, refunded_amount - (paid_amount - amount), 0)) END)::int AS left
       FROM payment WHERE paid_amount >= amount`,
    );
    const { overview } = await readAll();
    expect([overview.sales, overview.gross]).toEqual([paid?.sales, paid?.gross]);
    expect(overview.gross - overview.refunded - overview.charged).toBe(paid?.left);
  });

  it('add up: by day, method, product, role and person', async () => {
    const { overview, revenue, profit, own: earnings } = await readAll();
    for (const name of ['sales', 'gross', 'profit']) {
      expect([name, total(overview.days, name)]).toEqual([name, overview[name]]);
      expect([name, total(profit.items, name)]).toEqual([name, overview[name]]);
    }
    for (const name of ['sales', 'gross'])
      for (const group of ['methods', 'products'])
        expect([name, group, total(overview[group], name)]).toEqual([name, group, overview[name]]);
    const sold = overview.products.map(({ gross }: Earnings) => gross);
    expect(sold.length).toBeGreaterThan(1);
    expect(sold).toEqual(sold.toSorted((a: number, b: number) => b - a));
    expect(total(revenue.items, 'net')).toBe(revenue.totals.net);
    expect(overview.days).toHaveLength(DAYS + 1);
    expect(
      new Set(overview.days.filter(({ sales }: Earnings) => sales > 0).map(({ day }: { day: string }) => day)).size,
    ).toBeGreaterThan(3);
    for (const one of Object.values(earnings) as Own[]) {
      for (const name of ['sales', 'gross', 'refunded', 'net'] as const)
        for (const group of ['days', 'methods', 'products', 'roles'] as const)
          expect([name, group, total(one[group], name)]).toEqual([name, group, one[name]]);
    }
    const { maria, ana, bia, rui, leo } = earnings as Record<string, Own>;
    expect(maria?.gross).toBe(
      (maria?.net ?? 0) + (maria?.refunded ?? 0) + (maria?.fees ?? 0) + (maria?.commissions ?? 0),
    );
    expect(maria?.commissions).toBe((ana?.net ?? 0) + (bia?.net ?? 0));
    expect([maria, ana, bia, rui, leo].map((one) => one?.roles.map(({ role }) => role))).toEqual([
      ['seller'],
      ...[['affiliate'], ['co-producer'], ['manager'], ['seller']],
    ]);
    expect(leo?.products.map(({ name }) => name)).toEqual(['Queijo']);
    expect(leo?.commissions).toBe(0);
  });

  it('say the same of any part of the time', async () => {
    for (let days = 0; days < DAYS; days += 3) {
      const cut = addDays(period.from, days);
      const parts = [
        { from: period.from, to: cut },
        { from: addDays(cut, 1), to: period.to },
      ];
      const [before, after, whole] = await Promise.all([...parts, period].map((query) => ask('getOverview', query)));
      for (const name of ['sales', 'gross', 'refunded', 'charged', 'profit', 'fees', 'providerCosts'])
        expect([name, before[name] + after[name]]).toEqual([name, whole[name]]);
    }
  });

  it('rank the most first, a page at a time, and find by name', async () => {
    for (const [name, by] of [
      ['listSellerRevenue', 'gross'],
      ['listSellerProfit', 'profit'],
    ] as const) {
      const { items, totals, currency } = await ask(name);
      expect(currency).toBe('BRL');
      expect(items.length).toBeGreaterThan(1);
      expect(items.map((item: Record<string, number>) => item[by])).toEqual(
        items.map((item: Record<string, number>) => item[by]).toSorted((a: number, b: number) => b - a),
      );
      const seen: unknown[] = [];
      for (let after = ''; ; ) {
        const page = await ask(name, { ...period, limit: '1', ...(after && { after }) });
        expect(page.totals).toEqual(totals);
        seen.push(...page.items);
        if (!page.next) break;
        after = page.next;
      }
      expect(seen).toEqual(items);
      const found = await ask(name, { ...period, search: 'pessoa LEO' });
      expect(found.items.map(({ person }: { person: { id: string } }) => person.id)).toEqual([people.leo]);
      expect(found.totals[by]).toBe(found.items[0][by]);
    }
  });

  it('are the same once days are closed, by however many nodes at once, and closed again', async () => {
    // A day is closed an hour after its end, and this run may come before that.
    const readClosable = async () =>
      (
        await rows<{ day: string }>(
          `SELECT (((now() - interval '1 hour') AT TIME ZONE 'America/Sao_Paulo')::date - 1)::text AS day`,
        )
      )[0]?.day;
    const before = await readAll();
    const closable = [await readClosable()];
    await Promise.all([closeDays(market.node.app), closeDays(market.node.app), closeDays(market.node.app)]);
    const [closing] = await rows<{ through: string }>('SELECT through::text FROM ledger_closing');
    closable.push(await readClosable());
    expect(closable).toContain(closing?.through);
    expect(await rows('SELECT 1 FROM ledger_day LIMIT 1')).toHaveLength(1);
    expect(await readAll()).toEqual(before);
    await closeDays(market.node.app);
    expect(await readAll()).toEqual(before);
    // They are really read from there.
    await rows('UPDATE ledger_day SET gross = gross + 1');
    expect((await ask('getOverview')).gross).toBeGreaterThan(before.overview.gross);
    await rows('UPDATE ledger_day SET gross = gross - 1');
  });

  it('keep to one currency', async () => {
    await write(
      [
        { kind: 'PROVIDER', ownerId: market.connectionId, amount: -900 },
        { kind: 'PLATFORM_FEES', amount: 900 },
      ],
      { currency: 'USD' },
    );
    expect(await ask('getOverview', { ...period, currency: 'USD' })).toMatchObject({
      currency: 'USD',
      profit: 900,
      gross: 0,
      pending: 0,
    });
    expect(await own(people.maria, { ...period, currency: 'USD' })).toMatchObject({
      currency: 'USD',
      net: 0,
      methods: [],
    });
  });

  it('refuse periods that end before they begin, or last longer than a year', async () => {
    for (const query of [
      { from: today, to: addDays(today, -1) },
      { from: addDays(today, -366), to: today },
    ]) {
      for (const name of ['getOverview', 'listSellerRevenue', 'listSellerProfit', 'listReleased']) {
        const answer = await call(name, admin.headers, query);
        expect([name, answer.statusCode, answer.json().code]).toEqual([name, 422, 'PERIOD_INVALID']);
      }
      expect((await call('getEarnings', await headersOf(people.ana), query)).json().code).toBe('PERIOD_INVALID');
    }
  });
});

describe('reports.listReleased', () => {
  it('lists what became available with its rule, and sums to the postings that released it', async () => {
    const { items, count, total: sum, currency, next } = await ask('listReleased', { ...period, limit: '100' });
    const [posted] = await rows<{ released: number }>(
      `SELECT coalesce(-sum(e.amount), 0)::int AS released FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
       JOIN ledger_account a ON a.id = e.account_id WHERE t.kind = 'RELEASE' AND a.kind = 'PENDING'`,
    );
    expect([currency, next, items.length]).toEqual(['BRL', null, count]);
    expect(count).toBeGreaterThan(0);
    expect([sum, total(items, 'amount')]).toEqual([posted?.released, sum]);
    expect(items[0]).toEqual({
      id: expect.any(String),
      person: { id: expect.any(String), name: expect.any(String), email: expect.any(String) },
      paymentId: expect.any(String),
      saleId: expect.any(String),
      title: expect.any(String),
      amount: expect.any(Number),
      heldSince: expect.any(String),
      releasedAt: expect.any(String),
      reason: 'RELEASE',
      rule: expect.objectContaining({ days: expect.any(Number) }),
    });
    const seen: unknown[] = [];
    for (let after = ''; ; ) {
      const page = await ask('listReleased', { ...period, limit: '2', ...(after && { after }) });
      seen.push(...page.items);
      if (!page.next) break;
      after = page.next;
    }
    expect(seen).toEqual(items);
    const found = await ask('listReleased', { ...period, search: 'pessoa leo' });
    expect(found.count).toBe(items.filter(({ person }: { person: { id: string } }) => person.id === people.leo).length);
    expect((await ask('listReleased', { from: addDays(today, -9), to: addDays(today, -2) })).count).toBe(0);
  });
});

describe('reports.listNegativeSellers and reports.writeOffDebt', () => {
  const owe = async (ownerId: string, amount: number) => {
    await write([
      { kind: 'TAKE', ownerId, amount: -amount },
      { kind: 'DISPUTES', amount },
    ]);
  };
  const writeOff = (payload: object, key: string = newId()) =>
    market.node.app.inject({
      method: 'POST',
      url: '/api/reports.writeOffDebt',
      headers: { ...admin.headers, 'idempotency-key': key },
      payload,
    });

  it('lists who owes, the most first, since when, and gives up what is decided', async () => {
    const { platformId } = market.world;
    const debtors = await Promise.all(
      [0, 1, 2].map((index) => openStaff(market.node.app, platformId, { roles: ['seller'], name: `Devedor ${index}` })),
    );
    const [first, second, third] = debtors.map(({ id }) => id) as [string, string, string];
    await owe(first, 100);
    await write([
      { kind: 'GIVE', ownerId: first, amount: 100 },
      { kind: 'DISPUTES', amount: -100 },
    ]);
    await owe(first, 300);
    await owe(second, 500);
    await owe(third, 300);
    const query = { search: 'devedor' };

    const { items, count, total: sum } = await ask('listNegativeSellers', query);

    expect([count, sum]).toEqual([3, 1_100]);
    expect(items.map(({ owed }: { owed: number }) => owed)).toEqual([500, 300, 300]);
    const [since] = await rows<{ at: Date }>(
      `SELECT t.created_at AS at FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id JOIN ledger_account a ON a.id = e.account_id
       WHERE a.owner_id = $1 AND a.kind = 'OWED' AND e.amount = -300`,
      [first],
    );
    const mine = items.find(({ person }: { person: { id: string } }) => person.id === first);
    expect(mine).toMatchObject({ pending: 0, since: since?.at.toISOString() });
    const page = await ask('listNegativeSellers', { ...query, limit: '2' });
    const rest = await ask('listNegativeSellers', { ...query, limit: '2', after: page.next });
    expect([...page.items, ...rest.items]).toEqual(items);
    expect(rest.next).toBeNull();

    const reason = 'Não vale a cobrança';
    const tooMuch = await writeOff({ personId: first, amount: 301, reason });
    expect([tooMuch.statusCode, tooMuch.json().code, tooMuch.json().details[0].field]).toEqual([
      422,
      'DEBT_TOO_SMALL',
      'amount',
    ]);
    const unknown = await writeOff({ personId: newId(), amount: 1, reason });
    expect(unknown.json().code).toBe('PERSON_NOT_FOUND');
    const before = (await ask('getOverview')).losses;
    expect((await writeOff({ personId: admin.id, amount: 1, reason })).json().code).toBe('OWN_DEBT_FIXED');
    const key = newId();
    for (let told = 0; told < 2; told++)
      expect((await writeOff({ personId: first, amount: 200, reason }, key)).statusCode).toBe(200);
    expect((await ask('getOverview')).losses - before).toBe(200);
    expect((await writeOff({ personId: first, amount: 100, reason })).statusCode).toBe(200);
    expect((await ask('listNegativeSellers', query)).count).toBe(2);
    expect((await ask('getOverview')).losses - before).toBe(300);
    const statement = await market.node.app.inject({
      url: '/api/balances.listStatement',
      headers: await headersOf(first),
    });
    expect(statement.json().items[0]).toMatchObject({ kind: 'WRITE_OFF', owed: 100 });
    const [event] = await rows<{ details: unknown; subject_id: string }>(
      `SELECT details, subject_id FROM audit_event WHERE type = 'ledger.writtenOff' ORDER BY created_at LIMIT 1`,
    );
    expect(event).toEqual({ details: { amount: 200, currency: 'BRL', reason }, subject_id: first });
  });
});
