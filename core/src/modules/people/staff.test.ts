import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { readMails } from '../../../test/mails.ts';
import { type NewStaff, openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

let node: TestNode;
let second: TestNode;
let inspector: Inspector;
let world: World;
let operated: World;
let foreign: World;
/** May change administrators, and otherwise only holds the permission for sales. */
let chief: Staff;
let master: Staff;

const HELD: AdminPermission[] = ['isFunctionariesAvailable', 'isManagersAvailable', 'isSalesAvailable'];

beforeAll(async () => {
  node = await buildNode();
  second = await buildNode({ databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  operated = await createWorld(node.app, { host: 'operated.example.com' });
  foreign = await createWorld(node.app, { host: 'foreign.example.com' });
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    world.platformId,
    operated.platformId,
  ]);
  chief = await create({ roles: ['admin'], permissions: HELD });
  master = await create({ roles: ['master'] });
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
});

const create = (person: NewStaff, home = world) => openStaff(node.app, home.platformId, person);
const createAdmin = (permissions: AdminPermission[], home = world) => create({ roles: ['admin'], permissions }, home);
const post = (name: string, headers: Record<string, string>, payload: object, app = node.app) =>
  app.inject({ method: 'POST', url: `/api/people.${name}`, headers, payload });
const get = (name: string, headers: Record<string, string>, query: Record<string, string> = {}, app = node.app) =>
  app.inject({ url: `/api/people.${name}?${new URLSearchParams(query)}`, headers });
const permissionsOf = async (personId: string) =>
  (
    await inspector.rows<{ permissions: string[] }>(
      `SELECT permissions FROM role_grant WHERE person_id = $1 AND role = 'admin'`,
      [personId],
    )
  )[0]?.permissions ?? null;
const events = (personId: string) =>
  inspector.rows<{ platform: string; type: string; actor: string; details: Record<string, unknown> }>(
    `SELECT platform_id AS platform, type, actor_id AS actor, details FROM audit_event
     WHERE subject_id = $1 ORDER BY created_at`,
    [personId],
  );
const newEmail = () => `${newId()}@example.com`;

describe('people.setPermissions', () => {
  it('opens and closes what it says with the next request, on every node', async () => {
    const admin = await createAdmin([]);
    const list = (app = node.app) => get('listManagers', admin.headers, {}, app);
    expect((await list(second.app)).json().code).toBe('ACCESS_DENIED');

    await post('setPermissions', chief.headers, { personId: admin.id, permissions: ['isManagersAvailable'] });
    expect((await list(second.app)).statusCode).toBe(200);
    expect((await list()).statusCode).toBe(200);

    await post('setPermissions', chief.headers, { personId: admin.id, permissions: [] }, second.app);
    expect((await list()).json().code).toBe('ACCESS_DENIED');
    expect((await list(second.app)).json().code).toBe('ACCESS_DENIED');
    expect(await events(admin.id)).toMatchObject([
      {
        type: 'people.permissionsChanged',
        actor: chief.id,
        details: { before: [], after: ['isManagersAvailable'] },
      },
      { type: 'people.permissionsChanged', details: { before: ['isManagersAvailable'], after: [] } },
    ]);
  });

  it('refuses a form that was read before somebody else changed them', async () => {
    const admin = await createAdmin([]);
    const set = (permissions: AdminPermission[], version: number) =>
      post('setPermissions', chief.headers, { personId: admin.id, permissions, version });
    const versionOf = async () => {
      const { people } = (await get('listFunctionaries', chief.headers, { search: admin.email })).json();
      return people[0].version;
    };
    const version = await versionOf();

    const answers = await Promise.all([set(['isManagersAvailable'], version), set(['isSalesAvailable'], version)]);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await versionOf()).toBe(version + 1);
    expect((await set([], version + 1)).statusCode).toBe(200);
  });

  it('lets an administrator change only what he holds, and keep what he does not', async () => {
    const admin = await createAdmin(['isConfigAvailable', 'isSalesAvailable']);
    const set = async (permissions: AdminPermission[]) => {
      const answer = await post('setPermissions', chief.headers, { personId: admin.id, permissions });
      return answer.json().code ?? 'done';
    };

    expect(await set(['isConfigAvailable', 'isSalesAvailable', 'isUsersAvailable'])).toBe('PERMISSION_NOT_HELD');
    expect(await set(['isSalesAvailable'])).toBe('PERMISSION_NOT_HELD');
    expect(await permissionsOf(admin.id)).toEqual(['isConfigAvailable', 'isSalesAvailable']);
    expect(await set(['isConfigAvailable', 'isManagersAvailable'])).toBe('done');
    expect(await permissionsOf(admin.id)).toEqual(['isConfigAvailable', 'isManagersAvailable']);
  });

  it('refuses whoever lacks the permission, himself, an open session and everybody who is no administrator here', async () => {
    const admin = await createAdmin(['isSalesAvailable']);
    const powerless = await createAdmin(ADMIN_PERMISSIONS.filter((name) => name !== 'isFunctionariesAvailable'));
    const seller = await create({ roles: ['seller', 'manager'] });
    const stranger = await createAdmin([], foreign);
    const stale = await openSessionOf(node.app, world.platformId, chief.id, { confirmedMinutesAgo: 11 });
    const set = async (headers: Record<string, string>, personId: string) =>
      (await post('setPermissions', headers, { personId, permissions: ['isSalesAvailable'] })).json().code;

    expect(await set(powerless.headers, admin.id)).toBe('ACCESS_DENIED');
    expect(await set(seller.headers, admin.id)).toBe('ACCESS_DENIED');
    expect(await set(chief.headers, chief.id)).toBe('OWN_ACCESS_FIXED');
    expect(await set(master.headers, master.id)).toBe('OWN_ACCESS_FIXED');
    expect(await set(stale, admin.id)).toBe('REAUTHENTICATION_REQUIRED');
    for (const personId of [seller.id, stranger.id, newId()]) {
      expect(await set(chief.headers, personId)).toBe('PERSON_NOT_FOUND');
      expect(await set(master.headers, personId)).toBe('PERSON_NOT_FOUND');
    }
    expect(await permissionsOf(stranger.id)).toEqual([]);
  });

  it('knows no permission but the twenty', async () => {
    const admin = await createAdmin([]);

    const answer = await post('setPermissions', master.headers, { personId: admin.id, permissions: ['isGod'] });

    expect(answer.json().code).toBe('VALIDATION_FAILED');
  });

  it('opens everything to a master here and where the platform operates, and nothing elsewhere', async () => {
    const here = await createAdmin([]);
    const there = await createAdmin([], operated);
    const elsewhere = await createAdmin([], foreign);
    const all = [...ADMIN_PERMISSIONS].sort();
    const set = (person: Staff, platformId?: string) =>
      post('setPermissions', master.headers, { personId: person.id, permissions: all, platformId });

    expect((await set(here)).statusCode).toBe(200);
    expect((await set(there, operated.platformId)).statusCode).toBe(200);
    expect((await set(there)).json().code).toBe('PERSON_NOT_FOUND');
    expect((await set(here, operated.platformId)).json().code).toBe('PERSON_NOT_FOUND');
    expect((await set(elsewhere, foreign.platformId)).json().code).toBe('PLATFORM_NOT_FOUND');
    expect((await set(elsewhere, operated.platformId)).json().code).toBe('PERSON_NOT_FOUND');

    expect(await permissionsOf(here.id)).toEqual(all);
    expect(await permissionsOf(there.id)).toEqual(all);
    expect(await permissionsOf(elsewhere.id)).toEqual([]);
    const details = { before: [], after: all };
    expect(await events(there.id)).toEqual([
      { platform: operated.platformId, type: 'people.permissionsChanged', actor: master.id, details },
      {
        platform: world.platformId,
        type: 'people.permissionsChanged',
        actor: master.id,
        details: { ...details, platformId: operated.platformId },
      },
    ]);
  });

  it('does not let an administrator name another platform, also one that his own operates', async () => {
    const there = await createAdmin([], operated);

    for (const platformId of [operated.platformId, foreign.platformId]) {
      const answers = await Promise.all([
        post('setPermissions', chief.headers, { personId: there.id, permissions: [], platformId }),
        post('revokeFunctionary', chief.headers, { personId: there.id, platformId }),
        post('inviteFunctionary', chief.headers, { name: 'Ana', email: newEmail(), permissions: [], platformId }),
        get('listFunctionaries', chief.headers, { platformId }),
      ]);
      expect(answers.map((answer) => answer.json().code)).toEqual(Array(4).fill('PLATFORM_NOT_FOUND'));
    }
  });

  it('keeps changes of two at once apart: the last one stands as a whole', async () => {
    const admin = await createAdmin([]);
    const sets = [
      ['isSalesAvailable', 'isUsersAvailable'],
      ['isChargesAvailable', 'isConfigAvailable'],
    ] as const;

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(
          'setPermissions',
          master.headers,
          { personId: admin.id, permissions: sets[index % 2] },
          index % 4 < 2 ? node.app : second.app,
        ),
      ),
    );

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    const recorded = (await events(admin.id)) as unknown as { details: { before: string[]; after: string[] } }[];
    const chain = [[], ...recorded.map(({ details }) => details.after)];
    // Each change began with the result of the one before.
    expect(recorded.map(({ details }) => details.before)).toEqual(chain.slice(0, -1));
    expect(await permissionsOf(admin.id)).toEqual(chain.at(-1));
    expect(sets as unknown).toContainEqual(chain.at(-1));
  });

  it('counts what the caller holds at that moment: of two who revoke each other one stays', async () => {
    const [ana, bia] = await Promise.all([createAdmin(HELD), createAdmin(HELD)]);

    const answers = await Promise.all([
      post('revokeFunctionary', ana.headers, { personId: bia.id }),
      post('revokeFunctionary', bia.headers, { personId: ana.id }, second.app),
    ]);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    const left = [await permissionsOf(ana.id), await permissionsOf(bia.id)];
    expect(left.filter(Boolean)).toEqual([HELD]);
  });
});

