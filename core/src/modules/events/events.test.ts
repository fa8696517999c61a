/** Events are told once to each system that wants them, in the order of their subject where that is asked for, and can be told again. */
import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { scopesOf } from '@feira/schemas/api';
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from '@feira/schemas/event-types';
import { dataSchemaOf, eventSchemaOf, exampleOf, type PlatformEvent } from '@feira/schemas/events';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { ERASED_EMAIL, ERASED_NAME } from '../../shared/erased.ts';
import { newId } from '../../shared/ids.ts';
import { type Laned, Lanes } from '../../shared/lanes.ts';
import { writeBody } from '../seller-webhooks/body.ts';
import { DELIVERIES, DUE, selectSendable } from '../seller-webhooks/delivery-model.ts';
import { announce, purgeEvents } from './model.ts';
import { announceOutbox } from './payments.ts';

const ajv = new Ajv({ strict: false });
addFormats(ajv);
const isValid = (event: PlatformEvent) => ajv.validate(eventSchemaOf(event.type), event) || ajv.errorsText();

let node: TestNode;
let inspector: Inspector;
let world: World;
let seller: Staff;
let other: Staff;
let admin: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await connect(node.app, world);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    world.platformId,
    world.sellerId,
  ]);
  seller = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  other = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});
beforeEach(() => inspector.rows('DELETE FROM seller_webhook; DELETE FROM event'));

const TERMS = { name: 'CRM', url: 'https://crm.example/feira', productIds: [], isEnabled: true };

const post = async (who: Staff, procedure: string, payload: object) =>
  (await node.app.inject({ method: 'POST', url: `/api/${procedure}`, headers: who.headers, payload })).json();
const ask = async (who: Staff, procedure: string, query: Record<string, string>) =>
  (await node.app.inject({ url: `/api/${procedure}`, query, headers: who.headers })).json();
const openHook = async (who: Staff, events: string[], more: object = {}): Promise<string> =>
  (await post(who, 'sellerWebhooks.create', { ...TERMS, events, ...more })).webhookId;

/** Announces that a product of the seller changed. */
const change = (who: Staff, key: string = newId(), productId: string = newId()) =>
  node.app.database.write(world.platformId, [
    announce(world.platformId, {
      type: 'product.updated',
      key,
      sellerId: who.id,
      subjectId: productId,
      productIds: [productId],
      data: { product: { id: productId, name: 'Curso de Pão', status: 'ACTIVE' } },
    }),
  ]);

const deliveriesOf = (webhookId: string) =>
  inspector.rows<{ id: string; event: string; state: string }>(
    'SELECT id, event, state FROM seller_webhook_delivery WHERE seller_webhook_id = $1 ORDER BY happened_at, id',
    [webhookId],
  );

interface Sale {
  platformId: string;
  paymentId: string;
  saleId: string;
}

async function order(): Promise<Sale> {
  const answer = await buy(node.app, pixPurchase(world, { email: `${newId()}@example.com` }));
  const [row] = await inspector.rows<Sale>(
    `SELECT platform_id AS "platformId", id AS "paymentId", sale_id AS "saleId" FROM payment WHERE public_id = $1`,
    [answer.json().paymentId],
  );
  return row as Sale;
}

const tell = ({ platformId, paymentId }: Sale, ...types: string[]) =>
  announceOutbox(
    node.app,
    platformId,
    types.map((type) => ({ platformId, paymentId, id: newId(), type: `payment.${type}`, payload: {} })),
  );
const setStatus = ({ paymentId }: Sale, status: string) =>
  inspector.rows(`UPDATE payment SET status = $2, approved_at = coalesce(approved_at, now()) WHERE id = $1`, [
    paymentId,
    status,
  ]);
const typesOf = async (subjectId: string) =>
  (
    await inspector.rows<{ type: EventType }>(
      'SELECT type FROM event WHERE subject_id = $1 ORDER BY created_at, type',
      [subjectId],
    )
  ).map(({ type }) => type);

