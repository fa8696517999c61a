import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { type BrowserHeaders, createPerson, openSession } from '../../../test/people.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let seller: BrowserHeaders;
let rival: BrowserHeaders;
let admin: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await connect(node.app, world);
  await createPerson(node.app, world.platformId, { id: world.sellerId, email: 'maria@example.com', roles: ['seller'] });
  await createPerson(node.app, world.platformId, { email: 'rival@example.com', roles: ['seller'] });
  seller = await openSession(node.app, 'maria@example.com');
  rival = await openSession(node.app, 'rival@example.com');
  admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isProductsAvailable'] });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const call = async (name: string, payload: object, headers: Record<string, string> = seller) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/products.${name}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const ask = async (name: string, query: Record<string, string>, headers: Record<string, string> = seller) => {
  const answer = await node.app.inject({ url: `/api/products.${name}`, headers, query });
  return { status: answer.statusCode, body: answer.json() };
};
const NEW = { name: 'Curso de Bolo', typeProduct: 'DIGITAL', category: 'GASTRONOMY' };
const create = async (extra: object = {}, headers = seller): Promise<string> =>
  (await call('createProduct', { ...NEW, ...extra }, headers)).body.productId;
const get = async (productId: string) => (await ask('getMyProduct', { productId })).body;
const listEvents = (productId: string) =>
  inspector.rows<{ type: string; details: Record<string, unknown> }>(
    'SELECT type, details FROM audit_event WHERE subject_id = $1 ORDER BY created_at, id',
    [productId],
  );
const fieldsOf = (body: { details: { field: string }[] }) => body.details.map(({ field }) => field);
const review = (isOn: boolean) =>
  inspector.rows(`UPDATE platform SET settings = jsonb_build_object('hasProductReview', $1::boolean)`, [isOn]);

describe('POST /api/products.createProduct', () => {
  it('makes a draft with defaults, and stores an empty pixel as none', async () => {
    const pixels = { facebook: ['123', ''], googleAdsId: '' };

    const { status, body } = await call('createProduct', { ...NEW, pixels, image: '/media/bolo.webp' });

    expect([status, body.version]).toEqual([200, 1]);
    expect(await get(body.productId)).toMatchObject({
      ...NEW,
      status: 'DRAFT',
      description: '',
      image: '/media/bolo.webp',
      guaranteeDays: 7,
      shipDays: 5,
      notificationMode: 'EMAIL',
      pageType: 'DEFAULT',
      pricingType: 'FIXEDPRICE',
      pixels: { facebook: ['123', null], googleAdsId: null },
      blockReason: null,
      isSold: false,
      offers: [],
    });
    expect((await listEvents(body.productId)).map(({ type }) => type)).toEqual(['product.created']);
  });

  it.each([
    ['category', { category: 'PÃES' }],
    ['image', { image: 'javascript:alert(1)' }],
    ['image', { image: 'http://example.com/a.png' }],
    ['salesPage', { salesPage: 'https://bank.example@evil.example/' }],
    ['supportEmail', { supportEmail: 'not an address' }],
    ['guaranteeDays', { guaranteeDays: 8 }],
    ['shipDays', { shipDays: 0 }],
    ['shipDays', { shipDays: 61 }],
    ['shipDays', { shipDays: 2.5 }],
    ['name', { name: '' }],
    ['pixels.facebook.0', { pixels: { facebook: ["');alert(1)//"] } }],
  ])('refuses %s: %j', async (field, extra) => {
    const { status, body } = await call('createProduct', { ...NEW, ...extra });

    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(fieldsOf(body).some((name) => name.startsWith(field.split('.')[0] as string))).toBe(true);
  });
});

