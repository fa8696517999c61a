/** A purchase uses the connection that routing chooses, and another one when the first one fails. */

import type { Routing } from '@feira/schemas/procedures/routing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { buildNode, TEST_KEY, type TestNode } from './build.ts';
import { openDraw, rounds, SEED } from './draw.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { movableClock } from './market.ts';
import { createServerProcess } from './server-process.ts';
import { openStaff, type Staff } from './staff.ts';
import { BUSY, type Fate, HONEST, LOST, openBank, REFUSED, type UnsteadyBank } from './unsteady-bank.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

const clock = movableClock();
const env = { SWEEP_INTERVAL_MS: '50' };

let node: TestNode;
/** Another one on the same database. */
let second: TestNode;
let inspector: Inspector;
let world: World;
let banks: UnsteadyBank[];
/** Ids and webhook paths, in the order of the banks. */
let connections: { id: string; path: string }[];
let admin: Staff;

beforeAll(async () => {
  node = await buildNode({ clock, env, isListening: true });
  second = await buildNode({ clock, env, databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });
  banks = await Promise.all([1, 2, 3].map(() => openBank(node.app)));
  connections = [];
  for (const [index, bank] of banks.entries()) {
    const { id, token } = await connect(node.app, world, {
      name: `Banco ${index + 1}`,
      priority: 10 * (index + 1),
      baseUrls: { default: bank.url },
    });
    connections.push({ id, path: `/webhooks/sandbox/${token}` });
  }
  node.app.cache.forgetAll();
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
  await Promise.all((banks ?? []).map((bank) => bank.close()));
});
beforeEach(() => {
  for (const { id } of connections) for (const { app } of [node, second]) app.breaker.forget(id);
  for (const bank of banks) bank.next.length = 0;
});

interface StoredAttempt {
  id: string;
  connection_id: string;
  state: string;
  reason: string | null;
  routing: Routing;
  transaction_id: string | null;
}

const readAttempts = (publicId: string) =>
  inspector.rows<StoredAttempt>(
    `SELECT a.* FROM payment_attempt a JOIN payment p ON p.id = a.payment_id WHERE p.public_id = $1 ORDER BY a.created_at, a.id`,
    [publicId],
  );
const readPayment = async (publicId: string) =>
  (
    await inspector.rows<{ id: string; status: string; paid_amount: number; refunded_amount: number }>(
      'SELECT * FROM payment WHERE public_id = $1',
      [publicId],
    )
  )[0];
const newest = async () =>
  (await inspector.rows<{ public_id: string }>('SELECT public_id FROM payment ORDER BY created_at DESC LIMIT 1'))[0]
    ?.public_id as string;
const namesOf = (attempts: readonly StoredAttempt[]) =>
  attempts.map(({ connection_id }) => connections.findIndex(({ id }) => id === connection_id) + 1);

/** Delivers a bank's events in the given order. */
async function deliver(letters: readonly { url: string; headers: Record<string, string>; body: string }[]) {
  for (const { url, headers, body } of letters) {
    const path = new URL(url).pathname;
    await node.app.inject({ method: 'POST', url: path, headers, payload: body });
  }
}
/** Waits until all due rows were polled; rows that a sweep has claimed are being polled anyway. */
const makeDue = async () => {
  const due = await inspector.rows(
    'SELECT 1 FROM payment WHERE next_check_at <= now() UNION ALL SELECT 1 FROM webhook WHERE next_attempt_at <= now()',
  );
  if (due.length > 0) return;
  await inspector.rows(`UPDATE payment SET next_check_at = now() WHERE (platform_id, id) IN (
    SELECT platform_id, id FROM payment WHERE next_check_at > now() FOR UPDATE SKIP LOCKED)`);
  await inspector.rows(`UPDATE webhook SET next_attempt_at = now() WHERE (platform_id, id) IN (
    SELECT platform_id, id FROM webhook WHERE next_attempt_at > now() FOR UPDATE SKIP LOCKED)`);
};

describe('a purchase', () => {
  it('costs no statement for its decision: the intent and what was answered are all', async () => {
    const { database } = node.app;
    const spies = (['writeShared', 'readShared', 'write', 'read', 'query'] as const).map((name) =>
      vi.spyOn(database, name),
    );
    // Exchanges are written in batches.
    const count = () =>
      spies.map(({ mock }) => mock.calls.filter((call) => !JSON.stringify(call).includes('provider_exchange')).length);

    // New connections notify nodes of their first changes, each of which discards a cache once.
    await waitFor('a purchase costs two statements', async () => {
      for (const spy of spies) spy.mockClear();
      const answer = await buy(node.app, pixPurchase(world));
      return answer.statusCode === 200 && count().join() === '2,0,0,0,0';
    });

    vi.restoreAllMocks();
  });
});

