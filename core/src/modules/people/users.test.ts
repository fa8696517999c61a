import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { type NewStaff, openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

let node: TestNode;
let second: TestNode;
let inspector: Inspector;
let world: World;
let other: World;
let admin: Staff;

beforeAll(async () => {
  node = await buildNode();
  second = await buildNode({ databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  other = await createWorld(node.app, { host: 'other.example.com' });
  admin = await create({
    roles: ['admin'],
    permissions: [
      'isUsersAvailable',
      'isUserAdvancedOptionsAvailable',
      'isManagersAvailable',
      'isUserDocumentsAvailable',
    ],
  });
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
});

const create = (person: NewStaff, home = world) => openStaff(node.app, home.platformId, person);
const post = (name: string, headers: Record<string, string>, payload: object, app = node.app) =>
  app.inject({ method: 'POST', url: `/api/people.${name}`, headers, payload });
const get = (name: string, headers: Record<string, string>, query: Record<string, string> = {}, app = node.app) =>
  app.inject({ url: `/api/people.${name}?${new URLSearchParams(query)}`, headers });
const events = (personId: string) =>
  inspector.rows<{ type: string; actor: string; details: Record<string, unknown> }>(
    'SELECT type, actor_id AS actor, details FROM audit_event WHERE subject_id = $1 ORDER BY created_at',
    [personId],
  );
const rolesOf = async (personId: string) =>
  (
    await inspector.rows<{ role: string }>('SELECT role FROM role_grant WHERE person_id = $1 ORDER BY role', [personId])
  ).map(({ role }) => role);
const personOf = async (personId: string) =>
  (await inspector.rows<Record<string, unknown>>('SELECT * FROM person WHERE id = $1', [personId]))[0];

const CHANGES = {
  setUserDocument: { document: '529.982.247-25', reason: 'Digitado errado.' },
  setUserStatus: { status: 'DISABLED' },
  setUserRoles: { roles: ['affiliate'] },
  setPaymentMethods: { pixEnabled: false, creditCardEnabled: true, billetEnabled: true },
  assignManager: { managerId: null },
} as const;

describe.each(Object.entries(CHANGES))('people.%s', (name, change) => {
  it('does nothing for whoever lacks the permission, did not type the password lately, or asks for himself', async () => {
    const seller = await create({ roles: ['seller'] });
    const powerless = await create({ roles: ['admin'], permissions: ['isSalesAvailable'] });
    const stale = await openSessionOf(node.app, world.platformId, admin.id, { confirmedMinutesAgo: 11 });
    const payload = { personId: seller.id, ...change };

    expect((await post(name, powerless.headers, payload)).json().code).toBe('ACCESS_DENIED');
    expect((await post(name, seller.headers, payload)).json().code).toBe('ACCESS_DENIED');
    expect((await post(name, {}, payload)).json().code).toBe('LOGIN_REQUIRED');
    expect((await post(name, stale, payload)).json().code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await post(name, admin.headers, { ...payload, personId: admin.id })).json().code).toBe('OWN_ACCESS_FIXED');
    expect(await events(seller.id)).toEqual([]);
    expect(await personOf(seller.id)).toMatchObject({ status: 'ACTIVE', pix_enabled: true });
    expect(await rolesOf(seller.id)).toEqual(['seller']);
  });

  it('knows no staff, nobody of another platform and no unknown id', async () => {
    const colleague = await create({ roles: ['admin'], permissions: [] });
    const manager = await create({ roles: ['manager'] });
    const master = await create({ roles: ['master'] });
    const stranger = await create({ roles: ['seller'] }, other);

    for (const personId of [colleague.id, manager.id, master.id, stranger.id, newId()]) {
      const answer = await post(name, admin.headers, { personId, ...change });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'PERSON_NOT_FOUND']);
      expect(await events(personId)).toEqual([]);
    }
    expect(await personOf(stranger.id)).toMatchObject({ status: 'ACTIVE', pix_enabled: true });
  });
});

