/** Revoked rights end with the next request on every node (two nodes, one database, real sessions). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from './build.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { createPerson, openSession, PASSWORD, signIn } from './people.ts';
import { openStaff, type Staff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { createWorld, type World } from './world.ts';

type Headers = Record<string, string>;

let first: TestNode;
let second: TestNode;
let inspector: Inspector;
let world: World;
let operated: World;
let seller: { id: string; email: string };
let admin: Staff;
let master: Staff;

beforeAll(async () => {
  // Sweeps are off, so that only the change itself reaches the other node.
  first = await buildNode();
  second = await buildNode({ databaseUrl: first.databaseUrl });
  inspector = await openInspector(first.databaseUrl);
});
afterAll(async () => {
  await inspector.close();
  await second.close();
  await first.close();
});

let worlds = 0;
let host: string;
let operatedHost: string;
beforeEach(async () => {
  worlds += 1;
  host = `shop-${worlds}.localhost`;
  operatedHost = `operated-${worlds}.localhost`;
  world = await createWorld(first.app, { host });
  operated = await createWorld(first.app, { host: operatedHost });
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    world.platformId,
    operated.platformId,
  ]);
  seller = await createPerson(first.app, world.platformId, {
    id: world.sellerId,
    email: 'maria@example.com',
    roles: ['seller'],
  });
  admin = await openStaff(first.app, world.platformId, {
    roles: ['admin'],
    permissions: [
      'isUsersAvailable',
      'isFunctionariesAvailable',
      'isUserAdvancedOptionsAvailable',
      'isConfigAvailable',
    ],
    host,
  });
  master = await openStaff(first.app, world.platformId, { roles: ['master'], host });
});

const get = ({ app }: TestNode, name: string, headers: Headers) => app.inject({ url: `/api/${name}`, headers });
const post = ({ app }: TestNode, name: string, headers: Headers, payload: object) =>
  app.inject({ method: 'POST', url: `/api/${name}`, headers, payload });
const statusOf = async (node: TestNode, name: string, headers: Headers) => (await get(node, name, headers)).statusCode;
const change = async (node: TestNode, name: string, headers: Headers, payload: object) => {
  const answer = await post(node, name, headers, payload);
  expect(answer.body, `${name} was answered ${answer.statusCode}`).not.toContain('"code"');
  return answer;
};

/** Makes a change on the first node, and checks the second node before it and at its very next request. */
async function expectGone(open: () => Promise<number>, take: () => Promise<unknown>, after: number): Promise<void> {
  expect(await open()).toBe(200);
  await take();
  expect(await open()).toBe(after);
}

