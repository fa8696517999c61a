/** Several nodes on one database share the work, receive each other's changes and read from replicas where they may. */
import { type StartedSimulator, startSimulator } from '@feira/plugin-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Statement } from '../src/plugins/database.ts';
import { buildNode, createDatabase, type TestNode } from './build.ts';
import { checkWorld } from './check-world.ts';
import { findFreePort } from './free-port.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { updateRows } from './rows.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, SANDBOX_SECRETS, type World } from './world.ts';

interface TwoNodes {
  nodes: [TestNode, TestNode];
  world: World;
  inspector: Inspector;
  /** The provider, outside of both nodes. */
  bank: StartedSimulator;
}

/** The first node also receives the provider's events. */
async function openTwoNodes(): Promise<TwoNodes> {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const env = { PUBLIC_URL: publicUrl, SWEEP_INTERVAL_MS: '50' };
  const first = await buildNode({ env: { ...env, PORT: String(port) } });
  const second = await buildNode({ databaseUrl: first.databaseUrl, env });
  const sandbox = first.app.providers.list().find(({ id }) => id === 'sandbox');
  const module = await sandbox?.loadSimulator?.();
  if (!module) throw new Error('The sandbox has no simulator.');
  const bank = await startSimulator(module, {
    credentials: { ...SANDBOX_SECRETS, publicKey: 'pk_test_0123456789' },
    webhook: 'deliver',
  });
  const world = await createWorld(first.app);
  await connect(first.app, world, { baseUrls: { default: bank.url } });
  const inspector = await openInspector(first.databaseUrl);
  onTestFinished(async () => {
    await inspector.close();
    await bank.close();
    await second.close();
    await first.close();
  });
  return { nodes: [first, second], world, inspector, bank };
}

const listen = ({ nodes }: TwoNodes) =>
  Promise.all(
    nodes.map(({ app }, index) => app.listen({ port: index === 0 ? app.config.port : 0, host: '127.0.0.1' })),
  );

