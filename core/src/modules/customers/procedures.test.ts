/** Programs read customers by an id that says nothing, and see the objects of other ids where their scopes let them. */
import { type ApiScope, scopesOf } from '@feira/schemas/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStatementCounter } from '../../../test/count-statements.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { eraseSubjects, findSubject } from '../privacy/erase.ts';
import { eraseUnpaidBuyers } from '../privacy/unpaid-model.ts';

const BUYER = 'ana.cliente@example.com';
let market: Market;
let token: string;

async function createKey(scopes: readonly ApiScope[], personId = market.world.sellerId): Promise<string> {
  const { app } = market.node;
  const headers = await openSessionOf(app, market.world.platformId, personId);
  const payload = { name: 'Loja', kind: 'SELLER', scopes, networks: [], version: '2026-11-30', days: null };
  return (await app.inject({ method: 'POST', url: '/api/apiKeys.createKey', headers, payload })).json().token;
}

async function call(url: string, key = token, method: 'GET' | 'DELETE' = 'GET') {
  const headers = { host: 'localhost', authorization: `Bearer ${key}`, 'accept-language': 'en' };
  const answer = await market.node.app.inject({ method, url: `/v1${url}`, headers });
  return { status: answer.statusCode, body: answer.json() };
}

const order = (email: string) => buy(market.node.app, pixPurchase(market.world, { email, isRepeat: true }));

beforeAll(async () => {
  market = await openMarket();
  await market.inspector.rows(
    `INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller') ON CONFLICT DO NOTHING`,
    [market.world.platformId, market.world.sellerId],
  );
  token = await createKey(scopesOf('SELLER'));
  await order(BUYER);
  await order(BUYER.toUpperCase());
  await order('rui@example.com');
});
afterAll(() => market?.close());

describe('a customer', () => {
  it('is one for all orders of an address, under an id that is no address', async () => {
    const { body } = await call('/customers');
    const found = body.items.find(({ email }: { email: string }) => email === BUYER);
    expect(body.items.filter(({ email }: { email: string }) => email === BUYER)).toHaveLength(1);
    expect(found).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      paidSales: 0,
      name: expect.any(String),
    });

    const sales = await call(`/sales?customerId=${found.id}`);
    expect(sales.body.items).toHaveLength(2);
    expect(sales.body.count).toBe(2);
    for (const sale of sales.body.items) expect(sale.customerId).toBe(found.id);
    expect((await call(`/sales?customerId=${found.id}&status=APPROVED`)).body.items).toEqual([]);
    expect((await call(`/customers?email=${BUYER.toUpperCase()}`)).body.items).toEqual([found]);
    expect((await call(`/customers/${found.id}`)).body).toEqual(found);
  });

  it('is searched by no words within its sales, and the answer says what to leave out', async () => {
    const refused = await call(`/sales?customerId=${newId()}&search=ana`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', errors: [{ field: 'search' }] } });
  });

  it('is nobody to another seller, who has the same person under another id', async () => {
    const other = await openStaff(market.node.app, market.world.platformId, { roles: ['seller'] });
    const key = await createKey(scopesOf('SELLER'), other.id);
    const [{ id }] = (await call('/customers')).body.items;
    expect(await call(`/customers/${id}`, key)).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
    expect((await call('/customers', key)).body.items).toEqual([]);
    expect((await call(`/sales?customerId=${id}`, key)).body.items).toEqual([]);
  });

  it('is gone once the person is erased, and so is the id from the sales', async () => {
    const email = 'apague@example.com';
    await order(email);
    const [{ id }] = (await call(`/customers?email=${email}`)).body.items;
    const { platformId } = market.world;
    await market.node.app.database.transaction(platformId, async (transaction) => {
      const rows = await findSubject(transaction, platformId, { personId: null, email });
      await eraseSubjects(transaction, platformId, [rows]);
    });

    expect(await call(`/customers/${id}`)).toMatchObject({ status: 404 });
    const { body } = await call('/sales?expand=customer');
    expect(body.items[0]).toMatchObject({ customerId: null, customer: null });
  });

  it('is forgotten with the last order that was never paid, and not before', async () => {
    const email = 'nunca.pagou@example.com';
    await order(email);
    await order(email);
    const [{ id }] = (await call(`/customers?email=${email}`)).body.items;
    const sales = (await call(`/sales?customerId=${id}`)).body.items as { id: string }[];
    const end = (saleId: string | undefined) =>
      market.inspector.rows(
        `WITH ended AS (UPDATE payment SET status = 'CANCELED', next_check_at = NULL, updated_at = now() - interval '40 days' WHERE sale_id = $1)
         UPDATE sale SET price_kept_until = now() - interval '1 day' WHERE id = $1`,
        [saleId],
      );
    await end(sales[0]?.id);
    await eraseUnpaidBuyers(market.node.app);
    expect((await call(`/customers/${id}`)).status).toBe(200);
    await end(sales[1]?.id);
    await eraseUnpaidBuyers(market.node.app);
    expect((await call(`/customers/${id}`)).status).toBe(404);
  });
});

describe('expand', () => {
  it('puts the objects beside their ids, in each way that programs write it', async () => {
    const ways = ['expand=product,offer', 'expand=product&expand=offer', 'expand[]=product&expand[]=offer'];
    for (const way of ways) {
      const { status, body } = await call(`/sales?limit=1&${way}`);
      expect(status).toBe(200);
      const [sale] = body.items;
      expect(sale.product).toMatchObject({ id: market.world.productId, name: expect.any(String) });
      expect(sale.offer).toMatchObject({ id: market.world.offerId, url: expect.stringContaining('/checkout/') });
    }
    const [{ id }] = (await call('/sales?limit=1')).body.items;
    const whole = (await call(`/sales/${id}?expand=product,subscription`)).body;
    expect(whole).toMatchObject({ product: { id: market.world.productId }, subscription: null });
    expect((await call('/sales?expand=refunds&limit=1')).body.items[0].refunds).toEqual([]);
    expect((await call('/sales?limit=1')).body.items[0]).not.toHaveProperty('product');
  });

  it('refuses names that the call does not have, and says which it has', async () => {
    const refused = await call('/sales?expand=product,moon');
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(JSON.stringify(refused.body.errors)).toContain('customer');
    expect((await call('/coupons?expand=product')).status).toBe(400);
  });

  it('shows nothing that the key may not read, and names the scope', async () => {
    const key = await createKey(['sales:read', 'products:read']);
    expect((await call('/sales?expand=product', key)).status).toBe(200);
    const refused = await call('/sales?expand=product,customer', key);
    expect(refused).toMatchObject({ status: 403, body: { code: 'API_SCOPE_MISSING' } });
    expect(refused.body.errors[0]).toMatchObject({
      field: 'expand',
      message: expect.stringContaining('customers:read'),
    });
  });

  it('reads each kind of object once, however many rows there are', async () => {
    const counter = openStatementCounter();
    try {
      const count = async (limit: number) =>
        (await counter.count(() => call(`/sales?limit=${limit}&expand=product,offer,customer,refunds`))).texts.length;
      await count(1);
      expect(await count(3)).toBe(await count(1));
    } finally {
      counter.stop();
    }
  });
});