describe('POST /api/products.updateProduct', () => {
  it('changes what is named, leaves the rest, and records both values', async () => {
    const productId = await create();

    const { body } = await call('updateProduct', { productId, version: 1, name: 'Curso de Torta', guaranteeDays: 30 });

    expect(body).toEqual({ version: 2 });
    expect(await get(productId)).toMatchObject({ name: 'Curso de Torta', guaranteeDays: 30, category: 'GASTRONOMY' });
    expect((await listEvents(productId)).at(-1)).toEqual({
      type: 'product.changed',
      details: {
        before: { name: 'Curso de Bolo', guaranteeDays: 7 },
        after: { name: 'Curso de Torta', guaranteeDays: 30 },
      },
    });
  });

  it('makes no version and no event where nothing differs', async () => {
    const productId = await create();

    expect((await call('updateProduct', { productId, version: 1, ...NEW })).body).toEqual({ version: 1 });
    expect(await listEvents(productId)).toHaveLength(1);
  });

  it('answers 409 to a tab that has not seen the last change, and names what changed', async () => {
    const productId = await create();
    await call('updateProduct', { productId, version: 1, name: 'Curso de Torta' });
    await call('updateProduct', { productId, version: 2, guaranteeDays: 14 });

    const stale = await call('updateProduct', { productId, version: 1, description: 'Do outro lado' });
    const newer = await call('updateProduct', { productId, version: 2, description: 'Do outro lado' });

    expect([stale.status, stale.body.code, fieldsOf(stale.body).sort()]).toEqual([
      409,
      'EDIT_CONFLICT',
      ['guaranteeDays', 'name'],
    ]);
    expect(fieldsOf(newer.body)).toEqual(['guaranteeDays']);
    expect(await get(productId)).toMatchObject({ version: 3, description: '' });
  });

  it('lets one of ten tabs win that save at once', async () => {
    const productId = await create();
    const names = Array.from({ length: 10 }, (_, index) => `Curso ${index}`);

    const answers = await Promise.all(names.map((name) => call('updateProduct', { productId, version: 1, name })));

    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await get(productId)).toMatchObject({ version: 2, name: names[won] });
  });

  it("does not know another seller's product, nor another platform's", async () => {
    const productId = await create();

    for (const name of ['updateProduct', 'publishProduct', 'archiveProduct', 'deleteProduct'])
      expect((await call(name, { productId, version: 1 }, rival)).body.code).toBe('PRODUCT_NOT_FOUND');
    expect((await ask('getMyProduct', { productId }, rival)).status).toBe(404);
    expect((await ask('listOrderBumps', { productId }, rival)).status).toBe(404);
    expect(await get(productId)).toMatchObject({ version: 1, status: 'DRAFT' });
  });
});

describe('GET /api/products.listMyProducts', () => {
  it('finds by name, status and category, page by page', async () => {
    await create({ name: 'Açúcar mascavo', category: 'HOBBIES' }, rival);
    await create({ name: 'Pão de ló', category: 'GASTRONOMY' }, rival);
    const names = async (query: Record<string, string>) =>
      (await ask('listMyProducts', query, rival)).body.items.map(({ name }: { name: string }) => name);

    expect(await names({})).toEqual(['Pão de ló', 'Açúcar mascavo']);
    expect(await names({ search: 'acucar' })).toEqual(['Açúcar mascavo']);
    expect(await names({ category: 'GASTRONOMY' })).toEqual(['Pão de ló']);
    expect(await names({ status: 'ACTIVE' })).toEqual([]);
    const { body } = await ask('listMyProducts', { limit: '1' }, rival);
    expect(await names({ limit: '1', after: body.next })).toEqual(['Açúcar mascavo']);
  });
});