const buyOn = async ({ app }: TestNode, world: World): Promise<void> => {
  const answer = await buy(app, pixPurchase(world));
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

/** Returns how often each address was called. */
const countRequests = ({ bank }: TwoNodes, method: string, pattern: RegExp) => {
  const counts = new Map<string, number>();
  for (const { path, query } of bank.requests.filter(
    (request) => request.method === method && pattern.test(request.path),
  )) {
    const key = `${path}?${query.reference ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

describe('two nodes', () => {
  it('share what is due: each payment is asked about once', async () => {
    const two = await openTwoNodes();
    for (let count = 0; count < 60; count++) await buyOn(two.nodes[count % 2] as TestNode, two.world);
    await listen(two);
    for (let round = 1; round <= 5; round++) {
      await two.inspector.rows('UPDATE payment SET next_check_at = now()');
      await waitFor('every payment was looked at', async () => {
        const [open] = await two.inspector.rows('SELECT 1 FROM payment WHERE checks < $1', [round]);
        return !open;
      });

      expect(await two.inspector.rows('SELECT DISTINCT checks FROM payment')).toEqual([{ checks: round }]);
      const asked = countRequests(two, 'GET', /^\/charges/);
      expect(asked.size).toBe(60);
      expect([...asked.values()].every((count) => count === round)).toBe(true);
    }
  });

  it('do nothing twice, though every event comes three times and half of the payments are paid twice', async () => {
    const two = await openTwoNodes();
    await listen(two);
    await Promise.all(Array.from({ length: 20 }, (_, index) => buyOn(two.nodes[index % 2] as TestNode, two.world)));
    const charges = await two.bank.listCharges();

    await Promise.all(
      charges.map(({ transactionId }, index) => two.bank.simulator.pay(transactionId, { times: 1 + (index % 2) })),
    );
    await two.bank.settle();
    await Promise.all(
      two.bank.deliveries.flatMap(({ url, headers, body }) =>
        two.nodes.map(({ app }) => app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload: body })),
      ),
    );
    await waitFor('everything has ended', async () => {
      // Refunds have events of their own.
      await two.bank.settle();
      const [open] = await two.inspector.rows(
        `SELECT 1 FROM webhook WHERE state = 'RECEIVED' UNION ALL SELECT 1 FROM refund WHERE state <> 'DONE' UNION ALL
         SELECT 1 FROM payment WHERE status <> 'APPROVED' OR refunded_amount <> greatest(0, paid_amount - amount)
         UNION ALL SELECT 1 FROM outbox WHERE published_at IS NULL`,
      );
      return !open;
    });

    const refunds = countRequests(two, 'POST', /\/refunds$/);
    expect(refunds.size).toBe(10);
    expect([...refunds.values()].every((count) => count === 1)).toBe(true);
    const after = await two.bank.listCharges();
    await checkWorld(two.nodes[0].databaseUrl, {
      charges: after.map(({ reference, paidAmount }) => ({ reference, isPaid: paidAmount > 0 })),
    });
  });

  it('hear of each other’s changes at once', async () => {
    const two = await openTwoNodes();
    const [first, second] = two.nodes;
    const { platformId, offerId } = two.world;
    const url = `/api/checkout.getCheckout?checkoutId=${offerId}`;
    const look = async ({ app }: TestNode) => (await app.inject({ url })).json();
    expect([(await look(first)).price, (await look(second)).price]).toEqual([9_990, 9_990]);

    await first.app.database.transaction(platformId, (transaction) =>
      transaction.run(updateRows('offer', { id: offerId }, { price: 5_000 })),
    );
    await waitFor('the other node has the new price', async () => (await look(second)).price === 5_000);
    await second.app.database.transaction(platformId, (transaction) =>
      transaction.run(updateRows('provider_connection', {}, { status: 'DISABLED' })),
    );
    await waitFor('the other node does not offer PIX any more', async () => (await look(first)).pixEnabled === false);
    await second.app.database.transaction(platformId, (transaction) =>
      transaction.run(updateRows('platform', {}, { status: 'DISABLED' })),
    );

    await waitFor('the platform is gone', async () => (await look(first)).code === 'PLATFORM_NOT_FOUND');
  });

  it('remember nothing while they may miss an announcement', async () => {
    const two = await openTwoNodes();
    const [{ app }] = two.nodes;
    const url = `/api/checkout.getCheckout?checkoutId=${two.world.offerId}`;
    await app.inject({ url });
    expect(app.cache.isListening).toBe(true);

    await two.inspector.rows('ALTER TABLE offer DISABLE TRIGGER announce_change');
    // Looks that took so long that the node listens again prove nothing, and are taken once more.
    const seen = await waitFor('the node was looked at while it was deaf', async () => {
      await two.inspector.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'feira_listen' AND datname = current_database()`,
      );
      await waitFor('the node knows that it is deaf', () => !app.cache.isListening);
      await app.inject({ url });
      // The change happens without a notification.
      const { price } = (
        await two.inspector.rows<{ price: number }>(
          'UPDATE offer SET price = price + 1 WHERE id = $1 RETURNING price::int',
          [two.world.offerId],
        )
      )[0]!;
      const shown = (await app.inject({ url })).json().price;
      const ready = await app.inject({ url: '/health/ready' });
      return app.cache.isListening ? null : { price, shown, ready };
    });
    expect(seen.shown).toBe(seen.price);
    expect([seen.ready.statusCode, seen.ready.json().checks.announcements]).toEqual([503, 'deaf']);

    await waitFor('it listens again', () => app.cache.isListening);
    expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
    expect((await app.inject({ url })).json().price).toBe(seen.price);
  });
});

