/** Tests that purchases go to the cheapest connection that approves at least as well, and that each says why. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let admin: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

/** A connection with its cost, and how many of 200 charges it approved five days ago. */
async function connectAt(name: string, basisPoints: number, approved: number | null): Promise<string> {
  const { id } = await connect(node.app, world, { name });
  await inspector.rows('UPDATE provider_connection SET costs = $2 WHERE id = $1', [
    id,
    JSON.stringify({ PIX: { basisPoints, fixed: 0 } }),
  ]);
  if (approved !== null)
    await inspector.rows(
      `INSERT INTO connection_hour (platform_id, connection_id, method, hour, attempts, approved, waiting, refused, failed, unknown)
      VALUES ($1, $2, 'PIX', date_trunc('hour', $4::timestamptz, 'UTC') - interval '120 hours', 200, $3, 0, 200 - $3::integer, 0, 0)`,
      [world.platformId, id, approved, node.app.clock.now()],
    );
  return id;
}

it('sells through the cheapest that approves at least as well, and tells what each would have cost', async () => {
  const dear = await connectAt('Cara', 300, 190);
  const poor = await connectAt('Barata que recusa', 50, 100);
  const fresh = await connectAt('Nova', 100, null);
  const routes = [dear, poor, fresh].map((connectionId) => ({
    connectionId,
    priority: 1,
    weight: connectionId === fresh ? 1 : 1000,
    conditions: {},
    isEnabled: true,
    isCheapestFirst: true,
  }));
  const answer = await node.app.inject({
    method: 'POST',
    url: '/api/routing.setRoutes',
    headers: admin.headers,
    payload: { method: 'PIX', routes },
  });
  expect(answer.statusCode).toBe(200);
  node.app.cache.forget(world.platformId);

  const bought: string[] = [];
  for (let count = 0; count < 4; count++) bought.push((await buy(node.app, pixPurchase(world))).json().paymentId);

  const { decisions } = (
    await node.app.inject({ url: '/api/routing.listDecisions?method=PIX&limit=4', headers: admin.headers })
  ).json();
  expect(decisions.map(({ connectionId }: { connectionId: string }) => connectionId)).toEqual(bought.map(() => fresh));
  const { candidates } = decisions[0].routing;
  expect(candidates).toMatchObject([
    { connectionId: fresh, isChosen: true, reason: null, cost: 100 },
    { connectionId: dear, reason: 'COSTLIER', cost: 300, approvalRate: 9_500 },
    { connectionId: poor, reason: 'APPROVES_LESS', cost: 50, approvalRate: 5_000 },
  ]);
  const listed = (await node.app.inject({ url: '/api/routing.listRoutes', headers: admin.headers })).json().methods;
  const pix = listed.find(({ method }: { method: string }) => method === 'PIX').routes;
  expect(pix.map(({ isCheapestFirst }: { isCheapestFirst: boolean }) => isCheapestFirst)).toEqual([true, true, true]);
});