describe('people.revokeFunctionary', () => {
  it('ends on every node with the next request', async () => {
    const admin = await createAdmin(['isManagersAvailable']);
    expect((await get('listManagers', admin.headers, {}, second.app)).statusCode).toBe(200);

    await post('revokeFunctionary', chief.headers, { personId: admin.id });

    expect((await get('listManagers', admin.headers, {}, second.app)).json().code).toBe('ACCESS_DENIED');
    expect(await permissionsOf(admin.id)).toBeNull();
    expect(await events(admin.id)).toMatchObject([
      {
        type: 'people.rolesChanged',
        details: { before: ['admin'], after: [], permissions: { before: ['isManagersAvailable'], after: [] } },
      },
    ]);
  });

  it('needs every permission that is lost by it', async () => {
    const admin = await createAdmin(['isManagersAvailable', 'isConfigAvailable']);

    expect((await post('revokeFunctionary', chief.headers, { personId: admin.id })).json().code).toBe(
      'PERMISSION_NOT_HELD',
    );
    expect((await post('revokeFunctionary', chief.headers, { personId: chief.id })).json().code).toBe(
      'OWN_ACCESS_FIXED',
    );
    expect(await permissionsOf(admin.id)).toEqual(['isManagersAvailable', 'isConfigAvailable']);
    expect((await post('revokeFunctionary', master.headers, { personId: admin.id })).statusCode).toBe(200);
    expect(await permissionsOf(admin.id)).toBeNull();
  });
});