describe('the catalogue', () => {
  it('has an example of each type that fits its schema', () => {
    for (const type of EVENT_TYPE_NAMES) expect([type, isValid(exampleOf(type))]).toEqual([type, true]);
  });

  it('stands in the documentation as it is', () => {
    const rows = EVENT_TYPE_NAMES.map((type) => {
      const names = dataSchemaOf(type).required.map((name) => `\`${name}\``);
      return `| \`${type}\` | ${EVENT_TYPES[type].when} | ${names.join(', ')} |`;
    });
    const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/events.md'), 'utf8');
    expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
    expect(page).toContain(JSON.stringify(exampleOf('sale.approved'), null, 2));
  });

  it('has no type that nothing announces', () => {
    const sources = path.join(import.meta.dirname, '../..');
    const announced = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const text = readFileSync(path.join(sources, file), 'utf8');
        // These two turn what the platform reports by itself into events, and do nothing else.
        if (/(events\/payments|subscriptions\/announcing)\.ts$/.test(file)) return [text];
        if (!/announce/.test(text) || !text.includes("'../events/service.ts'")) return [];
        // The same words name notifications and entries of the audit log, which announce nothing.
        return text.match(/(?<!function )\bannounce\w*\([^;]*;|\bconst [A-Z]+_EVENTS = [^;]*;/g) ?? [];
      })
      .join('\n');
    expect(EVENT_TYPE_NAMES.filter((type) => !announced.includes(`'${type}'`))).toEqual([]);
  });

  it('would not take the data of another type', () => {
    const wrong = { ...exampleOf('payout.paid'), data: exampleOf('product.created').data };
    expect(isValid(wrong)).not.toBe(true);
  });
});

describe('the events of a sale', () => {
  it('are the same however often they come, and fit their schemas', async () => {
    const hook = await openHook(admin, [...EVENT_TYPE_NAMES], { owner: 'PLATFORM' });
    const sale = await order();
    await tell(sale, 'pix_generated', 'pix_generated');
    await setStatus(sale, 'APPROVED');
    await tell(sale, 'approved', 'confirmed');
    await tell(sale, 'approved');
    await setStatus(sale, 'REFUNDED');
    await tell(sale, 'refunded');

    expect((await typesOf(sale.saleId)).sort()).toEqual([
      'access.granted',
      'access.revoked',
      'pix.created',
      'sale.approved',
      'sale.refunded',
    ]);
    const bodies = await Promise.all(
      (await deliveriesOf(hook)).map(async ({ id }) => {
        const found = await node.app.database.find(sale.platformId, selectSendable(sale.platformId, id), true);
        return JSON.parse((await writeBody(node.app, sale.platformId, found!)) as string) as PlatformEvent;
      }),
    );
    expect(bodies).toHaveLength(5);
    for (const body of bodies) expect([body.type, isValid(body)]).toEqual([body.type, true]);
    expect(bodies.find(({ type }) => type === 'sale.approved')).toMatchObject({
      sellerId: world.sellerId,
      isTest: false,
      data: { sale: { id: sale.saleId, status: 'APPROVED' } },
    });
  });

  it('say that access opened again where the money came back', async () => {
    const sale = await order();
    await setStatus(sale, 'APPROVED');
    await tell(sale, 'approved');
    await setStatus(sale, 'CHARGEBACK');
    await tell(sale, 'chargeback');
    await setStatus(sale, 'APPROVED');
    await tell(sale, 'approved');

    const access = (await typesOf(sale.saleId)).filter((type) => type.startsWith('access.'));
    expect(access).toEqual(['access.granted', 'access.revoked', 'access.granted']);
  });

  it('wait for the confirmation of an approval that is doubted', async () => {
    const sale = await order();
    await setStatus(sale, 'APPROVED');
    await inspector.rows('UPDATE payment SET is_provisional = true WHERE id = $1', [sale.paymentId]);
    await tell(sale, 'approved');
    expect(await typesOf(sale.saleId)).toEqual([]);
    await inspector.rows('UPDATE payment SET is_provisional = false WHERE id = $1', [sale.paymentId]);
    await tell(sale, 'confirmed');
    expect((await typesOf(sale.saleId)).sort()).toEqual(['access.granted', 'sale.approved']);
  });
});

