/** Two platforms on two hosts of one server: rows of one do not exist on the other, on every node. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { createPerson, openSession } from './people.ts';
import { openStaff, type Staff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

const FEIRA = 'feira.localhost';
const SERRA = 'serra.localhost';

let node: TestNode;
/** Another node on the same database. */
let second: TestNode;
let inspector: Inspector;
let feira: World;
let serra: World;
let shells: string;
let master: Staff;

/** Renders pages without their design, as the server decides them. */
const RENDERER = `
const show = (kind) => (input) => JSON.stringify({ kind, ...input });
export const renderCheckout = show('checkout');
export const renderPayment = show('payment');
export const renderMessage = show('message');
export const renderCardFrame = show('card-frame');
`;

beforeAll(async () => {
  shells = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  await mkdir(join(shells, 'checkout/server'), { recursive: true });
  await writeFile(join(shells, 'checkout/server/documents.mjs'), RENDERER);
  const env = { SHELLS_DIRECTORY: shells, PUBLIC_URL: `https://${FEIRA}:8443` };
  node = await buildNode({ env });
  second = await buildNode({ env, databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  feira = await createWorld(node.app, { host: FEIRA });
  serra = await createWorld(node.app, { host: SERRA });
  for (const world of [feira, serra]) await connect(node.app, world);
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    feira.platformId,
    serra.platformId,
  ]);
  master = await openStaff(node.app, feira.platformId, { roles: ['master'], host: FEIRA });
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
  await rm(shells, { recursive: true });
});

const get = (url: string, host: string, { app } = node, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host, ...headers } });
const nameAt = async (host: string, on = node) => (await get('/api/settings.getBrand', host, on)).json().name ?? null;
const checkoutAt = async (host: string, world: World, on = node) =>
  (await get(`/api/checkout.getCheckout?checkoutId=${world.offerId}`, host, on)).json();
