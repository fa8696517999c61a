import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from './build.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

let node: TestNode;
let world: World;

beforeAll(async () => {
  node = await buildNode({ env: { PURCHASE_RATE_LIMIT: '3' } });
  world = await createWorld(node.app);
  await connect(node.app, world);
});
afterAll(() => node.close());

describe('purchases from one address', () => {
  it('are limited each minute, in the error shape, and leave other calls alone', async () => {
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await buy(node.app, pixPurchase(world)));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    expect(answers.at(-1)?.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: expect.any(String) });
    expect((await node.app.inject(`/api/checkout.getCheckout?checkoutId=${world.offerId}`)).statusCode).toBe(200);
  });
});