describe('a purchase whose first connection fails', () => {
  it('goes through the second, tells why, and answers a repeat with the answer of the last attempt', async () => {
    banks[0]?.next.push(BUSY);
    const key = newId();

    const answer = await buy(node.app, pixPurchase(world), key);
    const repeated = await buy(node.app, pixPurchase(world), key);

    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment.pixCode).toBeTruthy();
    expect(repeated.json()).toEqual(answer.json());
    const attempts = await readAttempts(answer.json().paymentId);
    expect(attempts).toMatchObject([
      { state: 'NOT_SENT', reason: 'THROTTLED', routing: { by: 'routes', failoverOf: null } },
      { state: 'ANSWERED', routing: { failoverOf: { attemptId: attempts[0]?.id, reason: 'UNAVAILABLE' } } },
    ]);
    expect(attempts.map(({ routing }) => routing.candidates.map(({ reason }) => reason))).toEqual([
      [null, 'OUTRANKED', 'OUTRANKED'],
      ['ALREADY_TRIED', null, 'OUTRANKED'],
    ]);
    // A failed attempt that another one follows publishes no refusal.
    const events = await inspector.rows(
      `SELECT o.type FROM outbox o JOIN payment p ON p.id = o.payment_id WHERE p.public_id = $1`,
      [answer.json().paymentId],
    );
    expect(events).toEqual([{ type: 'payment.pix_generated' }]);
  });

  it('stops at an answer that was lost, and asks the same connection what became of it', async () => {
    banks[0]?.next.push({ isMade: true, answer: 'lost' });

    const { paymentId, payment } = (await buy(node.app, pixPurchase(world))).json();
    const attempts = await readAttempts(paymentId);
    await makeDue();

    expect(payment).toMatchObject({ isConfirming: true, pixCode: null });
    expect([attempts.map(({ state }) => state), namesOf(attempts)]).toEqual([['UNKNOWN'], [1]]);
    await waitFor('the code was found at the connection', async () => {
      const [found] = await readAttempts(paymentId);
      return found?.state === 'ANSWERED';
    });
    expect(namesOf(await readAttempts(paymentId))).toEqual([1]);
  });

  it('is refused once nobody is left, and stays refused', async () => {
    for (const [index, bank] of banks.entries()) bank.next.push(index === 1 ? REFUSED : BUSY);
    const key = newId();

    const answer = await buy(node.app, pixPurchase(world), key);

    expect([answer.statusCode, answer.json().code]).toEqual([402, 'PAYMENT_REFUSED']);
    const publicId = await newest();
    const attempts = await readAttempts(publicId);
    expect(attempts.map(({ state }) => state)).toEqual(['NOT_SENT', 'REFUSED', 'NOT_SENT']);
    expect((await readPayment(publicId))?.status).toBe('REJECTED');
    expect((await buy(node.app, pixPurchase(world), key)).json().code).toBe('PAYMENT_REFUSED');
    expect(await readAttempts(publicId)).toHaveLength(3);
  });

  it('passes over one that asks for more than the buyer gave', async () => {
    await inspector.rows(
      `UPDATE payment_route SET is_enabled = false WHERE method = 'BILLET' AND connection_id <> $1`,
      [connections[0]?.id],
    );
    await inspector.rows('UPDATE platform SET name = name');
    await waitFor('the routes are known', async () => {
      const { cpf: _, ...bare } = pixPurchase(world, { paymentMethod: 'BILLET' });
      const answer = await buy(node.app, bare);
      return answer.json().code === 'DOCUMENT_MISSING' && answer.json().details[0].field === 'cpf';
    });
    await inspector.rows(`UPDATE payment_route SET is_enabled = true`);
  });

  it('gives money back that a connection took although it had said no', async () => {
    const [liar, honest] = banks as [UnsteadyBank, UnsteadyBank];
    liar.next.push({ isMade: true, answer: 'refused' });

    const { paymentId } = (await buy(node.app, pixPurchase(world))).json();
    const [first, last] = (await readAttempts(paymentId)) as [StoredAttempt, StoredAttempt];
    const lied = (await liar.simulator.listCharges()).find(({ reference }) => reference === first.id);
    await honest.simulator.simulator.pay(last.transaction_id as string);
    await deliver(honest.simulator.deliveries);
    await waitFor('it is paid', async () => (await readPayment(paymentId))?.status === 'APPROVED');
    await liar.simulator.simulator.pay(lied?.transactionId as string);
    await deliver(liar.simulator.deliveries);

    await waitFor('the second payment has gone back', async () => {
      const payment = await readPayment(paymentId);
      return payment?.paid_amount === 2 * 9_990 && payment.refunded_amount === 9_990;
    });
    const kept = [
      ...(await liar.simulator.listCharges()).filter(({ reference }) => reference === first.id),
      ...(await honest.simulator.listCharges()).filter(({ reference }) => reference === last.id),
    ].filter(({ status }) => status === 'paid');
    expect(kept).toHaveLength(1);
    expect((await readPayment(paymentId))?.status).toBe('APPROVED');
  });

  it('gives money back that a connection took although it had said no, also where its event never comes', async () => {
    const [liar, honest] = banks as [UnsteadyBank, UnsteadyBank];
    liar.next.push({ isMade: true, answer: 'refused' });
    const { paymentId } = (await buy(node.app, pixPurchase(world))).json();
    const [first, last] = (await readAttempts(paymentId)) as [StoredAttempt, StoredAttempt];
    const lied = (await liar.simulator.listCharges()).find(({ reference }) => reference === first.id);
    for (const [bank, id] of [
      [honest, last.transaction_id],
      [liar, lied?.transactionId],
    ] as const)
      await bank.simulator.simulator.pay(id as string);

    await waitFor('the second payment has gone back', async () => {
      await makeDue();
      const payment = await readPayment(paymentId);
      return payment?.paid_amount === 2 * 9_990 && payment.refunded_amount === 9_990;
    });

    const [charge] = (await liar.simulator.listCharges()).filter(({ reference }) => reference === first.id);
    expect(charge?.status).toBe('refunded');
    expect((await readPayment(paymentId))?.status).toBe('APPROVED');
  });
});

