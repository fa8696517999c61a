/** Sellers' systems hear of each event once, signed, whatever their receivers do, and nothing of it reaches an address inside. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SellerWebhookFields } from '@feira/schemas/entities/seller-webhook';
import { type SellerEvent, sellerWebhookBodySchema } from '@feira/schemas/seller-webhook';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { openDraw } from '../../../test/draw.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { movableClock } from '../../../test/market.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { buy, CPF, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { type Laned, Lanes } from '../../shared/lanes.ts';
import { RETRY_SECONDS } from '../../shared/retry-schedule.ts';
import { advanceCart } from '../abandoned-carts/advance.ts';
import { rotateKey } from '../connections/rotation.ts';
import { announceOutbox } from '../events/payments.ts';
import { DELIVERIES, DUE } from './delivery-model.ts';
import { createSender } from './sender.ts';

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let node: TestNode;
let second: TestNode;
let inspector: Inspector;
let receiver: Server;
let sender: ReturnType<typeof createSender>;
/** A sender that does not wait long for an answer. */
let hasty: ReturnType<typeof createSender>;
let world: World;
let headers: Record<string, string>;
let received: Received[] = [];
/** The answers to the next requests, instead of 200. HANG: none comes. */
let answers: (number | 'HANG')[] = [];
const clock = movableClock();