describe('webhooks', () => {
  it('of the platform hear of all sellers or of some, those of sellers of their own alone', async () => {
    const all = await openHook(admin, ['product.updated'], { owner: 'PLATFORM' });
    const some = await openHook(admin, ['product.updated'], { owner: 'PLATFORM', sellerIds: [other.id] });
    const own = await openHook(seller, ['product.updated']);
    await change(seller);
    await change(other);
    expect(await deliveriesOf(all)).toHaveLength(2);
    expect(await deliveriesOf(some)).toHaveLength(1);
    expect(await deliveriesOf(own)).toHaveLength(1);
    expect((await ask(seller, 'sellerWebhooks.list', {})).webhooks).toHaveLength(1);
    expect((await ask(admin, 'sellerWebhooks.list', { owner: 'PLATFORM' })).webhooks).toHaveLength(2);
    expect(await ask(seller, 'sellerWebhooks.list', { owner: 'PLATFORM' })).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(
      await post(seller, 'sellerWebhooks.create', { ...TERMS, events: ['sale.approved'], sellerIds: [other.id] }),
    ).toMatchObject({
      code: 'PERSON_NOT_FOUND',
    });
  });

  it('of chosen products hear of those alone', async () => {
    const [mine] = await inspector.rows<{ id: string }>(
      `INSERT INTO product (platform_id, id, seller_id, name, type_product, category)
       SELECT platform_id, gen_random_uuid(), $1, 'Pães', type_product, category FROM product LIMIT 1 RETURNING id`,
      [seller.id],
    );
    const hook = await openHook(seller, ['product.updated'], { productIds: [mine!.id] });
    await change(seller);
    await change(seller, newId(), mine!.id);
    expect(await deliveriesOf(hook)).toHaveLength(1);
  });

  const claim = () => node.app.database.jobs.list(new Lanes<Laned>({ connection: 4, provider: 4 }).claim(DUE, 60));
  const end = (id: string, state: 'SENT' | 'WAITING') =>
    node.app.database.write(world.platformId, [
      DELIVERIES.recordAttempt(world.platformId, id, {
        state,
        problem: null,
        status: null,
        answer: null,
        waitSeconds: 0,
      }),
    ]);

  it('that want their events in order get the next of a subject after the one before', async () => {
    const hook = await openHook(seller, ['product.updated'], { isOrdered: true });
    const [one, two] = [newId(), newId()];
    for (const productId of [one, one, two]) await change(seller, newId(), productId);
    const [first, second, apart] = (await deliveriesOf(hook)).map(({ id }) => id) as [string, string, string];

    expect((await claim()).map(({ id }) => id).sort()).toEqual([first, apart].sort());
    await end(first, 'WAITING');
    await inspector.rows('UPDATE seller_webhook_delivery SET due_at = now()');
    expect((await claim()).map(({ id }) => id)).not.toContain(second);
    await end(first, 'SENT');
    await inspector.rows('UPDATE seller_webhook_delivery SET due_at = now()');
    expect((await claim()).map(({ id }) => id)).toContain(second);
  });

  it('get what happened before they were there, and what failed, and all of it only when asked', async () => {
    await change(seller);
    await change(other);
    const hook = await openHook(seller, ['product.updated', 'sale.approved']);
    await change(seller);
    const period = {
      webhookId: hook,
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
    };
    const replay = (which: string) => post(seller, 'sellerWebhooks.replay', { ...period, which });

    expect(await replay('MISSED')).toEqual({ count: 1 });
    const before = await deliveriesOf(hook);
    expect(before).toHaveLength(2);
    expect(await replay('ALL')).toEqual({ count: 0 });
    await inspector.rows(`UPDATE seller_webhook_delivery SET state = 'SENT'`);
    await inspector.rows(`UPDATE seller_webhook_delivery SET state = 'FAILED' WHERE id = $1`, [before[0]!.id]);
    expect(await replay('MISSED')).toEqual({ count: 1 });
    await inspector.rows(`UPDATE seller_webhook_delivery SET state = 'SENT'`);
    expect(await replay('ALL')).toEqual({ count: 2 });
    expect((await deliveriesOf(hook)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(await post(other, 'sellerWebhooks.replay', { ...period, which: 'ALL' })).toMatchObject({
      code: 'SELLER_WEBHOOK_NOT_FOUND',
    });
    expect(await post(seller, 'sellerWebhooks.replay', { ...period, to: period.from, which: 'ALL' })).toMatchObject({
      code: 'SELLER_WEBHOOK_REPLAY_PERIOD',
    });
  });
});

describe('events', () => {
  it('are listed to whom they concern, with what became of them', async () => {
    await openHook(seller, ['product.updated']);
    await change(seller);
    await change(other);
    const { items } = await ask(seller, 'events.listEvents', { type: 'product.updated' });
    expect(items).toMatchObject([{ type: 'product.updated', sellerId: seller.id }]);
    const eventId = items[0].id as string;
    expect(await ask(seller, 'events.getEvent', { eventId })).toMatchObject({
      data: { product: { name: 'Curso de Pão' } },
      deliveries: [{ webhookName: 'CRM', state: 'WAITING' }],
    });
    expect(await ask(other, 'events.getEvent', { eventId })).toMatchObject({ code: 'EVENT_NOT_FOUND' });
    expect((await ask(admin, 'events.listEvents', { owner: 'PLATFORM' })).items).toHaveLength(2);
    expect((await ask(admin, 'events.getEvent', { owner: 'PLATFORM', eventId })).deliveries).toEqual([]);
  });

  it('tell nothing more of a buyer who was erased', async () => {
    const sale = await order();
    await tell(sale, 'pix_generated');
    const [event] = await inspector.rows<{ row: string }>('SELECT e::text AS row FROM event e WHERE subject_id = $1', [
      sale.saleId,
    ]);
    expect(event?.row).not.toMatch(/example\.com/);
    const [{ id: eventId }] = (await inspector.rows<{ id: string }>('SELECT id FROM event WHERE subject_id = $1', [
      sale.saleId,
    ])) as [{ id: string }];
    const read = () => ask(admin, 'events.getEvent', { owner: 'PLATFORM', eventId });
    expect((await read()).data).toMatchObject({ customer: { email: expect.stringContaining('@example.com') } });
    await inspector.rows('UPDATE sale SET buyer_name = $2, buyer_email = $3 WHERE id = $1', [
      sale.saleId,
      ERASED_NAME,
      ERASED_EMAIL,
    ]);
    expect((await read()).data).toBeNull();
  });

  it('are deleted after 30 days', async () => {
    await change(seller);
    await change(seller);
    await inspector.rows(
      `UPDATE event SET created_at = now() - interval '31 days' WHERE id = (SELECT id FROM event ORDER BY id LIMIT 1)`,
    );
    await purgeEvents(node.app);
    expect(await inspector.rows('SELECT id FROM event')).toHaveLength(1);
  });
});

describe('the stream', () => {
  let live: TestNode;
  beforeAll(async () => {
    live = await buildNode({ databaseUrl: node.databaseUrl, isListening: true });
  });
  afterAll(() => live?.close());

  const makeKey = async (
    who: Staff,
    kind: 'SELLER' | 'PLATFORM' = 'SELLER',
  ): Promise<{ keyId: string; token: string }> =>
    post(who, 'apiKeys.createKey', {
      name: 'Loja',
      kind,
      scopes: scopesOf(kind),
      networks: [],
      version: '2026-11-30',
      days: null,
    });

  interface Stream {
    response: IncomingMessage;
    events: PlatformEvent[];
    isEnded: boolean;
  }

  async function listen(token: string, lastId?: string): Promise<Stream> {
    const { port } = live.app.server.address() as AddressInfo;
    const headers = { host: 'localhost', authorization: `Bearer ${token}`, ...(lastId && { 'last-event-id': lastId }) };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path: '/v1/events/stream', headers }, resolve).on('error', reject);
    });
    const stream: Stream = { response, events: [], isEnded: false };
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() as string;
      for (const part of parts) {
        const data = part.split('\n').find((line) => line.startsWith('data: '));
        const event = data && (JSON.parse(data.slice(6)) as PlatformEvent);
        // The node announces the purchases of earlier tests meanwhile.
        if (event && event.type === 'product.updated') stream.events.push(event);
      }
    });
    response.on('close', () => {
      stream.isEnded = true;
    });
    return stream;
  }

  it('tells a seller’s own events as they happen, and what was missed since the one that was heard last', async () => {
    const { token } = await makeKey(seller);
    // Events from before a stream was opened are not told.
    await change(seller);
    await inspector.rows(`UPDATE event SET created_at = created_at - interval '1 minute' WHERE seller_id = $1`, [
      seller.id,
    ]);
    const stream = await listen(token);
    expect(stream.response.headers['content-type']).toBe('text/event-stream');
    await change(other);
    await change(seller);
    await waitFor('the event', () => stream.events.length > 0);
    stream.response.destroy();
    await waitFor('the stream to end', () => stream.isEnded);
    await change(seller);
    await change(other);
    await change(seller);

    const again = await listen(token, stream.events[0]!.id);
    await waitFor('what was missed', () => again.events.length >= 2);
    again.response.destroy();
    const heard = [...stream.events, ...again.events];
    expect(heard.map(({ sellerId }) => sellerId)).toEqual([seller.id, seller.id, seller.id]);
    expect(new Set(heard.map(({ id }) => id)).size).toBe(3);
    for (const event of heard) expect(isValid(event)).toBe(true);
  });

  it('tells a stream that is opened again of what a slow transaction has written behind the event that was heard last', async () => {
    const { token } = await makeKey(seller);
    await change(seller);
    const own = `FROM event WHERE seller_id = '${seller.id}'`;
    const [last] = await inspector.rows<{ id: string }>(`SELECT id ${own}`);
    const [late] = await inspector.rows<{ id: string }>(
      `INSERT INTO event (platform_id, id, type, seller_id, subject_id, data, happened_at, created_at)
       SELECT platform_id, gen_random_uuid(), type, seller_id, subject_id, data, happened_at, created_at - interval '5 seconds' ${own}
       RETURNING id`,
    );
    const stream = await listen(token, last!.id);
    await waitFor('the late event', () => stream.events.length > 0);
    stream.response.destroy();
    expect(stream.events.map(({ id }) => id)).toEqual([late!.id]);
  });

  it('tells more events of one moment than it reads at once, each once, and then what comes next', async () => {
    const { token } = await makeKey(seller);
    await change(seller);
    // The node that runs jobs announces the purchases of other tests meanwhile.
    const own = `FROM event WHERE seller_id = '${seller.id}'`;
    const [first] = await inspector.rows<{ id: string }>(`SELECT id ${own}`);
    await inspector.rows(
      `INSERT INTO event (platform_id, id, type, seller_id, subject_id, data, happened_at, created_at)
       SELECT platform_id, gen_random_uuid(), type, seller_id, subject_id, data, happened_at,
         date_trunc('milliseconds', created_at) + interval '1.000900 seconds'
       FROM (SELECT * ${own}) event, generate_series(1, 450)`,
    );
    const stream = await listen(token, first!.id);
    await waitFor('the events of the moment', () => stream.events.length >= 450);
    await change(seller);
    await waitFor('the next event', () => stream.events.length >= 451);
    stream.response.destroy();
    expect(new Set(stream.events.map(({ id }) => id)).size).toBe(451);
    expect(stream.events).toHaveLength(451);
  });

  it('keeps no place for programs that went away before it began', async () => {
    const { token } = await makeKey(seller);
    const { port } = live.app.server.address() as AddressInfo;
    const countConnections = () =>
      new Promise<number>((resolve) => live.app.server.getConnections((_, count) => resolve(count)));
    const connected = await countConnections();
    await inspector.rows('BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE');
    const headers = { host: 'localhost', authorization: `Bearer ${token}` };
    const requests = Array.from({ length: 10 }, () =>
      get({ port, host: '127.0.0.1', path: '/v1/events/stream', headers, agent: false }).on('error', () => {}),
    );
    await waitFor('all to ask', async () => {
      const waiting = await inspector.rows(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'event'::regclass`);
      return waiting.length > 0 && (await countConnections()) >= connected + 10;
    });
    for (const request of requests) request.destroy();
    await waitFor('all to go', async () => (await countConnections()) === connected);
    await inspector.rows('COMMIT');
    const next = await listen(token);
    next.response.destroy();
    expect(next.response.statusCode).toBe(200);
  });

  it('tells a platform’s key of everybody, and ends with its key', async () => {
    const { keyId, token } = await makeKey(admin, 'PLATFORM');
    const stream = await listen(token);
    await change(seller);
    await change(other);
    await waitFor('both events', () => stream.events.length === 2);
    await post(admin, 'apiKeys.revokeKey', { keyId });
    await change(seller);
    await waitFor('the stream to end', () => stream.isEnded);
    expect(stream.events).toHaveLength(2);
  });

  it('is refused without the scope, behind an unknown event, and beyond ten of a key', async () => {
    const weak = await post(seller, 'apiKeys.createKey', {
      name: 'Loja',
      kind: 'SELLER',
      scopes: ['sales:read'],
      networks: [],
      version: '2026-11-30',
      days: null,
    });
    expect((await listen(weak.token)).response.statusCode).toBe(403);
    const { token } = await makeKey(seller);
    expect((await listen(token, newId())).response.statusCode).toBe(404);
    expect((await listen(token, 'nonsense')).response.statusCode).toBe(404);
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(token)));
    expect((await listen(token)).response.statusCode).toBe(429);
    for (const { response } of streams) response.destroy();
    await waitFor('the streams to end', () => streams.every(({ isEnded }) => isEnded));
    await waitFor('a place', async () => {
      const next = await listen(token);
      next.response.destroy();
      return next.response.statusCode === 200;
    });
  });
});
