/** Connected systems hear of each event once, in their own words, whatever they answer; keys stay sealed, and nobody else's sale leaves. */
import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import { integrationSimulator, readIntegrationExamples } from '@feira/plugin-kit/integration';
import { type ServedSimulator, serveSimulator } from '@feira/plugin-kit/simulation';
import type { IntegrationEvent } from '@feira/schemas/integration';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { movableClock } from '../../../test/market.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { type Laned, Lanes } from '../../shared/lanes.ts';
import { RETRY_SECONDS } from '../../shared/retry-schedule.ts';
import { rotateKey } from '../connections/rotation.ts';
import { announceOutbox } from '../events/payments.ts';
import { readCatalogue } from './catalogue.ts';
import { DELIVERIES, DUE } from './delivery-model.ts';
import { createSender } from './sender.ts';

const KEY = 'utmify-key-8e1f77';
const FOLDER = resolve(import.meta.dirname, '../../../../integrations');

let node: TestNode;
let second: TestNode;
let inspector: Inspector;
let world: World;
let headers: Record<string, string>;
let admin: Record<string, string>;
let sender: ReturnType<typeof createSender>;
let simulator: ReturnType<typeof integrationSimulator>;
let served: ServedSimulator;
const clock = movableClock();

async function playOf(id: string, secrets: Record<string, string>) {
  const compiled = (await readCatalogue()).get(id);
  if (!compiled) throw new Error(`no ${id}`);
  return integrationSimulator(compiled, { secrets, examples: await readIntegrationExamples(resolve(FOLDER, id)) });
}

beforeAll(async () => {
  node = await buildNode({ clock });
  second = await buildNode({ databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  served = await serveSimulator({ handleHttp: (request) => simulator.handle(request) });
  sender = createSender(node.app, { origin: served.url, timeoutMs: 120_000 });
  world = await createWorld(node.app, { offer: { abandoned_cart_enabled: true } });
  await connect(node.app, world);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  headers = await openSessionOf(node.app, world.platformId, world.sellerId);
  admin = (await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] }))
    .headers;
});
afterAll(async () => {
  await served?.close();
  await inspector?.close();
  await second?.close();
  await node?.close();
});
beforeEach(async () => {
  await inspector.rows('DELETE FROM integration_connection');
  simulator = await playOf('utmify', { apiToken: KEY });
});

const TERMS = {
  kind: 'SELLER',
  integration: 'utmify',
  name: 'Utmify',
  events: ['sale.approved'] as IntegrationEvent[],
  productIds: [] as string[],
  isEnabled: true,
  settings: {} as Record<string, string>,
  secrets: { apiToken: KEY } as Record<string, string | null>,
};

const send = (name: string, payload: object, as = headers) =>
  node.app.inject({ method: 'POST', url: `/api/integrations.${name}`, headers: as, payload });
const post = async (name: string, payload: object, as = headers) => (await send(name, payload, as)).json();
const ask = async (name: string, query: Record<string, string> = {}, as = headers) =>
  (await node.app.inject({ url: `/api/integrations.${name}`, query, headers: as })).json();
const open = async (terms: Partial<typeof TERMS> = {}, as = headers): Promise<string> => {
  const answer = await post('create', { ...TERMS, ...terms }, as);
  expect(answer).toEqual({ connectionId: expect.any(String) });
  return answer.connectionId;
};

interface Order {
  platformId: string;
  paymentId: string;
  saleId: string;
}
async function order(extra: Record<string, unknown> = {}): Promise<Order> {
  const answer = await buy(node.app, pixPurchase(world, { email: `${newId()}@example.com`, ...extra }));
  expect(answer.statusCode).toBe(200);
  const [row] = await inspector.rows<Order>(
    `SELECT platform_id AS "platformId", id AS "paymentId", sale_id AS "saleId" FROM payment WHERE public_id = $1`,
    [answer.json().paymentId],
  );
  return row as Order;
}
const tell = ({ platformId, paymentId }: Order, type: string, { app } = node) =>
  announceOutbox(app, platformId, [{ platformId, id: newId(), type, paymentId, payload: {} }]);
async function sell(extra: Record<string, unknown> = {}): Promise<Order> {
  const one = await order(extra);
  await inspector.rows(`UPDATE payment SET status = 'APPROVED', approved_at = now() WHERE id = $1`, [one.paymentId]);
  await tell(one, 'payment.approved');
  return one;
}
const claim = (app = node.app) =>
  app.database.jobs.list(new Lanes<Laned>({ connection: 4, provider: 4 }).claim(DUE, 60));
