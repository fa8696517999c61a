import type { PaymentMethod, PaymentStatus } from '@feira/schemas/common';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { parseCsv } from 'hucre/csv';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createPerson, openSession, signInStaff } from '../../../test/people.ts';
import { readSheets } from '../../../test/read-xlsx.ts';
import { openStaff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
import { refreshSearch } from './search.ts';

interface Sale {
  id: string;
  paymentId: string;
  createdAt: string;
  amount: number;
  buyerName: string;
  status: PaymentStatus;
  method: PaymentMethod;
  title: string;
}

let node: TestNode;
let inspector: Inspector;
let world: World;
let other: World;
let maria: Record<string, string>;
let rival: { id: string; headers: Record<string, string> };
let stranger: Record<string, string>;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  other = await createWorld(node.app, { host: 'other.example.com' });
  await connect(node.app, world);
  const open = async (home: World, id: string, email: string, host = 'localhost') => {
    await createPerson(node.app, home.platformId, { id, email, roles: ['seller'] });
    return openSession(node.app, email, { host });
  };
  const rivalId = newId();
  maria = await open(world, world.sellerId, 'maria@example.com');
  rival = { id: rivalId, headers: await open(world, rivalId, 'rival@example.com') };
  stranger = await open(other, other.sellerId, 'maria@example.com', 'other.example.com');
});
afterAll(async () => {
  await inspector.close();
  await node.close();
});
beforeEach(() => inspector.rows('TRUNCATE sale CASCADE'));

const call = (name: string, headers: Record<string, string>, query: Record<string, string> = {}) =>
  node.app.inject({ url: `/api/sales.${name}?${new URLSearchParams(query)}`, headers });
const list = async (query: Record<string, string> = {}, headers = maria) =>
  (await call('listSales', headers, query)).json() as { sales: Sale[]; next: string | null; count: number | null };
const summarize = async (query: Record<string, string>, headers = maria) =>
  (await call('getSummary', headers, query)).json();

interface Planted {
  at?: string;
  amount?: number;
  method?: PaymentMethod;
  status?: PaymentStatus;
  isProvisional?: boolean;
  currency?: string;
  name?: string;
  email?: string;
  title?: string;
  home?: World;
  sellerId?: string;
  document?: string;
  phone?: string;
  digits?: string;
  movement?: string;
}

