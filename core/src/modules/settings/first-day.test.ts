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

async function createPlatform(host = HOST): Promise<{ platformId: string; admin: Staff }> {
  const platformId = newId();
  await rows(`INSERT INTO platform (platform_id, name, operator_id) VALUES ($1, 'Nova', $2)`, [
    platformId,
    market.world.platformId,
  ]);
  await rows('INSERT INTO platform_domain (host, platform_id) VALUES ($1, $2)', [host, platformId]);
  const admin = await openStaff(market.node.app, platformId, {
    roles: ['admin'],
    permissions: ADMIN_PERMISSIONS,
    host,
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
  await rows(`UPDATE provider_connection SET status = 'ENABLED'`);

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

it('knows of each step what was begun, and the own host', async () => {
  const { platformId, admin } = await createPlatform('outra.example.com');
  const read = async () => {
    const answer = await market.node.app.inject({ url: '/api/settings.getFirstDay', headers: admin.headers });
    const { steps, host } = answer.json();
    const notes = steps.map(({ step, note }: { step: string; note: string | null }) => [step, note]);
    return { host, notes: Object.fromEntries(notes) };
  };
  expect(await read()).toEqual({
    host: 'outra.example.com',
    notes: { BRAND: 'NO_LOGO', DOMAIN: null, CONNECTION: null, PRODUCT: null, SALE: null },
  });

  await rows(
    `INSERT INTO provider_connection (platform_id, id, provider, version, environment, name, status, methods)
    VALUES ($1, gen_random_uuid(), 'sandbox', '1.0.0', 'simulator', 'Sandbox', 'DISABLED', '{PIX}')`,
    [platformId],
  );
  const connectionNote = async (change: string) => {
    await rows(`UPDATE provider_connection SET ${change} WHERE platform_id = $1`, [platformId]);
    return (await read()).notes.CONNECTION;
  };
  expect((await read()).notes.CONNECTION).toBe('UNTESTED');
  expect(await connectionNote(`test_revision = 0, tested_at = now(), test_code = 'UNAUTHORIZED'`)).toBe('TEST_FAILED');
  expect(await connectionNote('test_code = NULL')).toBe('TESTED');
  expect(await connectionNote('credentials_revision = 1')).toBe('UNTESTED');
  expect(await connectionNote(`test_revision = 1, status = 'ENABLED'`)).toBe('TESTED');

  // One that was enabled without a test stays in sight beside one that was tested; one that is disabled does not count.
  const add = (status: string) =>
    rows(
      `INSERT INTO provider_connection (platform_id, id, provider, version, environment, name, status, methods)
      VALUES ($1, gen_random_uuid(), 'sandbox', '1.0.0', 'simulator', $2, $2, '{PIX}')`,
      [platformId, status],
    );
  await add('DISABLED');
  expect((await read()).notes.CONNECTION).toBe('TESTED');
  await add('ENABLED');
  expect((await read()).notes.CONNECTION).toBe('UNTESTED');
});