describe('people.setUserDocument', () => {
  it('keeps the corrected one, and records why and not what', async () => {
    const seller = await create({ roles: ['seller'] });
    const set = (document: string, reason = ' Digitado errado. ') =>
      post('setUserDocument', admin.headers, { personId: seller.id, document, reason });

    expect((await set('529.982.247-25')).json()).toEqual({});
    expect((await set('52998224725')).json()).toEqual({});
    expect((await set('12.abc.345/01de-35', 'Virou empresa.')).json()).toEqual({});

    expect(await personOf(seller.id)).toMatchObject({ document: '12ABC34501DE35' });
    expect(await events(seller.id)).toEqual([
      {
        type: 'people.documentChanged',
        actor: admin.id,
        details: { reason: 'Digitado errado.', removedDestinations: 0 },
      },
      {
        type: 'people.documentChanged',
        actor: admin.id,
        details: { reason: 'Virou empresa.', removedDestinations: 0 },
      },
    ]);
  });

  it('wants a document and a reason', async () => {
    const seller = await create({ roles: ['seller'] });
    const set = (extra: object) =>
      post('setUserDocument', admin.headers, { personId: seller.id, document: '52998224725', reason: 'x', ...extra });

    const wrong = (await set({ document: '52998224726' })).json();
    expect(wrong).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'document' }] });
    expect((await set({ reason: '  ' })).json()).toMatchObject({
      code: 'REASON_REQUIRED',
      details: [{ field: 'reason' }],
    });
    expect(await personOf(seller.id)).toMatchObject({ document: null });
  });
});