describe('with the next request, on another node', () => {
  it('a permission that was taken away opens nothing', () =>
    expectGone(
      () => statusOf(second, 'settings.getSettings', admin.headers),
      () =>
        change(first, 'people.setPermissions', master.headers, {
          personId: admin.id,
          permissions: ['isUsersAvailable'],
        }),
      403,
    ));

  it('an administrator who is none any more opens nothing', () =>
    expectGone(
      () => statusOf(second, 'people.listUsers', admin.headers),
      () => change(first, 'people.revokeFunctionary', master.headers, { personId: admin.id }),
      403,
    ));

  it('a role that was taken away opens nothing', async () => {
    const headers = await openSession(first.app, seller.email, { host });
    await expectGone(
      () => statusOf(second, 'sales.listSales', headers),
      () => change(first, 'people.setUserRoles', admin.headers, { personId: seller.id, roles: ['affiliate'] }),
      403,
    );
  });

  it('a disabled user is signed out and cannot come back, and nobody can buy there', async () => {
    const headers = await openSession(first.app, seller.email, { host });
    const offer = () => get(second, `checkout.getCheckout?checkoutId=${world.offerId}`, { host });
    expect((await offer()).statusCode).toBe(200);
    await expectGone(
      () => statusOf(second, 'session.getSession', headers),
      () => change(first, 'people.setUserStatus', admin.headers, { personId: seller.id, status: 'DISABLED' }),
      401,
    );
    expect((await signIn(second.app, seller.email, { host })).statusCode).toBe(401);
    // A node's cached offers are discarded with the notification of the change.
    await waitFor('the offer is closed on the other node', async () => (await offer()).statusCode === 404);
  });

  it('somebody who was disabled is signed out, even where no session was ended', async () => {
    const headers = await openSession(first.app, seller.email, { host });
    await expectGone(
      () => statusOf(second, 'session.getSession', headers),
      () => inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [seller.id]),
      401,
    );
  });

  it('a changed password ends every other session, and the old one opens none', async () => {
    const here = await openSession(first.app, seller.email, { host });
    const there = await openSession(second.app, seller.email, { host, address: '198.51.100.8' });
    await expectGone(
      () => statusOf(second, 'session.getSession', there),
      () => change(first, 'account.changePassword', here, { password: 'jabuticaba madura no quintal 58' }),
      401,
    );
    expect((await signIn(second.app, seller.email, { host, password: PASSWORD })).statusCode).toBe(401);
  });

  it('a session that was signed out from elsewhere is none', async () => {
    const here = await openSession(first.app, seller.email, { host });
    const there = await openSession(second.app, seller.email, { host, address: '198.51.100.8' });
    const { sessions } = (await get(first, 'account.listSessions', here)).json();
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    await expectGone(
      () => statusOf(second, 'session.getSession', there),
      () => change(first, 'account.revokeSession', here, { id: other.id }),
      401,
    );
    expect(await statusOf(second, 'session.getSession', here)).toBe(200);
  });

  it('signing out everywhere leaves no session anywhere', async () => {
    const here = await openSession(first.app, seller.email, { host });
    const there = await openSession(second.app, seller.email, { host, address: '198.51.100.8' });
    await expectGone(
      () => statusOf(second, 'session.getSession', there),
      () => change(first, 'session.signOut', here, { isEverywhere: true }),
      401,
    );
  });

  it('an administrator who may not sign in as users any more is nobody else', async () => {
    const substitute = await openStaff(first.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isUsersLoginAvailable'],
      host,
    });
    const answer = await change(first, 'session.signInAs', substitute.headers, { personId: seller.id });
    const cookie = answer.cookies.find(({ name }) => name.endsWith('feira'));
    const headers = { ...substitute.headers, cookie: `${cookie?.name}=${cookie?.value}` };
    await expectGone(
      () => statusOf(second, 'sales.listSales', headers),
      () => change(first, 'people.setPermissions', master.headers, { personId: substitute.id, permissions: [] }),
      401,
    );
  });
});

/** Hosts are cached, so nodes discard them with the notification. */
describe('as soon as another node hears of it', () => {
  const brand = (at: string) => statusOf(second, 'settings.getBrand', { host: at });

  it('a disabled platform answers nobody, whoever was signed in', async () => {
    const { headers } = await openStaff(first.app, operated.platformId, {
      roles: ['admin'],
      permissions: ['isUsersAvailable'],
      host: operatedHost,
    });
    expect([await brand(operatedHost), await statusOf(second, 'people.listUsers', headers)]).toEqual([200, 200]);

    await change(first, 'platforms.updatePlatform', master.headers, {
      platformId: operated.platformId,
      status: 'DISABLED',
    });

    await waitFor('the platform is gone', async () => (await brand(operatedHost)) === 404);
    expect(await statusOf(second, 'people.listUsers', headers)).toBe(404);
    expect(await brand(host)).toBe(200);
  });

  it('a host that was taken away leads nowhere, and one that was given leads there', async () => {
    const added = `added-${worlds}.localhost`;
    expect(await brand(added)).toBe(404);
    await change(first, 'platforms.addHost', master.headers, { platformId: operated.platformId, host: added });
    await waitFor('the new host answers', async () => (await brand(added)) === 200);

    await change(first, 'platforms.removeHost', master.headers, { platformId: operated.platformId, host: added });

    await waitFor('the host is gone', async () => (await brand(added)) === 404);
    expect(await brand(operatedHost)).toBe(200);
  });
});
