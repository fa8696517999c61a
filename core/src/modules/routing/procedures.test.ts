import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { countHours } from './statistics.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let other: World;
let admin: Staff;
let first: string;
let second: string;
let foreign: string;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  other = await createWorld(node.app, { host: 'other.example.com' });
  admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });
  first = (await connect(node.app, world, { name: 'Primeira', priority: 10 })).id;
  second = (await connect(node.app, world, { name: 'Segunda', priority: 20 })).id;
  foreign = (await connect(node.app, other, { name: 'De outros' })).id;
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const call = async (name: string, payload: object) => {
  const answer = await node.app.inject({
    method: 'POST',
    url: `/api/routing.${name}`,
    headers: admin.headers,
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
};
const ask = async (name: string, query: Record<string, string> = {}) => {
  const answer = await node.app.inject({
    url: `/api/routing.${name}?${new URLSearchParams(query)}`,
    headers: admin.headers,
  });
  return { status: answer.statusCode, body: answer.json() };
};
const route = (connectionId: string, change: object = {}) => ({
  connectionId,
  priority: 1,
  weight: 100,
  conditions: {},
  isEnabled: true,
  ...change,
});
const set = (routes: object[], method = 'PIX') => call('setRoutes', { method, routes });
const listOf = async (method = 'PIX') =>
  (await ask('listRoutes')).body.methods.find((item: { method: string }) => item.method === method).routes;

describe('routing.setRoutes', () => {
  it('replaces the routes of one method, keeps the ids of those that stay, and records both lists once', async () => {
    const before = await listOf();
    const cards = await listOf('CREDIT_CARD');

    const wanted = [route(second), route(first, { priority: 2, conditions: { minAmount: 500 } })];
    const answers = [await set(wanted), await set(wanted)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const after = await listOf();
    expect(after).toMatchObject([
      { ...route(second), isManaged: false, state: 'SERVING' },
      { ...route(first), priority: 2, conditions: { minAmount: 500 } },
    ]);
    expect(new Set(after.map(({ id }: { id: string }) => id))).toEqual(
      new Set(before.map(({ id }: { id: string }) => id)),
    );
    expect(await listOf('CREDIT_CARD')).toEqual(cards);
    const events = await inspector.rows<{ subject_id: string; details: { from: object[]; to: object[] } }>(
      `SELECT subject_id, details FROM audit_event WHERE type = 'routing.changed'`,
    );
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      subject_id: 'PIX',
      details: { from: [{ connection: 'Primeira' }, { connection: 'Segunda' }], to: [{ connection: 'Segunda' }, {}] },
    });
  });

  it.each<[string, object[], string, string, string]>([
    ['amounts out of order', [{ minAmount: 2, maxAmount: 1 }], 'PIX', 'ROUTE_INVALID', 'routes.0.conditions.minAmount'],
    [
      'installments out of order',
      [{}, { minInstallments: 3, maxInstallments: 2 }],
      'CREDIT_CARD',
      'ROUTE_INVALID',
      'routes.1.conditions.minInstallments',
    ],
    ['brands of a PIX', [{ cardBrands: ['visa'] }], 'PIX', 'ROUTE_INVALID', 'routes.0.conditions.cardBrands'],
    ['installments of a PIX', [{ maxInstallments: 2 }], 'PIX', 'ROUTE_INVALID', 'routes.0.conditions.maxInstallments'],
    [
      'offers of nobody',
      [{}, {}, { offerIds: ['01930000-0000-7000-8000-000000000999'] }],
      'PIX',
      'ROUTE_INVALID',
      'routes.2.conditions.offerIds',
    ],
  ])('refuses %s and names the place', async (_what, conditions, method, code, field) => {
    const before = await listOf(method);

    const { status, body } = await set(
      conditions.map((item) => route(first, { conditions: item })),
      method,
    );

    expect([status, body.code, body.details[0].field]).toEqual([422, code, field]);
    expect(await listOf(method)).toEqual(before);
  });

  it("refuses another platform's connection", async () => {
    const { status, body } = await set([route(first), route(foreign)]);

    expect([status, body.code, body.details[0].field]).toEqual([404, 'CONNECTION_NOT_FOUND', 'routes.1.connectionId']);
  });

  it('leaves routes of connections from the configuration file as they are', async () => {
    await set([route(first), route(second, { priority: 2 })]);
    await inspector.rows(`UPDATE provider_connection SET managed_name = 'da-casa' WHERE id = $1`, [second]);

    const moved = await set([route(first), route(second, { priority: 3 })]);
    const missing = await set([route(first)]);
    const beside = await set([route(first, { priority: 5 }), route(second, { priority: 2 })]);

    expect([moved.body.code, moved.body.details[0].field]).toEqual(['CONNECTION_MANAGED', 'routes.1']);
    expect([missing.body.code, missing.body.details[0].field]).toEqual(['CONNECTION_MANAGED', 'routes']);
    expect(beside.status).toBe(200);
    expect(await listOf()).toMatchObject([
      { connectionId: second, isManaged: true },
      { connectionId: first, priority: 5 },
    ]);
    await inspector.rows('UPDATE provider_connection SET managed_name = NULL');
    expect((await set([route(first), route(second, { priority: 2 })])).status).toBe(200);
  });

  it('sells the method no more where no route is left', async () => {
    await set([], 'BILLET');

    const answer = await buy(node.app, pixPurchase(world, { paymentMethod: 'BILLET' }));
    const page = await node.app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}` });

    expect(answer.json().code).toBe('METHOD_NOT_ENABLED');
    expect(page.json()).toMatchObject({ pixEnabled: true, billetEnabled: false });
  });
});

describe('routing.listRoutes', () => {
  it('tells of each route whether it serves, and which connections there are', async () => {
    await set([route(first, { isEnabled: false }), route(second, { priority: 2 })]);
    await inspector.rows(
      `INSERT INTO connection_circuit (platform_id, connection_id, open_until, reason) VALUES ($1, $2, now() + interval '1 hour', 'UNAVAILABLE')`,
      [world.platformId, second],
    );

    const { body } = await ask('listRoutes');
    await call('closeCircuit', { connectionId: second });

    const states = (list: { methods: { method: string; routes: { state: string }[] }[] }) =>
      list.methods.find(({ method }) => method === 'PIX')?.routes.map(({ state }) => state);
    expect(states(body)).toEqual(['ROUTE_OFF', 'CIRCUIT_OPEN']);
    expect(states((await ask('listRoutes')).body)).toEqual(['ROUTE_OFF', 'SERVING']);
    expect(body.connections).toMatchObject([
      { id: first, name: 'Primeira', provider: 'sandbox', providerName: 'Sandbox', environment: 'simulator' },
      { id: second, name: 'Segunda' },
    ]);
    await set([route(first), route(second, { priority: 2 })]);
  });
});

describe('a card that was typed before the routes changed', () => {
  const makeToken = async () => {
    const answer = await node.app.inject({
      method: 'POST',
      url: `/simulators/${first}/tokens`,
      headers: { authorization: 'Bearer pk_test_0123456789' },
      payload: {
        card: { number: '4111111111111111', holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' },
      },
    });
    return (answer.json() as { id: string }).id;
  };
  const pay = async (token: string) =>
    buy(node.app, pixPurchase(world, { paymentMethod: 'CREDIT_CARD', creditCard: { token, installments: 1 } }));
  const connectionOf = async (publicId: string) =>
    (
      await inspector.rows<{ connection_id: string }>(
        'SELECT a.connection_id FROM payment_attempt a JOIN payment p ON p.id = a.payment_id WHERE p.public_id = $1',
        [publicId],
      )
    )[0]?.connection_id;

  it('is paid through the connection it was made for, as long as that one serves', async () => {
    await set([route(first), route(second, { priority: 2 })], 'CREDIT_CARD');
    const page = await node.app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}` });
    const token = `${page.json().card.connectionId}~${await makeToken()}`;
    await set([route(second), route(first, { priority: 2 })], 'CREDIT_CARD');

    const answer = await pay(token);

    expect(page.json().card.connectionId).toBe(first);
    expect(answer.statusCode).toBe(200);
    expect(await connectionOf(answer.json().paymentId)).toBe(first);
  });

  it('is asked for again once that one serves no longer', async () => {
    await set([route(second)], 'CREDIT_CARD');

    const answer = await pay(`${first}~tok_anything`);

    expect([answer.statusCode, answer.json().code, answer.json().details[0].field]).toEqual([
      422,
      'CARD_TOKEN_INVALID',
      'creditCard.token',
    ]);
  });
});

