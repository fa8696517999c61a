import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { type BrowserHeaders, createPerson, openSession } from '../../../test/people.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { createWorld, type World } from '../../../test/world.ts';

const TERMS = {
  discount: { basisPoints: 1000 },
  maxUses: 5,
  maxUsesPerBuyer: 1,
  cycles: 1,
  startsAt: null,
  endsAt: '2031-01-01T03:00:00.000Z',
  offerIds: [] as string[],
  productIds: [] as string[],
  isActive: true,
};

let node: TestNode;
let inspector: Inspector;
let world: World;
let seller: BrowserHeaders;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await createPerson(node.app, world.platformId, { id: world.sellerId, email: 'maria@example.com', roles: ['seller'] });
  seller = await openSession(node.app, 'maria@example.com');
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const post = async (name: string, payload: object) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/coupons.${name}`, headers: seller, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const list = async (query = '') =>
  (await node.app.inject({ url: `/api/coupons.listMyCoupons${query}`, headers: seller })).json();

describe('coupons.createCoupon', () => {
  it('keeps the code in upper case and shows the coupon to its seller', async () => {
    const { body } = await post('createCoupon', { code: 'Pascoa10', ...TERMS });

    expect((await list()).items[0]).toMatchObject({
      id: body.couponId,
      code: 'PASCOA10',
      ...TERMS,
      uses: 0,
      version: 1,
    });
  });

  it('takes a code once, in whatever case, until its coupon is deleted', async () => {
    const first = await post('createCoupon', { code: 'UNICO', ...TERMS });
    const again = await post('createCoupon', { code: 'unico', ...TERMS });
    await post('deleteCoupon', { couponId: first.body.couponId, version: 1 });
    const free = await post('createCoupon', { code: 'unico', ...TERMS });

    expect(again).toMatchObject({ status: 409, body: { code: 'COUPON_CODE_TAKEN' } });
    expect(free.status).toBe(200);
  });

  it('refuses an end before the beginning, and a discount of neither kind', async () => {
    const backwards = { ...TERMS, startsAt: '2031-01-02T03:00:00.000Z' };

    expect((await post('createCoupon', { code: 'TARDE', ...backwards })).body).toMatchObject({
      code: 'COUPON_PERIOD_INVALID',
      details: [{ field: 'endsAt' }],
    });
    expect((await post('createCoupon', { code: 'NADA', ...TERMS, discount: {} })).status).toBe(400);
    expect((await post('createCoupon', { code: 'TUDO', ...TERMS, discount: { basisPoints: 10_001 } })).status).toBe(
      400,
    );
  });

  it("refuses an offer that is not the seller's", async () => {
    const stranger = await createPerson(node.app, world.platformId, { email: 'rival@example.com', roles: ['seller'] });
    const rival = await openSession(node.app, stranger.email);

    const answer = await node.app.inject({
      method: 'POST',
      url: '/api/coupons.createCoupon',
      headers: rival,
      payload: { code: 'ALHEIO', ...TERMS, offerIds: [world.offerId] },
    });

    expect(answer.json()).toMatchObject({ code: 'OFFER_NOT_FOUND', details: [{ field: 'offerIds' }] });
  });
});

describe('coupons.updateCoupon', () => {
  it('changes the terms, and refuses a tab that has not seen the last change', async () => {
    const { body } = await post('createCoupon', { code: 'MUDA', ...TERMS });
    const terms = { ...TERMS, discount: { amount: 500, coin: 'BRL' }, isActive: false };

    const changed = await post('updateCoupon', { couponId: body.couponId, version: 1, ...terms });
    const older = await post('updateCoupon', { couponId: body.couponId, version: 1, ...TERMS });

    expect(changed.body).toEqual({ version: 2 });
    expect(older).toMatchObject({
      status: 409,
      body: { code: 'EDIT_CONFLICT', details: [{ field: 'discount' }, { field: 'isActive' }] },
    });
    expect((await list('?search=muda')).items).toMatchObject([{ ...terms, version: 2 }]);
  });

  it('leaves each change in the audit log, with what was before', async () => {
    const { body } = await post('createCoupon', { code: 'AUDITA', ...TERMS });
    await post('updateCoupon', { couponId: body.couponId, version: 1, ...TERMS, maxUses: 9 });
    await post('deleteCoupon', { couponId: body.couponId, version: 2 });

    const events = await inspector.rows<{ details: { before: object | null; after: object | null } }>(
      `SELECT details FROM audit_event WHERE type = 'coupon.changed' AND subject_id = $1 ORDER BY created_at, id`,
      [body.couponId],
    );
    expect(events.map(({ details }) => [details.before, details.after])).toMatchObject([
      [null, { maxUses: 5 }],
      [{ maxUses: 5 }, { maxUses: 9 }],
      [{ maxUses: 9 }, null],
    ]);
  });
});

describe('coupons.deleteCoupon', () => {
  it('keeps a coupon that another tab has changed, and names what it changed', async () => {
    const { body } = await post('createCoupon', { code: 'FICA', ...TERMS });
    await post('updateCoupon', { couponId: body.couponId, version: 1, ...TERMS, maxUses: 9 });

    expect(await post('deleteCoupon', { couponId: body.couponId, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'EDIT_CONFLICT', details: [{ field: 'maxUses' }] },
    });
    expect((await list('?search=fica')).items).toHaveLength(1);
  });
});

describe('coupons.listMyCoupons', () => {
  it('shows of a product what its offers take: its own, those of its offers, and those for everything', async () => {
    await post('createCoupon', { code: 'LISTA-OFERTA', ...TERMS, offerIds: [world.offerId] });
    await post('createCoupon', { code: 'LISTA-PRODUTO', ...TERMS, productIds: [world.productId] });
    await post('createCoupon', { code: 'LISTA-TUDO', ...TERMS });
    const [bump] = await inspector.rows<{ product_id: string }>(
      'SELECT o.product_id FROM offer o JOIN order_bump b ON b.offer_id = o.id WHERE b.id = $1',
      [world.bumpId],
    );
    await post('createCoupon', { code: 'LISTA-OUTRO', ...TERMS, productIds: [bump?.product_id as string] });

    const { items } = await list(`?search=lista&productId=${world.productId}`);

    expect(items.map(({ code }: { code: string }) => code)).toEqual(['LISTA-TUDO', 'LISTA-PRODUTO', 'LISTA-OFERTA']);
  });
});

describe('the checkout of an offer', () => {
  const asks = async (): Promise<boolean> =>
    (await node.app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}` })).json().hasCoupons;
  /** Nodes hear of a change at its commit. */
  const becomes = (wanted: boolean) => waitFor(`the page asks: ${wanted}`, async () => (await asks()) === wanted);

  it('asks for a code only where its seller has a coupon that it takes', async () => {
    await inspector.rows('UPDATE coupon SET is_active = false');
    await becomes(false);

    const { body } = await post('createCoupon', { code: 'SOMENTE', ...TERMS, offerIds: [world.offerId] });
    await becomes(true);
    await post('updateCoupon', { couponId: body.couponId, version: 1, ...TERMS, isActive: false });
    await becomes(false);
    const product = { ...TERMS, productIds: [world.productId] };
    await post('updateCoupon', { couponId: body.couponId, version: 2, ...product });
    await becomes(true);
    // Coupons of another seller, for another offer, in another currency, over or deleted do not count.
    const [row] = await inspector.rows<{ id: string }>(
      `INSERT INTO person (platform_id, id, name, email) SELECT platform_id, gen_random_uuid(), 'Outra', 'outra@example.com' FROM coupon LIMIT 1 RETURNING id`,
    );
    for (const change of [
      `offer_ids = ARRAY[gen_random_uuid()], product_ids = '{}'`,
      `basis_points = NULL, amount = 100, coin = 'USD'`,
      `starts_at = NULL, ends_at = now() - interval '1 day'`,
      'deleted_at = now()',
      `seller_id = '${row?.id}'`,
    ]) {
      await inspector.rows(
        `CREATE TABLE IF NOT EXISTS coupon_before AS SELECT * FROM coupon; UPDATE coupon SET ${change} WHERE id = '${body.couponId}'`,
      );
      await becomes(false);
      await inspector.rows(`
        UPDATE coupon c SET offer_ids = b.offer_ids, product_ids = b.product_ids, basis_points = b.basis_points, amount = b.amount, coin = b.coin,
          starts_at = b.starts_at, ends_at = b.ends_at, deleted_at = b.deleted_at, seller_id = b.seller_id FROM coupon_before b WHERE b.id = c.id`);
      await becomes(true);
    }
  });
});