describe('replicas', () => {
  /** Empty databases stand in for replicas that never catch up. */
  async function openWithReplicas() {
    const replicas = [await createDatabase(), await createDatabase()];
    const node = await buildNode({ env: { DATABASE_REPLICA_URLS: replicas.map(({ url }) => url).join(',') } });
    onTestFinished(async () => {
      await node.close();
      for (const replica of replicas) await replica.drop();
    });
    const names = replicas.map(({ url }) => new URL(url).pathname.slice(1));
    return { node, names, writer: new URL(node.databaseUrl).pathname.slice(1) };
  }
  const WHERE: Statement<{ name: string }> = { text: 'SELECT current_database() AS name', values: [] };
  const PLATFORM = '00000000-0000-7000-8000-000000000000';

  it('answer reads in turn, and neither writes nor reads of what was just written', async () => {
    const { node, names, writer } = await openWithReplicas();
    const { database } = node.app;
    const nameOf = async (work: Promise<{ rows: { name: string }[] }[]>) => (await work)[0]?.rows[0]?.name;

    const turns: unknown[] = [];
    for (let turn = 0; turn < 4; turn++) turns.push(await nameOf(database.read(PLATFORM, [WHERE])));
    expect(turns.slice(0, 2).sort()).toEqual([...names].sort());
    expect(turns.slice(2)).toEqual(turns.slice(0, 2));
    expect(await nameOf(database.read(PLATFORM, [WHERE], true))).toBe(writer);
    expect(await nameOf(database.write(PLATFORM, [WHERE]))).toBe(writer);
    await expect(database.read(PLATFORM, [{ text: 'CREATE TEMP TABLE x ()', values: [] }])).rejects.toMatchObject({
      code: '25006',
    });
  });

  it('that are away are left out, and taken back once they answer', async () => {
    const proxied = await createDatabase();
    const proxy = await openTcpProxy(proxied.url);
    const port = Number(new URL(proxy.url).port);
    const node = await buildNode({ env: { DATABASE_REPLICA_URLS: proxy.url } });
    let again: TcpProxy | undefined;
    onTestFinished(async () => {
      await node.close();
      await again?.close();
      await proxied.drop();
    });
    const { database } = node.app;
    const ask = async () => (await database.find(PLATFORM, WHERE))?.name;
    const [replica, writer] = [proxied.url, node.databaseUrl].map((url) => new URL(url).pathname.slice(1));
    expect(await ask()).toBe(replica);

    await proxy.close();
    expect([await ask(), await ask()]).toEqual([writer, writer]);
    again = await openTcpProxy(proxied.url, port);
    await database.lookAtReplicas();

    expect(await ask()).toBe(replica);
  });

  it('that lag never make a buyer lose sight of what was just bought', async () => {
    const { node } = await openWithReplicas();
    const world = await createWorld(node.app);
    await connect(node.app, world);

    const bought = await buy(node.app, pixPurchase(world));
    expect(bought.statusCode).toBe(200);
    const page = await node.app.inject({ url: `/api/checkout.getPaymentQuick?paymentId=${bought.json().paymentId}` });

    expect(page.json()).toMatchObject({ id: bought.json().paymentId, status: 'PENDING' });
  });
});

describe('a node', () => {
  it('says that it lives while its jobs occupy every connection they have', async () => {
    const liveSeconds = 3;
    const { app, databaseUrl, close } = await buildNode({ env: { NODE_LIVE_SECONDS: String(liveSeconds) } });
    const inspector = await openInspector(databaseUrl);
    onTestFinished(async () => {
      await inspector.close();
      await close();
    });
    const [{ began } = { began: null }] = await inspector.rows<{ began: Date }>('SELECT now() AS began');
    // More statements than connections: others wait for one until after the node would count as gone.
    const sleep = { text: 'SELECT pg_sleep($1)', values: [liveSeconds * 2] };
    const hanging = Array.from({ length: 8 }, () => app.database.jobs.run(sleep).catch(() => 0));
    const silent: number[] = [];

    await waitFor('it would count as gone if it were silent', async () => {
      const [row] = await inspector.rows<{ isOver: boolean; silence: number }>(
        `SELECT now() > $2::timestamptz + make_interval(secs => $3) AS "isOver",
           extract(epoch FROM now() - seen_at)::float8 AS silence FROM node WHERE id = $1`,
        [app.nodes.id, began, liveSeconds * 1.5],
      );
      if (row && row.silence > liveSeconds) silent.push(row.silence);
      return row?.isOver;
    });

    expect(silent).toEqual([]);
    await Promise.all(hanging);
  });
});
