/** A seller sees network by network what their products report, and nothing of other sellers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { prepareToken } from './tokens.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let seller: Staff;
let rival: Staff;

const ask = async (name: string, query: Record<string, string>, { headers }: Staff) =>
  (await node.app.inject({ url: `/api/pixels.${name}`, query, headers })).json();

async function plant(owner: Staff, name: string, pixels: object): Promise<string> {
  const id = newId();
  await inspector.rows(
    `INSERT INTO product (platform_id, id, seller_id, name, description, type_product, category, status, pixels)
     VALUES ($1, $2, $3, $4, '', 'DIGITAL', 'GASTRONOMY', 'ACTIVE', $5)`,
    [world.platformId, id, owner.id, name, JSON.stringify(pixels)],
  );
  return id;
}

const report = (productId: string, network: string, state: string, daysAgo = 0) =>
  inspector.rows(
    `INSERT INTO conversion (platform_id, id, product_id, event, value, currency, network, pixel_id, happened_at, state, created_at)
     VALUES ($1, $2, $3, 'Test', 100, 'BRL', $4, '111', now(), $5, now() - make_interval(days => $6))`,
    [world.platformId, newId(), productId, network, state, daysAgo],
  );

let bread: string;
let cake: string;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  seller = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  rival = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  bread = await plant(seller, 'Pão', { facebook: ['111', '222'], googleAnalyticsId: 'G-1' });
  cake = await plant(seller, 'Bolo', { facebook: ['333'] });
  await plant(seller, 'Sem pixel', {});
  const alien = await plant(rival, 'Alheio', { facebook: ['999'] });
  const key = { productId: bread, network: 'facebook', pixelId: '111' } as const;
  await node.app.database.write(world.platformId, await prepareToken(node.app, world.platformId, key, 'token'));
  for (const [productId, network, state, days] of [
    [bread, 'facebook', 'SENT', 0],
    [bread, 'facebook', 'FAILED', 1],
    [cake, 'facebook', 'SENT', 2],
    [bread, 'facebook', 'SENT', 9],
    [bread, 'googleAnalytics', 'SENT', 0],
    [alien, 'facebook', 'FAILED', 0],
  ] as const)
    await report(productId, network, state, days);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

describe('pixels.listIntegrations', () => {
  it('counts products, those that the server reports too, and the reports of seven days', async () => {
    const { networks } = await ask('listIntegrations', {}, seller);

    expect(networks).toEqual([
      { network: 'facebook', products: 2, reporting: 1, sent: 2, failed: 1 },
      { network: 'tiktok', products: 0, reporting: 0, sent: 0, failed: 0 },
      { network: 'kwai', products: 0, reporting: 0, sent: 0, failed: 0 },
      { network: 'googleAnalytics', products: 1, reporting: 0, sent: 1, failed: 0 },
      { network: 'googleAds', products: 0, reporting: 0, sent: 0, failed: 0 },
    ]);
    const [first] = (await ask('listIntegrations', {}, rival)).networks;
    expect(first).toMatchObject({ products: 1, sent: 0, failed: 1 });
  });
});

describe('pixels.getIntegration', () => {
  it('shows the products with their pixels, and the last reports of all of them', async () => {
    const answer = await ask('getIntegration', { network: 'facebook' }, seller);

    expect(answer.products).toMatchObject([
      { productId: cake, pixels: [{ pixelCode: '333', savedAt: null }], sent: 1, failed: 0 },
      {
        productId: bread,
        pixels: [
          { pixelCode: '111', savedAt: expect.any(String) },
          { pixelCode: '222', savedAt: null },
        ],
        sent: 1,
        failed: 1,
      },
    ]);
    expect(answer.conversions.map(({ productName }: { productName: string }) => productName).sort()).toEqual([
      'Bolo',
      'Pão',
      'Pão',
      'Pão',
    ]);
    expect(await ask('getIntegration', { network: 'kwai' }, seller)).toMatchObject({ products: [], conversions: [] });
    expect((await ask('getIntegration', { network: 'orkut' }, seller)).code).toBe('VALIDATION_FAILED');
  });
});