async function sendDue(...apps: TestNode['app'][]): Promise<void> {
  const claimed = await Promise.all((apps.length > 0 ? apps : [node.app]).map((app) => claim(app)));
  await Promise.all(claimed.flat().map(sender.sendDue));
}
const passWaits = () => inspector.rows(`UPDATE integration_delivery SET due_at = now() WHERE state = 'WAITING'`);
const rowsOf = (connectionId: string) =>
  inspector.rows<{ event: string; state: string; problem: string | null; attempts: number; answer: string | null }>(
    `SELECT event, state, problem, attempts, answer, answer_status AS status,
       round(extract(epoch FROM due_at - attempted_at))::int AS wait
     FROM integration_delivery WHERE connection_id = $1 ORDER BY event`,
    [connectionId],
  );

describe('the events of a sale', () => {
  it('reach a connected system once each, in its own words, however often and by however many nodes they come', async () => {
    const all: IntegrationEvent[] = ['pix.created', 'sale.approved', 'sale.refunded', 'sale.charged_back'];
    const id = await open({ events: all });
    const sale = await order({ utmQuery: { utm_source: 'FB', src: 'ad', evil: 'x' } });
    await tell(sale, 'payment.pix_generated');
    await inspector.rows(`UPDATE payment SET status = 'APPROVED', approved_at = now() WHERE id = $1`, [sale.paymentId]);
    const types = ['pix_generated', 'approved', 'confirmed', 'refunded', 'chargeback'].map((name) => `payment.${name}`);
    await Promise.all([...types, ...types].map((type, index) => tell(sale, type, index % 2 ? node : second)));

    for (let round = 0; round < 3; round++) await sendDue(node.app, second.app);

    expect(simulator.heard.map(({ problems }) => problems)).toEqual([[], [], [], []]);
    const bodies = simulator.heard.map(({ body }) => body as Record<string, never>);
    expect(bodies.map(({ status }) => status).sort()).toEqual(['chargedback', 'paid', 'refunded', 'waiting_payment']);
    expect(new Set(bodies.map(({ orderId }) => orderId))).toEqual(new Set([sale.saleId]));
    const paid = bodies.find(({ status }) => status === 'paid') as unknown as {
      commission: { totalPriceInCents: number; gatewayFeeInCents: number; userCommissionInCents: number };
      customer: { document: unknown };
    };
    const { totalPriceInCents, gatewayFeeInCents, userCommissionInCents } = paid.commission;
    expect(gatewayFeeInCents + userCommissionInCents).toBe(totalPriceInCents);
    expect(paid.customer.document).toBeNull();
    expect(JSON.stringify(bodies)).not.toContain('evil');
    expect((await rowsOf(id)).map(({ state, attempts }) => [state, attempts])).toEqual(all.map(() => ['SENT', 1]));
  });

  it('reach the platform’s own connection for every seller, and only the seller’s for a seller', async () => {
    const [own, platform] = [await open(), await open({ kind: 'PLATFORM' }, admin)];
    await inspector.rows(`INSERT INTO person (platform_id, id, email, name) VALUES ($1, $2, $3, 'Outra')`, [
      world.platformId,
      '00000000-0000-4000-8000-00000000aaaa',
      'outra-integracoes@example.com',
    ]);
    await inspector.rows('UPDATE integration_connection SET seller_id = $2 WHERE id = $1', [
      own,
      '00000000-0000-4000-8000-00000000aaaa',
    ]);

    await sell();
    await sendDue();

    expect(await rowsOf(own)).toEqual([]);
    expect(await rowsOf(platform)).toMatchObject([{ event: 'sale.approved', state: 'SENT' }]);
  });

  it('are those of chosen products, of chosen events, and of an abandoned cart where the system takes one', async () => {
    const other = await open({ productIds: [], events: ['sale.refunded'] });
    const [{ id: productId }] = (await inspector.rows<{ id: string }>(
      `SELECT product_id AS id FROM offer WHERE id = $1`,
      [world.offerId],
    )) as [{ id: string }];
    const chosen = await open({ productIds: [productId] });
    await inspector.rows(`UPDATE integration_connection SET product_ids = $2 WHERE id = $1`, [other, [newId()]]);

    const sale = await sell();
    await tell(sale, 'payment.refunded');

    expect((await rowsOf(chosen)).map(({ event }) => event)).toEqual(['sale.approved']);
    expect(await rowsOf(other)).toEqual([]);
    expect((await send('create', { ...TERMS, events: ['cart.abandoned'] })).json()).toMatchObject({
      code: 'INTEGRATION_EVENT_UNKNOWN',
    });
  });
});