beforeAll(async () => {
  node = await buildNode({ clock });
  second = await buildNode({ databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
    const answer = answers.shift() ?? 200;
    if (answer === 'HANG') return;
    if (answer === 302) response.setHeader('location', '/elsewhere');
    response.writeHead(answer).end(`answer\u0000 ${'x'.repeat(5_000)}`);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  sender = createSender(node.app, { allowPrivateHosts: true, timeoutMs: 120_000 });
  hasty = createSender(node.app, { allowPrivateHosts: true, timeoutMs: 2_000 });
  world = await createWorld(node.app, { offer: { abandoned_cart_enabled: true } });
  await connect(node.app, world);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  headers = await openSessionOf(node.app, world.platformId, world.sellerId);
});
afterAll(async () => {
  await sender?.close();
  await hasty?.close();
  receiver?.closeAllConnections();
  receiver?.close();
  await inspector?.close();
  await second?.close();
  await node?.close();
});
beforeEach(async () => {
  await inspector.rows('DELETE FROM seller_webhook');
  received = [];
  answers = [];
});

const TERMS = {
  name: 'CRM',
  url: 'https://crm.example/feira',
  events: ['onBuyApproved'] as SellerEvent[],
  productIds: [] as string[],
  isEnabled: true,
};

const post = async (name: string, payload: object, as = headers) =>
  (await node.app.inject({ method: 'POST', url: `/api/sellerWebhooks.${name}`, headers: as, payload })).json();
const ask = async (name: string, query: Record<string, string> = {}, as = headers) =>
  (await node.app.inject({ url: `/api/sellerWebhooks.${name}`, query, headers: as })).json();

const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

interface Hook {
  id: string;
  secret: string;
}

/** Creates a webhook, and leads it to the receiver of the test or to another address. */
async function openHook(terms: Partial<typeof TERMS> = {}, url?: string): Promise<Hook> {
  const { webhookId, secret } = await post('create', { ...TERMS, ...terms });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await inspector.rows('UPDATE seller_webhook SET url = $2 WHERE id = $1', [webhookId, url ?? `${receiverUrl()}/hook`]);
  return { id: webhookId, secret };
}

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

const approve = ({ paymentId }: Order) =>
  inspector.rows(`UPDATE payment SET status = 'APPROVED', approved_at = now() WHERE id = $1`, [paymentId]);
const tell = (one: Order, type: string, { app } = node) =>
  announceOutbox(app, one.platformId, [{ ...one, id: newId(), type, payload: {} }]);
async function sell(extra: Record<string, unknown> = {}): Promise<Order> {
  const one = await order(extra);
  await approve(one);
  await tell(one, 'payment.approved');
  return one;
}

const claim = (app = node.app, lanes = new Lanes<Laned>({ connection: 4, provider: 4 })) =>
  app.database.jobs.list(lanes.claim(DUE, 60));

/** Sends what is due by one node or more, at the same time. */
async function sendDue(...apps: TestNode['app'][]): Promise<void> {
  const claimed = await Promise.all((apps.length > 0 ? apps : [node.app]).map((app) => claim(app)));
  await Promise.all(claimed.flat().map(sender.sendDue));
}

const passWaits = () => inspector.rows(`UPDATE seller_webhook_delivery SET due_at = now() WHERE state = 'WAITING'`);

const rowsOf = (webhookId: string) =>
  inspector.rows<{
    event: string;
    state: string;
    problem: string | null;
    attempts: number;
    status: number | null;
    answer: string | null;
    wait: number;
  }>(
    `SELECT event, state, problem, attempts, answer_status AS status, answer, round(extract(epoch FROM due_at - attempted_at))::int AS wait
     FROM seller_webhook_delivery WHERE seller_webhook_id = $1 ORDER BY event`,
    [webhookId],
  );

/** Computes the signature anew, as a developer does who reads Standard Webhooks. */
function isSigned({ headers: sent, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${sent['webhook-id']}.${sent['webhook-timestamp']}.`).update(body);
  return String(sent['webhook-signature'])
    .split(' ')
    .includes(`v1,${expected.digest('base64')}`);
}

describe('the events of a sale', () => {
  it('are delivered once each, however often and in whatever order they come, by two nodes', async () => {
    const all: SellerEvent[] = [
      'onBuyApproved',
      'onPixCreated',
      'onRefound',
      'onChargeback',
      'onProductShipping',
      'onProductDigital',
    ];
    const [one, other] = [await openHook({ events: all }), await openHook({ events: ['onBuyApproved'] })];
    const { shuffle } = openDraw();
    const sale = await order({ orderBumpsIds: [world.bumpId] });
    await inspector.rows('UPDATE sale_item SET is_tangible = true WHERE sale_id = $1 AND position = 1', [sale.saleId]);
    await approve(sale);
    const types = ['pix_generated', 'approved', 'confirmed', 'refunded', 'chargeback'].map((name) => `payment.${name}`);
    const told = shuffle([...types, ...types, ...types]).map((type, index) => ({
      type,
      by: index % 2 ? node : second,
    }));
    await Promise.all(told.map(({ type, by }) => tell(sale, type, by)));

    for (let round = 0; round < 5; round++) await sendDue(node.app, second.app);

    const heard = received.map(({ body }) => JSON.parse(body).event);
    expect(heard.sort()).toEqual([...all, 'onBuyApproved'].sort());
    expect(new Set(received.map(({ headers: sent }) => sent['webhook-id'])).size).toBe(7);
    expect((await rowsOf(one.id)).every(({ state, attempts }) => state === 'SENT' && attempts === 1)).toBe(true);
    expect(await rowsOf(other.id)).toMatchObject([{ event: 'onBuyApproved', state: 'SENT' }]);
  });

  it('are those of chosen products, of things to ship, and of payments that nobody doubts', async () => {
    const digital = await openHook({ events: ['onProductShipping', 'onProductDigital'] });
    const elsewhere = await openHook({ productIds: [world.productId] });
    const [bump] = await inspector.rows<{ id: string }>('SELECT id FROM product WHERE id <> $1', [world.productId]);
    await inspector.rows('UPDATE seller_webhook SET product_ids = $2 WHERE id = $1', [elsewhere.id, [bump?.id]]);
    const doubted = await order();
    await approve(doubted);
    await inspector.rows('UPDATE payment SET is_provisional = true WHERE id = $1', [doubted.paymentId]);

    await tell(doubted, 'payment.approved');
    expect(await rowsOf(digital.id)).toEqual([]);
    await inspector.rows('UPDATE payment SET is_provisional = false WHERE id = $1', [doubted.paymentId]);
    await tell(doubted, 'payment.confirmed');

    expect((await rowsOf(digital.id)).map(({ event }) => event)).toEqual(['onProductDigital']);
    expect(await rowsOf(elsewhere.id)).toEqual([]);
    await sell({ orderBumpsIds: [world.bumpId] });
    expect((await rowsOf(elsewhere.id)).map(({ event }) => event)).toEqual(['onBuyApproved']);
  });

  it('are signed, fit the published schema, and name neither documents nor cards', async () => {
    const { secret } = await openHook();
    const sale = await sell({ utmQuery: { utm_source: 'ig', src: 'bio', cpf: CPF, fbclid: 'x' } });

    await sendDue();

    const [request] = received as [Received];
    expect(isSigned(request, secret)).toBe(true);
    expect(isSigned({ ...request, body: request.body.replace('9990', '1') }, secret)).toBe(false);
    const body = JSON.parse(request.body);
    expect(node.app.findProblems(sellerWebhookBodySchema as never, body, 'en')).toBeNull();
    expect(body).toMatchObject({
      id: request.headers['webhook-id'],
      event: 'onBuyApproved',
      type: 'PURCHASE_APPROVED',
      isTest: false,
      data: {
        sale: {
          id: sale.saleId,
          status: 'APPROVED',
          amount: 9_990,
          method: 'PIX',
          items: [{ productId: world.productId }],
        },
        customer: { name: 'João Comprador', phone: '11987654321' },
        utm: { utm_source: 'ig', src: 'bio' },
        subscription: null,
        cart: null,
      },
    });
    expect(request.body).not.toMatch(new RegExp(`${CPF}|document|cpf|card|secret`, 'i'));
  });

  it('keep the status that they stand for when they are sent late', async () => {
    await openHook();
    const sale = await sell();
    await inspector.rows(`UPDATE payment SET status = 'REFUNDED', refunded_amount = amount WHERE id = $1`, [
      sale.paymentId,
    ]);

    await sendDue();

    expect(JSON.parse(received[0]?.body ?? '').data.sale.status).toBe('APPROVED');
  });
});

describe('an abandoned cart', () => {
  it('is told once, with the way back, and not any more once it is erased', async () => {
    const { id } = await openHook({ events: ['onAbandonedCart'] });
    await node.app.inject({
      method: 'POST',
      url: '/api/checkout.putAbandonedCart',
      payload: { offerId: world.offerId, email: 'bia@example.com', name: 'Bia Rocha', document: CPF },
    });
    const [cart] = await inspector.rows<{ id: string }>(
      `SELECT id FROM abandoned_cart WHERE email = 'bia@example.com'`,
    );
    const key = { platformId: world.platformId, id: cart?.id as string };
    await Promise.all([advanceCart(node.app, key), advanceCart(second.app, key)]);

    await sendDue();

    const body = JSON.parse(received[0]?.body ?? '');
    expect(node.app.findProblems(sellerWebhookBodySchema as never, body, 'en')).toBeNull();
    expect(body).toMatchObject({
      type: 'ABANDONED_CART',
      data: {
        sale: null,
        customer: { name: 'Bia Rocha', email: 'bia@example.com' },
        cart: { id: key.id, resumeUrl: expect.stringMatching(/\/checkout\/resume\/.{20,}/) },
      },
    });
    expect(received[0]?.body).not.toContain(CPF);
    expect(received).toHaveLength(1);

    const { items } = await ask('listDeliveries', { webhookId: id });
    await post('resend', { deliveryId: items[0].id });
    await inspector.rows('UPDATE abandoned_cart SET erased_at = now(), email = NULL, name = NULL WHERE id = $1', [
      key.id,
    ]);
    await sendDue();
    expect(received).toHaveLength(1);
    expect(await rowsOf(id)).toMatchObject([{ state: 'FAILED', problem: 'ERASED' }]);
    expect((await ask('getDelivery', { deliveryId: items[0].id })).body).toBeNull();
  });
});

describe('a receiver', () => {
  it('that fails first hears again under the same id, and its answer is kept short', async () => {
    const { id, secret } = await openHook();
    answers = [500];
    await sell();
    await sendDue();
    const [failed] = await rowsOf(id);
    expect(failed).toMatchObject({ state: 'WAITING', problem: 'REFUSED', attempts: 1, status: 500, wait: 5 });
    expect(failed?.answer).toMatch(/^answer {2}x{200,}$/);
    expect(failed?.answer?.length).toBe(300);

    await passWaits();
    await sendDue();

    expect(await rowsOf(id)).toMatchObject([{ state: 'SENT', problem: null, attempts: 2, status: 200 }]);
    expect(new Set(received.map(({ headers: sent }) => sent['webhook-id'])).size).toBe(1);
    expect(received.every((request) => isSigned(request, secret))).toBe(true);
    expect((await ask('list')).webhooks[0].lastDelivery).toMatchObject({ state: 'SENT', event: 'onBuyApproved' });
  });

  it('that redirects is not followed', async () => {
    const { id } = await openHook();
    answers = [302];
    await sell();

    await sendDue();

    expect(received.map(({ path }) => path)).toEqual(['/hook']);
    expect(await rowsOf(id)).toMatchObject([{ state: 'WAITING', problem: 'REDIRECTED', status: 302 }]);
  });

  it('that hangs is given up in time, and fills no place but its own', async () => {
    const hanging = await openHook();
    for (let index = 0; index < 40; index++) await sell();
    const other = await openHook();
    await sell();
    const lanes = new Lanes<Laned>({ connection: 4, provider: 4 });
    const never = new Promise<void>(() => undefined);
    const first = await claim(node.app, lanes);
    for (const row of first)
      lanes.start(
        row,
        () => never,
        () => undefined,
      );
    const then = await claim(node.app, lanes);

    expect(first).toHaveLength(4);
    expect(new Set(first.map((row) => row.lanes[0]))).toEqual(new Set([hanging.id]));
    expect(then.map((row) => row.lanes[0])).toEqual([other.id]);

    answers = ['HANG'];
    await hasty.sendDue(first[0] as Laned);
    const rows = await rowsOf(hanging.id);
    expect(rows.filter(({ problem, status }) => problem === 'UNREACHABLE' && status === null)).toHaveLength(1);
  });

  it('that is gone switches its webhook off, and the seller is told once', async () => {
    const { id } = await openHook();
    await sell();
    await sell();
    answers = [410, 410];
    await sendDue();

    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['FAILED', 'FAILED']);
    expect(await ask('get', { webhookId: id })).toMatchObject({ isEnabled: false, offReason: 'GONE', version: 2 });
    const notices = await inspector.rows(
      `SELECT person_id, type, href FROM notification WHERE type = 'webhook.switchedOff' AND href LIKE '%' || $1`,
      [id],
    );
    expect(notices).toEqual([
      { person_id: world.sellerId, type: 'webhook.switchedOff', href: `/platform/integrations/${id}` },
    ]);
    await sell();
    expect(await rowsOf(id)).toHaveLength(2);
    const { items } = await ask('listDeliveries', { webhookId: id });
    expect(await post('resend', { deliveryId: items[0].id })).toMatchObject({
      code: 'SELLER_WEBHOOK_OFF',
      details: [{ field: 'deliveryId' }],
    });
  });

  it('that fails for three days is switched off, and one that answers in between is not', async () => {
    const { id } = await openHook();
    const days = (count: number) =>
      inspector.rows(
        `UPDATE seller_webhook SET failing_since = failing_since - make_interval(days => $2) WHERE id = $1`,
        [id, count],
      );
    await sell();
    answers = [500];
    await sendDue();
    await days(4);
    await passWaits();
    await sendDue();
    answers = [500];
    await sell();
    await sendDue();
    expect(await ask('get', { webhookId: id })).toMatchObject({ isEnabled: true, offReason: null });

    await days(4);
    await passWaits();
    answers = [500];
    await sendDue();
    expect(await ask('get', { webhookId: id })).toMatchObject({ isEnabled: false, offReason: 'FAILING' });
    const { version } = await ask('get', { webhookId: id });
    await post('update', { webhookId: id, version, ...TERMS });
    expect(await ask('get', { webhookId: id })).toMatchObject({ isEnabled: true, offReason: null });
  });

  it('is tried ten times, after waits that grow to a day', async () => {
    const { id } = await openHook();
    await sell();
    const waits: number[] = [];
    for (let attempt = 0; attempt <= RETRY_SECONDS.length; attempt++) {
      answers = [503];
      await passWaits();
      await sendDue();
      const [row] = await rowsOf(id);
      if (row?.state === 'WAITING') waits.push(row.wait);
    }

    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(await rowsOf(id)).toMatchObject([{ state: 'FAILED', problem: 'REFUSED', attempts: 10 }]);
    const { items } = await ask('listDeliveries', { webhookId: id, state: 'FAILED' });
    await post('resend', { deliveryId: items[0].id });
    await sendDue();
    expect(await rowsOf(id)).toMatchObject([{ state: 'SENT', attempts: 1 }]);
  });
});

describe('an address', () => {
  it.each([
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://0x7f000001/x',
    'https://10.1.2.3/x',
    'https://192.168.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://localhost/x',
    'https://crm.internal/x',
    'https://user:secret@crm.example/x',
    'https://crm.example/#x',
    'https://',
  ])('inside a network or with a user is refused when it is saved: %s', async (url) => {
    const { id } = await openHook();

    for (const answer of [
      await post('create', { ...TERMS, url: url.padEnd(9, '/') }),
      await post('update', { webhookId: id, version: 1, ...TERMS, url: url.padEnd(9, '/') }),
    ])
      expect(answer).toMatchObject({ code: 'SELLER_WEBHOOK_ADDRESS', details: [{ field: 'url' }] });
  });

  it('without https is refused', async () => {
    expect(await post('create', { ...TERMS, url: 'http://crm.example/feira' })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'url' }],
    });
  });

  it('that leads inside is never called, whatever its name is', async () => {
    const guarded = createSender(node.app);
    const { port } = receiver.address() as AddressInfo;
    const inside = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', 'localhost'];
    const hooks = await Promise.all(inside.map((host) => openHook({}, `https://${host}:${port}/hook`)));
    hooks.push(await openHook({}, `http://127.0.0.1:${port}/hook`));
    await sell();
    const rows = [...(await claim())];

    await Promise.all(rows.map(guarded.sendDue));
    await guarded.close();

    expect(rows).toHaveLength(hooks.length);
    for (const { id } of hooks)
      expect(await rowsOf(id)).toMatchObject([{ problem: 'BLOCKED', state: 'WAITING', status: null }]);
    expect(received).toEqual([]);
  });
});

