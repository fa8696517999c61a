/** /health/ready says whether this node can sell, and which check failed. Sales are refused for now meanwhile, never for good. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkWorld } from './check-world.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { type Market, openMarket, openTestMarket } from './market.ts';
import { waitFor } from './wait-for.ts';
import { buy, pixPurchase } from './world.ts';

let market: Market;

beforeAll(async () => {
  market = await openMarket({ isListening: false, env: { DATABASE_SILENCE_MS: '1500' } });
});
afterAll(() => market.close());

const health = async () => {
  const answer = await market.node.app.inject({ url: '/health/ready' });
  return { statusCode: answer.statusCode, ...answer.json() };
};
const sell = () => buy(market.node.app, pixPurchase(market.world));

/** Waits until the node reports this state of the database, because it keeps a finding for a moment. */
const waitUntil = (database: string) =>
  waitFor(`the database is ${database}`, async () => {
    const found = await health();
    if (found.checks.database !== database) return false;
    // After a fail-over it takes a moment until the node hears of changes again.
    if (database === 'ok') return found.statusCode === 200;
    expect(found.statusCode).toBe(503);
    return true;
  });

interface Trouble {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

/** Makes every client connect anew, as after a fail-over. */
const change = async (setting: string) => {
  const name = new URL(market.node.databaseUrl).pathname.slice(1);
  const maintenance = await openInspector(market.node.databaseUrl);
  await maintenance.rows('SET default_transaction_read_only = off');
  await maintenance.rows(`ALTER DATABASE ${name} ${setting}`);
  await maintenance.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'feira_%'`,
    [name],
  );
  await maintenance.close();
};
const LOCKED: Trouble = {
  begin: () => market.inspector.rows('BEGIN; LOCK TABLE payment IN SHARE MODE'),
  end: () => market.inspector.rows('ROLLBACK'),
};

/** A full disk is played for real in full-disk.test.ts. */
const TROUBLES: [string, Trouble][] = [
  ['read-only', { begin: () => change('SET default_transaction_read_only = on'), end: () => change('RESET ALL') }],
  ['locked', LOCKED],
];

describe('GET /health/ready', () => {
  it.each(TROUBLES)('tells that the database is %s, when a purchase is refused for now', async (word, trouble) => {
    await waitUntil('ok');
    await trouble.begin();

    await waitUntil(word);
    const refused = await sell();
    expect(refused.statusCode).toBe(503);
    expect(refused.json().code).toBe('DATABASE_UNAVAILABLE');
    expect(refused.headers['retry-after']).toBe('1');
    expect(await (await market.host()).simulator.listCharges(10)).toEqual([]);

    await trouble.end();
    await waitUntil('ok');
  });

  it('tells how long the oldest work has been due', async () => {
    await market.buyPix();
    await market.inspector.rows(`UPDATE payment SET next_check_at = now() - interval '1 hour'`);

    await waitFor('the age is seen', async () => (await health()).oldestWorkSeconds >= 3_600);

    await checkWorld(market.node.databaseUrl);
  });

  it('asks the database once, however many ask at the same time', async () => {
    const { database } = market.node.app;
    const probes: unknown[] = [];
    const { tryWrite } = database;
    database.tryWrite = (...input) => {
      probes.push(input);
      return tryWrite.apply(database, input);
    };

    await Promise.all(Array.from({ length: 50 }, health));

    expect(probes.length).toBeLessThanOrEqual(1);
  });
});

describe('a form that is sent without JavaScript', () => {
  it('is answered with a page while the database cannot be written, and may be sent once more', async () => {
    const { app } = market.node;
    const kinds: string[] = [];
    const { sendMessage } = app.documents;
    app.documents.sendMessage = async (_request, reply, kind) => {
      kinds.push(kind);
      return reply.code(503).type('text/html').send('<p>later</p>');
    };
    const { offerId, ...fields } = pixPurchase(market.world);
    const post = (accept: string) =>
      app.inject({
        method: 'POST',
        url: `/checkout/${offerId}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
        payload: new URLSearchParams({ ...(fields as Record<string, string>), idempotencyKey: 'form-1' }).toString(),
      });
    await LOCKED.begin();

    const refused = await post('text/html');
    const program = await post('application/json');

    expect([refused.statusCode, refused.body, refused.headers['retry-after']]).toEqual([503, '<p>later</p>', '1']);
    expect(kinds).toEqual(['unavailable']);
    expect(program.json().code).toBe('DATABASE_UNAVAILABLE');
    await LOCKED.end();
    expect((await post('text/html')).statusCode).toBe(303);
    app.documents.sendMessage = sendMessage;
  });
});

describe('a purchase that meets a deadlock', () => {
  it('is refused for now', async () => {
    // A purchase waits longer for locks here than PostgreSQL waits before it looks for a deadlock.
    const patient = await openTestMarket({ isListening: false });
    const [gate, rival, watcher] = (await Promise.all(
      [1, 2, 3].map(() => openInspector(patient.node.databaseUrl)),
    )) as [Inspector, Inspector, Inspector];
    onTestFinished(async () => void (await Promise.all([gate.close(), rival.close(), watcher.close()])));
    await gate.rows('BEGIN; LOCK TABLE sale IN SHARE MODE');
    // The purchase finds the deadlock, because the other session never looks.
    await rival.rows(`BEGIN; SET LOCAL deadlock_timeout = '1h'; LOCK TABLE payment IN SHARE MODE`);
    const buying = buy(patient.node.app, pixPurchase(patient.world));
    const isWaiting = (application: string) => async () => {
      const [session] = await watcher.rows(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = $1
           AND clock_timestamp() - query_start > interval '500 ms'`,
        [application],
      );
      return session;
    };
    // A trip that purchases share gives a lock up sooner, and each goes on alone.
    await waitFor('the purchase has written its key and waits', isWaiting('feira_app'));
    const end = rival.rows('LOCK TABLE idempotency_key IN SHARE MODE; ROLLBACK');
    await waitFor('the other session waits for the purchase', isWaiting(''));

    await gate.rows('ROLLBACK');

    const answer = await buying;
    await end;
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    expect((await buy(patient.node.app, pixPurchase(patient.world))).statusCode).toBe(200);
  });
});