interface Mail {
  recipient: string;
  parameters: { name: string; link: string; platformName: string; role: string };
}

async function mailsTo(email: string, platformId = world.platformId): Promise<Mail[]> {
  const rows = await inspector.rows<{ id: string; recipient: string; sealed: Buffer; version: number }>(
    `SELECT id, recipient, sealed_parameters AS sealed, key_version AS version FROM mail
     WHERE recipient = $1 AND template = 'invitation' ORDER BY created_at`,
    [email],
  );
  return Promise.all(
    rows.map(async ({ id, recipient, sealed, version }) => ({
      recipient,
      parameters: JSON.parse(
        (await node.app.dataKeys.open(platformId, version, sealed, `mail|${platformId}|${id}`)).toString(),
      ),
    })),
  );
}
const openTokens = (email: string) =>
  inspector.rows('SELECT purpose FROM one_time_token WHERE email = $1 AND used_at IS NULL', [email]);

describe('people.inviteFunctionary', () => {
  it('creates somebody new without a password, and mails a link to choose one', async () => {
    const email = newEmail();

    const answer = await post('inviteFunctionary', chief.headers, {
      name: 'Nina Nova',
      email: email.toUpperCase(),
      permissions: ['isSalesAvailable'],
    });

    expect(answer.statusCode).toBe(200);
    const { personId } = answer.json();
    const [person] = await inspector.rows('SELECT name, email, status, password_hash FROM person WHERE id = $1', [
      personId,
    ]);
    expect(person).toEqual({ name: 'Nina Nova', email, status: 'ACTIVE', password_hash: null });
    expect(await permissionsOf(personId)).toEqual(['isSalesAvailable']);
    const [mail] = await mailsTo(email);
    expect(mail?.parameters).toEqual({
      name: 'Nina Nova',
      link: expect.stringMatching(/^http:\/\/localhost:3999\/choose-password#[\w-]{43}$/),
      platformName: 'Feira de teste',
      role: 'admin',
    });
    expect(await openTokens(email)).toEqual([{ purpose: 'INVITE' }]);
    expect(await events(personId)).toMatchObject([
      {
        type: 'people.invited',
        actor: chief.id,
        details: {
          isNew: true,
          before: { roles: [], permissions: [] },
          after: { roles: ['admin'], permissions: ['isSalesAvailable'] },
        },
      },
    ]);
    expect(JSON.stringify(await events(personId))).not.toContain(mail?.parameters.link.split('#')[1]);
  });

  it('gives the role to somebody who exists, under the own name, and mails where to sign in', async () => {
    const seller = await create({ name: 'Sônia Vendedora', roles: ['seller'] });

    const answer = await post('inviteFunctionary', chief.headers, {
      name: 'Outro Nome',
      email: seller.email,
      permissions: [],
    });

    expect(answer.json()).toEqual({ personId: seller.id });
    expect(await inspector.rows('SELECT name FROM person WHERE id = $1', [seller.id])).toEqual([
      { name: 'Sônia Vendedora' },
    ]);
    expect((await mailsTo(seller.email)).map(({ parameters }) => parameters)).toEqual([
      {
        name: 'Sônia Vendedora',
        link: 'http://localhost:3999/admin-root-login',
        platformName: 'Feira de teste',
        role: 'admin',
      },
    ]);
    expect(await openTokens(seller.email)).toEqual([]);
    const roles = await inspector.rows('SELECT role FROM role_grant WHERE person_id = $1 ORDER BY role', [seller.id]);
    expect(roles).toEqual([{ role: 'admin' }, { role: 'seller' }]);
  });

  it('only adds to what an administrator has, and renews the link of whoever has no password', async () => {
    const email = newEmail();
    const invite = (permissions: AdminPermission[]) =>
      post('inviteFunctionary', chief.headers, { name: 'Nina Nova', email, permissions });
    const { personId } = (await invite(['isSalesAvailable'])).json();

    await invite(['isManagersAvailable']);

    expect(await permissionsOf(personId)).toEqual(['isManagersAvailable', 'isSalesAvailable']);
    expect(await openTokens(email)).toHaveLength(1);
    const [first, last] = await mailsTo(email);
    expect(first?.parameters.link).not.toBe(last?.parameters.link);
  });

  it('grants nothing that the caller lacks, nothing to himself, and nothing to whoever is disabled', async () => {
    const email = newEmail();
    const disabled = await create({ roles: ['seller'] });
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [disabled.id]);
    const invite = async (wanted: object, headers = chief.headers) =>
      (await post('inviteFunctionary', headers, { name: 'Nina Nova', email, permissions: [], ...wanted })).json().code;

    expect(await invite({ permissions: ['isConfigAvailable'] })).toBe('PERMISSION_NOT_HELD');
    expect(await inspector.rows('SELECT 1 FROM person WHERE email = $1', [email])).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
    expect(await invite({ email: chief.email })).toBe('OWN_ACCESS_FIXED');
    expect(await invite({ email: master.email.toUpperCase() }, master.headers)).toBe('OWN_ACCESS_FIXED');
    expect(await invite({ email: disabled.email })).toBe('PERSON_DISABLED');
    const powerless = await createAdmin(['isManagersAvailable']);
    expect(await invite({}, powerless.headers)).toBe('ACCESS_DENIED');
  });

  it('lets a master staff an operated platform, with links to that one', async () => {
    const email = newEmail();
    const invite = (platformId: string) =>
      post('inviteFunctionary', master.headers, {
        name: 'Nina Nova',
        email,
        permissions: ['isConfigAvailable'],
        platformId,
      });

    const answer = await invite(operated.platformId);

    expect(answer.statusCode).toBe(200);
    const people = await inspector.rows('SELECT platform_id FROM person WHERE email = $1', [email]);
    expect(people).toEqual([{ platform_id: operated.platformId }]);
    const [mail] = await mailsTo(email, operated.platformId);
    expect(mail?.parameters.link).toMatch(/^http:\/\/operated\.example\.com:3999\/choose-password#/);
    expect((await events(answer.json().personId)).map(({ platform }) => platform)).toEqual([
      operated.platformId,
      world.platformId,
    ]);
    expect((await invite(foreign.platformId)).json().code).toBe('PLATFORM_NOT_FOUND');
    expect((await get('listFunctionaries', master.headers, { platformId: operated.platformId })).body).toContain(email);
    expect((await get('listFunctionaries', master.headers)).body).not.toContain(email);
  });

  it('makes one person of twenty invitations at once, with the permissions of all', async () => {
    const email = newEmail();

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(
          'inviteFunctionary',
          master.headers,
          { name: `Nome ${index}`, email, permissions: ADMIN_PERMISSIONS.filter((_, place) => place % 20 === index) },
          index % 2 === 0 ? node.app : second.app,
        ),
      ),
    );

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.json().personId)).size).toBe(1);
    expect(await inspector.rows('SELECT 1 FROM person WHERE email = $1', [email])).toHaveLength(1);
    expect(await permissionsOf(answers[0]?.json().personId)).toEqual([...ADMIN_PERMISSIONS].sort());
    expect(await openTokens(email)).toHaveLength(1);
  });
});