const command = async (name: string, payload: object, staff = master) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/${name}`, headers: staff.headers, payload });
  if (answer.statusCode !== 200) throw new Error(`${name} was answered ${answer.statusCode}: ${answer.body}`);
};
/** Polls the second node, which receives a change of the first a moment later. */
const onSecond = <T>(look: () => Promise<T>) => expect.poll(look);

describe('a host', () => {
  it('opens the checkouts of its platform alone', async () => {
    for (const [host, own, other] of [
      [FEIRA, feira, serra],
      [SERRA, serra, feira],
    ] as const) {
      expect((await checkoutAt(host, own)).id).toBe(own.offerId);
      expect((await checkoutAt(host, other)).code).toBe('OFFER_NOT_FOUND');
      expect((await get(`/checkout/${own.offerId}`, host)).statusCode).toBe(200);
      expect((await get(`/checkout/${other.offerId}`, host)).statusCode).toBe(404);
      expect((await get(`/card-frame/${own.offerId}`, host)).statusCode).toBe(200);
      expect((await get(`/card-frame/${other.offerId}`, host)).statusCode).toBe(404);
      expect((await buy(node.app, pixPurchase(other), undefined, { host })).json().code).toBe('OFFER_NOT_FOUND');
    }
  });

  it('shows the payments of its platform alone', async () => {
    const bought = (await buy(node.app, pixPurchase(serra), undefined, { host: SERRA })).json();
    const id = bought.paymentId;

    expect((await get(`/api/checkout.getPaymentQuick?paymentId=${id}`, SERRA)).json().id).toBe(id);
    expect((await get(`/checkout/payment/${id}`, SERRA)).statusCode).toBe(200);
    expect((await get(`/api/checkout.getPaymentQuick?paymentId=${id}`, FEIRA)).json().code).toBe('PAYMENT_NOT_FOUND');
    expect((await get(`/checkout/payment/${id}`, FEIRA)).statusCode).toBe(404);
    expect((await get(`/checkout/payment/${id}/events`, FEIRA)).statusCode).toBe(404);
  });

  it('takes the same idempotency key as another, for a purchase of its own', async () => {
    const key = 'the-same-key';
    const there = await buy(node.app, pixPurchase(serra), key, { host: SERRA });
    const here = await buy(node.app, pixPurchase(feira), key, { host: FEIRA });

    expect([there.statusCode, here.statusCode]).toEqual([200, 200]);
    expect(here.json().paymentId).not.toBe(there.json().paymentId);
  });

  it('knows the sessions of its platform alone, also of one e-mail on both', async () => {
    const email = 'maria@both.example.com';
    for (const { platformId } of [feira, serra]) await createPerson(node.app, platformId, { email, roles: ['seller'] });
    const { cookie = '' } = await openSession(node.app, email, { host: SERRA });
    expect(cookie).toMatch(/^__Host-feira=/);

    expect((await get('/api/session.getSession', SERRA, node, { cookie })).statusCode).toBe(200);
    expect((await get('/api/session.getSession', FEIRA, node, { cookie })).statusCode).toBe(401);
    expect((await get('/api/session.getSession', SERRA, second, { cookie })).statusCode).toBe(200);
  });

  it('lets its own administrators in and no others', async () => {
    const permissions = [...ADMIN_PERMISSIONS];
    const admin = await openStaff(node.app, serra.platformId, { roles: ['admin', 'master'], permissions, host: SERRA });
    const { cookie = '' } = admin.headers;

    expect((await get('/api/settings.getSettings', SERRA, node, { cookie })).statusCode).toBe(200);
    expect((await get('/api/settings.getSettings', FEIRA, node, { cookie })).statusCode).toBe(401);
    const reach = (platformId: string) =>
      get(`/api/platforms.getPlatform?platformId=${platformId}`, SERRA, node, { cookie });
    expect((await reach(serra.platformId)).statusCode).toBe(200);
    expect((await reach(feira.platformId)).json().code).toBe('PLATFORM_NOT_FOUND');
  });

  it('is the same however it is spelled', async () => {
    for (const host of [SERRA.toUpperCase(), `${SERRA}.`, `${SERRA}:8443`]) {
      expect((await checkoutAt(host, serra)).id).toBe(serra.offerId);
    }
    expect((await checkoutAt(`evil.${SERRA}`, serra)).code).toBe('PLATFORM_NOT_FOUND');
  });
});

describe('the pages of a platform', () => {
  it('bear its name, and its colour where the offer has none', async () => {
    await command('platforms.updatePlatform', {
      platformId: serra.platformId,
      name: 'Mercado da Serra',
      settings: { customization: { visuals: { colorPrimary: '#2f6b4f' } } },
    });
    const { paymentId } = (await buy(node.app, pixPurchase(serra), undefined, { host: SERRA })).json();

    const checkout = (await get(`/checkout/${serra.offerId}`, SERRA)).json();
    const payment = (await get(`/checkout/payment/${paymentId}`, SERRA)).json();
    const missing = await get('/checkout/nothing', SERRA, node, { accept: 'text/html' });

    expect([checkout.platformName, payment.platformName, missing.json().platformName]).toEqual(
      Array(3).fill('Mercado da Serra'),
    );
    expect(checkout.checkout.checkoutBuilderConfig.colorPrimary).toBe('#2f6b4f');
    expect(payment.payment.colorPrimary).toBe('#2f6b4f');
    expect((await get(`/checkout/${feira.offerId}`, FEIRA)).json()).toMatchObject({
      platformName: 'Feira de teste',
      checkout: { checkoutBuilderConfig: {} },
    });

    await inspector.rows(`UPDATE offer SET checkout_builder_config = '{"colorPrimary":"#123456"}' WHERE id = $1`, [
      serra.offerId,
    ]);
    const colour = async () =>
      (await get(`/checkout/${serra.offerId}`, SERRA)).json().checkout.checkoutBuilderConfig.colorPrimary;
    await onSecond(colour).toBe('#123456');
  });
});

describe('a change of hosts', () => {
  it('is heard by every node', async () => {
    const host = 'nova.example.com';
    expect([await nameAt(host), await nameAt(host, second)]).toEqual([null, null]);

    await command('platforms.addHost', { platformId: serra.platformId, host });
    expect((await checkoutAt(host, serra)).id).toBe(serra.offerId);
    await onSecond(async () => (await checkoutAt(host, serra, second)).id).toBe(serra.offerId);

    await command('platforms.removeHost', { platformId: serra.platformId, host });
    expect((await checkoutAt(host, serra)).code).toBe('PLATFORM_NOT_FOUND');
    await onSecond(async () => (await checkoutAt(host, serra, second)).code).toBe('PLATFORM_NOT_FOUND');
  });

  it('moves the addresses in mails with it', async () => {
    expect(await node.app.findPlatformUrl(feira.platformId)).toBe(`https://${FEIRA}:8443`);
    expect(await second.app.findPlatformUrl(serra.platformId)).toBe(`https://${SERRA}:8443`);
    await inspector.rows(`INSERT INTO platform_domain (host, platform_id) VALUES ('loja.example.com', $1)`, [
      serra.platformId,
    ]);
    await inspector.rows('DELETE FROM platform_domain WHERE host = $1', [SERRA]);

    await onSecond(() => second.app.findPlatformUrl(serra.platformId)).toBe('https://loja.example.com:8443');

    await inspector.rows('INSERT INTO platform_domain (host, platform_id) VALUES ($2, $1)', [serra.platformId, SERRA]);
    await inspector.rows(`DELETE FROM platform_domain WHERE host = 'loja.example.com'`);
    await onSecond(() => second.app.findPlatformUrl(serra.platformId)).toBe(`https://${SERRA}:8443`);
  });
});