describe('a product on its way to sale', () => {
  beforeEach(() => review(false));

  it('goes on sale at once where the platform reviews nothing', async () => {
    const productId = await create();

    expect((await call('publishProduct', { productId, version: 1 })).body).toEqual({ status: 'ACTIVE', version: 2 });
    expect((await call('publishProduct', { productId, version: 2 })).body.code).toBe('PRODUCT_STATUS');
    expect((await call('archiveProduct', { productId, version: 2 })).body).toEqual({ status: 'ARCHIVED', version: 3 });
    expect((await call('publishProduct', { productId, version: 3 })).body.status).toBe('ACTIVE');
  });

  it('waits for a reviewer who has seen what is approved', async () => {
    await review(true);
    node.app.cache.forgetAll();
    const productId = await create();
    expect((await call('publishProduct', { productId, version: 1 })).body).toEqual({ status: 'IN_REVIEW', version: 2 });
    await call('updateProduct', { productId, version: 2, description: 'Trocado depois' });

    const unseen = await call('approveProduct', { productId, version: 2 }, admin.headers);
    const seen = await call('approveProduct', { productId, version: 3 }, admin.headers);

    expect([unseen.body.code, fieldsOf(unseen.body)]).toEqual(['EDIT_CONFLICT', ['description']]);
    expect(seen.body).toEqual({ status: 'ACTIVE', version: 4 });
    const told = await inspector.rows('SELECT type FROM notification WHERE person_id = $1 AND href LIKE $2', [
      world.sellerId,
      `%${productId}`,
    ]);
    expect(told).toEqual([{ type: 'product.approved' }]);
  });

  it('is blocked with a reason that its seller reads, and comes back only by a reviewer', async () => {
    const productId = await create();
    await call('publishProduct', { productId, version: 1 });

    await call('blockProduct', { productId, version: 2, reason: 'Promete cura' }, admin.headers);
    expect(await get(productId)).toMatchObject({ status: 'BLOCKED', blockReason: 'Promete cura' });
    await call('archiveProduct', { productId, version: 3 });
    expect((await call('publishProduct', { productId, version: 4 })).body).toEqual({ status: 'IN_REVIEW', version: 5 });
    await call('approveProduct', { productId, version: 5 }, admin.headers);

    expect(await get(productId)).toMatchObject({ status: 'ACTIVE', blockReason: null });
  });

  it('shows reviewers the products of all sellers, those that wait first, and is closed to others', async () => {
    const waiting = await create({ name: 'Espera' });
    await inspector.rows(`UPDATE product SET status = 'IN_REVIEW', created_at = '2026-01-01' WHERE id = $1`, [waiting]);
    const other = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });

    const { body } = await ask('listProducts', {}, admin.headers);

    expect(body.items[0]).toMatchObject({ id: waiting, seller: { email: 'maria@example.com' } });
    expect((await ask('getProduct', { productId: waiting }, admin.headers)).body).toMatchObject({ name: 'Espera' });
    expect((await ask('listProducts', {}, other.headers)).status).toBe(403);
    expect((await ask('listProducts', {}, seller)).status).toBe(403);
    expect((await call('blockProduct', { productId: waiting, version: 1, reason: 'Não pode' }, seller)).status).toBe(
      403,
    );
  });
});

describe('POST /api/products.deleteProduct', () => {
  it('deletes what was never sold, with its offers, bumps and delivery options', async () => {
    const productId = await create();
    await inspector.rows(
      `INSERT INTO offer (platform_id, id, product_id, title, price) VALUES ($1, $2, $2, 'Oferta', 100)`,
      [world.platformId, productId],
    );
    await inspector.rows(
      `INSERT INTO delivery_option (platform_id, id, offer_id, description, delivery_time, fare_amount) VALUES ($1, $2, $2, 'PAC', '5', 0)`,
      [world.platformId, productId],
    );
    await inspector.rows(
      `INSERT INTO order_bump (platform_id, id, product_id, offer_id, title) VALUES ($1, $2, $3, $2, 'Leve')`,
      [world.platformId, productId, world.productId],
    );

    expect((await call('deleteProduct', { productId, version: 1 })).body).toEqual({ outcome: 'DELETED' });
    expect((await ask('getMyProduct', { productId })).status).toBe(404);
    for (const table of ['product', 'offer', 'delivery_option', 'order_bump'])
      expect(await inspector.rows(`SELECT 1 FROM ${table} WHERE id = $1`, [productId])).toEqual([]);
    expect((await listEvents(productId)).at(-1)?.type).toBe('product.deleted');
  });

  it('archives what was sold, by itself or as an order bump', async () => {
    const bought = await buy(node.app, pixPurchase(world, { orderBumpsIds: [world.bumpId] }));
    expect(bought.statusCode).toBe(200);
    const [bump] = await inspector.rows<{ id: string }>(
      'SELECT o.product_id AS id FROM order_bump b JOIN offer o ON o.id = b.offer_id WHERE b.id = $1',
      [world.bumpId],
    );

    for (const productId of [world.productId, bump?.id as string]) {
      const { version } = await get(productId);
      expect((await call('deleteProduct', { productId, version })).body).toEqual({ outcome: 'ARCHIVED' });
      expect(await get(productId)).toMatchObject({ status: 'ARCHIVED', isSold: true });
    }
  });
});