describe('masters and administrators', () => {
  const mailsTo = ({ email }: { email: string }) => readMails(node.app, inspector, world.platformId, email);

  it('are told by mail of every administrator who is new, or may do more than before', async () => {
    const other = await createAdmin([]);
    const email = newEmail();
    const invited = { name: 'Nina Nova', email, permissions: ['isSalesAvailable'] };
    const { personId } = (await post('inviteFunctionary', chief.headers, invited)).json();

    for (const overseer of [master, chief, other])
      expect(await mailsTo(overseer)).toContainEqual(
        expect.objectContaining({
          template: 'access-widened',
          parameters: expect.objectContaining({ person: `Nina Nova (${email})`, by: chief.name }),
        }),
      );
    expect((await mailsTo({ email })).map(({ template }) => template)).toEqual(['invitation']);
    const counts = async () => (await mailsTo(other)).filter(({ template }) => template === 'access-widened').length;
    expect(await counts()).toBe(1);

    const permissions: AdminPermission[] = ['isSalesAvailable', 'isManagersAvailable'];
    await post('setPermissions', chief.headers, { personId, permissions });
    expect(await counts()).toBe(2);
    await post('setPermissions', chief.headers, { personId, permissions: ['isSalesAvailable'] });
    expect(await counts()).toBe(2);
  });
});