describe('a provider', () => {
  it('is told the address of the checkout on its platform’s host', async () => {
    const told: unknown[] = [];
    const { listConnections } = await import('../src/modules/connections/service.ts');
    for (const connection of (await listConnections(node.app, serra.platformId)).values()) {
      const { createTransaction } = connection.provider;
      connection.provider.createTransaction = (request) => {
        told.push(request.checkoutUrl, new URL(request.webhookUrl).origin);
        return createTransaction!.call(connection.provider, request);
      };
    }

    await buy(node.app, pixPurchase(serra), undefined, { host: SERRA });

    expect(told).toEqual([`https://${SERRA}:8443/checkout/${serra.offerId}`, `https://${FEIRA}:8443`]);
  });
});

describe('what is switched off', () => {
  const flags = ({ pixEnabled, creditCardEnabled, billetEnabled }: Record<string, boolean>) => [
    pixEnabled,
    creditCardEnabled,
    billetEnabled,
  ];
  const shownAt = async (on: TestNode) => flags(await checkoutAt(SERRA, serra, on));
  const buyBy = async (paymentMethod: string, on = second) => {
    const answer = await buy(on.app, pixPurchase(serra, { paymentMethod }), undefined, { host: SERRA });
    return answer.json().code ?? answer.statusCode;
  };

  it('a method of the platform is neither shown nor sold, on any node', async () => {
    expect(await shownAt(second)).toEqual([true, true, true]);
    const change = (methods: string[]) =>
      command('platforms.updatePlatform', { platformId: serra.platformId, settings: { methods } });

    await change(['CREDIT_CARD', 'BILLET']);
    expect(await shownAt(node)).toEqual([false, true, true]);
    await onSecond(() => shownAt(second)).toEqual([false, true, true]);
    expect(await buyBy('PIX')).toBe('METHOD_NOT_ENABLED');
    expect((await checkoutAt(FEIRA, feira, second)).pixEnabled).toBe(true);

    await change(['PIX', 'CREDIT_CARD', 'BILLET']);
    await onSecond(() => shownAt(second)).toEqual([true, true, true]);
  });

  it.each([
    ['pix_enabled', 'PIX', [false, true, true]],
    ['credit_card_enabled', 'CREDIT_CARD', [true, false, true]],
    ['billet_enabled', 'BILLET', [true, true, false]],
  ])('a seller without %s sells nothing by %s, on any node', async (column, method, shown) => {
    const change = (isEnabled: boolean) =>
      inspector.rows(`UPDATE person SET ${column} = $2 WHERE id = $1`, [serra.sellerId, isEnabled]);

    await change(false);
    for (const on of [node, second]) await onSecond(() => shownAt(on)).toEqual(shown);
    expect(await buyBy(method)).toBe('METHOD_NOT_ENABLED');
    if (method === 'CREDIT_CARD') {
      expect((await get(`/card-frame/${serra.offerId}`, SERRA, second)).statusCode).toBe(404);
    }

    await change(true);
    await onSecond(() => shownAt(second)).toEqual([true, true, true]);
  });

  it('an offer in a currency of the past is not sold, though what was bought stays open', async () => {
    const bought = (await buy(node.app, pixPurchase(serra), 'repeated', { host: SERRA })).json();
    const seller = await openStaff(node.app, serra.platformId, { roles: ['seller'], host: SERRA });
    await inspector.rows('UPDATE product SET seller_id = $1 WHERE id = $2', [seller.id, serra.productId]);
    const listed = async () => (await get('/api/offers.listOffers', SERRA, node, seller.headers)).json().offers.length;
    await onSecond(listed).toBe(1);
    const change = (settings: object) =>
      command('platforms.updatePlatform', { platformId: serra.platformId, settings });

    await change({ currency: 'USD', currencies: ['USD'] });

    expect((await checkoutAt(SERRA, serra)).code).toBe('OFFER_NOT_FOUND');
    await onSecond(async () => (await checkoutAt(SERRA, serra, second)).code).toBe('OFFER_NOT_FOUND');
    expect(await buyBy('PIX')).toBe('OFFER_NOT_FOUND');
    expect(await listed()).toBe(0);
    expect((await get(`/checkout/payment/${bought.paymentId}`, SERRA)).statusCode).toBe(200);
    const repeated = await buy(node.app, pixPurchase(serra), 'repeated', { host: SERRA });
    expect(repeated.json().paymentId).toBe(bought.paymentId);

    await change({ currency: 'BRL', currencies: ['BRL', 'USD'] });
    await onSecond(async () => (await checkoutAt(SERRA, serra, second)).id).toBe(serra.offerId);
  });
});