describe('a secret', () => {
  it('that was replaced signs as well for a day, and survives a new data key', async () => {
    const { id, secret: old } = await openHook();
    const { secret } = await post('rotateSecret', { webhookId: id });
    expect(secret).not.toBe(old);
    await rotateKey(node.app, world.platformId, () => []);
    await sell();
    await sendDue();
    const [both] = received as [Received];
    expect([isSigned(both, old), isSigned(both, secret)]).toEqual([true, true]);
    expect((await ask('get', { webhookId: id })).oldSecretUntil).not.toBeNull();

    await inspector.rows(`UPDATE seller_webhook SET old_until = now() WHERE id = $1`, [id]);
    await sell();
    await sendDue();

    const last = received.at(-1) as Received;
    expect([isSigned(last, old), isSigned(last, secret)]).toEqual([false, true]);
  });

  it('stands in no answer but the first, and in no event of the audit log', async () => {
    const { id, secret } = await openHook();
    const rotated = await post('rotateSecret', { webhookId: id });
    const events = await inspector.rows(`SELECT type, details FROM audit_event WHERE subject_id = $1 ORDER BY id`, [
      id,
    ]);
    const shown = JSON.stringify([events, await ask('list'), await ask('get', { webhookId: id })]);

    expect(events.map(({ type }) => type)).toEqual(['sellerWebhook.created', 'sellerWebhook.secretRotated']);
    for (const text of [secret, rotated.secret, 'whsec_']) expect(shown).not.toContain(text);
  });
});