describe('a delivery', () => {
  it('is not sent once its connection chooses other events or products', async () => {
    const connectionId = await open({ events: ['sale.approved', 'sale.refunded'] });
    await tell(await sell(), 'payment.refunded');
    await inspector.rows(`UPDATE integration_connection SET events = '{sale.approved}' WHERE id = $1`, [connectionId]);
    await sendDue();
    const [approved, refunded] = await rowsOf(connectionId);
    expect(approved).toMatchObject({ event: 'sale.approved', state: 'SENT' });
    expect(refunded).toMatchObject({ state: 'FAILED', problem: 'NOT_CHOSEN', attempts: 0 });
    const heard = simulator.heard.length;

    await sell();
    await inspector.rows(`UPDATE integration_connection SET product_ids = $2 WHERE id = $1`, [connectionId, [newId()]]);
    await sendDue();
    expect(simulator.heard).toHaveLength(heard);
  });

  it('is tried again by the schedule of webhooks while the other side fails, and not once it refused', async () => {
    const id = await open();
    await sell();
    simulator.planned.push({ status: 503 });
    await sendDue();
    expect(await rowsOf(id)).toMatchObject([
      { state: 'WAITING', problem: 'REFUSED', status: 503, wait: RETRY_SECONDS[0] },
    ]);

    simulator.planned.push({ status: 422, body: { message: 'orderId is wrong for joao@example.com, 529.982.247-25' } });
    await passWaits();
    await sendDue();
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({ state: 'FAILED', problem: 'REFUSED', status: 422, attempts: 2 });
    expect(row?.answer).toContain('orderId is wrong');
    expect(row?.answer).not.toMatch(/joao|529/);

    const [item] = (await ask('listDeliveries', { connectionId: id })).items;
    expect((await send('resend', { deliveryId: item.id })).statusCode).toBe(200);
    await sendDue();
    expect(await rowsOf(id)).toMatchObject([{ state: 'SENT', attempts: 1 }]);
  });

  it('fails with a wrong key, and shows the key nowhere', async () => {
    const id = await open({ secrets: { apiToken: 'planted-wrong-key' } });
    const { deliveryId } = await post('sendTest', { connectionId: id, event: 'sale.approved' });
    await sendDue();

    expect(simulator.heard.map(({ isAuthorized }) => isAuthorized)).toEqual([false]);
    expect(await rowsOf(id)).toMatchObject([{ state: 'FAILED', problem: 'REFUSED', status: 401 }]);
    const shown = [await ask('get', { connectionId: id }), await ask('getDelivery', { deliveryId })];
    expect(shown[1].requests).toMatchObject([
      { method: 'POST', host: 'api.utmify.com.br', path: '/api-credentials/orders' },
    ]);
    const stored = await inspector.rows(
      `SELECT c::text, d::text AS delivery FROM integration_connection c, integration_delivery d`,
    );
    expect(JSON.stringify([shown, stored, await ask('list', { kind: 'SELLER' })])).not.toContain('planted-wrong-key');
  });

  it('says that the data is gone once the buyer is erased, and ends after 30 days', async () => {
    const id = await open();
    const { saleId } = await sell();
    await inspector.rows('DELETE FROM sale_item WHERE sale_id = $1', [saleId]);
    await sendDue();
    expect(await rowsOf(id)).toMatchObject([{ state: 'FAILED', problem: 'ERASED' }]);

    await inspector.rows(`UPDATE integration_delivery SET created_at = now() - interval '31 days'`);
    await DELIVERIES.purge(node.app);
    expect(await rowsOf(id)).toEqual([]);
  });

  it('is not made of a sale that is older than the other side takes', async () => {
    const id = await open({ events: ['sale.refunded'] });
    const sale = await sell();
    await inspector.rows(`UPDATE sale SET created_at = now() - interval '46 days' WHERE id = $1`, [sale.saleId]);
    await tell(sale, 'payment.refunded');
    await sendDue();

    expect(simulator.heard).toEqual([]);
    expect(await rowsOf(id)).toMatchObject([{ state: 'FAILED', problem: 'TOO_OLD' }]);
    expect(await ask('get', { connectionId: id })).toMatchObject({ failingSince: null });
  });
});

