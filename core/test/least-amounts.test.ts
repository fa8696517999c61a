/** A connection or a provider takes charges from some amount on: buyers and sellers are told before a purchase is refused. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { buildNode, type TestNode } from './build.ts';
import { openStaff } from './staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

let node: TestNode;
let world: World;
let seller: Record<string, string>;

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app);
  await connect(node.app, world, { limits: { minAmount: 500 } });
  const staff = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  seller = staff.headers;
  world = { ...world, sellerId: staff.id };
});
afterAll(() => node.close());

const get = async (path: string, headers = {}) => (await node.app.inject({ url: `/api/${path}`, headers })).json();

it('tells the page of the checkout, and the seller beside price and coupon', async () => {
  const least = { PIX: 500, CREDIT_CARD: 500, BILLET: 500 };

  expect((await get(`checkout.getCheckout?checkoutId=${world.offerId}`)).leastAmounts).toEqual(least);
  expect((await get('offers.listConnections', seller)).items).toMatchObject([{ leastAmounts: least }]);
});

it('refuses what a coupon leaves below it, and names the amount', async () => {
  await node.app.database.transaction(world.platformId, (transaction) =>
    transaction.run({
      text: `INSERT INTO coupon (platform_id, id, seller_id, code, basis_points)
        SELECT platform_id, $2, seller_id, 'TUDO', 10000 FROM product WHERE platform_id = $1 AND id = $3`,
      values: [world.platformId, newId(), world.productId],
    }),
  );
  const order = pixPurchase(world, { coupon: 'TUDO' });

  const refused = await buy(node.app, order, newId(), { 'accept-language': 'pt-BR' });
  const withBump = await buy(node.app, { ...order, orderBumpsIds: [world.bumpId] });

  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({
    code: 'AMOUNT_TOO_SMALL',
    details: [{ field: 'paymentMethod', message: expect.stringMatching(/a partir de R\$\s5,00/) }],
  });
  expect(withBump.statusCode).toBe(200);
});