describe('people.setUserStatus', () => {
  it('ends the session of a disabled user on every node with the next request, and closes the offers', async () => {
    const headers = await openSessionOf(node.app, world.platformId, world.sellerId);
    await node.app.database.write(world.platformId, [
      {
        text: `INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`,
        values: [world.platformId, world.sellerId],
      },
    ]);
    const see = (app = node.app) => app.inject({ url: '/api/sales.listSales', headers });
    const buyable = (app = node.app) =>
      app.inject({ url: `/api/checkout.getCheckout?checkoutId=${world.offerId}`, headers: { host: 'localhost' } });
    const codes = async () =>
      (await Promise.all([see(), see(second.app), buyable(), buyable(second.app)])).map(({ statusCode }) => statusCode);
    expect(await codes()).toEqual([200, 200, 200, 200]);

    const answer = await post('setUserStatus', admin.headers, { personId: world.sellerId, status: 'DISABLED' });

    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect((await see(second.app)).json().code).toBe('LOGIN_REQUIRED');
    expect((await see()).json().code).toBe('LOGIN_REQUIRED');
    // Each node caches offers until it receives the notification of the change.
    await expect.poll(codes).toEqual([401, 401, 404, 404]);
    await post('setUserStatus', admin.headers, { personId: world.sellerId, status: 'ACTIVE' }, second.app);
    await expect.poll(codes).toEqual([401, 401, 200, 200]);
    expect(await events(world.sellerId)).toEqual([
      { type: 'people.statusChanged', actor: admin.id, details: { before: 'ACTIVE', after: 'DISABLED' } },
      { type: 'people.statusChanged', actor: admin.id, details: { before: 'DISABLED', after: 'ACTIVE' } },
    ]);
  });

  it('revives no session that a sign-in left behind while its person was disabled', async () => {
    const seller = await create({ roles: ['seller'] });
    await post('setUserStatus', admin.headers, { personId: seller.id, status: 'DISABLED' });
    const late = await openSessionOf(node.app, world.platformId, seller.id);

    await post('setUserStatus', admin.headers, { personId: seller.id, status: 'ACTIVE' });

    expect((await node.app.inject({ url: '/api/sales.listSales', headers: late })).json().code).toBe('LOGIN_REQUIRED');
  });

  it('ends the links that were mailed to the user', async () => {
    const seller = await create({ roles: ['seller'] });
    await inspector.rows(
      `INSERT INTO one_time_token (platform_id, id, purpose, token_hash, email, person_id, expires_at)
       VALUES ($1, gen_random_uuid(), 'RECOVER', '\\x01', $2, $3, now() + interval '1 hour')`,
      [world.platformId, seller.email, seller.id],
    );

    await post('setUserStatus', admin.headers, { personId: seller.id, status: 'DISABLED' });

    expect(
      await inspector.rows('SELECT 1 FROM one_time_token WHERE person_id = $1 AND used_at IS NULL', [seller.id]),
    ).toEqual([]);
  });

  it('leaves whoever also works for the platform to those who grant that', async () => {
    const both = await create({ roles: ['seller', 'admin'] });

    const answer = await post('setUserStatus', admin.headers, { personId: both.id, status: 'DISABLED' });

    expect([answer.statusCode, answer.json().code]).toEqual([422, 'PERSON_IS_STAFF']);
    expect(await personOf(both.id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('records nothing where nothing changes', async () => {
    const seller = await create({ roles: ['seller'] });

    expect((await post('setUserStatus', admin.headers, { personId: seller.id, status: 'ACTIVE' })).statusCode).toBe(
      200,
    );

    expect(await events(seller.id)).toEqual([]);
    expect((await node.app.inject({ url: '/api/sales.listSales', headers: seller.headers })).statusCode).toBe(200);
  });
});

describe('people.setUserRoles', () => {
  it('takes a role away on every node with the next request, and tells the person', async () => {
    const seller = await create({ roles: ['seller'] });
    const see = (app = node.app) => app.inject({ url: '/api/sales.listSales', headers: seller.headers });
    expect((await see(second.app)).statusCode).toBe(200);

    await post('setUserRoles', admin.headers, { personId: seller.id, roles: ['customer', 'affiliate'] });

    expect((await see(second.app)).json().code).toBe('ACCESS_DENIED');
    expect((await see()).json().code).toBe('ACCESS_DENIED');
    expect(await rolesOf(seller.id)).toEqual(['affiliate', 'customer']);
    expect(await events(seller.id)).toEqual([
      {
        type: 'people.rolesChanged',
        actor: admin.id,
        details: { before: ['seller'], after: ['affiliate', 'customer'] },
      },
    ]);
    expect(await inspector.rows('SELECT type FROM notification WHERE person_id = $1', [seller.id])).toEqual([
      { type: 'account.permissionsChanged' },
    ]);
  });

  it('keeps roles of staff and their permissions', async () => {
    const both = await create({ roles: ['seller', 'admin', 'manager'], permissions: ['isSalesAvailable'] });

    await post('setUserRoles', admin.headers, { personId: both.id, roles: ['affiliate'] });

    expect(await rolesOf(both.id)).toEqual(['admin', 'affiliate', 'manager']);
    expect(
      await inspector.rows(`SELECT permissions FROM role_grant WHERE person_id = $1 AND role = 'admin'`, [both.id]),
    ).toEqual([{ permissions: ['isSalesAvailable'] }]);
  });

  it('can give back a role to whoever lost all', async () => {
    const seller = await create({ roles: ['seller'] });

    await post('setUserRoles', admin.headers, { personId: seller.id, roles: [] });
    const user = await get('getUser', admin.headers, { personId: seller.id });
    const answer = await post('setUserRoles', admin.headers, { personId: seller.id, roles: ['seller'] });

    expect(user.json()).toMatchObject({ id: seller.id, roles: [] });
    expect(answer.statusCode).toBe(200);
    expect(await rolesOf(seller.id)).toEqual(['seller']);
  });

  it.each(['manager', 'admin', 'master'])('does not make anybody %s', async (role) => {
    const seller = await create({ roles: ['seller'] });

    expect((await post('setUserRoles', admin.headers, { personId: seller.id, roles: [role] })).json().code).toBe(
      'VALIDATION_FAILED',
    );
    expect(await rolesOf(seller.id)).toEqual(['seller']);
  });
});

describe('people.setPaymentMethods', () => {
  it('keeps what is set, and records before and after', async () => {
    const seller = await create({ roles: ['seller'] });
    const after = { pixEnabled: true, creditCardEnabled: false, billetEnabled: false };

    await post('setPaymentMethods', admin.headers, { personId: seller.id, ...after });
    await post('setPaymentMethods', admin.headers, { personId: seller.id, ...after });

    expect((await get('getUser', admin.headers, { personId: seller.id })).json()).toMatchObject(after);
    expect(await events(seller.id)).toEqual([
      {
        type: 'people.paymentMethodsChanged',
        actor: admin.id,
        details: { before: { pixEnabled: true, creditCardEnabled: true, billetEnabled: true }, after },
      },
    ]);
  });
});

describe('the form of a user', () => {
  const ALL = { pixEnabled: true, creditCardEnabled: true, billetEnabled: true };

  it('that was read before a colleague saved changes nothing, and names who changed what', async () => {
    const seller = await create({ roles: ['seller'] });
    const personId = seller.id;
    const { version } = (await get('getUser', admin.headers, { personId })).json();
    expect(version).toBe(0);
    await post('setPaymentMethods', admin.headers, { personId, ...ALL, creditCardEnabled: false, version });
    await post('setUserRoles', admin.headers, { personId, roles: ['seller', 'affiliate'], version });

    const methods = await post('setPaymentMethods', admin.headers, { personId, ...ALL, pixEnabled: false, version });
    const roles = await post('setUserRoles', admin.headers, { personId, roles: ['seller', 'customer'], version });

    expect([methods.statusCode, methods.json().code]).toEqual([409, 'EDIT_CONFLICT']);
    expect(methods.json().details).toMatchObject([
      { field: 'creditCardEnabled', message: expect.stringContaining('Alterado por') },
    ]);
    expect(roles.json()).toMatchObject({ code: 'EDIT_CONFLICT', details: [{ field: 'roles' }] });
    const user = (await get('getUser', admin.headers, { personId })).json();
    expect(user).toMatchObject({ pixEnabled: true, creditCardEnabled: false, version: 2 });
    expect(await rolesOf(personId)).toEqual(['affiliate', 'seller']);
    const again = { personId, ...ALL, creditCardEnabled: false, pixEnabled: false, version: user.version };
    expect((await post('setPaymentMethods', admin.headers, again)).statusCode).toBe(200);
  });
});

describe('people.assignManager', () => {
  it('gives a user a manager, whom the manager then sees, and takes it back', async () => {
    const seller = await create({ roles: ['seller'] });
    const manager = await create({ roles: ['manager'], name: 'Clara Gerente' });
    const managed = async () => (await get('listManagedUsers', manager.headers)).json().people as { id: string }[];

    await post('assignManager', admin.headers, { personId: seller.id, managerId: manager.id });

    expect((await managed()).map(({ id }) => id)).toEqual([seller.id]);
    const user = (await get('getUser', admin.headers, { personId: seller.id })).json();
    expect(user.manager).toEqual({ id: manager.id, name: 'Clara Gerente' });
    await post('assignManager', admin.headers, { personId: seller.id, managerId: null });
    expect(await managed()).toEqual([]);
    expect((await events(seller.id)).map(({ details }) => details)).toEqual([
      { before: { manager: null }, after: { manager: 'Clara Gerente' } },
      { before: { manager: 'Clara Gerente' }, after: { manager: null } },
    ]);
  });

  it('takes none but an active manager of this platform who is somebody else', async () => {
    const seller = await create({ roles: ['seller', 'manager'] });
    const stranger = await create({ roles: ['manager'] }, other);
    const gone = await create({ roles: ['manager'] });
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [gone.id]);

    for (const managerId of [admin.id, stranger.id, gone.id, seller.id, newId()]) {
      const answer = await post('assignManager', admin.headers, { personId: seller.id, managerId });
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'MANAGER_INVALID']);
    }
    expect(await personOf(seller.id)).toMatchObject({ manager_id: null });
  });

  it('leaves nobody with a manager who is none, whatever happens at once', async () => {
    const manager = await create({ roles: ['manager'] });
    const sellers = await Promise.all(Array.from({ length: 6 }, () => create({ roles: ['seller'] })));
    const assign = (seller: Staff, app = node.app) =>
      post('assignManager', admin.headers, { personId: seller.id, managerId: manager.id }, app);
    await assign(sellers[0] as Staff);

    const [revoked, ...answers] = await Promise.all([
      post('revokeManager', admin.headers, { personId: manager.id }, second.app),
      ...sellers.map((seller, index) => assign(seller, index % 2 === 0 ? node.app : second.app)),
    ]);

    expect(revoked.statusCode).toBe(200);
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 422)).toBe(true);
    expect(await inspector.rows('SELECT id FROM person WHERE manager_id = $1', [manager.id])).toEqual([]);
    expect(await rolesOf(manager.id)).toEqual([]);
  });
});

