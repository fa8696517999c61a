import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { type Entry, type Movement, type Posting, post } from './model.ts';

const BANK = '00000000-0000-7000-8000-0000000000b1';
const DAY_MS = 86_400_000;

interface Person {
  id: string;
  headers: Record<string, string>;
}
interface Page {
  items: Record<string, unknown>[];
  next: string | null;
}

let market: Market;
let paymentId: string;
let saleId: string;
let maria: Person;
let rival: Person;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const bought = await market.buyPix();
  ({ paymentId } = bought);
  const [row] = await market.inspector.rows<{ saleId: string }>(
    'SELECT sale_id AS "saleId" FROM payment WHERE id = $1',
    [paymentId],
  );
  saleId = row!.saleId;
  const { platformId, sellerId } = market.world;
  await createPerson(market.node.app, platformId, { id: sellerId, email: 'maria@example.com', roles: ['seller'] });
  maria = { id: sellerId, headers: await openSession(market.node.app, 'maria@example.com') };
  rival = await addPerson();
});
afterAll(() => market?.close());

async function addPerson(): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const { id } = await createPerson(market.node.app, market.world.platformId, { email, roles: ['affiliate'] });
  return { id, headers: await openSession(market.node.app, email) };
}

async function write(entries: (Entry | Movement)[], changes: Partial<Posting> = {}): Promise<void> {
  const { platformId } = market.world;
  const facts = {
    kind: 'SALE' as const,
    source: randomUUID(),
    currency: 'BRL' as const,
    occurredAt: new Date(),
    entries,
  };
  await market.node.app.database.write(platformId, [post(platformId, { ...facts, ...changes })]);
}
const earn = (person: Person, amount: number, changes?: Partial<Posting>) =>
  write(
    [
      { kind: 'PROVIDER', ownerId: BANK, amount: -amount },
      { kind: 'GIVE', ownerId: person.id, amount },
    ],
    changes,
  );
const hold = (person: Person, amounts: number[], payment = paymentId) => {
  const holds = amounts.map((amount, index) => ({
    reason: 'RELEASE' as const,
    amount,
    // Pairs at one moment: a page may end between them.
    releaseAt: new Date(Date.now() + (1 + Math.floor(index / 2)) * DAY_MS),
    rule: { days: 30 },
  }));
  const amount = amounts.reduce((sum, part) => sum + part, 0);
  const entries: (Entry | Movement)[] = [
    { kind: 'PROVIDER', ownerId: BANK, amount: -amount },
    { kind: 'SHARE', ownerId: person.id, amount, holds },
  ];
  return write(entries, { paymentId: payment });
};

const call = (name: string, { headers }: Pick<Person, 'headers'>, query: Record<string, string> = {}) =>
  market.node.app.inject({ url: `/api/balances.${name}?${new URLSearchParams(query)}`, headers });
const list = async (name: string, person: Person, query?: Record<string, string>) =>
  (await call(name, person, query)).json() as Page;

async function listAll(name: string, person: Person, limit: number, between?: () => Promise<unknown>) {
  const found: Record<string, unknown>[] = [];
  let next: string | null = null;
  do {
    const page: Page = await list(name, person, { limit: String(limit), ...(next && { after: next }) });
    expect(page.items.length).toBeGreaterThan(0);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...page.items);
    next = page.next;
    await between?.();
  } while (next);
  return found;
}

describe('balances.getBalance', () => {
  it('tells of one currency what is held, usable, promised and owed, and when more comes', async () => {
    const person = await addPerson();
    await earn(person, 500);
    await earn(person, 7, { currency: 'USD' });
    await hold(person, [100, 20, 3]);
    await write([{ kind: 'FREEZE', ownerId: person.id, amount: 200, disputeId: randomUUID() }], { paymentId });

    expect((await call('getBalance', person)).json()).toEqual({
      currency: 'BRL',
      otherCurrencies: ['USD'],
      pending: 123,
      available: 300,
      reserved: 200,
      owed: 0,
      releases: [
        { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), amount: 120 },
        { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), amount: 3 },
      ],
      disputed: 200,
    });
    const other = (await call('getBalance', person, { currency: 'USD' })).json();
    expect(other).toMatchObject({ currency: 'USD', otherCurrencies: ['BRL'], available: 7, pending: 0, releases: [] });
  });

  it('is nothing for whoever never had anything, and tells a debt as what is owed', async () => {
    const person = await addPerson();
    const nothing = { pending: 0, available: 0, reserved: 0, owed: 0, releases: [], disputed: 0, otherCurrencies: [] };
    expect((await call('getBalance', person)).json()).toEqual({ currency: 'BRL', ...nothing });
    await write([
      { kind: 'TAKE', ownerId: person.id, amount: -50 },
      { kind: 'DISPUTES', amount: 50 },
    ]);
    expect((await call('getBalance', person)).json()).toMatchObject({ owed: 50, available: 0 });
  });
});