describe('a disabled platform', () => {
  it('answers nobody on any node, but records the money that is under way', async () => {
    const bought = (await buy(node.app, pixPurchase(serra), undefined, { host: SERRA })).json();
    const [payment] = await inspector.rows<{ id: string; transaction: string; connection: string; token: string }>(
      `SELECT p.id, a.transaction_id AS transaction, a.connection_id AS connection, w.token
       FROM payment p JOIN payment_attempt a ON a.payment_id = p.id JOIN webhook_endpoint w ON w.connection_id = a.connection_id
       WHERE p.public_id = $1`,
      [bought.paymentId],
    );
    const { id, transaction, connection, token } = payment!;
    const change = (status: string) => command('platforms.updatePlatform', { platformId: serra.platformId, status });

    await change('DISABLED');

    for (const on of [node, second]) {
      for (const url of [
        '/api/settings.getBrand',
        `/checkout/${serra.offerId}`,
        `/checkout/payment/${bought.paymentId}`,
      ]) {
        await onSecond(async () => (await get(url, SERRA, on)).json().code).toBe('PLATFORM_NOT_FOUND');
      }
      expect((await buy(on.app, pixPurchase(serra), undefined, { host: SERRA })).statusCode).toBe(404);
      expect(await nameAt(FEIRA, on)).toBe('Feira de teste');
    }
    await (await node.app.simulators.get(connection))?.simulator.pay(transaction);
    const event = await node.app.inject({
      method: 'POST',
      url: `/webhooks/sandbox/${token}`,
      headers: { host: SERRA, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(event.statusCode).toBe(200);
    await checkPayment(node.app, serra.platformId, id);
    expect(await inspector.rows('SELECT status FROM payment WHERE id = $1', [id])).toEqual([{ status: 'APPROVED' }]);

    await change('ACTIVE');
    await waitFor('both nodes answer again', async () => (await nameAt(SERRA)) && (await nameAt(SERRA, second)));
  });
});