describe('people.revokeManager', () => {
  it('ends on every node with the next request, and says how many users are left alone', async () => {
    const manager = await create({ roles: ['manager'] });
    const seller = await create({ roles: ['seller'] });
    await post('assignManager', admin.headers, { personId: seller.id, managerId: manager.id });
    expect((await get('listManagedUsers', manager.headers, {}, second.app)).statusCode).toBe(200);

    await post('revokeManager', admin.headers, { personId: manager.id });

    expect((await get('listManagedUsers', manager.headers, {}, second.app)).json().code).toBe('ACCESS_DENIED');
    expect(await personOf(seller.id)).toMatchObject({ manager_id: null });
    expect(await events(manager.id)).toEqual([
      { type: 'people.rolesChanged', actor: admin.id, details: { before: ['manager'], after: [], usersReleased: 1 } },
    ]);
  });

  it('knows none but managers of this platform', async () => {
    const seller = await create({ roles: ['seller'] });
    const stranger = await create({ roles: ['manager'] }, other);

    for (const personId of [seller.id, stranger.id]) {
      expect((await post('revokeManager', admin.headers, { personId })).json().code).toBe('PERSON_NOT_FOUND');
    }
    expect(await rolesOf(stranger.id)).toEqual(['manager']);
  });
});

describe('people.getUserDocument', () => {
  it('shows a document to whoever may see it, records the look, and shows it nowhere else', async () => {
    const seller = await create({ roles: ['seller'] });
    await inspector.rows(`UPDATE person SET document = '52998224725' WHERE id = $1`, [seller.id]);
    const reader = await create({ roles: ['admin'], permissions: ['isUserDocumentsAvailable'] });

    const answer = await post('getUserDocument', reader.headers, { personId: seller.id });

    expect(answer.json()).toEqual({ document: '52998224725' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await events(seller.id)).toEqual([{ type: 'people.documentRead', actor: reader.id, details: {} }]);
    const powerless = await create({ roles: ['admin'], permissions: ['isUsersAvailable'] });
    expect((await post('getUserDocument', powerless.headers, { personId: seller.id })).json().code).toBe(
      'ACCESS_DENIED',
    );
    expect((await get('getUser', admin.headers, { personId: seller.id })).body).not.toContain('52998224725');
    expect((await get('listUsers', admin.headers)).body).not.toContain('52998224725');
    const stranger = await create({ roles: ['seller'] }, other);
    expect((await post('getUserDocument', reader.headers, { personId: stranger.id })).json().code).toBe(
      'PERSON_NOT_FOUND',
    );
  });
});

describe('a change that waits behind another for too long', () => {
  it('is refused for now and changes nothing, also not on another platform', async () => {
    const [seller, stranger] = [await create({ roles: ['seller'] }), await create({ roles: ['seller'] }, other)];
    const chief = await create(
      { roles: ['admin'], permissions: ['isUsersAvailable'], host: 'other.example.com' },
      other,
    );
    const key = `hashtextextended('people of ' || $1, 0)`;
    await inspector.rows(`SELECT pg_advisory_lock(${key})`, [world.platformId]);
    try {
      const waiting = post('setUserStatus', admin.headers, { personId: seller.id, status: 'DISABLED' });
      const free = await post('setUserStatus', chief.headers, { personId: stranger.id, status: 'DISABLED' });
      const answer = await waiting;

      expect(free.statusCode).toBe(200);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
      expect(await personOf(seller.id)).toMatchObject({ status: 'ACTIVE' });
    } finally {
      await inspector.rows(`SELECT pg_advisory_unlock(${key})`, [world.platformId]);
    }
  });
});