describe('balances.listStatement', () => {
  it('tells the seller who bought, and after each movement the balance, on every page and in the file', async () => {
    const seller = await addPerson();
    await market.inspector.rows('UPDATE sale SET seller_id = $2 WHERE id = $1', [saleId, seller.id]);
    await hold(seller, [500]);
    for (const amount of [700, 20, 3]) await earn(seller, amount);
    await write([
      { kind: 'TAKE', ownerId: seller.id, amount: -900 },
      { kind: 'DISPUTES', amount: 900 },
    ]);
    await earn(seller, 100);

    const items = await listAll('listStatement', seller, 2);
    await market.inspector.rows('UPDATE sale SET seller_id = $2 WHERE id = $1', [saleId, maria.id]);

    // 723 were taken out of what could be used, and the next 100 went into the debt of 177.
    expect(items.map(({ balance }) => balance)).toEqual([
      { available: 0, total: 423 },
      { available: 0, total: 323 },
      { available: 723, total: 1_223 },
      { available: 720, total: 1_220 },
      { available: 700, total: 1_200 },
      { available: 0, total: 500 },
    ]);
    expect(items.at(-1)!.sale).toEqual({ saleId, title: 'Curso de Pão', buyerName: 'João Comprador' });
    const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    const { body } = await market.node.app.inject({
      url: `/exports/statement?from=${day}&to=${day}&format=csv&lang=en`,
      headers: seller.headers,
    });
    const lines = body.trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',').slice(-2).join())).toEqual([
      ...['0.00,4.23', '0.00,3.23', '7.23,12.23', '7.20,12.20', '7.00,12.00', '0.00,5.00'],
    ]);
  });

  it('shows what each posting did to every part of the balance, newest first', async () => {
    const person = await addPerson();
    await hold(person, [100]);
    await write(
      [
        { kind: 'TAKE', ownerId: person.id, amount: -30 },
        { kind: 'DISPUTES', amount: 30 },
      ],
      { kind: 'CHARGEBACK' },
    );

    const { items, next } = await list('listStatement', person);

    expect((await call('listStatement', person)).json().currency).toBe('BRL');
    const line = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      occurredAt: expect.stringMatching(/^\d{4}-.*Z$/),
      withdrawalId: null,
      anticipationId: null,
      disputeId: null,
    };
    const none = { pending: 0, available: 0, reserved: 0, owed: 0, receiver: 0 };
    expect(items).toEqual([
      { ...line, kind: 'CHARGEBACK', sale: null, ...none, owed: -30, balance: { available: 0, total: 70 } },
      {
        ...line,
        kind: 'SALE',
        ...none,
        pending: 100,
        balance: { available: 0, total: 100 },
        // The person has a part in the sale and did not make it: who bought is the seller's to know.
        sale: { saleId, title: 'Curso de Pão', buyerName: null },
      },
    ]);
    expect(next).toBeNull();
    // Other movements lie between the lines of one kind.
    const ofKind = (await list('listStatement', person, { kind: 'SALE' })).items;
    expect(ofKind).toEqual([{ ...items[1], balance: null }]);
  });

  it('names the withdrawal, anticipation or dispute that a line is about', async () => {
    const person = await addPerson();
    await earn(person, 100);
    const [withdrawalId, anticipationId, disputeId] = [randomUUID(), randomUUID(), randomUUID()];
    await earn(person, 1, { kind: 'WITHDRAWAL_FAILED', source: `withdrawal:${withdrawalId}:closed` });
    await earn(person, 2, { kind: 'ANTICIPATION_PAID', source: `anticipation:${anticipationId}:paid` });
    await earn(person, 3, { kind: 'DISPUTE_RELEASED', source: `dispute:${disputeId}:closed` });
    const { platformId } = market.world;
    const [chargeback] = await market.inspector.rows<{ id: string }>(
      `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, state, amount, currency, due_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'CHARGEBACK', 'OPEN', 100, 'BRL', now()) RETURNING id`,
      [platformId, paymentId, person.id],
    );
    await earn(person, 4, { kind: 'CHARGEBACK', paymentId });

    const { items } = await list('listStatement', person);
    await market.inspector.rows('DELETE FROM dispute');

    const none = { withdrawalId: null, anticipationId: null, disputeId: null };
    expect(items).toMatchObject([
      { ...none, disputeId: chargeback?.id },
      ...[{ ...none, disputeId }, { ...none, anticipationId }, { ...none, withdrawalId }, none],
    ]);
  });

  it('pages without gaps or repeats while more is posted', async () => {
    const person = await addPerson();
    for (let amount = 1; amount <= 11; amount++) await earn(person, amount);
    const expected = Array.from({ length: 11 }, (_, index) => 11 - index);

    for (const limit of [1, 4, 11, 100]) {
      const before = (await listAll('listStatement', person, 100)).map(({ available }) => available);
      const seen = await listAll('listStatement', person, limit, () => earn(person, 1_000));
      expect(seen.map(({ available }) => available)).toEqual(before);
      expect(seen.slice(-11).map(({ available }) => available)).toEqual(expected);
    }
  });

  it('keeps to the days asked for', async () => {
    const person = await addPerson();
    await earn(person, 9);
    const day = (offset: number) =>
      new Date(Date.now() + offset * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    const count = async (query: Record<string, string>) => (await list('listStatement', person, query)).items.length;

    expect(await count({ from: day(-1), to: day(1) })).toBe(1);
    expect(await count({ from: day(1) })).toBe(0);
    expect(await count({ to: day(-1) })).toBe(0);
    for (const query of [
      { from: day(1), to: day(0) },
      { from: day(-366), to: day(0) },
    ]) {
      const refused = await call('listStatement', person, query);
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'PERIOD_INVALID']);
    }
  });
});

