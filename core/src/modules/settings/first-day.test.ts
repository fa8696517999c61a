/** The first day of a platform is told from what is there, on the own platform, and masters hear of a wish for a connection. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { newId } from '../../shared/ids.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market?.close());

const rows = (sql: string, values: unknown[] = []) => market.inspector.rows(sql, values);
const readDone = async ({ headers }: Staff) =>
  (await market.node.app.inject({ url: '/api/settings.getFirstDay', headers }))
    .json()
    .steps.filter(({ isDone }: { isDone: boolean }) => isDone)
    .map(({ step }: { step: string }) => step);

const HOST = 'nova.example.com';

async function createPlatform(): Promise<{ platformId: string; admin: Staff }> {
  const platformId = newId();
  await rows(`INSERT INTO platform (platform_id, name, operator_id) VALUES ($1, 'Nova', $2)`, [
    platformId,
    market.world.platformId,
  ]);
  await rows('INSERT INTO platform_domain (host, platform_id) VALUES ($1, $2)', [HOST, platformId]);
  const admin = await openStaff(market.node.app, platformId, {
    roles: ['admin'],
    permissions: ADMIN_PERMISSIONS,
    host: HOST,
    name: 'Nina',
  });
  return { platformId, admin };
}

it('begins with nothing but a domain, and counts what is there now', async () => {
  const { platformId, admin } = await createPlatform();
  expect(await readDone(admin)).toEqual(['DOMAIN']);

  await rows(`UPDATE platform SET settings = '{"customization": {"logo": null, "links": {}}}' WHERE platform_id = $1`, [
    platformId,
  ]);
  expect(await readDone(admin)).toEqual(['DOMAIN']);
  await rows(
    `UPDATE platform SET settings = '{"customization": {"visuals": {"colorPrimary": "#112233"}}}' WHERE platform_id = $1`,
    [platformId],
  );
  expect(await readDone(admin)).toEqual(['BRAND', 'DOMAIN']);
  const neighbour = await openStaff(market.node.app, market.world.platformId, {
    roles: ['admin'],
    permissions: ADMIN_PERMISSIONS,
  });
  expect(await readDone(neighbour)).toEqual(['CONNECTION', 'PRODUCT']);
  await rows(`UPDATE provider_connection SET status = 'DISABLED'`);
  expect(await readDone(neighbour)).toEqual(['PRODUCT']);

  const master = await openStaff(market.node.app, market.world.platformId, { roles: ['master'] });
  const ask = () =>
    market.node.app.inject({
      method: 'POST',
      url: '/api/settings.requestConnection',
      headers: admin.headers,
      payload: {},
    });
  expect((await ask()).json()).toEqual({});
  expect((await ask()).json()).toEqual({});
  expect(
    await rows(`SELECT person_id AS "personId", parameters FROM notification WHERE type = 'connection.wanted'`),
  ).toEqual([{ personId: master.id, parameters: { title: 'Nova', name: 'Nina' } }]);
});
