/** Slow providers have bounded calls, and are noticed before their calls fail. */
import { beforeEach, expect, it } from 'vitest';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { post } from './people.ts';
import { openBank, type UnsteadyBank } from './unsteady-bank.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

const HELD = { isMade: false, answer: 'held' } as const;
const ROOM = 6;

let node: TestNode;
let inspector: Inspector;
let world: World;
let slow: UnsteadyBank;
let slowId: string;

beforeEach(async () => {
  node = await buildNode({ env: { CALLS_PER_CONNECTION: String(ROOM) } });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  slow = await openBank(node.app);
  slow.draw = () => HELD;
  slowId = (await connect(node.app, world, { name: 'Lento', priority: 1, baseUrls: { default: slow.url } })).id;
  return async () => {
    await slow.close();
    await inspector.close();
    await node.close();
  };
});

const sell = () => buy(node.app, pixPurchase(world));
/** Buys so often, and waits until the provider holds all answers back. */
async function hold(count: number): Promise<Promise<unknown>[]> {
  const asked = slow.asked.length;
  const calls = Array.from({ length: count }, sell);
  await waitFor('the provider is asked', () => slow.asked.length === asked + count);
  return calls;
}

it('answers 503 at once where as many charges wait as may, and serves again once they have ended', async () => {
  const calls = await hold(ROOM);

  const answers = await Promise.all(Array.from({ length: 20 }, sell));

  for (const answer of answers)
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'METHOD_PAUSED', '2']);
  expect(slow.asked).toHaveLength(ROOM);
  expect(await inspector.rows('SELECT 1 FROM payment')).toHaveLength(ROOM);
  await slow.close();
  await Promise.all(calls);
  expect(node.app.callRoom.isFull(slowId)).toBe(false);
});

it('bounds purchases that come at the same moment', async () => {
  const calls = Array.from({ length: 20 }, sell);
  const refused = calls.map(async (call) => (await call).statusCode === 503);

  await waitFor('the provider is asked', () => slow.asked.length === ROOM);
  await slow.close();

  expect((await Promise.all(refused)).filter(Boolean)).toHaveLength(20 - ROOM);
});

it('sends further purchases to another connection', async () => {
  const quick = await openBank(node.app);
  await connect(node.app, world, { name: 'Rápido', priority: 2, baseUrls: { default: quick.url } });
  node.app.cache.forgetAll();
  const calls = await hold(ROOM);

  const answer = await sell();

  expect(answer.json()).toMatchObject({ status: 'PENDING', payment: { pixCode: expect.any(String) } });
  const [attempt] = await inspector.rows<{ routing: { candidates: { reason: string | null }[] } }>(
    'SELECT routing FROM payment_attempt ORDER BY id DESC LIMIT 1',
  );
  expect(attempt?.routing.candidates.map(({ reason }) => reason)).toEqual(['BUSY', null]);
  await slow.close();
  await Promise.all(calls);
  await quick.close();
});

it('notices a provider that hangs while all of its calls still run', async () => {
  const calls = await hold(ROOM - 1);

  await waitFor('the circuit opens', async () => (await inspector.rows('SELECT 1 FROM connection_circuit')).length > 0);

  expect(await inspector.rows(`SELECT 1 FROM payment_attempt WHERE state = 'CREATED'`)).toHaveLength(ROOM - 1);
  expect((await sell()).json().code).toBe('METHOD_PAUSED');
  await slow.close();
  await Promise.all(calls);
});

/** Answers to a purchase by PIX, the list of installments and a card that is to be stored. */
const sayUnserved = () =>
  Promise.all([
    sell(),
    node.app.inject({ url: `/api/checkout.getInstallments?checkoutId=${world.offerId}` }),
    post(
      node.app,
      'checkout.tokenCreditCard',
      {},
      { checkoutId: world.offerId, token: 'x', name: 'João', email: 'j@x.com' },
    ),
  ]);

it('says that a method is paused, not that the offer lacks it, where this node cannot open its connection', async () => {
  await inspector.rows(`UPDATE provider_connection SET version = '9.9.9'`);
  node.app.cache.forgetAll();

  for (const answer of await sayUnserved())
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'METHOD_PAUSED', '2']);
  expect(slow.asked).toEqual([]);
});

it('says that a method is used up for today where its connections may take no more', async () => {
  await inspector.rows(`UPDATE provider_connection SET limits = '{"dailyAmount": 1}'`);
  node.app.cache.forgetAll();

  for (const answer of await sayUnserved())
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'METHOD_LIMIT_REACHED']);
  expect(slow.asked).toEqual([]);
});

it('says that the offer lacks a method that no connection has', async () => {
  await inspector.rows('UPDATE payment_route SET is_enabled = false');
  node.app.cache.forgetAll();

  for (const answer of await sayUnserved())
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'METHOD_NOT_ENABLED']);
});
