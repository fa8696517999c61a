import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';

let node: TestNode;
let world: World;

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app);
  await connect(node.app, world);
});
afterAll(() => node.close());

describe('checkout.purchase', () => {
  it('answers a payable PIX and stores the payment with its evidence', async () => {
    const answer = await buy(node.app, pixPurchase(world));

    expect(answer.json()).toMatchObject({
      method: 'PIX',
      status: 'PENDING',
      payment: { amount: 9990, isConfirming: false },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment.pixCode).toMatch(/^000201/);
  });
});