describe('a server that dies between two attempts', () => {
  it('leaves a payment that another one finishes', async () => {
    const [, held] = banks as [UnsteadyBank, UnsteadyBank];
    const server = await createServerProcess({
      DATABASE_URL: node.databaseUrl,
      ENCRYPTION_KEY: TEST_KEY,
      SIMULATORS: 'on',
      LOG_LEVEL: 'silent',
    });
    await server.start();
    banks[0]?.next.push(BUSY);
    held.next.push({ isMade: true, answer: 'held' });
    const headers = { 'content-type': 'application/json', 'idempotency-key': newId() };
    const before = held.asked.length;

    const buying = fetch(`${server.url}/api/checkout.purchase`, {
      method: 'POST',
      headers,
      body: JSON.stringify(pixPurchase(world)),
    }).catch(() => null);
    await waitFor('the second connection is asked', () => held.asked.length > before);
    await server.kill();
    await buying;
    const publicId = await newest();
    const dead = await readAttempts(publicId);
    clock.forward(120_000);
    await makeDue();

    expect(dead.map(({ state }) => state)).toEqual(['NOT_SENT', 'CREATED']);
    await waitFor('the charge was found', async () => (await readAttempts(publicId))[1]?.state === 'ANSWERED');
    const answer = await buy(node.app, pixPurchase(world), headers['idempotency-key']);
    expect(answer.json()).toMatchObject({
      paymentId: publicId,
      status: 'PENDING',
      payment: { pixCode: expect.any(String) },
    });
    expect(await readAttempts(publicId)).toHaveLength(2);
  });
});

