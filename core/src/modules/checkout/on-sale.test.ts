/** The checkout sells active products inside their sale window, as long as there is stock. Sales keep what was bought. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await connect(node.app, world);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const change = async (table: 'product' | 'offer', set: string, id: string) => {
  await inspector.rows(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);
  node.app.cache.forgetAll();
};
const RESET = `status = 'PUBLISHED', max_quantity = 1, stock_limit = NULL, sale_starts_at = NULL, sale_ends_at = NULL, installments = NULL`;
const bumpOfferId = async () =>
  (await inspector.rows<{ id: string }>('SELECT offer_id AS id FROM order_bump WHERE id = $1', [world.bumpId]))[0]
    ?.id as string;
beforeEach(async () => {
  await inspector.rows(`UPDATE product SET status = 'ACTIVE'`);
  await inspector.rows('DELETE FROM stock_claim');
  await change('offer', RESET, world.offerId);
  await change('offer', RESET, await bumpOfferId());
});

const show = async () => {
  const answer = await node.app.inject({ url: '/api/checkout.getCheckout', query: { checkoutId: world.offerId } });
  return { status: answer.statusCode, body: answer.json() };
};
const buyOne = async (extra: Record<string, unknown> = {}, key?: string) => {
  const answer = await buy(node.app, pixPurchase(world, extra), key);
  return { status: answer.statusCode, body: answer.json() };
};
const hour = (hours: number) => `now() + interval '${hours} hours'`;

describe('what is not on sale', () => {
  it.each([
    ['product', `status = 'DRAFT'`, 404, 'OFFER_NOT_FOUND'],
    ['product', `status = 'IN_REVIEW'`, 404, 'OFFER_NOT_FOUND'],
    ['product', `status = 'BLOCKED'`, 404, 'OFFER_NOT_FOUND'],
    ['product', `status = 'ARCHIVED'`, 404, 'OFFER_NOT_FOUND'],
    ['offer', `status = 'DRAFT'`, 404, 'OFFER_NOT_FOUND'],
    ['offer', `status = 'ARCHIVED'`, 404, 'OFFER_NOT_FOUND'],
    ['offer', `sale_starts_at = ${hour(1)}`, 409, 'OFFER_NOT_STARTED'],
    ['offer', `sale_ends_at = ${hour(-1)}`, 410, 'OFFER_ENDED'],
    ['offer', 'stock_limit = 0', 409, 'OFFER_SOLD_OUT'],
  ] as const)('%s with %s is neither shown nor sold', async (table, set, status, code) => {
    await change(table, set, table === 'product' ? world.productId : world.offerId);

    const [shown, bought] = [await show(), await buyOne()];

    expect([shown.status, shown.body.code]).toEqual([status, code]);
    expect([bought.status, bought.body.code]).toEqual([status, code]);
  });

  it('is sold inside its window and within its stock', async () => {
    await change('offer', `sale_starts_at = ${hour(-1)}, sale_ends_at = ${hour(1)}, stock_limit = 1`, world.offerId);

    expect((await show()).status).toBe(200);
    expect((await buyOne()).status).toBe(200);
  });

  it.each(['stock_limit = 0', `sale_ends_at = ${hour(-1)}`, `status = 'DRAFT'`])(
    'is no order bump either: %s',
    async (set) => {
      await change('offer', set, await bumpOfferId());

      expect((await show()).body.orderBumps).toEqual([]);
      expect((await buyOne({ orderBumpsIds: [world.bumpId] })).body.code).toBe('ORDER_BUMP_NOT_FOUND');
    },
  );

  it('is no order bump of a blocked product', async () => {
    const [{ id } = { id: '' }] = await inspector.rows<{ id: string }>(
      'SELECT product_id AS id FROM offer WHERE id = $1',
      [await bumpOfferId()],
    );
    expect((await show()).body.orderBumps).toHaveLength(1);

    await change('product', `status = 'BLOCKED'`, id);

    expect((await show()).body.orderBumps).toEqual([]);
  });
});

describe('the last piece', () => {
  it('goes to exactly one of twenty buyers', async () => {
    await change('offer', 'stock_limit = 1', world.offerId);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => buyOne({ email: `buyer${index}@example.com` })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['OFFER_SOLD_OUT']),
    );
    expect(await inspector.rows('SELECT count(*)::int AS count FROM stock_claim')).toEqual([{ count: 1 }]);
  });

  it('of five goes to exactly two of ten buyers who want two pieces each', async () => {
    await change('offer', 'stock_limit = 5, max_quantity = 3', world.offerId);
    expect((await show()).body.maxQuantity).toBe(3);

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => buyOne({ email: `two${index}@example.com`, quantity: 2 })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['QUANTITY_NOT_OFFERED']),
    );
    // One is left, and is sold alone.
    expect((await show()).body.maxQuantity).toBeUndefined();
    expect((await buyOne({ quantity: 2 })).body).toMatchObject({
      code: 'QUANTITY_NOT_OFFERED',
      details: [{ field: 'quantity' }],
    });
    expect((await buyOne()).status).toBe(200);
    expect((await show()).body.code).toBe('OFFER_SOLD_OUT');
    const [sold] = await inspector.rows(
      `SELECT i.quantity, i.unit_price::int AS price, s.total::int AS total FROM sale s JOIN sale_item i ON i.sale_id = s.id
       WHERE s.buyer_email LIKE 'two%' LIMIT 1`,
    );
    expect(sold).toMatchObject({ quantity: 2, total: Number(sold?.price) * 2 });
  });

  it('as an order bump goes to exactly one of ten buyers', async () => {
    await change('offer', 'stock_limit = 1', await bumpOfferId());

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        buyOne({ email: `bump${index}@example.com`, orderBumpsIds: [world.bumpId] }),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('answers a repeated purchase with what the first one was answered', async () => {
    await change('offer', 'stock_limit = 1', world.offerId);
    const key = newId();
    const first = await buyOne({}, key);

    const again = await buyOne({}, key);

    expect([again.status, again.body.paymentId]).toEqual([200, first.body.paymentId]);
    expect((await buyOne()).body.code).toBe('OFFER_SOLD_OUT');
  });

  it.each(['REJECTED', 'CANCELED'])(
    'comes back when its payment is %s, and is gone again if that is paid late',
    async (ended) => {
      await change('offer', 'stock_limit = 1', world.offerId);
      const { body } = await buyOne();
      const set = (status: string) =>
        inspector.rows('UPDATE payment SET status = $2 WHERE public_id = $1', [body.paymentId, status]);

      await set(ended);
      expect((await show()).status).toBe(200);
      await set('APPROVED');
      expect((await show()).body.code).toBe('OFFER_SOLD_OUT');
      await set(ended);
      expect((await buyOne()).status).toBe(200);
    },
  );
});

describe('installments', () => {
  const TABLE = { max: 2, interestFree: 1, feeBasisPoints: [0, 5_000, ...Array(10).fill(0)], minimumInstallment: 500 };

  it("follow the seller's own table where the offer has one", async () => {
    await change('offer', `installments = '${JSON.stringify(TABLE)}'`, world.offerId);

    const answer = await node.app.inject({
      url: '/api/checkout.getInstallments',
      query: { checkoutId: world.offerId },
    });

    expect(answer.json().options.map(({ total }: { total: number }) => total)).toEqual([9_990, 14_985]);
  });
});

describe('what was bought', () => {
  it('keeps its name and picture after the product and the offer were renamed', async () => {
    const buyer = 'fiel@example.com';
    await createPerson(node.app, world.platformId, { email: buyer, roles: ['customer'] });
    await inspector.rows('UPDATE person SET email_verified_at = now() WHERE email = $1', [buyer]);
    await change('product', `image = '/media/antes.webp'`, world.productId);
    const { body } = await buyOne({ email: buyer });

    await change('product', `name = 'Outro', image = '/media/depois.webp'`, world.productId);
    await change('offer', `title = 'Outra oferta', price = 1`, world.offerId);

    const page = await node.app.inject({ url: '/api/checkout.getPaymentQuick', query: { paymentId: body.paymentId } });
    expect(page.json()).toMatchObject({ title: 'Curso de Pão', productImage: '/media/antes.webp', amount: 9_990 });
    const list = await node.app.inject({
      url: '/api/purchases.listPurchases',
      headers: await openSession(node.app, buyer),
    });
    expect(list.json().purchases[0]).toMatchObject({ title: 'Curso de Pão', image: '/media/antes.webp' });
    expect(
      await inspector.rows(
        `SELECT i.product_name FROM sale_item i JOIN payment p ON p.sale_id = i.sale_id WHERE p.public_id = $1`,
        [body.paymentId],
      ),
    ).toEqual([{ product_name: 'Curso de Pão' }]);
    await change('offer', `title = 'Curso de Pão', price = 9990`, world.offerId);
    await change('product', `name = 'Curso de Pão', image = NULL`, world.productId);
  });

  it('looks the same in the answer of the purchase, in that of its repeat, at its page and at its contact form', async () => {
    const look = `'{"logoTopImageURL":"/media/logo.png","colorPrimary":"#123456"}'`;
    await change('offer', `checkout_builder_config = ${look}`, world.offerId);
    await change('product', `image = '/media/curso.webp'`, world.productId);
    const shown = { productImage: '/media/curso.webp', logoUrl: '/media/logo.png', colorPrimary: '#123456' };
    const order = { email: 'cores@example.com', isRepeat: false };

    const { body } = await buyOne(order);
    const again = await buyOne(order);
    const page = await node.app.inject({ url: '/api/checkout.getPaymentQuick', query: { paymentId: body.paymentId } });
    const form = await node.app.inject({ url: `/checkout/payment/${body.paymentId}/contact` });

    expect(again.body.paymentId).toBe(body.paymentId);
    for (const view of [body.payment, again.body.payment, page.json()])
      expect(view).toMatchObject({ ...shown, couponCode: null, discount: 0, thankYouUrl: null });
    expect(form.body).toContain('/media/logo.png');
    expect(form.body).toContain('#123456');
    await change('offer', `checkout_builder_config = '{}'`, world.offerId);
    await change('product', 'image = NULL', world.productId);
  });

  it("is thanked for at the seller's address once it is paid, and not before", async () => {
    await change('offer', `thank_you_url = 'https://example.com/obrigado'`, world.offerId);
    const { body } = await buyOne();
    const read = async () =>
      (await node.app.inject({ url: '/api/checkout.getPaymentQuick', query: { paymentId: body.paymentId } })).json()
        .thankYouUrl;

    expect(await read()).toBeNull();
    await inspector.rows(`UPDATE payment SET status = 'APPROVED' WHERE public_id = $1`, [body.paymentId]);
    expect(await read()).toBe('https://example.com/obrigado');
  });
});