/** Inserts a sale as purchases do, at any time and in any state. */
async function plant(sale: Planted = {}): Promise<string> {
  const { home = world, at = '2026-05-10T12:00:00Z', amount = 1_000, method = 'PIX', status = 'APPROVED' } = sale;
  const id = newId();
  const currency = sale.currency ?? 'BRL';
  await inspector.rows(
    `INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, total, currency, created_at,
       buyer_document, buyer_phone)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[home.platformId, id, home.offerId, sale.sellerId ?? home.sellerId, sale.name ?? 'João Comprador'],
      ...[sale.email ?? 'joao@example.com', amount, currency, at, sale.document ?? null, sale.phone ?? null],
    ],
  );
  await inspector.rows(
    `INSERT INTO sale_item (platform_id, sale_id, position, offer_id, title, unit_price, is_tangible)
     VALUES ($1, $2, 0, $3, $4, $5, false), ($1, $2, 1, $3, 'Item adicional', 1, false)`,
    [home.platformId, id, home.offerId, sale.title ?? 'Curso de Pão', amount],
  );
  const paymentId = newId();
  await inspector.rows(
    `INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, expires_at, status, is_provisional, approved_at,
       created_at, card_last_digits)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now(), $8, $9, CASE WHEN $8 = 'APPROVED' THEN $10::timestamptz END, $10, $11)`,
    [
      ...[home.platformId, paymentId, newPublicId(), id, method, amount, currency, status],
      ...[sale.isProvisional ?? false, at, sale.digits ?? null],
    ],
  );
  if (sale.movement) {
    await inspector.rows(
      `INSERT INTO payment_evidence (platform_id, payment_id, key, source, provider_status, status, is_recognised, movement_ids, occurred_at)
       VALUES ($1, $2, 'paid', 'webhook', 'paid', 'APPROVED', true, ARRAY[$3], now())`,
      [home.platformId, paymentId, sale.movement],
    );
  }
  return id;
}

async function listAll(limit: number, query: Record<string, string> = {}, between?: () => Promise<unknown>) {
  const found: Sale[] = [];
  let next: string | null = null;
  do {
    const page = await list({ limit: String(limit), ...query, ...(next && { after: next }) });
    expect(page.sales.length).toBeLessThanOrEqual(limit);
    expect(page.sales.length).toBeGreaterThan(0);
    found.push(...page.sales);
    next = page.next;
    await between?.();
  } while (next);
  return found.map(({ id }) => id);
}

describe('sales.listSales', () => {
  it('shows a purchase as it was made', async () => {
    const bought = await buy(node.app, pixPurchase(world, { orderBumpsIds: [world.bumpId] }));

    const { sales, next } = await list();

    expect(sales).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        paymentId: bought.json().paymentId,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        title: 'Curso de Pão',
        cycle: null,
        buyerName: 'João Comprador',
        buyerEmail: 'joao@example.com',
        method: 'PIX',
        amount: 11_980,
        currency: 'BRL',
        installments: 1,
        status: 'PENDING',
        settlement: 'NONE',
        approvedAt: null,
        couponCode: null,
        customerId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        offerId: expect.any(String),
        productId: expect.any(String),
        subscriptionId: null,
        discount: 0,
        methodDiscount: 0,
      },
    ]);
    expect(next).toBeNull();
  });

  it('shows nobody the sales of another seller or another platform', async () => {
    const mine = await plant();
    const theirs = await plant({ sellerId: rival.id });
    const foreign = await plant({ home: other });
    const ids = async (headers: Record<string, string>) => (await list({}, headers)).sales.map(({ id }) => id);

    expect(await ids(maria)).toEqual([mine]);
    expect(await ids(rival.headers)).toEqual([theirs]);
    expect(await ids(stranger)).toEqual([foreign]);
    // The person's cookie is valid on its own platform only.
    expect((await call('listSales', { ...maria, host: 'other.example.com' })).statusCode).toBe(401);
  });

  it('takes no other seller from the caller', async () => {
    const answer = await call('listSales', maria, { sellerId: rival.id });

    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0].field).toBe('sellerId');
  });

  it('asks for a session, and for the role', async () => {
    const { platformId } = world;
    await createPerson(node.app, platformId, { email: 'staff@example.com', roles: ['customer', 'admin', 'master'] });
    await createPerson(node.app, platformId, { email: 'affiliate@example.com', roles: ['affiliate'] });
    const staff = await signInStaff(node.app, 'staff@example.com', { entrance: 'admin' });
    const affiliate = await openSession(node.app, 'affiliate@example.com');

    for (const name of ['listSales', 'getSummary']) {
      const none = await call(name, { host: 'localhost' }, { from: '2026-01-01', to: '2026-01-02' });
      expect([none.statusCode, none.json().code]).toEqual([401, 'LOGIN_REQUIRED']);
      for (const headers of [staff.headers, affiliate]) {
        const answer = await call(name, headers, { from: '2026-01-01', to: '2026-01-02' });
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'ACCESS_DENIED']);
      }
    }
  });

  it('pages newest first without gaps or repeats, also within one moment and while more are sold', async () => {
    const planted: { id: string; at: string }[] = [];
    // Several sales in the same millisecond, and several in the same microsecond.
    for (let index = 0; index < 23; index++) {
      const at = `2026-05-10T12:00:00.1230${String(Math.floor(index / 4)).padStart(2, '0')}Z`;
      planted.push({ id: await plant({ at }), at });
    }
    const expected = planted
      .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
      .map(({ id }) => id);

    for (const limit of [1, 3, 4, 22, 23, 100]) {
      expect(await listAll(limit, {}, () => plant({ at: new Date().toISOString() }))).toEqual(expected);
      await inspector.rows(`DELETE FROM payment WHERE created_at > '2026-05-11'`);
      await inspector.rows(
        `DELETE FROM sale_item i USING sale s WHERE s.id = i.sale_id AND s.created_at > '2026-05-11'`,
      );
      await inspector.rows(`DELETE FROM sale WHERE created_at > '2026-05-11'`);
    }
  });

  it('pages what a filter leaves over', async () => {
    const wanted: string[] = [];
    for (let index = 0; index < 12; index++) {
      const at = `2026-05-10T12:00:${String(index).padStart(2, '0')}Z`;
      const id = await plant({ at, method: index % 3 === 0 ? 'BILLET' : 'PIX' });
      if (index % 3 === 0) wanted.unshift(id);
    }

    expect(await listAll(2, { method: 'BILLET' })).toEqual(wanted);
  });

  it.each<[string, string]>([
    ['nothing of ours', 'abc'],
    ['no id', Buffer.from('1779999999000000.x').toString('base64url')],
    ['no number', Buffer.from(`1e3.${newId()}`).toString('base64url')],
    ['more', Buffer.from(`1.${newId()};`).toString('base64url')],
  ])('refuses an "after" that is %s, by name', async (_, after) => {
    const answer = await call('listSales', maria, { after });

    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0].field).toBe('after');
  });

  it('filters by days as São Paulo counts them', async () => {
    const before = await plant({ at: '2026-05-10T02:59:59.999999Z' });
    const first = await plant({ at: '2026-05-10T03:00:00Z' });
    const last = await plant({ at: '2026-05-12T02:59:59.999999Z' });
    const after = await plant({ at: '2026-05-12T03:00:00Z' });
    const ids = async (query: Record<string, string>) => (await list(query)).sales.map(({ id }) => id);

    expect(await ids({ from: '2026-05-10', to: '2026-05-11' })).toEqual([last, first]);
    expect(await ids({ from: '2026-05-10' })).toEqual([after, last, first]);
    expect(await ids({ to: '2026-05-09' })).toEqual([before]);
    expect(await ids({ from: '2026-05-12', to: '2026-05-12' })).toEqual([after]);
  });

  it.each([
    ['0000-01-01', '2026-01-01', 400],
    ['2026-02-30', '2026-03-01', 400],
    ['1000-01-01', '9999-12-31', 200],
    ['2026-05-02', '2026-05-01', 422],
  ])('answers for the days from %s to %s', async (from, to, status) => {
    expect((await call('listSales', maria, { from, to })).statusCode).toBe(status);
  });

  it('filters by status as the buyer sees it', async () => {
    const statuses = ['APPROVED', 'PENDING', 'REJECTED', 'CHARGEBACK', 'CANCELED', 'REFUNDED'] as const;
    const planted = new Map<string, string>();
    for (const status of statuses) planted.set(status, await plant({ status }));
    const unknown = await plant({ status: 'REJECTED', isProvisional: true, at: '2026-05-11T12:00:00Z' });
    const unsure = await plant({ status: 'APPROVED', isProvisional: true, at: '2026-05-12T12:00:00Z' });

    for (const status of statuses) {
      const { sales } = await list({ status });
      const expected = [...(status === 'PENDING' ? [unsure, unknown] : []), planted.get(status)];
      expect(sales.map(({ id }) => id)).toEqual(expected);
      expect(new Set(sales.map((sale) => sale.status))).toEqual(new Set([status]));
    }
    expect((await list({ status: 'ALL' })).sales).toHaveLength(8);
    expect((await list({ status: 'PENDING' })).sales[0]).toMatchObject({ id: unsure, approvedAt: null });
  });

  it.each([
    ['a name, whatever its capitals and accents', 'ANTONIA', 'antônia'],
    ['beginnings of words, in any order', 'concei ant', 'antônia conc'],
    ['a name of more letters than are kept', 'constantino', 'Constantinopolitana'],
    ['an e-mail', 'Tonia.C@example.com', 'tonia'],
    ['a document', '123.456.789-09', '12345678909'],
    ['a phone number', '(11) 99876-5432', '+55 11 99876-5432', '998765432', '11998765432'],
    ['an amount', '1.234,56', 'R$ 1.234,56', '1234.56'],
    ['the last digits of a card', '4242'],
    ['an end-to-end id', 'E00038166202611221533abcdefGHIJK'],
    ['a title', 'fermentação natural', 'NATURAL'],
  ])('finds %s', async (_, ...searches) => {
    const wanted = await plant({
      name: 'Antônia Constantinopolitana',
      email: 'tonia.c@example.com',
      title: 'Fermentação Natural',
      amount: 123_456,
      document: '12345678909',
      phone: '11998765432',
      digits: '4242',
      movement: 'E00038166202611221533abcdefGHIJK',
    });
    await inspector.rows(`UPDATE sale SET buyer_name = 'Antônia Conceição Constantinopolitana'`);
    await plant({ document: '12345678919', phone: '11998765431', digits: '4243', amount: 123_457 });
    await plant({ name: 'Constantino Outro', movement: 'E00038166202611221533abcdefGHIJL', sellerId: rival.id });

    for (const search of searches) {
      const { sales, count } = await list({ search });
      expect([search, sales.map(({ id }) => id), count]).toEqual([search, [wanted], 1]);
    }
  });

  it('finds a sale by its ids and its code', async () => {
    const wanted = await plant();
    await plant();
    const { paymentId } = (await list()).sales.find(({ id }) => id === wanted)!;
    const code = wanted.slice(-8);

    for (const search of [wanted, paymentId, code, `${code.slice(0, 4)}-${code.slice(4)}`.toUpperCase()])
      expect([search, (await list({ search })).sales.map(({ id }) => id)]).toEqual([search, [wanted]]);
  });

  it('finds nothing by what no sale has', async () => {
    await plant({ name: '100% Ana', email: 'a_b@example.com', title: 'Pão \\ Água' });
    const count = async (search: string) => (await list({ search })).count;

    for (const search of ['%', '\\', '_', "' OR true --", 'ana bia', 'na', 'Item adicional', '12345678909', '00'])
      expect([search, await count(search)]).toEqual([search, 0]);
    for (const search of ['100% a', 'A_B@', 'pão água']) expect([search, await count(search)]).toEqual([search, 1]);
  });

  it('lists a sale under its new status at once', async () => {
    const id = await plant({ status: 'PENDING' });
    const found = async (status: string) => (await list({ status })).sales.map((sale) => sale.id);
    expect([await found('PENDING'), await found('APPROVED')]).toEqual([[id], []]);

    await inspector.rows(`UPDATE payment SET status = 'APPROVED'`);

    expect([await found('PENDING'), await found('APPROVED')]).toEqual([[], [id]]);
  });

  it('filters by product, together with everything else', async () => {
    const [product] = await inspector.rows<{ id: string }>('SELECT product_id AS id FROM offer WHERE id = $1', [
      world.offerId,
    ]);
    const wanted = await plant({ method: 'BILLET', status: 'PENDING', name: 'Ana' });
    await plant({ method: 'BILLET', status: 'PENDING', name: 'Bia' });
    await plant({ method: 'BILLET', status: 'APPROVED', name: 'Ana' });
    await plant({ method: 'PIX', status: 'PENDING', name: 'Ana' });
    await plant({ method: 'BILLET', status: 'PENDING', name: 'Ana', at: '2026-05-11T12:00:00Z' });
    const filter = { status: 'PENDING', method: 'BILLET', search: 'ana', from: '2026-05-10', to: '2026-05-10' };

    expect((await list({ ...filter, productId: product!.id })).sales.map(({ id }) => id)).toEqual([wanted]);
    expect((await list({ ...filter, productId: newId() })).count).toBe(0);
    expect((await list({ productId: product!.id })).count).toBe(5);
  });

  it('pages thousands of sales of a filter without gaps or repeats, and counts up to a thousand', async () => {
    // Enough that days are read one by one, some with a hundred sales and some with none.
    await inspector.rows(
      `WITH sold AS (
         INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, total, currency, created_at)
         SELECT $1, gen_random_uuid(), $2, $3, 'Ana', 'ana@example.com', 1, 'BRL',
           now() - (n * n / 1700) * interval '17 minutes' FROM generate_series(1, 2300) AS n
         RETURNING *
       ), items AS (
         INSERT INTO sale_item (platform_id, sale_id, position, offer_id, title, unit_price, is_tangible)
         SELECT platform_id, id, 0, offer_id, 'Curso', 1, false FROM sold
       )
       INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, expires_at, status, created_at)
       SELECT platform_id, gen_random_uuid(), id, id, 'PIX', 1, 'BRL', now(),
         CASE WHEN hashtext(id::text) % 20 = 0 THEN 'REFUNDED' ELSE 'APPROVED' END, created_at FROM sold`,
      [world.platformId, world.offerId, world.sellerId],
    );
    while (await refreshSearch(node.app, world.platformId));
    const expected = async (status: string, until = 'infinity') =>
      (
        await inspector.rows<{ id: string }>(
          `SELECT s.id FROM sale s JOIN payment p ON p.sale_id = s.id WHERE p.status = $1 AND s.created_at < $2
           ORDER BY s.created_at DESC, s.id DESC`,
          [status, until],
        )
      ).map(({ id }) => id);
    const [middle] = await inspector.rows<{ day: string; end: string }>(
      `SELECT ((now() AT TIME ZONE 'America/Sao_Paulo')::date - 9)::text AS day,
         (((now() AT TIME ZONE 'America/Sao_Paulo')::date - 8)::timestamp AT TIME ZONE 'America/Sao_Paulo')::text AS end`,
    );

    const approved = await expected('APPROVED');
    expect(approved.length).toBeGreaterThan(2_001);
    expect(await listAll(100, { status: 'APPROVED' })).toEqual(approved);
    expect(await listAll(100, { status: 'APPROVED', search: 'ana', to: middle!.day })).toEqual(
      await expected('APPROVED', middle!.end),
    );
    expect(await listAll(7, { status: 'REFUNDED' })).toEqual(await expected('REFUNDED'));
    expect((await list({ status: 'APPROVED' })).count).toBeNull();
    expect((await list({ status: 'REFUNDED' })).count).toBe((await expected('REFUNDED')).length);
    expect((await list()).count).toBeNull();
  });
});

describe('sales.listPlatformSales', () => {
  it('is empty on a platform without sales, whatever is asked for', async () => {
    const staff = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });
    const empty = { sales: [], next: null, count: 0 };
    const queries: Record<string, string>[] = [
      {},
      { status: 'APPROVED' },
      { search: 'ana' },
      { search: '???' },
      { to: '2020-01-01' },
    ];
    for (const query of queries) {
      expect((await call('listPlatformSales', staff.headers, query)).json()).toEqual(empty);
      expect(await list(query)).toEqual(empty);
    }
  });

  it('lists the sales of every seller of the platform to those who may see sales, and of nobody else', async () => {
    const staff = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });
    const powerless = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isUsersAvailable'],
    });
    const [mine, theirs] = [await plant({ name: 'Ana' }), await plant({ sellerId: rival.id, name: 'Ana' })];
    await plant({ home: other, name: 'Ana' });
    const get = async (query: Record<string, string>) =>
      (await call('listPlatformSales', staff.headers, query)).json() as { sales: Sale[]; count: number };
    const ids = async (query: Record<string, string>) => (await get(query)).sales.map(({ id }) => id);

    expect(await ids({})).toEqual([theirs, mine]);
    expect(await ids({ search: 'ana', status: 'APPROVED' })).toEqual([theirs, mine]);
    expect(await ids({ sellerId: rival.id })).toEqual([theirs]);
    expect(await ids({ sellerId: other.sellerId })).toEqual([]);
    expect((await get({ sellerId: rival.id })).sales[0]).toMatchObject({
      sellerId: rival.id,
      sellerName: expect.any(String),
    });
    // Administrators read which permission they lack; everybody else is told nothing about permissions.
    expect((await call('listPlatformSales', powerless.headers)).json()).toMatchObject({
      code: 'ACCESS_DENIED',
      details: [{ field: 'permission', message: expect.stringContaining('isSalesAvailable') }],
    });
    expect((await call('listPlatformSales', maria)).json()).not.toHaveProperty('details');
    expect((await call('listPlatformSales', maria)).json().code).toBe('ACCESS_DENIED');
  });
});

describe('sales.getSummary', () => {
  it('sums what a hand would', async () => {
    await plant({ at: '2026-05-10T12:00:00Z', amount: 19_700, method: 'PIX' });
    await plant({ at: '2026-05-10T23:00:00Z', amount: 8_990, method: 'CREDIT_CARD' });
    await plant({ at: '2026-05-11T02:59:00Z', amount: 1, method: 'PIX' });
    await plant({ at: '2026-05-12T12:00:00Z', amount: 5_000, method: 'PIX' });
    await plant({ at: '2026-05-12T12:00:00Z', amount: 700, method: 'BILLET', status: 'PENDING' });
    await plant({ at: '2026-05-12T13:00:00Z', amount: 50, method: 'PIX', status: 'APPROVED', isProvisional: true });
    for (const status of ['REJECTED', 'CANCELED', 'REFUNDED', 'CHARGEBACK'] as const) {
      await plant({ at: '2026-05-12T14:00:00Z', amount: 999_999, method: 'CREDIT_CARD', status });
    }
    // None of these sales count.
    await plant({ at: '2026-05-10T02:59:59Z' });
    await plant({ at: '2026-05-13T03:00:00Z' });
    await plant({ at: '2026-05-10T12:00:00Z', currency: 'EUR', amount: 4_000 });
    await plant({ at: '2026-05-10T12:00:00Z', sellerId: rival.id });
    await plant({ at: '2026-05-10T12:00:00Z', home: other });

    expect(await summarize({ from: '2026-05-10', to: '2026-05-12' })).toEqual({
      currency: 'BRL',
      approvedAmount: 33_691,
      approvedCount: 4,
      pendingAmount: 750,
      pendingCount: 2,
      createdCount: 10,
      days: [
        { day: '2026-05-10', approvedAmount: 28_691, approvedCount: 3 },
        { day: '2026-05-11', approvedAmount: 0, approvedCount: 0 },
        { day: '2026-05-12', approvedAmount: 5_000, approvedCount: 1 },
      ],
      methods: [
        { method: 'BILLET', approvedAmount: 0, approvedCount: 0, createdCount: 1 },
        { method: 'CREDIT_CARD', approvedAmount: 8_990, approvedCount: 1, createdCount: 5 },
        { method: 'PIX', approvedAmount: 24_701, approvedCount: 3, createdCount: 4 },
      ],
    });
    expect(await summarize({ from: '2026-05-10', to: '2026-05-10', currency: 'EUR' })).toMatchObject({
      currency: 'EUR',
      approvedAmount: 4_000,
      createdCount: 1,
    });
  });

  it('answers zeros where nothing was sold', async () => {
    await plant();

    expect(await summarize({ from: '2026-05-10', to: '2026-05-10' }, rival.headers)).toEqual({
      currency: 'BRL',
      approvedAmount: 0,
      approvedCount: 0,
      pendingAmount: 0,
      pendingCount: 0,
      createdCount: 0,
      days: [{ day: '2026-05-10', approvedAmount: 0, approvedCount: 0 }],
      methods: [],
    });
  });

  it.each([
    ['2026-01-01', '2026-12-31', 200],
    ['2024-01-01', '2024-12-31', 200],
    ['2026-01-01', '2027-01-02', 422],
    ['2026-01-02', '2026-01-01', 422],
    ['0000-01-01', '0000-01-02', 400],
    ['2026-13-01', '2026-12-31', 400],
    ['9999-12-31', '9999-12-31', 200],
  ])('answers for the days from %s to %s', async (from, to, status) => {
    expect((await call('getSummary', maria, { from, to })).statusCode).toBe(status);
  });
});

describe('GET /exports/sales', () => {
  const take = (query: Record<string, string>, headers = maria) =>
    node.app.inject({ url: `/exports/sales?${new URLSearchParams(query)}`, headers });
  const HEADER = [
    ...['Data', 'Pedido', 'Produto', 'Itens', 'Cobrança da assinatura', 'Comprador', 'E-mail', 'CPF/CNPJ'],
    ...['Forma de pagamento', 'Parcelas', 'Situação', 'Cupom', 'Desconto', 'Frete', 'Moeda', 'Valor', 'Pago'],
    ...['Devolvido', 'Juros do parcelamento', 'Taxa da plataforma', 'Afiliado', 'Comissão do afiliado', 'Coprodução'],
    ...['Líquido do vendedor', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'src', 'sck'],
    'Outros campos',
  ];
  /** From what was paid to what the seller gets, and the campaign, of a sale without either. */
  const UNPAID = ['0,00', '0,00', '0,00', '0,00', '', '0,00', '0,00', '0,00', '', '', '', '', '', '', ''];

  it('has the seller’s own sales in Portuguese: the order, its day in São Paulo, and cents after a comma', async () => {
    // After midnight in London, before it in São Paulo.
    const night = await plant({ at: '2026-05-11T02:30:15Z', amount: 123_456, name: '=1+1', title: 'Pão; "queijo"' });
    await inspector.rows(
      `UPDATE sale SET discount = 105, coupon_code = 'PASCOA', freight = 1990, buyer_document = '52998224725',
         custom_fields = '[{ "label": "Tamanho", "value": "P" }, { "label": "Cor", "value": "azul" }]' WHERE id = $1`,
      [night],
    );
    await inspector.rows('UPDATE sale_item SET quantity = 3 WHERE sale_id = $1 AND position = 1', [night]);
    await inspector.rows(
      `INSERT INTO subscription_sale (platform_id, sale_id, subscription_id, payment_id, cycle, attempt)
       SELECT platform_id, sale_id, id, id, 3, 1 FROM payment WHERE sale_id = $1`,
      [night],
    );
    const card = await plant({ at: '2026-05-10T12:00:00Z', amount: 5, method: 'CREDIT_CARD', status: 'REFUNDED' });
    await plant({ sellerId: rival.id });

    const answer = await take({ format: 'csv' });

    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers['content-disposition']).toMatch(/filename="vendas-\d{4}-\d\d-\d\d\.csv"/);
    const [header, ...lines] = parseCsv(answer.body, { delimiter: ';' });
    const buyer = ['João Comprador', 'joao@example.com'];
    expect(header).toEqual(HEADER);
    expect(lines).toEqual([
      [
        ...['2026-05-10 23:30:15', orderCodeOf(night), 'Pão; "queijo"', 'Pão; "queijo" | 3 × Item adicional', '3'],
        ...["'=1+1", 'joao@example.com', '52998224725', 'Pix', '1', 'Aprovada', 'PASCOA', '1,05', '19,90', 'BRL'],
        ...['1234,56', ...UNPAID, 'Tamanho: P | Cor: azul'],
      ],
      [
        ...['2026-05-10 09:00:00', orderCodeOf(card), 'Curso de Pão', 'Curso de Pão | Item adicional', '', ...buyer],
        ...['', 'Cartão de crédito', '1', 'Reembolsada', '', '0,00', '0,00', 'BRL', '0,05', ...UNPAID, ''],
      ],
    ]);
  });

  it('says the same in a workbook, with amounts and days as numbers that a spreadsheet adds up', async () => {
    const id = await plant({ at: '2026-05-11T02:30:15Z', amount: 123_456, name: '=1+1' });
    const [sheet] = readSheets((await take({ format: 'xlsx' })).rawPayload);
    const [header, row] = sheet!.rows;

    expect(sheet!.name).toBe('Vendas');
    expect(header!.map(({ value }) => value)).toEqual(HEADER);
    expect(sheet!.rows).toHaveLength(2);
    const cells = Object.fromEntries(HEADER.map((name, index) => [name, row![index]!]));
    expect(cells).toMatchObject({
      Pedido: { value: orderCodeOf(id), isText: true },
      Comprador: { value: '=1+1', isText: true, isFormula: false },
      Situação: { value: 'Aprovada' },
      Valor: { value: '1234.56', isText: false },
    });
    // A spreadsheet counts days from the end of 1899.
    const day = Date.UTC(1899, 11, 30) + Number(cells.Data!.value) * 86_400_000;
    expect(new Date(Math.round(day / 1_000) * 1_000).toISOString()).toBe('2026-05-10T23:30:15.000Z');
  });
});
