import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Coupon } from '../src/modules/coupons/model.ts';
import { EditedDeliveryOption, EditedOffer } from '../src/modules/offers/edit-model.ts';
import type { Transaction } from '../src/plugins/database.ts';
import { queryIn, replaceParts } from '../src/shared/edited-model.ts';
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

  it('names columns as statements do', async () => {
    const [modelled, stated] = await inPlatform(world.platformId, async (transaction) => [
      await queryIn(transaction, EditedOffer).findById(world.offerId),
      await transaction.find({ text: 'SELECT * FROM offer WHERE id = $1', values: [world.offerId] }),
    ]);

    expect(Object.keys(modelled as object)).toEqual(Object.keys(stated as object));
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

describe('replaceParts', () => {
  const createOption = (description: string) => ({
    id: newId(),
    description,
    deliveryTime: '',
    fareAmount: 0,
    preSelected: false,
  });
  const replace = (before: { id: string }[], after: ReturnType<typeof createOption>[]) =>
    inPlatform(world.platformId, (transaction) =>
      replaceParts(
        transaction,
        EditedDeliveryOption,
        { platformId: world.platformId, offerId: world.offerId },
        { before, after },
      ),
    );
  const readParts = () =>
    inPlatform(world.platformId, async (transaction) => {
      const offer = await EditedOffer.findOwn(transaction, world.offerId, world.sellerId);
      return offer?.toState().deliveryOptions.map(({ description }) => description);
    });

  it('keeps what was not read, changes and sorts what was, and deletes what is named no more', async () => {
    const [pac, sedex, unseen] = ['PAC', 'Sedex', 'Retirada'].map(createOption) as [
      ReturnType<typeof createOption>,
      ReturnType<typeof createOption>,
      ReturnType<typeof createOption>,
    ];
    await replace([], [pac, sedex]);
    await replace([pac, sedex], [{ ...sedex, description: 'Sedex 10' }, pac]);
    expect(await readParts()).toEqual(['Sedex 10', 'PAC']);

    await replace([], [unseen]);
    await replace([pac, sedex], [pac]);

    expect((await readParts())?.toSorted()).toEqual(['PAC', 'Retirada']);
    await replace([pac, unseen], []);
    expect(await readParts()).toEqual([]);
  });

  it('is the only way: no graph is saved that deletes what it does not name', async () => {
    const saved = inPlatform(world.platformId, (transaction) =>
      queryIn(transaction, EditedOffer).upsertGraph({ id: world.offerId, deliveryOptions: [] }),
    );

    await expect(saved).rejects.toThrow('replaceParts');
  });
});
