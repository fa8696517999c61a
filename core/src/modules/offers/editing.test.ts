/** Sellers create, change, copy and archive their offers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { type BrowserHeaders, createPerson, openSession } from '../../../test/people.ts';
import { connect, createWorld, type World } from '../../../test/world.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let seller: BrowserHeaders;
let rival: BrowserHeaders;
let connectionId: string;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app, { settings: { currencies: ['BRL', 'USD'] } });
  await connect(node.app, world);
  const other = await createWorld(node.app, { host: 'other.example.com' });
  await connect(node.app, other);
  await createPerson(node.app, world.platformId, { id: world.sellerId, email: 'maria@example.com', roles: ['seller'] });
  await createPerson(node.app, world.platformId, { email: 'rival@example.com', roles: ['seller'] });
  seller = await openSession(node.app, 'maria@example.com');
  rival = await openSession(node.app, 'rival@example.com');
  connectionId = (await ask('listConnections', {})).body.items[0].id;
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const call = async (name: string, payload: object, headers: Record<string, string> = seller) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/offers.${name}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const ask = async (name: string, query: Record<string, string>, headers: Record<string, string> = seller) => {
  const answer = await node.app.inject({ url: `/api/offers.${name}`, headers, query });
  return { status: answer.statusCode, body: answer.json() };
};
const create = async (extra: object = {}): Promise<string> =>
  (await call('createOffer', { productId: world.productId, title: 'Oferta', price: 5_000, ...extra })).body.offerId;
const get = async (offerId: string) => (await ask('getMyOffer', { offerId })).body;
const fieldsOf = (body: { details: { field: string }[] }) => body.details.map(({ field }) => field);
const PAC = { description: 'PAC', deliveryTime: '5 dias', fareAmount: 0, preSelected: false };
const TABLE = { max: 3, interestFree: 1, feeBasisPoints: [0, 450, 599, ...Array(9).fill(0)], minimumInstallment: 500 };

describe('POST /api/offers.createOffer', () => {
  it('holds a table of another currency against no amount of the platform', async () => {
    const abroad = { coin: 'USD', pixEnabled: false, billetEnabled: false };
    const installments = { ...TABLE, minimumInstallment: 100 };

    expect((await get(await create({ ...abroad, installments }))).installments).toEqual(installments);
    const { body } = await call('createOffer', {
      productId: world.productId,
      title: 'Em reais',
      price: 5_000,
      installments,
    });
    expect(fieldsOf(body)).toEqual(['installments']);
    const offerId = await create({ ...abroad, installments });
    const moved = await call('updateOffer', { offerId, version: 1, coin: 'BRL' });
    expect([moved.body.code, fieldsOf(moved.body)]).toEqual(['OFFER_INVALID', ['installments']]);
  });

  it('publishes an offer with defaults, an address and its QR code', async () => {
    const { status, body } = await call('createOffer', { productId: world.productId, title: 'Simples', price: 100 });

    expect([status, body.version]).toEqual([200, 1]);
    expect(await get(body.offerId)).toMatchObject({
      title: 'Simples',
      price: 100,
      coin: 'BRL',
      type: 'ONE_TIME',
      status: 'PUBLISHED',
      pixEnabled: true,
      creditCardEnabled: true,
      billetEnabled: true,
      connectionId: null,
      stockLimit: null,
      installments: null,
      deliveryOptions: [],
      taken: 0,
      url: expect.stringMatching(new RegExp(`/checkout/${body.offerId}$`)),
      qrPath: expect.stringMatching(/^M/),
      product: { id: world.productId, status: 'ACTIVE' },
    });
  });

  it('keeps every field that a seller sets', async () => {
    const fields = {
      title: 'Completa',
      price: 9_900,
      fakePrice: 19_900,
      coin: 'USD',
      type: 'SUBSCRIPTION',
      recurrencePrice: 4_900,
      frequencyInDays: 90,
      period: 'CALENDAR',
      requiredDocumentAndPhone: true,
      pixEnabled: false,
      creditCardEnabled: true,
      billetEnabled: false,
      abandonedCartEnabled: true,
      connectionId,
      stockLimit: 10,
      saleStartsAt: '2026-12-01T03:00:00.000Z',
      saleEndsAt: '2026-12-31T03:00:00.000Z',
      thankYouUrl: 'https://example.com/obrigado?de=feira',
      installments: TABLE,
      status: 'DRAFT',
    };

    expect(await get(await create(fields))).toMatchObject(fields);
  });

  it.each([
    ['fakePrice', { fakePrice: 4_000 }],
    ['recurrencePrice', { type: 'SUBSCRIPTION', frequencyInDays: 30 }],
    ['frequencyInDays', { type: 'SUBSCRIPTION', recurrencePrice: 4_900, frequencyInDays: 15, period: 'CALENDAR' }],
    ['coin', { coin: 'EUR' }],
    ['pixEnabled', { coin: 'USD', pixEnabled: true }],
    ['billetEnabled', { coin: 'USD', billetEnabled: true }],
    ['saleEndsAt', { saleStartsAt: '2026-12-01T00:00:00-03:00', saleEndsAt: '2026-12-01T03:00:00Z' }],
    ['fretePrice', { fretePrice: 100, deliveryOptions: [PAC] }],
    ['deliveryOptions', { deliveryOptions: [PAC, PAC].map((option) => ({ ...option, preSelected: true })) }],
    ['pixEnabled', { pixEnabled: false, creditCardEnabled: false, billetEnabled: false }],
    ['installments', { installments: { ...TABLE, interestFree: 3 } }],
    ['installments', { installments: { ...TABLE, minimumInstallment: 1 } }],
  ])('answers 422 and names %s: %j', async (field, extra) => {
    const { status, body } = await call('createOffer', {
      productId: world.productId,
      title: 'Oferta',
      price: 5_000,
      ...extra,
    });

    expect([status, body.code, fieldsOf(body)]).toEqual([422, 'OFFER_INVALID', [field]]);
  });

  it.each(['http://example.com', 'https://bank.example@evil.example/', 'javascript:alert(1)', '//evil.example'])(
    'refuses %s as the address after the purchase',
    async (thankYouUrl) => {
      const { status, body } = await call('createOffer', {
        productId: world.productId,
        title: 'Oferta',
        price: 1,
        thankYouUrl,
      });

      expect([status, fieldsOf(body)[0]]).toEqual([400, 'thankYouUrl']);
    },
  );

  it("takes no connection of another platform and no product of another seller's", async () => {
    const [foreign] = await inspector.rows<{ id: string }>(
      'SELECT id FROM provider_connection WHERE platform_id <> $1',
      [world.platformId],
    );
    const offer = { productId: world.productId, title: 'Oferta', price: 100 };

    expect((await call('createOffer', { ...offer, connectionId: foreign?.id })).body.code).toBe('CONNECTION_NOT_FOUND');
    expect((await call('createOffer', offer, rival)).body.code).toBe('PRODUCT_NOT_FOUND');
  });
});

describe('POST /api/offers.updateOffer', () => {
  it('changes fields and delivery options, and keeps the ids of options that stay', async () => {
    const offerId = await create({ deliveryOptions: [PAC, { ...PAC, description: 'Sedex', fareAmount: 2_490 }] });
    const [pac, sedex] = (await get(offerId)).deliveryOptions;
    expect([pac.preSelected, sedex.preSelected]).toEqual([true, false]);

    const { body } = await call('updateOffer', {
      offerId,
      version: 1,
      price: 6_000,
      deliveryOptions: [
        { ...sedex, preSelected: true },
        { ...PAC, description: 'Retirada' },
      ],
    });

    const after = await get(offerId);
    expect([body.version, after.price]).toEqual([2, 6_000]);
    expect(after.deliveryOptions).toMatchObject([{ id: sedex.id, preSelected: true }, { description: 'Retirada' }]);
    expect(after.deliveryOptions[1].id).not.toBe(pac.id);
    const events = await inspector.rows<{ type: string; details: { after: object } }>(
      'SELECT type, details FROM audit_event WHERE subject_id = $1 ORDER BY created_at, id',
      [offerId],
    );
    expect(events.map(({ type }) => type)).toEqual(['offer.created', 'offer.changed']);
    expect(Object.keys(events[1]?.details.after ?? {}).sort()).toEqual(['deliveryOptions', 'price']);
  });

  it('switches PIX and boleto off with another currency, and refuses to switch them on', async () => {
    const offerId = await create();

    const { status } = await call('updateOffer', { offerId, version: 1, coin: 'USD' });
    expect([status, await get(offerId)]).toMatchObject([
      200,
      { coin: 'USD', pixEnabled: false, creditCardEnabled: true, billetEnabled: false },
    ]);

    const refused = await call('updateOffer', { offerId, version: 2, pixEnabled: true, billetEnabled: true });
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [
        { field: 'pixEnabled', message: expect.stringContaining('BRL') },
        { field: 'billetEnabled', message: expect.stringContaining('BRL') },
      ],
    ]);
    expect((await call('updateOffer', { offerId, version: 2, coin: 'BRL', pixEnabled: true })).status).toBe(200);
  });

  it('takes no boletos once it renews, until its seller wants them', async () => {
    const renewing = { type: 'SUBSCRIPTION', frequencyInDays: 30, recurrencePrice: 4_900 };
    const offerId = await create({});
    const has = async () => (await get(offerId)).billetEnabled;

    await call('updateOffer', { offerId, version: 1, ...renewing });
    const before = await has();
    await call('updateOffer', { offerId, version: 2, billetEnabled: true });
    await call('updateOffer', { offerId, version: 3, title: 'Clube' });

    expect([before, await has()]).toEqual([false, true]);
  });

  it('cannot take the delivery option of another offer', async () => {
    const other = await create({ deliveryOptions: [PAC] });
    const [option] = (await get(other)).deliveryOptions;

    const offerId = await create({ deliveryOptions: [{ ...option, fareAmount: 1 }] });

    expect((await get(offerId)).deliveryOptions[0].id).not.toBe(option.id);
    expect((await get(other)).deliveryOptions).toEqual([option]);
  });

  it('answers 409 to the tab that read an older version, and names what changed', async () => {
    const offerId = await create();
    await call('updateOffer', { offerId, version: 1, price: 7_000 });

    const { status, body } = await call('updateOffer', { offerId, version: 1, title: 'Velha' });

    expect([status, body.code, fieldsOf(body)]).toEqual([409, 'EDIT_CONFLICT', ['price']]);
    expect((await get(offerId)).title).toBe('Oferta');
  });

  it("does not know another seller's offer", async () => {
    const offerId = await create();

    for (const name of ['updateOffer', 'archiveOffer'])
      expect((await call(name, { offerId, version: 1 }, rival)).body.code).toBe('OFFER_NOT_FOUND');
    expect((await call('copyOffer', { offerId }, rival)).body.code).toBe('OFFER_NOT_FOUND');
    expect((await ask('getMyOffer', { offerId }, rival)).status).toBe(404);
    expect((await ask('listMyOffers', {}, rival)).body.items).toEqual([]);
  });
});

describe('copies and archived offers', () => {
  it('copies everything as a draft with options of its own, and archives the source', async () => {
    const offerId = await create({ title: 'Fonte', fakePrice: 9_000, deliveryOptions: [PAC] });
    await inspector.rows(`UPDATE offer SET checkout_builder_config = '{"template": "VEGA"}' WHERE id = $1`, [offerId]);
    const source = await get(offerId);

    const copy = await get((await call('copyOffer', { offerId })).body.offerId);

    expect(copy).toMatchObject({ title: 'Fonte', fakePrice: 9_000, status: 'DRAFT' });
    expect(copy.deliveryOptions[0]).toEqual({ ...source.deliveryOptions[0], id: copy.deliveryOptions[0].id });
    expect(copy.deliveryOptions[0].id).not.toBe(source.deliveryOptions[0].id);
    const looks = await inspector.rows('SELECT checkout_builder_config AS looks FROM offer WHERE id = $1', [copy.id]);
    expect(looks).toEqual([{ looks: { template: 'VEGA' } }]);
    expect((await call('archiveOffer', { offerId, version: source.version })).body).toEqual({ version: 2 });
    expect((await get(offerId)).status).toBe('ARCHIVED');
  });

  it('are found by product, status and title', async () => {
    await create({ title: 'Só no Natal' });
    const titles = async (query: Record<string, string>) =>
      (await ask('listMyOffers', query)).body.items.map(({ title }: { title: string }) => title);

    expect(await titles({ search: 'natal' })).toEqual(['Só no Natal']);
    expect(await titles({ status: 'ARCHIVED' })).toEqual(['Fonte']);
    expect(await titles({ productId: world.productId, search: 'e-book' })).toEqual([]);
  });
});

describe('the quantity of an order', () => {
  it('is one for digital products and subscriptions, also of a product that was physical before', async () => {
    const inProducts = async (name: string, payload: object) =>
      (await node.app.inject({ method: 'POST', url: `/api/products.${name}`, headers: seller, payload })).json();
    const made = { name: 'Caneca', category: 'GASTRONOMY', typeProduct: 'FISICO' };
    const { productId } = await inProducts('createProduct', made);
    const offerId = await create({ productId, maxQuantity: 5 });
    expect(await get(offerId)).toMatchObject({ maxQuantity: 5, version: 1 });
    const digital = await call('createOffer', {
      productId: world.productId,
      title: 'E-book',
      price: 900,
      maxQuantity: 2,
    });
    expect([digital.body.code, fieldsOf(digital.body)]).toEqual(['OFFER_INVALID', ['maxQuantity']]);

    expect(await inProducts('updateProduct', { productId, version: 1, typeProduct: 'DIGITAL' })).toMatchObject({
      version: 2,
    });
    expect(await get(offerId)).toMatchObject({ maxQuantity: 1, version: 2 });
    expect((await call('updateOffer', { offerId, version: 2, price: 6_000 })).status).toBe(200);
  });
});

describe('a free trial', () => {
  const TRIAL = { type: 'SUBSCRIPTION', recurrencePrice: 4_900, frequencyInDays: 30, trialDays: 7, isTrialFree: true };
  const inProducts = async (name: string, payload: object) => {
    const answer = await node.app.inject({ method: 'POST', url: `/api/products.${name}`, headers: seller, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const createProduct = async (typeProduct: 'DIGITAL' | 'FISICO'): Promise<string> =>
    (await inProducts('createProduct', { name: 'Café', category: 'GASTRONOMY', typeProduct })).body.productId;

  it('is refused for a physical product, whose first period may cost less', async () => {
    const productId = await createProduct('FISICO');
    const free = await call('createOffer', { productId, title: 'Clube', price: 4_900, ...TRIAL });
    const offerId = await create({ productId, ...TRIAL, isTrialFree: false });
    const { status, body } = await call('updateOffer', { offerId, version: 1, isTrialFree: true });

    expect([free.status, free.body.code, fieldsOf(free.body)]).toEqual([422, 'OFFER_INVALID', ['isTrialFree']]);
    expect([status, body.code, fieldsOf(body)]).toEqual([422, 'OFFER_INVALID', ['isTrialFree']]);
    expect(await get(offerId)).toMatchObject({ trialDays: 7, isTrialFree: false, version: 1 });
  });

  it('keeps its product from becoming a physical one, whichever is saved first', async () => {
    const productId = await createProduct('DIGITAL');
    const offerId = await create({ productId, ...TRIAL, isTrialFree: false });
    const toGoods = (version: number) => inProducts('updateProduct', { productId, version, typeProduct: 'FISICO' });

    const answers = await Promise.all([
      call('updateOffer', { offerId, version: 1, isTrialFree: true }),
      toGoods(1),
      call('updateOffer', { offerId, version: 1, isTrialFree: true }),
    ]);
    const [free] = await inspector.rows(
      `SELECT FROM offer o JOIN product p ON p.id = o.product_id WHERE o.id = $1 AND o.is_trial_free AND p.type_product = 'FISICO'`,
      [offerId],
    );
    const other = await createProduct('DIGITAL');
    const kept = await create({ productId: other, ...TRIAL });
    const refused = await inProducts('updateProduct', { productId: other, version: 1, typeProduct: 'FISICO' });
    await call('archiveOffer', { offerId: kept, version: 1 });

    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(free).toBeUndefined();
    expect([refused.status, refused.body.code, fieldsOf(refused.body)]).toEqual([
      ...[422, 'PRODUCT_HAS_FREE_TRIAL', ['typeProduct']],
    ]);
    expect((await inProducts('updateProduct', { productId: other, version: 1, typeProduct: 'FISICO' })).status).toBe(
      200,
    );
    expect((await call('updateOffer', { offerId: kept, version: 2, status: 'PUBLISHED' })).body.code).toBe(
      'OFFER_INVALID',
    );
  });
});
