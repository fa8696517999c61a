/** Sales go on where a part of the database is in trouble: one seller's accounts are locked, connections died without notice. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { buildNode, createDatabase, type TestNode } from './build.ts';
import { checkWorld } from './check-world.ts';
import { openInspector } from './inspect.ts';
import { insertRows } from './rows.ts';
import { openTcpProxy } from './tcp-proxy.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

interface Shop {
  node: TestNode;
  world: World;
  connectionId: string;
}

async function openShop(node: TestNode): Promise<Shop> {
  const world = await createWorld(node.app);
  const { id } = await connect(node.app, world);
  // A connection's simulator starts with its first use.
  await node.app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}` });
  return { node, world, connectionId: id };
}

/** Adds a seller with an offer of their own. */
async function addSeller({ node, world }: Shop): Promise<World> {
  const { platformId } = world;
  const other = { ...world, sellerId: newId(), productId: newId(), offerId: newId() };
  await node.app.database.transaction(platformId, async (transaction) => {
    const named = { platform_id: platformId, id: other.sellerId };
    await transaction.run(insertRows('person', { ...named, name: 'Ana Vendedora', email: 'ana@example.com' }));
    await transaction.run(
      insertRows('product', {
        platform_id: platformId,
        id: other.productId,
        seller_id: other.sellerId,
        name: 'Curso de Bolo',
        type_product: 'DIGITAL',
      }),
    );
    await transaction.run(
      insertRows('offer', {
        platform_id: platformId,
        id: other.offerId,
        product_id: other.productId,
        title: 'Curso de Bolo',
        price: 5_000,
      }),
    );
  });
  return other;
}

/** Buys by card, which is paid at once and posted to the seller's accounts. */
async function buyByCard({ node, connectionId }: Shop, world: World, key: string = newId()) {
  const card = { number: '4111111111111111', holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const token = await node.app.inject({
    method: 'POST',
    url: `/simulators/${connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card },
  });
  const creditCard = { token: token.json().id, installments: 1 };
  return buy(node.app, pixPurchase(world, { paymentMethod: 'CREDIT_CARD', creditCard }), key);
}

/** Locks the accounts of a seller in a transaction that stays open. Returns a function that ends it. */
async function lockAccounts({ node }: Shop, sellerId: string): Promise<() => Promise<unknown>> {
  const inspector = await openInspector(node.databaseUrl);
  onTestFinished(inspector.close);
  await inspector.rows('BEGIN');
  const locked = await inspector.rows('SELECT 1 FROM ledger_account WHERE owner_id = $1 FOR UPDATE', [sellerId]);
  if (locked.length === 0) throw new Error('The seller has no accounts yet.');
  return () => inspector.rows('ROLLBACK');
}

/** Opens a shop of two sellers who have both sold already. */
async function openTwoSellers(silenceMs: string) {
  const node = await buildNode({ env: { DATABASE_SILENCE_MS: silenceMs } });
  onTestFinished(node.close);
  const shop = await openShop(node);
  const [locked, free] = [shop.world, await addSeller(shop)];
  for (const world of [locked, free])
    expect((await buyByCard(shop, world)).json()).toMatchObject({ status: 'APPROVED' });
  return { shop, locked, free };
}

const listCharges = async ({ node, connectionId }: Shop) => {
  const charges = (await (await node.app.simulators.get(connectionId))?.simulator.listCharges(100)) ?? [];
  return charges.map(({ reference, paidAmount }) => ({ reference, isPaid: paidAmount > 0 }));
};

describe('while the accounts of one seller are locked', () => {
  it('the sales of others are served, and those of that seller wait', async () => {
    const { shop, locked, free } = await openTwoSellers('15000');
    const release = await lockAccounts(shop, locked.sellerId);
    let answered = 0;

    const waiting = Array.from({ length: 8 }, async () => {
      const answer = await buyByCard(shop, locked);
      answered++;
      return answer;
    });
    for (let round = 0; round < 5; round++) {
      const sold = await Promise.all(Array.from({ length: 4 }, () => buyByCard(shop, free)));
      expect(sold.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    }

    expect(answered).toBe(0);
    await release();
    for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200);
    const charges = await listCharges(shop);
    expect(charges).toHaveLength(30);
    await checkWorld(shop.node.databaseUrl, { charges });
  });

  it('those of that seller are refused for now when it takes too long, and posted once when they are repeated', async () => {
    const { shop, locked } = await openTwoSellers('1500');
    const release = await lockAccounts(shop, locked.sellerId);
    const keys = Array.from({ length: 8 }, () => newId());

    const refused = await Promise.all(keys.map((key) => buyByCard(shop, locked, key)));

    for (const answer of refused) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json().code).toBe('DATABASE_UNAVAILABLE');
      expect(answer.headers['retry-after']).toBe('1');
    }
    await release();
    for (const key of keys)
      await waitFor('the repeated purchase is answered', async () => {
        const { statusCode } = await buyByCard(shop, locked, key);
        if (![200, 409].includes(statusCode)) throw new Error(`A repeated purchase was answered ${statusCode}.`);
        return statusCode === 200;
      });
    const charges = await listCharges(shop);
    expect(charges).toHaveLength(10);
    await checkWorld(shop.node.databaseUrl, { charges });
  });
});

describe('when connections to the database die without notice', () => {
  it('a node replaces them and goes on selling', async () => {
    const database = await createDatabase();
    const proxy = await openTcpProxy(database.url);
    const node = await buildNode({ databaseUrl: proxy.url, env: { DATABASE_SILENCE_MS: '1000' }, isListening: true });
    onTestFinished(async () => {
      await node.close();
      await proxy.close();
      await database.drop();
    });
    const shop = await openShop(node);
    const buyMany = () => Promise.all(Array.from({ length: 12 }, () => buyByCard(shop, shop.world)));
    for (const { statusCode } of await buyMany()) expect(statusCode).toBe(200);
    const underWay = buyMany();

    expect(proxy.fallSilent()).toBeGreaterThan(1);

    for (const { statusCode } of await underWay) expect([200, 503]).toContain(statusCode);
    await waitFor('the node sells again', async () => (await buyMany()).every(({ statusCode }) => statusCode === 200));
    await waitFor('the node hears of changes again', () => node.app.cache.isListening);
    const inspector = await openInspector(database.url);
    onTestFinished(inspector.close);
    await waitFor('every sale has ended', async () => {
      const [open] = await inspector.rows(`SELECT 1 FROM payment WHERE status = 'PENDING'`);
      return !open;
    });
    await checkWorld(database.url, { charges: await listCharges(shop) });
  });
});

describe('while a connection to a provider cannot be read', () => {
  it('buyers are not told that the offer lacks the method, and it is sold as soon as it can be read', async () => {
    const node = await buildNode({ env: { DATABASE_SILENCE_MS: '1500' } });
    onTestFinished(node.close);
    const shop = await openShop(node);
    const inspector = await openInspector(node.databaseUrl);
    onTestFinished(inspector.close);
    await inspector.rows('BEGIN');
    await inspector.rows('LOCK TABLE platform_key IN ACCESS EXCLUSIVE MODE');
    node.app.cache.forgetAll();

    const answers = await Promise.all(Array.from({ length: 30 }, () => buy(node.app, pixPurchase(shop.world))));

    for (const answer of answers)
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    await inspector.rows('ROLLBACK');
    expect((await buy(node.app, pixPurchase(shop.world))).statusCode).toBe(200);
  });
});