describe('sellers', () => {
  it('find nothing of each other, and name only their own products', async () => {
    const { id } = await openHook();
    await sell();
    const [delivery] = (await ask('listDeliveries', { webhookId: id })).items;
    const rival = await openStaff(node.app, world.platformId, { roles: ['seller'] });
    const as = rival.headers;

    expect((await ask('list', {}, as)).webhooks).toEqual([]);
    for (const answer of [
      await ask('get', { webhookId: id }, as),
      await ask('listDeliveries', { webhookId: id }, as),
      await post('update', { webhookId: id, version: 1, ...TERMS }, as),
      await post('remove', { webhookId: id, version: 1 }, as),
      await post('rotateSecret', { webhookId: id }, as),
      await post('sendTest', { webhookId: id, event: 'onBuyApproved' }, as),
    ])
      expect(answer.code).toBe('SELLER_WEBHOOK_NOT_FOUND');
    for (const answer of [
      await ask('getDelivery', { deliveryId: delivery.id }, as),
      await post('resend', { deliveryId: delivery.id }, as),
    ])
      expect(answer.code).toBe('SELLER_WEBHOOK_DELIVERY_NOT_FOUND');
    expect(await post('create', { ...TERMS, productIds: [world.productId] }, as)).toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
      details: [{ field: 'productIds' }],
    });
  });

  it('have at most twenty, also when they create several at once', async () => {
    const made = await Promise.all(Array.from({ length: 22 }, () => post('create', TERMS)));

    expect(made.filter(({ code }) => code === 'SELLER_WEBHOOK_LIMIT')).toHaveLength(2);
    expect((await ask('list')).webhooks).toHaveLength(20);
  });

  it('are told what changed in another tab, and end what waits by switching off', async () => {
    const { id } = await openHook();
    await sell();
    const changed = { ...TERMS, name: 'ERP', isEnabled: false };
    expect(await post('update', { webhookId: id, version: 1, ...changed })).toEqual({ version: 2 });

    expect(await post('update', { webhookId: id, version: 1, ...TERMS })).toMatchObject({ code: 'EDIT_CONFLICT' });
    expect(await rowsOf(id)).toMatchObject([{ state: 'FAILED', problem: 'SWITCHED_OFF', attempts: 0 }]);
    await sendDue();
    expect(received).toEqual([]);
  });

  it.each<[string, Partial<SellerWebhookFields>]>([
    ['its events', { events: ['sale.refunded'] }],
    ['its products', { productIds: ['PRODUCT'] }],
  ])('send nothing that waits once %s are narrowed, and the rest as before', async (_, narrowed) => {
    const { id } = await openHook({ events: ['sale.approved', 'onBuyApproved'] as never });
    await sell();
    const product = { name: 'Outro curso', typeProduct: 'DIGITAL', category: 'GASTRONOMY' };
    const made = { method: 'POST', url: '/api/products.createProduct', headers, payload: product } as const;
    const productIds = narrowed.productIds ? [(await node.app.inject(made)).json().productId] : [];
    const terms = { ...TERMS, events: ['sale.approved', 'onBuyApproved'], ...narrowed, productIds };
    expect(await post('update', { webhookId: id, version: 1, ...terms })).toEqual({ version: 2 });
    await inspector.rows('UPDATE seller_webhook SET url = $2 WHERE id = $1', [id, receiverUrl()]);

    await sendDue();
    expect(received).toEqual([]);
    const gone = { state: 'FAILED', problem: 'NOT_CHOSEN', attempts: 0 };
    expect(await rowsOf(id)).toMatchObject([gone, gone]);
    // It says nothing about the receiver.
    expect(await inspector.rows('SELECT failing_since FROM seller_webhook')).toEqual([{ failing_since: null }]);

    await post('update', { webhookId: id, version: 2, ...terms, events: ['sale.approved'], productIds: [] });
    await inspector.rows('UPDATE seller_webhook SET url = $2 WHERE id = $1', [id, receiverUrl()]);
    await sell();
    await sendDue();
    expect(received).toHaveLength(1);
  });

  it('send nothing of sellers whom the platform’s webhook does not choose any more', async () => {
    const admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });
    const terms = { ...TERMS, events: ['sale.approved'], owner: 'PLATFORM', sellerIds: [world.sellerId] };
    const { webhookId } = await post('create', terms, admin.headers);
    await sell();
    const { owner: _, ...changed } = { ...terms, sellerIds: [admin.id] };
    expect(await post('update', { webhookId, version: 1, ...changed }, admin.headers)).toEqual({ version: 2 });
    await inspector.rows('UPDATE seller_webhook SET url = $2 WHERE id = $1', [webhookId, receiverUrl()]);
    await sendDue();
    expect(received).toEqual([]);
    expect(await rowsOf(webhookId)).toMatchObject([{ state: 'FAILED', problem: 'NOT_CHOSEN' }]);
  });

  it('send nothing that was queued while a webhook was paused', async () => {
    const { id } = await openHook();
    await sell();
    // The change of the switch and the queueing of an event may pass each other: the row waits although the webhook is off.
    await inspector.rows(`UPDATE seller_webhook SET is_enabled = false, off_reason = 'SELLER' WHERE id = $1`, [id]);
    await sendDue();
    expect(received).toEqual([]);
    expect(await rowsOf(id)).toMatchObject([{ state: 'FAILED', problem: 'SWITCHED_OFF' }]);
  });

  it('try a webhook with made-up data, also one that is off, once', async () => {
    const { id } = await openHook({ isEnabled: false });
    for (const event of ['onProductShipping', 'onAbandonedCart'] as const) {
      answers = [404];
      const { deliveryId } = await post('sendTest', { webhookId: id, event });
      await sendDue();
      const tried = await ask('getDelivery', { deliveryId });
      expect(tried).toMatchObject({ event, isTest: true, state: 'FAILED', answerStatus: 404, attempts: 1 });
      const body = JSON.parse(received.at(-1)?.body ?? '');
      expect(tried.body).toBe(received.at(-1)?.body);
      expect(node.app.findProblems(sellerWebhookBodySchema as never, body, 'en')).toBeNull();
      expect(body).toMatchObject({ isTest: true, event });
    }
    expect(await ask('get', { webhookId: id })).toMatchObject({ offReason: 'SELLER' });
  });
});

describe('purging', () => {
  it('takes deliveries after 30 days', async () => {
    const { id } = await openHook();
    await sell();
    await sell();
    await inspector.rows(
      `UPDATE seller_webhook_delivery SET created_at = now() - interval '31 days' WHERE id =
       (SELECT id FROM seller_webhook_delivery WHERE seller_webhook_id = $1 LIMIT 1)`,
      [id],
    );
    await DELIVERIES.purge(node.app);

    expect(await rowsOf(id)).toHaveLength(1);
  });
});
