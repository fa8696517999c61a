import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

let node: TestNode;
let world: World;
let other: World;
let inspector: Inspector;
let ana: { id: string; headers: Record<string, string> };

const openCustomer = async (email: string, home = world, host = 'localhost') => {
  const { id } = await createPerson(node.app, home.platformId, { email, roles: ['customer'] });
  await inspector.rows('UPDATE person SET email_verified_at = now() WHERE id = $1', [id]);
  return { id, headers: await openSession(node.app, email, { host }) };
};

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app);
  other = await createWorld(node.app, { host: 'other.example.com' });
  await connect(node.app, world);
  await connect(node.app, other);
  inspector = await openInspector(node.databaseUrl);
  ana = await openCustomer('ana@example.com');
});
afterAll(async () => {
  await inspector.close();
  await node.close();
});
afterEach(async () => {
  await inspector.rows('TRUNCATE sale CASCADE');
});

interface Sale {
  email?: string;
  home?: World;
  at?: string;
  status?: string;
  isProvisional?: boolean;
}

/** Inserts a sale with its item and payment, as a purchase does. Returns the sale's id. */
async function plant({
  email = 'ana@example.com',
  home = world,
  at = '2026-05-10T12:00:00Z',
  status = 'APPROVED',
  isProvisional = false,
}: Sale = {}): Promise<string> {
  const id = newId();
  const { platformId, offerId, sellerId } = home;
  await inspector.rows(
    `INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, total, currency, created_at)
     VALUES ($1, $2, $3, $4, 'Ana', $5, 9990, 'BRL', $6)`,
    [platformId, id, offerId, sellerId, email, at],
  );
  await inspector.rows(
    `INSERT INTO sale_item (platform_id, sale_id, position, offer_id, title, unit_price, is_tangible)
     VALUES ($1, $2, 0, $3, 'Curso de Pão', 9990, false), ($1, $2, 1, $3, 'Extra', 1990, false)`,
    [platformId, id, offerId],
  );
  await inspector.rows(
    `INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, expires_at, status, is_provisional, created_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 'CREDIT_CARD', 10490, 'BRL', now(), $4, $5, $6)`,
    [platformId, newId(), id, status, isProvisional, at],
  );
  return id;
}

const call = (query: Record<string, string> = {}, headers = ana.headers) =>
  node.app.inject({
    method: 'GET',
    url: `/api/purchases.listPurchases?${new URLSearchParams(query)}`,
    headers,
  });

async function list(query: Record<string, string> = {}, headers = ana.headers) {
  const answer = await call(query, headers);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json() as { purchases: { id: string; status: string; amount: number }[]; next: string | null };
}

const listIds = async (headers = ana.headers) => (await list({}, headers)).purchases.map(({ id }) => id);

