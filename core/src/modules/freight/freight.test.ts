/** Carriers quote the freight of an order; the buyer pays what was shown, and no sale waits for a carrier. */
import { resolve } from 'node:path';
import { integrationSimulator, quoteFreight, readIntegrationExamples } from '@feira/plugin-kit/integration';
import { type ServedSimulator, serveSimulator } from '@feira/plugin-kit/simulation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { movableClock } from '../../../test/market.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { BUYER_ADDRESS, buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { readCatalogue } from '../integrations/catalogue.ts';

const KEY = 'melhor-envio-key-1b7c';
const FOLDER = resolve(import.meta.dirname, '../../../../integrations/melhor-envio');
const RIO = { ...BUYER_ADDRESS, cep: '20040002', street: 'Avenida Rio Branco', city: 'Rio de Janeiro', state: 'RJ' };

interface Shown {
  id: string;
  description: string;
  deliveryTime: string;
  fareAmount: number;
}

let node: TestNode;
let inspector: Inspector;
let world: World;
let headers: Record<string, string>;
let connectionId: string;
let simulator: ReturnType<typeof integrationSimulator>;
let served: ServedSimulator;
/** The carrier's address; in some tests nobody answers there. */
let origin: string;
const clock = movableClock();

const post = async (url: string, payload: object, as: Record<string, string> = headers) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/${url}`, headers: as, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const quote = async (cep = RIO.cep, extra: object = {}): Promise<Shown[]> =>
  (await post('checkout.quoteFreight', { checkoutId: world.offerId, cep, ...extra }, { 'accept-language': 'pt-BR' }))
    .body.deliveryOptions;
const order = (extra: Record<string, unknown> = {}) =>
  buy(node.app, pixPurchase(world, { email: `${newId()}@example.com`, ...RIO, ...extra }));

async function setOption(extra: object = {}): Promise<{ status: number; body: { code?: string } }> {
  const { version } = (
    await node.app.inject({ url: `/api/offers.getMyOffer?offerId=${world.offerId}`, headers })
  ).json();
  const option = {
    description: 'Transportadora',
    deliveryTime: '8 a 12 dias úteis',
    fareAmount: 3_500,
    preSelected: true,
    quotedBy: connectionId,
    ...extra,
  };
  return post('offers.updateOffer', { offerId: world.offerId, version, deliveryOptions: [option] });
}

beforeAll(async () => {
  node = await buildNode({ clock });
  inspector = await openInspector(node.databaseUrl);
  served = await serveSimulator({ handleHttp: (request) => simulator.handle(request) });
  node.app.quoteFreight = (compiled, facts, options) => quoteFreight(compiled, facts, { ...options, origin });
  world = await createWorld(node.app);
  await connect(node.app, world);
  await inspector.rows(`UPDATE product SET type_product = 'FISICO', weight_grams = 750 WHERE id = $1`, [
    world.productId,
  ]);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  headers = await openSessionOf(node.app, world.platformId, world.sellerId);
  const made = await post('integrations.create', {
    kind: 'SELLER',
    integration: 'melhor-envio',
    name: 'Melhor Envio',
    events: [],
    productIds: [],
    isEnabled: true,
    settings: { contact: 'loja@example.com', senderZip: '01001-000' },
    secrets: { token: KEY },
  });
  connectionId = made.body.connectionId;
});
afterAll(async () => {
  await served?.close();
  await inspector?.close();
  await node?.close();
});
beforeEach(async () => {
  const compiled = (await readCatalogue()).get('melhor-envio')!;
  simulator = integrationSimulator(compiled, {
    secrets: { token: KEY },
    examples: await readIntegrationExamples(FOLDER),
  });
  origin = served.url;
  await inspector.rows('DELETE FROM freight_quote');
  expect((await setOption({ freeFrom: null, fallback: [] })).status).toBe(200);
  node.app.cache.forgetAll();
});

describe('the freight of an order', () => {
  it('is quoted with the parcel of the product, and asked for once for equal orders', async () => {
    const options = await quote();
    expect(options).toEqual([
      {
        id: expect.any(String),
        description: 'Correios SEDEX',
        deliveryTime: 'até 3 dias úteis',
        fareAmount: 1_124,
        preSelected: true,
      },
      {
        id: expect.any(String),
        description: 'Jadlog .Package',
        deliveryTime: 'até 4 dias úteis',
        fareAmount: 1_449,
        preSelected: false,
      },
    ]);
    expect(simulator.heard[0]?.body).toMatchObject({
      from: { postal_code: '01001000' },
      to: { postal_code: RIO.cep },
      products: [{ weight: 0.75, insurance_value: 99.9 }],
    });
    expect(await quote()).toEqual(options);
    expect(simulator.heard).toHaveLength(1);
    await quote('01310100');
    expect(simulator.heard).toHaveLength(2);
  });

  it('is paid as it was shown, and kept with the sale in the words of the carrier', async () => {
    const [, jadlog] = await quote();
    const bought = await order({ deliveryOptionId: jadlog!.id, deliveryFare: 1_449, expectedTotal: 9_990 + 1_449 });
    expect(bought.json()).toMatchObject({ payment: { amount: 11_439 } });
    const [{ saleId } = { saleId: '' }] = await inspector.rows<{ saleId: string }>(
      'SELECT sale_id AS "saleId" FROM payment WHERE public_id = $1',
      [bought.json().paymentId],
    );
    const sale = (await node.app.inject({ url: `/api/sales.getSale?saleId=${saleId}`, headers })).json();
    const delivery = { description: 'Jadlog .Package', deliveryTime: 'até 4 dias úteis' };
    expect(sale.order).toMatchObject({ freight: 1_449, delivery });

    // The seller saves other options in the place of the one that was quoted.
    await setOption();
    const later = (await node.app.inject({ url: `/api/sales.getSale?saleId=${saleId}`, headers })).json();
    expect(later.order).toMatchObject({ freight: 1_449, delivery });
  });

  it('cannot be chosen by the buyer: not another place, another price, an old quote or none', async () => {
    const [sedex] = await quote('01310100');
    const codeOf = async (extra: Record<string, unknown>) => (await order(extra)).json().code;
    expect(await codeOf({ deliveryOptionId: sedex!.id })).toBe('FREIGHT_EXPIRED');
    expect(await codeOf({ deliveryOptionId: newId() })).toBe('FREIGHT_EXPIRED');
    expect(await codeOf({})).toBe('FREIGHT_MISSING');
    const [rio] = await quote();
    expect(await codeOf({ deliveryOptionId: rio!.id, deliveryFare: 1 })).toBe('PRICE_CHANGED');
    await inspector.rows(`UPDATE product SET weight_grams = 9000 WHERE id = $1`, [world.productId]);
    node.app.cache.forgetAll();
    expect(await codeOf({ deliveryOptionId: rio!.id })).toBe('FREIGHT_EXPIRED');
    await inspector.rows(`UPDATE product SET weight_grams = 750 WHERE id = $1`, [world.productId]);
    node.app.cache.forgetAll();
    expect(await codeOf({ deliveryOptionId: rio!.id })).toBeUndefined();
    await inspector.rows(`UPDATE freight_quote SET expires_at = now() - interval '1 minute'`);
    expect(await codeOf({ deliveryOptionId: rio!.id })).toBe('FREIGHT_EXPIRED');
  });

  it('is free from the amount that the seller has set on, for the cheapest service', async () => {
    await setOption({ freeFrom: 9_990 });
    node.app.cache.forgetAll();
    const options = await quote();
    expect(options.map(({ fareAmount }) => fareAmount)).toEqual([0, 1_449]);
    const bought = await order({ deliveryOptionId: options[0]!.id, deliveryFare: 0 });
    expect(bought.json()).toMatchObject({ payment: { amount: 9_990 } });
    await setOption({ freeFrom: 9_991 });
    node.app.cache.forgetAll();
    expect((await quote())[0]?.fareAmount).toBe(1_124);
  });

  it('is what the seller has set for the place where the carrier gives no answer, and the sale is made', async () => {
    await setOption({
      fallback: [
        { place: 'RJ, ES', fareAmount: 2_700, deliveryTime: '4 a 6 dias úteis' },
        { place: '01000-000 a 09999-999', fareAmount: 1_200, deliveryTime: '2 dias úteis' },
      ],
    });
    node.app.cache.forgetAll();
    for (const [at, fail] of [
      ['http://127.0.0.1:9', () => {}],
      [served.url, () => simulator.planned.push({ status: 503 })],
      [served.url, () => simulator.planned.push({ status: 200, body: [{ id: 1, error: 'Não atende o trecho.' }] })],
    ] as const) {
      await inspector.rows('DELETE FROM freight_quote');
      origin = at;
      fail();
      const options = await quote();
      expect(options).toMatchObject([
        { description: 'Transportadora', fareAmount: 2_700, deliveryTime: '4 a 6 dias úteis' },
      ]);
      expect((await order({ deliveryOptionId: options[0]!.id })).json()).toMatchObject({ payment: { amount: 12_690 } });
    }
    origin = 'http://127.0.0.1:9';
    expect(await quote('04538133')).toMatchObject([{ fareAmount: 1_200 }]);
    expect(await quote('69900000')).toMatchObject([{ fareAmount: 3_500, deliveryTime: '8 a 12 dias úteis' }]);
  });

  it('is quoted by a connection of the seller alone', async () => {
    const rival = await openStaff(node.app, world.platformId, { roles: ['seller'] });
    await inspector.rows('UPDATE integration_connection SET seller_id = $1 WHERE id = $2', [rival.id, connectionId]);
    node.app.cache.forgetAll();
    expect(await quote()).toMatchObject([{ description: 'Transportadora' }]);
    expect(simulator.heard).toEqual([]);
    await setOption({ quotedBy: null });
    expect((await setOption()).body.code).toBe('INTEGRATION_CONNECTION_NOT_FOUND');
    await inspector.rows('UPDATE integration_connection SET seller_id = $1 WHERE id = $2', [
      world.sellerId,
      connectionId,
    ]);
  });

  it('tells a program nothing that only the seller knows', async () => {
    const { body } = await post('checkout.quoteFreight', { checkoutId: world.offerId, cep: RIO.cep }, {});
    const checkout = (await node.app.inject(`/api/checkout.getCheckout?checkoutId=${world.offerId}`)).json();
    expect(checkout).toMatchObject({ hasFreightQuotes: true, deliveryOptions: [] });
    expect(JSON.stringify([body, checkout])).not.toMatch(/quotedBy|fallback|freeFrom|parcel|weightGrams/);
  });
});

describe('a buyer without JavaScript', () => {
  const send = (form: Record<string, string>) =>
    node.app.inject({
      method: 'POST',
      url: `/checkout/${world.offerId}?lang=pt-BR`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'pt-BR' },
      payload: new URLSearchParams({
        name: 'João Comprador',
        email: `${newId()}@example.com`,
        cpf: '52998224725',
        phone: '11987654321',
        paymentMethod: 'PIX',
        ...RIO,
        cep: '20040-002',
        ...form,
      }).toString(),
    });

  it('is shown the services of the zip code, chooses one, and pays it', async () => {
    const asked = await send({});
    expect(asked.statusCode).toBe(422);
    expect(asked.body).toContain('Escolha a forma de entrega.');
    expect(asked.body).toContain('Jadlog .Package');
    const [, jadlog] = await quote();
    expect(asked.body).toContain(jadlog!.id);

    const bought = await send({ deliveryOptionId: jadlog!.id });

    expect(bought.statusCode).toBe(303);
    const [sale] = await inspector.rows('SELECT freight, total FROM sale ORDER BY created_at DESC LIMIT 1');
    expect(sale).toMatchObject({ freight: expect.toSatisfy((amount) => Number(amount) === 1_449) });
  });
});
