/** Lists in another order than their own: which rows, in which order, and which lists are too long for it. */
import { listRequested } from '@feira/schemas/procedures/anticipations';
import { listCases, listDisputes } from '@feira/schemas/procedures/disputes';
import { listBankAccounts, listPayouts, listWithdrawals } from '@feira/schemas/procedures/payouts';
import { listFunctionaries, listManagedUsers, listManagers, listUsers } from '@feira/schemas/procedures/people';
import { listMyProducts, listProducts } from '@feira/schemas/procedures/products';
import { listPlatformRefunds, listPlatformRequests } from '@feira/schemas/procedures/refunds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { MOST_SORTED } from '../src/shared/list.ts';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { openStaff, type Staff } from './staff.ts';
import { createWorld, type World } from './world.ts';

interface Sorted {
  name: string;
  input: { properties: { sort: { enum: readonly string[] } } };
}

let node: TestNode;
let inspector: Inspector;
let world: World;
let admin: Staff;
let seller: Staff;
let manager: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  admin = await openStaff(node.app, world.platformId, {
    roles: ['admin'],
    permissions: [
      'isUsersAvailable',
      'isManagersAvailable',
      'isFunctionariesAvailable',
      'isSalesAvailable',
      'isDashboardAvailable',
      'isProductsAvailable',
      'isValidateBankAccountsAvailable',
      'isWithdrawsRequestUsersAvailable',
      'isWithdrawsAvailable',
      'isAntecipationsAvailable',
      'isChargesAvailable',
    ],
  });
  seller = await openStaff(node.app, world.platformId, { roles: ['seller'], name: 'Sara' });
  manager = await openStaff(node.app, world.platformId, { roles: ['manager'], name: 'Gil' });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const get = (name: string, query: Record<string, string>, { headers }: Pick<Staff, 'headers'>) =>
  node.app.inject({ url: `/api/${name}?${new URLSearchParams(query)}`, headers });

async function plantUsers(names: string[]) {
  for (const [index, name] of names.entries()) {
    const id = newId();
    await inspector.rows(
      `INSERT INTO person (platform_id, id, name, email, created_at) VALUES ($1, $2, $3, $4, '2020-01-01'::timestamptz + $5 * interval '1 day')`,
      [world.platformId, id, name, `${id}@sorted.example`, index],
    );
    await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'affiliate')`, [
      world.platformId,
      id,
    ]);
  }
}

describe('a sorted list', () => {
  it('goes through all rows once, page by page, whatever the case and accents', async () => {
    await plantUsers(['banana', 'Ábaco', 'Caju', 'abacate']);
    const read = async (query: Record<string, string>) =>
      (await get(listUsers.name, { role: 'affiliate', limit: '3', ...query }, admin)).json();

    const first = await read({ sort: 'name' });
    expect(first.people.map(({ name }: { name: string }) => name)).toEqual(['abacate', 'Ábaco', 'banana']);
    expect(first.count).toBe(4);
    const second = await read({ sort: 'name', after: first.next });
    expect(second.people.map(({ name }: { name: string }) => name)).toEqual(['Caju']);
    expect([second.next, second.count]).toEqual([null, undefined]);
    const back = await read({ sort: '-name' });
    expect(back.people.map(({ name }: { name: string }) => name)).toEqual(['Caju', 'banana', 'Ábaco']);
    const own = await read({});
    expect(own.people.map(({ name }: { name: string }) => name)).toEqual(['abacate', 'Caju', 'Ábaco']);
  });

  it('knows only its own names, and takes no cursor of another order', async () => {
    const wrong = await get(listUsers.name, { sort: 'email' }, admin);
    expect([wrong.statusCode, wrong.json().code, wrong.json().details[0].field]).toEqual([
      400,
      'VALIDATION_FAILED',
      'sort',
    ]);
    const { next } = (await get(listUsers.name, { role: 'affiliate', limit: '1' }, admin)).json();
    const mixed = await get(listUsers.name, { role: 'affiliate', limit: '1', sort: 'name', after: next }, admin);
    expect([mixed.statusCode, mixed.json().details[0].field]).toEqual([400, 'after']);
  });

  it('is refused where it is too long, and counted no further than people read', async () => {
    await inspector.rows(
      `INSERT INTO product (platform_id, id, seller_id, name, description, type_product, category, status)
       SELECT $1, gen_random_uuid(), $2, 'Produto ' || n, '', 'DIGITAL', 'OTHER', 'DRAFT' FROM generate_series(1, ${MOST_SORTED + 1}) n`,
      [world.platformId, seller.id],
    );
    const all = await get(listMyProducts.name, {}, seller);
    expect([all.statusCode, all.json().count]).toEqual([200, null]);
    const long = await get(listMyProducts.name, { sort: 'name' }, seller);
    expect([long.statusCode, long.json().code]).toEqual([422, 'LIST_TOO_LONG']);
    const few = await get(listMyProducts.name, { sort: '-name', search: 'Produto 500' }, seller);
    expect(few.json().items.map(({ name }: { name: string }) => name)).toEqual([
      'Produto 5001',
      'Produto 5000',
      'Produto 500',
    ]);
  });

  it('answers to every name that it declares', async () => {
    const ofAdmin = [
      listUsers,
      listManagers,
      listFunctionaries,
      listBankAccounts,
      listCases,
      listPlatformRefunds,
      listPlatformRequests,
    ];
    const calls: { procedure: Sorted; who: Staff; query?: Record<string, string> }[] = [
      ...ofAdmin.map((procedure) => ({ procedure, who: admin })),
      { procedure: listProducts, who: admin, query: { search: 'Produto 12' } },
      { procedure: listRequested, who: admin, query: { view: 'ALL' } },
      { procedure: listPayouts, who: admin, query: { role: 'seller', view: 'OPEN' } },
      { procedure: listWithdrawals, who: seller },
      { procedure: listDisputes, who: seller },
      { procedure: listManagedUsers, who: manager },
    ];
    const answers: string[] = [];
    for (const { procedure, who, query = {} } of calls)
      for (const sort of procedure.input.properties.sort.enum) {
        const { statusCode, body } = await get(procedure.name, { ...query, sort }, who);
        if (statusCode !== 200) answers.push(`${procedure.name} ${sort}: ${statusCode} ${body}`);
      }
    expect(answers).toEqual([]);
  });
});