describe('a connection that fails again and again', () => {
  const closeAll = async () => {
    await inspector.rows('DELETE FROM connection_circuit');
    for (const { app } of [node, second]) app.cache.forgetAll();
  };
  const openFirst = async () => {
    for (let count = 0; count < 5; count++) {
      banks[0]?.next.push(LOST);
      await buy(node.app, pixPurchase(world));
    }
    return inspector.rows<{ connection_id: string; times: number; open_until: Date; opened_at: Date }>(
      'SELECT * FROM connection_circuit',
    );
  };

  it('rests on all nodes, tells those who look after it once, and is tried by one payment after', async () => {
    const master = await openStaff(node.app, world.platformId, { roles: ['master'] });
    const other = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });
    const opened = await openFirst();
    const asked = banks[0]?.asked.length as number;
    await waitFor('the other node knows', async () => {
      const { paymentId } = (await buy(second.app, pixPurchase(world))).json();
      const [attempt] = await readAttempts(paymentId);
      return attempt?.routing.candidates[0]?.reason === 'CIRCUIT_OPEN';
    });
    const known = banks[0]?.asked.length as number;
    await Promise.all([node, second].map(({ app }) => buy(app, pixPurchase(world))));

    expect(opened).toMatchObject([{ connection_id: connections[0]?.id, times: 1 }]);
    expect(known - asked).toBeLessThan(5);
    expect(banks[0]?.asked.length).toBe(known);
    const told = await inspector.rows(
      `SELECT person_id, href, parameters FROM notification WHERE type = 'connection.circuitOpened' ORDER BY href`,
    );
    expect(told).toEqual([
      { person_id: admin.id, href: '/admin-root/platform-settings/acquirings', parameters: { connection: 'Banco 1' } },
      {
        person_id: master.id,
        href: `/master-root/platforms/${world.platformId}`,
        parameters: { connection: 'Banco 1' },
      },
    ]);
    expect(told.map(({ person_id }) => person_id)).not.toContain(other.id);

    // The probe fails, and the circuit stays open twice as long.
    clock.forward(31_000);
    banks[0]?.next.push(BUSY);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => buy([node, second][index % 2]?.app as never, pixPurchase(world))),
    );
    expect(banks[0]?.asked.length).toBe(known + 1);
    const [again] = await inspector.rows<{ times: number; rest: number }>(
      'SELECT times, extract(epoch FROM open_until - $1::timestamptz)::int AS rest FROM connection_circuit',
      [clock.now()],
    );
    expect(again?.times).toBe(2);
    expect(again?.rest).toBeGreaterThan(50);
    expect(again?.rest).toBeLessThanOrEqual(60);

    // The next probe succeeds, and the circuit closes.
    clock.forward(61_000);
    await waitFor('the rest is over', async () => {
      await buy(second.app, pixPurchase(world));
      return (await inspector.rows('SELECT 1 FROM connection_circuit')).length === 0;
    });
    await waitFor('both nodes use it again', async () => {
      const bought = await Promise.all([node, second].map(({ app }) => buy(app, pixPurchase(world))));
      const firsts = await Promise.all(bought.map((answer) => readAttempts(answer.json().paymentId)));
      return firsts.every((attempts) => namesOf(attempts)[0] === 1);
    });
    expect(await inspector.rows(`SELECT 1 FROM notification WHERE type = 'connection.circuitOpened'`)).toHaveLength(2);
  });

  it('pauses the method where nobody else serves it, while pages go on offering it', async () => {
    await openFirst();
    await inspector.rows('UPDATE payment_route SET is_enabled = (connection_id = $1)', [connections[0]?.id]);
    node.app.cache.forgetAll();

    const answer = await buy(node.app, pixPurchase(world));
    const page = await node.app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}` });

    expect([answer.statusCode, answer.json().code]).toEqual([503, 'METHOD_PAUSED']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(20);
    expect(page.json().pixEnabled).toBe(true);
    const closed = await node.app.inject({
      method: 'POST',
      url: '/api/routing.closeCircuit',
      headers: admin.headers,
      payload: { connectionId: connections[0]?.id },
    });
    expect(closed.statusCode).toBe(200);
    expect((await buy(node.app, pixPurchase(world))).statusCode).toBe(200);
    expect(
      await inspector.rows(`SELECT subject_name FROM audit_event WHERE type = 'connection.circuitClosed'`),
    ).toEqual([{ subject_name: 'Banco 1' }]);
    await inspector.rows('UPDATE payment_route SET is_enabled = true');
    await closeAll();
  });
});

describe('routes that change', () => {
  it('fail no purchase that is under way', async () => {
    const order = (ids: number[]) =>
      node.app.inject({
        method: 'POST',
        url: '/api/routing.setRoutes',
        headers: admin.headers,
        payload: {
          method: 'PIX',
          routes: ids.map((index, place) => ({
            connectionId: connections[index]?.id,
            priority: place + 1,
            weight: 100,
            conditions: {},
            isEnabled: true,
          })),
        },
      });
    let isBuying = true;
    const changing = (async () => {
      const codes: number[] = [];
      for (let count = 0; isBuying || count < 6; count++)
        codes.push((await order([[0, 1], [1, 2], [2]][count % 3] as number[])).statusCode);
      return codes;
    })();

    const bought = await Promise.all(
      Array.from({ length: 50 }, (_, index) => buy([node, second][index % 2]?.app as never, pixPurchase(world))),
    );
    isBuying = false;
    const codes = await changing;

    expect(new Set(codes)).toEqual(new Set([200]));
    expect(new Set(bought.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await order([0, 1, 2])).statusCode).toBe(200);
  });

  it('stop at what a connection may take in a day', async () => {
    await inspector.rows(`UPDATE provider_connection SET limits = '{"dailyAmount": 0}' WHERE id = $1`, [
      connections[0]?.id,
    ]);
    const usedUp = async () => {
      const { paymentId } = (await buy(node.app, pixPurchase(world))).json();
      return (await readAttempts(paymentId))[0]?.routing.candidates[0];
    };
    await waitFor('the limit is known', async () => (await usedUp())?.reason === 'DAILY_LIMIT');
    const [{ used } = { used: 0 }] = await inspector.rows<{ used: number }>(
      `SELECT coalesce(sum(p.amount), 0)::int AS used FROM payment p JOIN payment_attempt a ON a.payment_id = p.id
       WHERE a.connection_id = $1 AND a.state NOT IN ('NOT_SENT', 'REFUSED') AND p.status NOT IN ('REJECTED', 'CANCELED')`,
      [connections[0]?.id],
    );
    await inspector.rows(
      `UPDATE provider_connection SET limits = jsonb_build_object('dailyAmount', $2::int) WHERE id = $1`,
      [connections[0]?.id, used + 2 * 9_990],
    );
    await waitFor('there is room again', async () => (await usedUp())?.reason === null);

    expect([await usedUp(), await usedUp()].map((item) => item?.reason)).toEqual([null, 'DAILY_LIMIT']);
    await inspector.rows(`UPDATE provider_connection SET limits = '{}'`);
    await waitFor('the limit is gone', async () => (await usedUp())?.reason === null);
  });

  it('stop there also when many buy at the same moment, on two nodes', async () => {
    const [limited] = connections;
    const sumUsed = async () => {
      const [{ used } = { used: 0 }] = await inspector.rows<{ used: number }>(
        `SELECT coalesce(sum(p.amount), 0)::int AS used FROM payment p JOIN payment_attempt a ON a.payment_id = p.id
         WHERE a.connection_id = $1 AND a.state NOT IN ('NOT_SENT', 'REFUSED') AND p.status NOT IN ('REJECTED', 'CANCELED')`,
        [limited?.id],
      );
      return used;
    };
    const most = (await sumUsed()) + 3 * 9_990;
    await inspector.rows(
      `UPDATE provider_connection SET limits = jsonb_build_object('dailyAmount', $2::int) WHERE id = $1`,
      [limited?.id, most],
    );
    for (const { app } of [node, second]) app.cache.forgetAll();

    const bought = await Promise.all(
      Array.from({ length: 20 }, (_, index) => buy([node, second][index % 2]?.app as never, pixPurchase(world))),
    );

    expect(new Set(bought.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await sumUsed()).toBe(most);
    await inspector.rows(`UPDATE provider_connection SET limits = '{}'`);
    for (const { app } of [node, second]) app.cache.forgetAll();
  });
});

const FATES: Fate[] = [
  HONEST,
  HONEST,
  BUSY,
  REFUSED,
  LOST,
  { isMade: true, answer: 'lost' },
  { isMade: true, answer: 'busy' },
  { isMade: true, answer: 'refused' },
];
/** All three banks deny charges that they made: the worst case. */
const DENIED: Fate = { isMade: true, answer: 'busy' };
const PURCHASES = rounds({ short: 60, long: 400 });

it(`${PURCHASES} purchases with every fate and late events in any order (seed ${SEED})`, async () => {
  const { deck, fraction, shuffle } = openDraw();
  const nextFate = deck(FATES);
  const fates = new Map<string, Fate>();
  let isWorst = true;
  for (const bank of banks) {
    (bank.simulator.deliveries as unknown[]).length = 0;
    bank.draw = (reference) => {
      const fate = isWorst ? DENIED : nextFate();
      fates.set(reference, fate);
      return fate;
    };
  }
  // A buyer each: what one buys anew is not charged twice.
  const domain = `${newId()}.example.com`;
  const buyLucky = () => buy(node.app, pixPurchase(world, { email: `luck-${newId()}@${domain}` }));
  await buyLucky();
  const denied = [...fates.keys()];
  isWorst = false;
  let left = PURCHASES - 1;
  const buyer = async () => {
    while (left-- > 0) {
      for (const { id } of connections) node.app.breaker.forget(id);
      const answer = await buyLucky();
      expect([200, 402]).toContain(answer.statusCode);
    }
  };
  await Promise.all(Array.from({ length: 4 }, buyer));
  for (const bank of banks) bank.draw = null;
  const publicIds = (
    await inspector.rows<{ id: string }>(
      'SELECT p.public_id AS id FROM payment p JOIN sale s ON s.id = p.sale_id WHERE s.buyer_email LIKE $1',
      [`%@${domain}`],
    )
  ).map(({ id }) => id);
  const rows = await inspector.rows<StoredAttempt & { public_id: string }>(
    `SELECT a.*, p.public_id FROM payment_attempt a JOIN payment p ON p.id = a.payment_id
     WHERE p.public_id = ANY($1) ORDER BY a.created_at, a.id`,
    [publicIds],
  );
  const byPayment = Map.groupBy(rows, (row) => row.public_id);
  expect(byPayment.size).toBe(PURCHASES);
  for (const attempts of byPayment.values()) {
    // No attempt follows an unknown one, and the stored attempts match the fates of all three.
    for (const { id } of attempts.slice(0, -1)) expect(['busy', 'refused']).toContain(fates.get(id)?.answer);
    attempts.forEach(({ routing }, index) => {
      expect(routing.candidates.filter(({ isChosen }) => isChosen)).toHaveLength(1);
      expect(routing.candidates.filter(({ reason }) => reason === 'ALREADY_TRIED')).toHaveLength(index);
      expect(routing.failoverOf?.attemptId ?? null).toBe(attempts[index - 1]?.id ?? null);
    });
  }

  const paid = new Set<string>();
  for (const bank of banks) {
    for (const charge of await bank.simulator.listCharges(1_000)) {
      if (!fates.has(charge.reference) || (!denied.includes(charge.reference) && fraction() < 0.3)) continue;
      paid.add(charge.reference);
      await bank.simulator.simulator.pay(charge.transactionId);
    }
  }
  const isTwice = deck([true, false, false, false, false]);
  const letters = banks.flatMap((bank) => [...bank.simulator.deliveries]);
  await deliver(shuffle(letters.flatMap((letter) => (isTwice() ? [letter, letter] : [letter]))));
  clock.forward(120_000);
  const isKept = (publicId: string) => byPayment.get(publicId)?.some(({ id }) => paid.has(id)) ?? false;
  await waitFor(
    'every payment keeps one charge at most',
    async () => {
      await makeDue();
      // A second charge counts once its event was processed: until then its payment looks as if it kept one.
      const open = await inspector.rows(
        `SELECT 1 FROM webhook WHERE state = 'RECEIVED' UNION ALL SELECT 1 FROM refund WHERE state NOT IN ('DONE', 'REFUSED')`,
      );
      if (open.length > 0) return false;
      const found = await inspector.rows<{ public_id: string; status: string; held: number }>(
        'SELECT public_id, status, (paid_amount - refunded_amount)::int AS held FROM payment WHERE public_id = ANY($1)',
        [publicIds],
      );
      return found.every(({ public_id, status, held }) =>
        isKept(public_id) ? status === 'APPROVED' && held === 9_990 : status !== 'APPROVED' && held === 0,
      );
    },
    60_000,
  );
  // The banks agree: one charge of each sale stays paid.
  const held = new Map<string, number>();
  for (const bank of banks) {
    for (const charge of await bank.simulator.listCharges(1_000)) {
      const owner = rows.find(({ id }) => id === charge.reference)?.public_id;
      if (owner && charge.status === 'paid') held.set(owner, (held.get(owner) ?? 0) + 1);
    }
  }
  expect(publicIds.filter((id) => (held.get(id) ?? 0) !== (isKept(id) ? 1 : 0))).toEqual([]);
  // One of the sales was paid three times.
  expect(denied.filter((reference) => paid.has(reference))).toHaveLength(3);
});