describe('an invitation of somebody who registers meanwhile', () => {
  it('finds the person who was not there a moment ago', async () => {
    const email = newEmail();
    const registration = await openInspector(node.databaseUrl);
    const personId = newId();
    try {
      await registration.rows('BEGIN');
      await registration.rows(`INSERT INTO person (platform_id, id, name, email) VALUES ($1, $2, 'Rita Rápida', $3)`, [
        world.platformId,
        personId,
        email,
      ]);
      const invited = post('inviteManager', chief.headers, { name: 'Nome Digitado', email });
      await expect
        .poll(() =>
          inspector.rows(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'transactionid'
          AND datname = current_database()`),
        )
        .toHaveLength(1);
      await registration.rows('COMMIT');

      expect((await invited).json()).toEqual({ personId });
      expect((await mailsTo(email)).map(({ parameters }) => parameters.name)).toEqual(['Rita Rápida']);
    } finally {
      await registration.close();
    }
  });
});

describe('people.inviteManager', () => {
  it('makes a manager, who then is listed with the users looked after', async () => {
    const email = newEmail();

    const { personId } = (await post('inviteManager', chief.headers, { name: 'Gil Gerente', email })).json();

    expect((await mailsTo(email))[0]?.parameters).toMatchObject({ name: 'Gil Gerente', role: 'manager' });
    await inspector.rows('UPDATE person SET manager_id = $1 WHERE id = $2', [personId, world.sellerId]);
    const { people } = (await get('listManagers', chief.headers, { search: email })).json();
    expect(people).toMatchObject([{ id: personId, roles: ['manager'], userCount: 1 }]);
    const seller = await create({ roles: ['seller'] });
    expect((await post('inviteManager', seller.headers, { name: 'Gil', email })).json().code).toBe('ACCESS_DENIED');
    expect((await post('inviteManager', chief.headers, { name: 'Eu mesma', email: chief.email })).json().code).toBe(
      'OWN_ACCESS_FIXED',
    );
  });

  it('leaves the permissions of an administrator who becomes a manager alone', async () => {
    const admin = await createAdmin(['isConfigAvailable']);

    await post('inviteManager', chief.headers, { name: 'Ada Admin', email: admin.email });

    expect(await permissionsOf(admin.id)).toEqual(['isConfigAvailable']);
  });
});
