import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';

let node: TestNode;
let world: World;
let foreign: World;

beforeAll(async () => {
  node = await buildNode();
  world = await createWorld(node.app);
  foreign = await createWorld(node.app, { host: 'foreign.example.com' });
  await connect(node.app, world);
});
afterAll(() => node?.close());

const find = async (by: Staff, dashboard: string, search: string) =>
  (
    await node.app.inject({
      url: `/api/lookup.find?${new URLSearchParams({ dashboard, search })}`,
      headers: by.headers,
    })
  ).json();
const open = (
  roles: Parameters<typeof openStaff>[2]['roles'],
  more: Partial<Parameters<typeof openStaff>[2]> = {},
  home = world,
) => openStaff(node.app, home.platformId, { roles: roles ?? [], ...more });

describe('lookup.find', () => {
  it('finds people and sales, each only with the permission of its list', async () => {
    await buy(node.app, pixPurchase(world, { name: 'Quitéria Dantas', email: 'quiteria@example.com' }));
    const seller = await open(['seller'], { name: 'Quitéria Vendedora' });
    await open(['seller'], { name: 'Quitéria Alheia', host: 'foreign.example.com' }, foreign);
    const both = await open(['admin'], { permissions: ['isUsersAvailable', 'isSalesAvailable'] });
    const users = await open(['admin'], { permissions: ['isUsersAvailable'] });
    const sales = await open(['admin'], { permissions: ['isSalesAvailable'] });
    const none = await open(['admin'], { permissions: ['isConfigAvailable'] });

    const found = await find(both, 'admin', 'quiteria');
    expect(found.people.map(({ id }: { id: string }) => id)).toEqual([seller.id]);
    expect(found.sales).toMatchObject([{ buyerName: 'Quitéria Dantas', status: 'PENDING', amount: 9_990 }]);
    expect(await find(users, 'admin', 'quiteria')).toEqual({ people: found.people, sales: [] });
    expect(await find(sales, 'admin', 'quiteria')).toEqual({ people: [], sales: found.sales });
    expect(await find(none, 'admin', 'quiteria')).toEqual({ people: [], sales: [] });
    expect(await find(both, 'admin', 'ninguém mesmo')).toEqual({ people: [], sales: [] });
    for (const short of ['q', '    ']) expect((await find(both, 'admin', short)).code).toBe('VALIDATION_FAILED');
  });

  it('finds a seller the own sales alone, and a manager the users in their care', async () => {
    const rival = await open(['seller']);
    const manager = await open(['manager']);
    const managed = await open(['seller'], { name: 'Ubirajara Cuidado' });
    await open(['seller'], { name: 'Ubirajara Livre' });
    await node.app.database.write(world.platformId, [
      { text: 'UPDATE person SET manager_id = $1 WHERE id = $2', values: [manager.id, managed.id] },
    ]);

    expect(await find(rival, 'seller', 'quiteria')).toEqual({ people: [], sales: [] });
    expect((await find(rival, 'admin', 'quiteria')).code).toBe('ACCESS_DENIED');
    expect((await find(manager, 'seller', 'quiteria')).code).toBe('ACCESS_DENIED');
    const found = await find(manager, 'manager', 'ubirajara');
    expect(found.people).toEqual([{ id: managed.id, name: managed.name, email: managed.email }]);
    expect(found.sales).toEqual([]);
  });
});
