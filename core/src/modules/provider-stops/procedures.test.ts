import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { payAtProvider, pollPayment } from '../../../test/at-provider.ts';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { settleInCrowd } from '../../../test/crowd.ts';
import { findBought, type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { listConnections } from '../connections/service.ts';

const PRICE = 9_990;
const OPERATED = 'operated.example.com';
const FOREIGN = 'foreign.example.com';

let market: Market;
let second: TestNode;
let operated: World;
let foreign: World;
let master: Staff;
let foreignMaster: Staff;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  second = await buildNode({ databaseUrl: market.node.databaseUrl });
  operated = await createWorld(app, { host: OPERATED });
  foreign = await createWorld(app, { host: FOREIGN });
  await market.inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    market.world.platformId,
    operated.platformId,
  ]);
  for (const world of [operated, foreign]) await connect(app, world);
  master = await openStaff(app, market.world.platformId, { roles: ['master'] });
  foreignMaster = await openStaff(app, foreign.platformId, { roles: ['master'], host: FOREIGN });
});
afterAll(async () => {
  await second?.close();
  await market?.close();
});

const post = (name: string, payload: object, by = master) =>
  market.node.app.inject({ method: 'POST', url: `/api/providerStops.${name}`, headers: by.headers, payload });
const get = async (name: string, by = master) =>
  (await market.node.app.inject({ url: `/api/providerStops.${name}`, headers: by.headers })).json();
const purchase = (world: World, app = market.node.app, host = 'localhost') =>
  buy(app, pixPurchase(world), undefined, { host });
const attempts = async (platformId: string) =>
  (
    await market.inspector.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM payment_attempt WHERE platform_id = $1',
      [platformId],
    )
  )[0]!.count;
const stop = async (payload: object) => (await post('stopProvider', payload)).json().stopId as string;
const nodes = () => [market.node.app, second.app];
/** Waits until every node refuses, or takes, purchases of a platform. */
const waitForPurchases = (world: World, host: string, isTaken: boolean) =>
  waitFor(`purchases are ${isTaken ? 'taken' : 'refused'} on every node`, async () => {
    const answers = await Promise.all(nodes().map((app) => purchase(world, app, host)));
    return answers.every(({ statusCode }) => (statusCode === 200) === isTaken);
  });

describe('providerStops.stopProvider', () => {
  it('ends new purchases on every node and platform of the master, under racing purchases, and goes on with those under way', async () => {
    const { world } = market;
    const early = await purchase(world);
    const racing = settleInCrowd(Array.from({ length: 24 }, (_, index) => () => purchase(world, nodes()[index % 2])));
    const stopId = await stop({ provider: 'sandbox', reason: 'Cobra em dobro.' });
    await racing;
    await waitForPurchases(world, 'localhost', false);
    await waitForPurchases(operated, OPERATED, false);

    const before = [await attempts(world.platformId), await attempts(operated.platformId)];
    const late = await settleInCrowd(
      Array.from(
        { length: 12 },
        (_, index) => () =>
          purchase(index % 2 ? world : operated, nodes()[index % 2], index % 2 ? 'localhost' : OPERATED),
      ),
    );

    expect(late).toHaveLength(12);
    expect([await attempts(world.platformId), await attempts(operated.platformId)]).toEqual(before);
    expect((await purchase(foreign, market.node.app, FOREIGN)).statusCode).toBe(200);
    // Money in flight is looked up as before.
    const bought = await findBought(market.inspector, early.json().paymentId);
    await payAtProvider(market, bought, PRICE);
    await pollPayment(market, bought);
    expect((await market.readPayment(bought.paymentId)).status).toBe('APPROVED');

    expect((await post('stopProvider', { provider: 'sandbox', reason: 'Outra vez' })).json().code).toBe(
      'STOP_REPEATED',
    );
    expect((await post('liftStop', { stopId }, foreignMaster)).json().code).toBe('STOP_NOT_FOUND');
    expect((await post('liftStop', { stopId })).statusCode).toBe(200);
    expect((await post('liftStop', { stopId })).json().code).toBe('STOP_NOT_FOUND');
    await waitForPurchases(world, 'localhost', true);
    await waitForPurchases(operated, OPERATED, true);
    const log = await market.inspector.rows<{ type: string; subject_name: string }>(
      `SELECT type, subject_name FROM audit_event WHERE type LIKE 'provider.%' ORDER BY created_at`,
    );
    expect(log).toEqual([
      { type: 'provider.stopped', subject_name: 'sandbox' },
      { type: 'provider.stopLifted', subject_name: 'sandbox' },
    ]);
    expect((await get('listStops')).items).toMatchObject([
      { provider: 'sandbox', version: null, reason: 'Cobra em dobro.', stoppedBy: master.name, liftedBy: master.name },
    ]);
    expect((await get('listStops', foreignMaster)).items).toEqual([]);
  });

  it('is known to a node that was reading the connections when it came', async () => {
    const { world, node } = market;
    const { database, cache } = node.app;
    const list = database.list.bind(database);
    let isHeld = false;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.spyOn(database, 'list').mockImplementation((async (...read: Parameters<typeof list>) => {
      const rows = await list(...read);
      if (isHeld || !read[1].text.includes('FROM provider_connection c')) return rows;
      isHeld = true;
      await released;
      return rows;
    }) as typeof list);
    cache.forgetAll();
    const reading = listConnections(node.app, world.platformId);
    await waitFor('the connections were read', () => isHeld);
    const dropped = vi.spyOn(cache, 'forgetAll');
    const stopId = await stop({ provider: 'sandbox', reason: 'Cobra em dobro.' });
    await waitFor('the node has heard of the stop', () => dropped.mock.calls.length > 0);
    release();
    await reading;
    vi.restoreAllMocks();

    const known = await listConnections(node.app, world.platformId);
    expect([...known.values()].map(({ isStopped }) => isStopped)).toEqual([true]);
    await post('liftStop', { stopId });
    await waitForPurchases(world, 'localhost', true);
  });

  it('stops one version alone, and says why in the explanation of a route', async () => {
    const { world } = market;
    const { providers } = await get('listProviders');
    const version = providers.find(({ provider }: { provider: string }) => provider === 'sandbox').version as string;
    expect(providers).toEqual([{ provider: 'sandbox', version, connections: 2, platforms: 2, isStopped: false }]);

    expect((await post('stopProvider', { provider: 'sandbox', version: '99.0.0', reason: 'Nunca' })).json().code).toBe(
      'PROVIDER_UNUSED',
    );
    expect((await post('stopProvider', { provider: 'sandbx', reason: 'Errado' })).json().code).toBe('PROVIDER_UNUSED');
    expect((await post('stopProvider', { provider: 'sandbox', reason: '     ' })).json().code).toBe(
      'VALIDATION_FAILED',
    );
    const stopId = await stop({ provider: 'sandbox', version, reason: 'Versão ruim' });
    await waitForPurchases(world, 'localhost', false);

    expect((await get('listProviders')).providers[0].isStopped).toBe(true);
    const admin = await openStaff(market.node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isConfigAvailable'],
    });
    const routes = await market.node.app.inject({ url: '/api/routing.listRoutes', headers: admin.headers });
    expect(JSON.stringify(routes.json())).toContain('STOPPED');
    await post('liftStop', { stopId });
    await waitForPurchases(world, 'localhost', true);
  });
});