describe('a connection', () => {
  it('is switched off after three days without success, with one notice to its owner', async () => {
    const [id, platform] = [await open(), await open({ kind: 'PLATFORM' }, admin)];
    await sell();
    simulator.planned.push({ status: 500 }, { status: 500 });
    await sendDue();
    await inspector.rows(`UPDATE integration_connection SET failing_since = now() - interval '73 hours'`);
    simulator.planned.push({ status: 500 }, { status: 500 });
    await passWaits();
    await sendDue();

    for (const [connectionId, path] of [
      [id, '/platform'],
      [platform, '/admin-root'],
    ] as const) {
      const notices = await inspector.rows(
        `SELECT DISTINCT type, href FROM notification WHERE type = 'integration.switchedOff' AND href LIKE '%' || $1`,
        [connectionId],
      );
      expect(notices).toEqual([
        { type: 'integration.switchedOff', href: `${path}/integrations?connection=${connectionId}` },
      ]);
      expect(await rowsOf(connectionId)).toMatchObject([{ state: 'FAILED', problem: 'SWITCHED_OFF' }]);
    }
    expect(await ask('get', { connectionId: id })).toMatchObject({ isEnabled: false, offReason: 'FAILING' });
  });

  it('keeps its secrets when they are left out, opens them after the key is rotated, and loses them when removed', async () => {
    const id = await open();
    const { version } = await ask('get', { connectionId: id });
    const { kind: _k, integration: _i, ...terms } = TERMS;
    const changed = await post('update', { connectionId: id, version, ...terms, name: 'Tráfego', secrets: {} });
    expect(changed).toEqual({ version: version + 1 });
    await node.app.dataKeys.list(world.platformId);
    await rotateKey(node.app, world.platformId, () => []);
    await node.app.resealing.run(world.platformId);

    await sell();
    await sendDue();
    expect(simulator.heard.map(({ isAuthorized }) => isAuthorized)).toEqual([true]);

    const removal = await send('update', {
      connectionId: id,
      version: version + 1,
      ...terms,
      secrets: { apiToken: null },
    });
    expect(removal.json()).toMatchObject({ code: 'CREDENTIALS_INVALID', details: [{ field: 'secrets.apiToken' }] });
    expect((await send('remove', { connectionId: id, version: version + 1 })).statusCode).toBe(200);
    expect(await inspector.rows('SELECT 1 FROM integration_delivery')).toEqual([]);
  });

  it('leads to no address of a private network, and signs what it sends to an address that its owner typed', async () => {
    const kiwify = {
      integration: 'kiwify-webhook',
      settings: { url: 'https://members.example/kiwify?turma=1' },
      secrets: { token: 'token-of-kiwify' },
    };
    for (const url of [
      'http://members.example/x',
      'https://127.0.0.1/x',
      'https://intranet/x',
      'https://a:b@members.example/',
    ])
      expect((await send('create', { ...TERMS, ...kiwify, settings: { url } })).json()).toMatchObject({
        code: 'CREDENTIALS_INVALID',
        details: [{ field: 'settings.url' }],
      });
    simulator = await playOf('kiwify-webhook', { token: 'token-of-kiwify' });
    const id = await open(kiwify);

    await sell();
    await sendDue();

    const [heard] = simulator.heard;
    expect(await rowsOf(id)).toMatchObject([{ state: 'SENT', problem: null }]);
    expect(heard?.problems).toEqual([]);
    expect(heard?.query.signature).toBe(
      createHmac('sha1', 'token-of-kiwify')
        .update(heard?.rawBody ?? '')
        .digest('hex'),
    );
    expect(heard?.query.turma).toBe('1');
  });

  it('does not hand its secrets to another system whose address is typed later', async () => {
    const hotmart = {
      integration: 'hotmart-webhook',
      settings: { url: 'https://members.example/hotmart' },
      secrets: { hottok: 'token-of-members' },
    };
    const connectionId = await open(hotmart);
    const { kind: _k, integration: _i, ...terms } = TERMS;
    const move = (url: string, secrets: Record<string, string>, version: number) =>
      send('update', { connectionId, version, ...terms, settings: { url }, secrets });

    expect((await move('https://members.example/other-page', {}, 1)).json()).toEqual({ version: 2 });
    expect((await move('https://elsewhere.example/hotmart', {}, 2)).json()).toMatchObject({
      code: 'CREDENTIALS_INVALID',
      details: [{ field: 'secrets.hottok' }],
    });
    expect((await move('https://elsewhere.example/hotmart', { hottok: 'another-token' }, 2)).json()).toEqual({
      version: 3,
    });
  });

  it('belongs to its owner: a seller finds neither the platform’s nor another seller’s', async () => {
    const platform = await open({ kind: 'PLATFORM' }, admin);
    expect((await ask('list', { kind: 'SELLER' })).connections).toEqual([]);
    expect((await ask('list', { kind: 'PLATFORM' }, admin)).connections).toMatchObject([{ id: platform }]);
    expect(await ask('list', { kind: 'PLATFORM' })).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(await ask('get', { connectionId: platform })).toMatchObject({ code: 'INTEGRATION_CONNECTION_NOT_FOUND' });
    expect(await post('create', { ...TERMS, kind: 'PLATFORM' })).toMatchObject({ code: 'ACCESS_DENIED' });
  });
});
