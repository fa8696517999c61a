import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Coupon } from '../src/modules/coupons/model.ts';
import type { Transaction } from '../src/plugins/database.ts';
import { queryIn } from '../src/shared/edited-model.ts';
import { newId } from '../src/shared/ids.ts';
import { buildNode, type TestNode } from './build.ts';
import { createWorld, type World } from './world.ts';

let node: TestNode;
let world: World;
let other: string;

const createCoupon = () => ({
  id: newId(),
  platformId: world.platformId,
  sellerId: world.sellerId,
  code: `C${newId().slice(-12).toUpperCase()}`,
  discount: { amount: 500, coin: 'BRL' as const },
  offerIds: [world.offerId],
});
const inPlatform = <T>(platformId: string, work: (transaction: Transaction) => PromiseLike<T>) =>
  node.app.database.transaction(platformId, async (transaction) => work(transaction));
const insert = (values: Partial<ReturnType<typeof createCoupon>> & object = {}) =>
  inPlatform(world.platformId, (transaction) => queryIn(transaction, Coupon).insert({ ...createCoupon(), ...values }));
const find = (platformId: string, id: string) =>
  inPlatform(platformId, (transaction) => queryIn(transaction, Coupon).findById(id));

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app);
  other = (await createWorld(node.app, { host: 'other.example' })).platformId;
});
afterAll(() => node?.close());

describe('a query of a model', () => {
  it('reads what it wrote, with fields that are several columns, arrays, and changes by version', async () => {
    const { id, code } = await insert();

    expect(await find(world.platformId, id)).toMatchObject({
      code,
      discount: { amount: 500, coin: 'BRL' },
      offerIds: [world.offerId],
      productIds: [],
      version: 1,
      changedIn: {},
    });
  });

  it('sees the rows of the platform of its transaction alone', async () => {
    const { id } = await insert();

    expect(await find(other, id)).toBeUndefined();
    const changed = await inPlatform(other, (transaction) =>
      queryIn(transaction, Coupon).findById(id).patch({ isActive: false }),
    );
    expect(changed).toBe(0);
    await expect(
      inPlatform(other, (transaction) => queryIn(transaction, Coupon).insert(createCoupon())),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('fails with the error of PostgreSQL, and takes its transaction along', async () => {
    const { code } = await insert();
    const id = newId();

    const failed = inPlatform(world.platformId, async (transaction) => {
      await queryIn(transaction, Coupon).insert({ ...createCoupon(), id });
      await queryIn(transaction, Coupon).insert({ ...createCoupon(), code });
    });

    await expect(failed).rejects.toMatchObject({ code: '23505', constraint: 'coupon_code' });
    expect(await find(world.platformId, id)).toBeUndefined();
  });

  it.each([
    ['maxUses', 0],
    ['discount', { basisPoints: 10_001 }],
    ['offerIds', ['no-id']],
  ])('writes no %s that its entity refuses: %j', async (field, value) => {
    const refused = (async () => insert({ [field]: value }))();

    await expect(refused).rejects.toThrow(`A model refused a value: ${field}`);
  });

  it('is refused once its transaction is over', async () => {
    let over: Transaction | undefined;
    await inPlatform(world.platformId, async (transaction) => {
      over = transaction;
    });

    expect(() => queryIn(over!, Coupon)).toThrow('The transaction of this statement is over.');
  });
});