describe('order bumps', () => {
  const addOffer = async (headers = seller) => {
    const productId = await create({}, headers);
    await inspector.rows(
      `INSERT INTO offer (platform_id, id, product_id, title, price) VALUES ($1, $2, $2, 'Extra', 700)`,
      [world.platformId, productId],
    );
    return productId;
  };
  const list = async (productId: string) => (await ask('listOrderBumps', { productId })).body.items;
  const sort = async (productId: string, version: number, ...bumpIds: string[]) =>
    (await call('sortOrderBumps', { productId, version, bumpIds })).body;

  it('are created, changed, sorted and deleted', async () => {
    const productId = await create();
    const [first, second] = [await addOffer(), await addOffer()];
    const one = (await call('createOrderBump', { productId, offerId: first, title: 'Um' })).body.bumpId;
    const two = (await call('createOrderBump', { productId, offerId: second, title: 'Dois', price: 500 })).body.bumpId;

    expect(await sort(productId, 1, two, one)).toEqual({ version: 2 });
    const changed = await call('updateOrderBump', {
      bumpId: one,
      version: 1,
      text: 'Leve com desconto',
      fakePrice: 900,
    });

    expect(changed.body).toEqual({ version: 2 });
    expect(await list(productId)).toMatchObject([
      { id: two, title: 'Dois', price: 500, isShown: false },
      { id: one, text: 'Leve com desconto', price: null, fakePrice: 900, offer: { id: first, price: 700 } },
    ]);
    expect((await call('updateOrderBump', { bumpId: one, version: 1, title: 'Velho' })).body).toMatchObject({
      code: 'EDIT_CONFLICT',
    });
    expect((await call('deleteOrderBump', { bumpId: one, version: 2 })).status).toBe(200);
    expect(await sort(productId, 2, one, two)).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: [{ field: 'bumpIds' }],
    });
    expect((await list(productId)).map(({ id }: { id: string }) => id)).toEqual([two]);
  });

  it('keep the order of the tab that sorted first, and are no conflict with the fields of their product', async () => {
    const productId = await create();
    const ids: string[] = [];
    for (const title of ['Um', 'Dois', 'Três'])
      ids.push((await call('createOrderBump', { productId, offerId: await addOffer(), title })).body.bumpId);
    const [one, two, three] = ids as [string, string, string];

    const first = await sort(productId, 1, three, one, two);
    const second = await sort(productId, 1, one, three, two);
    const renamed = await call('updateProduct', { productId, version: 1, name: 'Outro nome' });
    const sorted = await sort(productId, first.version, three, two, one);

    expect(second).toMatchObject({ code: 'EDIT_CONFLICT', details: [{ field: 'bumpIds' }] });
    expect(renamed.body).toEqual({ version: first.version + 1 });
    expect(sorted).toEqual({ version: first.version + 2 });
    expect((await list(productId)).map(({ id }: { id: string }) => id)).toEqual([three, two, one]);
  });

  it("take no offer of the same product, none twice and none of another seller's", async () => {
    const productId = await addOffer();
    const [offerId, foreign] = [await addOffer(), await addOffer(rival)];
    await call('createOrderBump', { productId, offerId, title: 'Um' });
    const code = async (offered: string) =>
      (await call('createOrderBump', { productId, offerId: offered, title: 'Outro' })).body.code;

    expect(await code(productId)).toBe('BUMP_OFFER_INVALID');
    expect(await code(offerId)).toBe('BUMP_OFFER_INVALID');
    expect(await code(foreign)).toBe('OFFER_NOT_FOUND');
    const [bump] = await list(productId);
    expect((await call('deleteOrderBump', { bumpId: bump.id, version: 1 }, rival)).body.code).toBe('BUMP_NOT_FOUND');
  });
});