describe('purchases.listPurchases', () => {
  it('shows what was bought, with the state of its payment', async () => {
    await inspector.rows(`UPDATE product SET image = '/media/pao.webp' WHERE id = $1`, [world.productId]);
    const bought = await buy(node.app, pixPurchase(world, { email: 'Ana@Example.com', orderBumpsIds: [world.bumpId] }));

    expect(await list()).toEqual({
      purchases: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          paymentId: bought.json().paymentId,
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          title: 'Curso de Pão',
          extras: ['E-book'],
          freight: 0,
          interest: 0,
          address: null,
          hasReceipt: false,
          image: '/media/pao.webp',
          sellerName: 'Maria Vendedora',
          method: 'PIX',
          amount: 11_980,
          currency: 'BRL',
          status: 'PENDING',
          renewableUntil: null,
          tracking: null,
        },
      ],
      next: null,
    });
  });

  it('says until when an expired code gives way to a new one', async () => {
    const answer = await buy(node.app, pixPurchase(world, { email: 'ana@example.com' }));
    const { paymentId } = answer.json();
    const until = async (set: string) => {
      await inspector.rows(`UPDATE payment SET ${set} WHERE public_id = $1`, [paymentId]);
      const { purchases } = await list();
      return (purchases[0] as { renewableUntil?: string | null }).renewableUntil;
    };

    expect(await until(`status = 'PENDING'`)).toBeNull();
    expect(await until(`status = 'CANCELED'`)).toMatch(/^\d{4}-/);
    expect(await until(`status = 'REJECTED', is_provisional = true`)).toBeNull();
    expect(await until('is_provisional = false')).toMatch(/^\d{4}-/);
    expect(await until('paid_amount = 1')).toBeNull();
    expect(await until(`paid_amount = 0, method = 'CREDIT_CARD'`)).toBeNull();
    await inspector.rows(`UPDATE sale SET price_kept_until = now() - interval '1 minute'`);
    expect(await until(`method = 'PIX'`)).toBeNull();
  });

  it('shows nobody what another e-mail bought, or the same e-mail on another platform', async () => {
    const mine = await plant();
    await plant({ email: 'bia@example.com' });
    await plant({ email: 'xana@example.com' });
    await plant({ email: '%@example.com' });
    const foreign = await plant({ home: other });
    const abroad = await openCustomer('ana@example.com', other, 'other.example.com');
    const nobody = await openCustomer('carla@example.com');

    expect(await listIds()).toEqual([mine]);
    expect(await listIds(abroad.headers)).toEqual([foreign]);
    expect(await listIds(nobody.headers)).toEqual([]);
    // A cookie is valid on its own platform only.
    expect((await call({}, { ...ana.headers, host: 'other.example.com' })).statusCode).toBe(401);
  });

  it('shows nothing for an e-mail that nobody proved', async () => {
    await plant({ email: 'dora@example.com' });
    const { id, headers } = await openCustomer('dora@example.com');
    expect(await listIds(headers)).toHaveLength(1);

    await inspector.rows('UPDATE person SET email_verified_at = NULL WHERE id = $1', [id]);

    expect(await listIds(headers)).toEqual([]);
  });

  it('takes nobody’s name or e-mail from the caller', async () => {
    for (const field of ['email', 'personId', 'platformId', 'buyerEmail']) {
      const answer = await call({ [field]: 'bia@example.com' });
      expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, field]);
    }
  });

  it('asks for a session, and for the role', async () => {
    await createPerson(node.app, world.platformId, { email: 'seller@example.com', roles: ['seller', 'affiliate'] });
    const seller = await openSession(node.app, 'seller@example.com');

    const [none, wrong] = [await call({}, { host: 'localhost' }), await call({}, seller)];

    expect([none.statusCode, none.json().code]).toEqual([401, 'LOGIN_REQUIRED']);
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'ACCESS_DENIED']);
  });

  it('shows the status of the last payment, and "pending" for a word that nobody could place', async () => {
    const statuses = ['APPROVED', 'PENDING', 'REJECTED', 'CHARGEBACK', 'CANCELED', 'REFUNDED'];
    for (const [index, status] of statuses.entries()) await plant({ status, at: `2026-05-10T12:00:0${index}Z` });
    const unsure = await plant({ isProvisional: true, at: '2026-05-11T12:00:00Z' });
    await inspector.rows(
      `INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, expires_at, status, created_at)
       VALUES ($1, gen_random_uuid(), 'earlier', $2, 'PIX', 1, 'BRL', now(), 'REJECTED', '2026-05-09')`,
      [world.platformId, unsure],
    );

    const { purchases } = await list();

    expect(purchases.map(({ status }) => status)).toEqual(['PENDING', ...statuses.toReversed()]);
    expect(purchases[0]?.amount).toBe(10_490);
  });

  it('pages newest first without gaps or repeats, also within one moment', async () => {
    const planted: { id: string; at: string }[] = [];
    for (let index = 0; index < 13; index++) {
      const at = `2026-05-10T12:00:00.1230${String(Math.floor(index / 4)).padStart(2, '0')}Z`;
      planted.push({ id: await plant({ at }), at });
    }
    const expected = planted
      .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
      .map(({ id }) => id);

    for (const limit of [1, 3, 4, 12, 13, 100]) {
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          limit: String(limit),
          ...(next && { after: next }),
        });
        expect(page.purchases.length).toBeGreaterThan(0);
        seen.push(...page.purchases.map(({ id }) => id));
        next = page.next;
      } while (next);
      expect(seen).toEqual(expected);
    }
  });

  it('refuses an "after" that is none of ours, by name', async () => {
    const answer = await call({ after: 'abc' });

    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'after']);
  });
});