describe('routing.listDecisions', () => {
  it('pages through attempts, newest first, and finds them by what they are called', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift((await buy(node.app, pixPurchase(world))).json().paymentId);

    const all = (await ask('listDecisions', { method: 'PIX', limit: '5' })).body;
    const pages = [(await ask('listDecisions', { method: 'PIX', limit: '2' })).body];
    while (pages.length < 3)
      pages.push((await ask('listDecisions', { method: 'PIX', limit: '2', after: pages.at(-1).next })).body);
    const found = (await ask('listDecisions', { search: ids[2] as string })).body.decisions;
    const byCharge = (await ask('listDecisions', { search: found[0].transactionId })).body.decisions;

    const names = (list: { decisions: { paymentId: string }[] }) => list.decisions.map(({ paymentId }) => paymentId);
    expect(names(all)).toEqual(ids);
    expect(pages.flatMap(names).slice(0, 5)).toEqual(ids);
    expect(found).toMatchObject([
      {
        paymentId: ids[2],
        method: 'PIX',
        amount: 9_990,
        status: 'PENDING',
        state: 'ANSWERED',
        connectionId: first,
        connectionName: 'Primeira',
        routing: {
          by: 'routes',
          candidates: [
            { connectionId: first, isChosen: true, reason: null },
            { connectionId: second, isChosen: false, reason: 'OUTRANKED' },
          ],
          failoverOf: null,
        },
      },
    ]);
    expect(byCharge).toEqual(found);
    expect((await ask('listDecisions', { connectionId: foreign })).body.decisions).toEqual([]);
    expect((await ask('listDecisions', { search: 'nothing' })).body).toEqual({ decisions: [], next: null });
  });
});