describe('balances.listHolds', () => {
  it('tells why money is held and until when, soonest first and what nobody knows the end of last', async () => {
    const person = await addPerson();
    await earn(person, 50);
    await hold(person, [10, 20, 30, 40, 5]);
    await write([{ kind: 'FREEZE', ownerId: person.id, amount: 7, disputeId: randomUUID() }], { paymentId });
    await write([{ kind: 'FREEZE', ownerId: person.id, amount: 8, disputeId: randomUUID() }], { paymentId });

    const all = (await list('listHolds', person)).items;

    expect(all[0]).toEqual({
      id: expect.any(String),
      reason: 'RELEASE',
      saleId,
      title: 'Curso de Pão',
      amount: expect.any(Number),
      currency: 'BRL',
      createdAt: expect.any(String),
      releaseAt: expect.any(String),
      rule: { days: 30 },
      isAnticipating: false,
      isDisputed: false,
    });
    const places = all.map(({ amount }) => Number(amount));
    expect(places.slice(0, 2).sort((a, b) => a - b)).toEqual([10, 20]);
    expect(places.slice(2, 4)).toEqual(expect.arrayContaining([30, 40]));
    expect(places[4]).toBe(5);
    expect(all.slice(5)).toMatchObject([7, 8].map(() => ({ reason: 'DISPUTE', releaseAt: null, isDisputed: true })));
    for (const limit of [1, 2, 3, 6, 7]) expect(await listAll('listHolds', person, limit)).toEqual(all);
    expect((await list('listHolds', person, { reason: 'DISPUTE' })).items).toEqual(all.slice(5));
  });
});

describe('whoever asks', () => {
  it('sees their own alone', async () => {
    await earn(maria, 1_234);
    await hold(maria, [55]);
    expect((await call('getBalance', rival)).json()).toMatchObject({ available: 0, pending: 0 });
    for (const name of ['listStatement', 'listHolds']) {
      expect((await list(name, rival)).items).toEqual([]);
      expect((await list(name, maria)).items).not.toEqual([]);
      const named = await call(name, rival, { personId: maria.id });
      expect([named.statusCode, named.json().details[0].field]).toEqual([400, 'personId']);
      const astray = await call(name, rival, { after: 'abc' });
      expect([astray.statusCode, astray.json().details[0].field]).toEqual([400, 'after']);
    }
    expect((await call('getBalance', { headers: { host: 'localhost' } })).statusCode).toBe(401);
  });
});