describe('routing.getHealth', () => {
  it('says the same whether hours were counted before or are counted now', async () => {
    const place = async (attempts: string, hours: number) =>
      inspector.rows(
        `UPDATE payment_attempt SET created_at = now() - make_interval(hours => $2) WHERE id IN (
           SELECT id FROM payment_attempt WHERE method = 'PIX' ORDER BY id LIMIT 1 OFFSET $1::int)`,
        [attempts, hours],
      );
    for (const [index, hours] of [100, 101, 200, 300, 700].entries()) await place(String(index), hours);
    const count = () => node.app.database.jobsTransaction((transaction) => transaction.runAll(countHours(new Date())));
    // Leaves out times, because exchanges are written a little later.
    const untimed = (method: object) => ({ ...method, medianMs: null, slowMs: null });
    const read = async (hours: string) =>
      (await ask('getHealth', { hours })).body.connections.map((item: { methods: object[]; series: object[] }) => [
        item.methods.map(untimed),
        item.series.map((step) => ({ ...step, at: null })),
      ]);
    const before = [await read('168'), await read('720')];

    await count();
    await count();
    const after = [await read('168'), await read('720')];

    expect(after).toEqual(before);
    expect(await inspector.rows('SELECT sum(attempts)::int AS attempts FROM connection_hour')).toEqual([
      { attempts: 5 },
    ]);
    // An attempt that changes later is counted again.
    await inspector.rows(`UPDATE payment_attempt SET state = 'PARKED' WHERE created_at < now() - interval '99 hours'`);
    await count();
    expect(await read('168')).not.toEqual(before[0]);
    await inspector.rows('DELETE FROM connection_hour');
    await inspector.rows(`UPDATE payment_attempt SET created_at = now() WHERE created_at < now() - interval '1 hour'`);
    await inspector.rows(`UPDATE payment_attempt SET state = 'ANSWERED' WHERE state = 'PARKED'`);
  });

  it('counts what became of attempts, with times and the newest errors', async () => {
    await waitFor(
      'calls are stored',
      async () => (await inspector.rows('SELECT 1 FROM provider_exchange')).length >= 5,
    );
    const [attempt] = await inspector.rows<{ id: string; payment_id: string; public_id: string }>(
      `SELECT a.id, a.payment_id, p.public_id FROM payment_attempt a JOIN payment p ON p.id = a.payment_id
       WHERE a.method = 'PIX' AND a.connection_id = $1 LIMIT 1`,
      [first],
    );
    await inspector.rows(`UPDATE payment_attempt SET state = 'NOT_SENT' WHERE id = $1`, [attempt?.id]);
    await inspector.rows(
      `INSERT INTO provider_exchange (platform_id, id, connection_id, payment_id, method, host, path, outcome, error_code, duration_ms, started_at, operation, reason)
       VALUES ($1, gen_random_uuid(), $2, $3, 'POST', 'h', '/charges', 'NOT_SENT', 'UNAVAILABLE', 10, now(), 'createTransaction', 'Sem linha.')`,
      [world.platformId, first, attempt?.payment_id],
    );
    const [{ count } = { count: 0 }] = await inspector.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM payment_attempt WHERE method = 'PIX' AND connection_id = $1`,
      [first],
    );

    for (const hours of ['1', '24', '168', '720']) {
      const [health, idle] = (await ask('getHealth', { hours })).body.connections;
      const pix = health.methods.find(({ method }: { method: string }) => method === 'PIX');

      expect(pix).toMatchObject({ attempts: count, failed: 1, unknown: 0, refused: 0, waiting: count - 1 });
      expect(pix.successRate).toBe(Math.round(((count - 1) * 10_000) / count));
      expect(pix.medianMs).toBeGreaterThanOrEqual(0);
      expect(pix.slowMs).toBeGreaterThanOrEqual(pix.medianMs);
      expect(health.errors[0]).toMatchObject({
        operation: 'createTransaction',
        code: 'UNAVAILABLE',
        message: 'Sem linha.',
        paymentId: attempt?.public_id,
      });
      expect(health.series.length).toBeLessThanOrEqual(60);
      const sum = health.series.reduce((total: number, step: { attempts: number }) => total + step.attempts, 0);
      const everything = health.methods.reduce(
        (total: number, { attempts }: { attempts: number }) => total + attempts,
        0,
      );
      expect(sum).toBe(everything);
      expect(idle).toMatchObject({ connectionId: second, circuit: null, methods: [], errors: [] });
    }
  });
});
