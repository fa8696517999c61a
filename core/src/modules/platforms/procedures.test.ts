import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';

let node: TestNode;
let inspector: Inspector;
/** Operates `operated`, and is unrelated to `foreign`. */
let own: World;
let operated: World;
let foreign: World;
let master: Staff;
let operatedMaster: Staff;
let admin: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  own = await createWorld(node.app);
  operated = await createWorld(node.app, { host: 'operated.example.com', settings: { softDescriptor: 'OPERADA' } });
  foreign = await createWorld(node.app, { host: 'foreign.example.com' });
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    own.platformId,
    operated.platformId,
  ]);
  master = await openStaff(node.app, own.platformId, { roles: ['master'] });
  operatedMaster = await openStaff(node.app, operated.platformId, { roles: ['master'], host: 'operated.example.com' });
  admin = await openStaff(node.app, own.platformId, { roles: ['admin'], permissions: [...ADMIN_PERMISSIONS] });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const call = async (name: string, payload: object, { headers } = master) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/platforms.${name}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const ask = async (path: string, { headers } = master) => {
  const answer = await node.app.inject({ url: `/api/platforms.${path}`, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const brandOf = (host: string) => node.app.inject({ url: '/api/settings.getBrand', headers: { host } });
const listEvents = (platformId: string, type: string) =>
  inspector.rows<{ actor_id: string; subject_id: string; details: Record<string, unknown> }>(
    'SELECT actor_id, subject_id, details FROM audit_event WHERE platform_id = $1 AND type = $2 ORDER BY created_at, id',
    [platformId, type],
  );

describe('GET /api/platforms.listPlatforms', () => {
  it('lists the own platform and those it operates', async () => {
    const { body } = await ask('listPlatforms');

    expect(body.platforms).toMatchObject([
      { id: own.platformId, isOwn: true, hosts: ['*'], status: 'ACTIVE' },
      { id: operated.platformId, isOwn: false, hosts: ['operated.example.com'], status: 'ACTIVE' },
    ]);
  });

  it('lists the own one alone to whom it operates nothing', async () => {
    const { body } = await ask('listPlatforms', operatedMaster);

    expect(body.platforms.map(({ id }: { id: string }) => id)).toEqual([operated.platformId]);
  });

  it('is closed to administrators', async () => {
    expect((await ask('listPlatforms', admin)).status).toBe(403);
  });
});

describe('a platform named by its id', () => {
  it('opens to the master of its operator', async () => {
    const { status, body } = await ask(`getPlatform?platformId=${operated.platformId}`);

    const { cardLimits } = body.settings;
    expect([status, body.settings]).toEqual([
      200,
      { ...DEFAULT_PLATFORM_SETTINGS, cardLimits, softDescriptor: 'OPERADA' },
    ]);
    expect((await ask(`getPlatform?platformId=${own.platformId}`)).body.isOwn).toBe(true);
  });

  it.each(['getPlatform', 'updatePlatform', 'addHost', 'removeHost'])(
    '%s does not exist for anybody else',
    async (name) => {
      const payload = name.endsWith('Host') ? { host: 'new.example.com' } : {};
      const tryIt = (platformId: string, staff: Staff) =>
        name === 'getPlatform'
          ? ask(`getPlatform?platformId=${platformId}`, staff)
          : call(name, { platformId, ...payload }, staff);

      for (const answer of [
        await tryIt(foreign.platformId, master),
        await tryIt(own.platformId, operatedMaster),
        await tryIt('01930000-0000-7000-8000-00000000dead', master),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'PLATFORM_NOT_FOUND']);
      }
      expect((await tryIt(operated.platformId, admin)).status).toBe(403);
    },
  );
});

describe('POST /api/platforms.createPlatform', () => {
  const input = {
    name: 'Mercado Novo',
    host: 'Novo.Example.com',
    currency: 'USD',
    adminName: 'Nova Administradora',
    adminEmail: 'Nova@Example.com',
  };

  it('opens it with its host, key, settings and an invited administrator, and both logs say so', async () => {
    const { status, body } = await call('createPlatform', input);
    expect(status).toBe(200);
    const { platformId } = body;

    const platform = (await ask(`getPlatform?platformId=${platformId}`)).body;
    expect(platform).toMatchObject({ name: 'Mercado Novo', hosts: ['novo.example.com'], isOwn: false });
    expect(platform.settings).toEqual({ ...DEFAULT_PLATFORM_SETTINGS, currency: 'USD', locale: 'pt-BR' });
    const people = await inspector.rows(
      `SELECT p.name, p.email, p.password_hash, g.role, g.permissions FROM person p JOIN role_grant g ON g.person_id = p.id WHERE p.platform_id = $1`,
      [platformId],
    );
    expect(people).toEqual([
      {
        name: 'Nova Administradora',
        email: 'nova@example.com',
        password_hash: null,
        role: 'admin',
        // A master grants the connections apart.
        permissions: ADMIN_PERMISSIONS.filter((permission) => permission !== 'isConnectionsAvailable'),
      },
    ]);
    const tokens = await inspector.rows('SELECT purpose, email FROM one_time_token WHERE platform_id = $1', [
      platformId,
    ]);
    expect(tokens).toEqual([{ purpose: 'INVITE', email: 'nova@example.com' }]);
    expect((await brandOf('novo.example.com')).json().name).toBe('Mercado Novo');
    expect(await listEvents(platformId, 'people.invited')).toHaveLength(1);
    expect(await listEvents(own.platformId, 'people.invited')).toEqual([]);
    for (const log of [platformId, own.platformId]) {
      expect((await listEvents(log, 'platform.created')).at(-1)).toMatchObject({
        actor_id: master.id,
        subject_id: platformId,
        details: { host: 'novo.example.com' },
      });
    }
  });

  it('mails a link that leads to the new host, under the new key', async () => {
    const { platformId } = (await call('createPlatform', { ...input, host: 'carta.example.com' })).body;

    const [mail] = await inspector.rows<{
      id: string;
      recipient: string;
      sealed_parameters: Buffer;
      key_version: number;
    }>('SELECT id, recipient, sealed_parameters, key_version FROM mail WHERE platform_id = $1', [platformId]);
    expect(mail?.recipient).toBe('nova@example.com');
    const place = `mail|${platformId}|${mail?.id}`;
    const opened = await node.app.dataKeys.open(platformId, mail!.key_version, mail!.sealed_parameters, place);
    expect(JSON.parse(opened.toString())).toMatchObject({
      name: 'Nova Administradora',
      platformName: 'Mercado Novo',
      role: 'admin',
      link: expect.stringMatching(/^http:\/\/carta\.example\.com:3999\/choose-password#[\w-]{43}$/),
    });
  });

  it('leaves nothing where the host is taken, also by somebody a moment earlier', async () => {
    const count = async () => (await inspector.rows('SELECT 1 FROM platform')).length;
    const before = await count();

    expect((await call('createPlatform', { ...input, host: 'foreign.example.com' })).body.code).toBe('DOMAIN_TAKEN');
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('createPlatform', { ...input, host: 'corrida.example.com' })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await count()).toBe(before + 1);
  });

  it('refuses hosts that are none', async () => {
    for (const host of ['*', 'https://a.example.com', '10.0.0.1']) {
      expect((await call('createPlatform', { ...input, host })).body.code).toBe('DOMAIN_INVALID');
    }
  });
});

describe('POST /api/platforms.updatePlatform', () => {
  it('changes by parts, and is recorded on both platforms', async () => {
    const { status } = await call('updatePlatform', {
      platformId: operated.platformId,
      name: 'Operada',
      settings: { billetExpiresInDays: 5, customization: { visuals: { colorPrimary: '#123456' } } },
    });

    expect(status).toBe(200);
    const { body } = await ask(`getPlatform?platformId=${operated.platformId}`);
    expect(body).toMatchObject({
      name: 'Operada',
      settings: { softDescriptor: 'OPERADA', billetExpiresInDays: 5 },
    });
    const changed = {
      before: { name: 'Feira de teste', billetExpiresInDays: 3, 'customization.visuals': null },
      after: { name: 'Operada', billetExpiresInDays: 5, 'customization.visuals': { colorPrimary: '#123456' } },
    };
    expect((await listEvents(operated.platformId, 'platform.changed')).at(-1)).toEqual({
      actor_id: master.id,
      subject_id: operated.platformId,
      details: changed,
    });
    expect((await listEvents(own.platformId, 'platform.changed')).at(-1)?.details).toEqual({
      ...changed,
      platformId: operated.platformId,
    });
  });

  it('compares versions: of two forms that were read at once, the later one is told who changed what and when', async () => {
    const { platformId } = operated;
    const second = await openStaff(node.app, own.platformId, { roles: ['master'], name: 'Helena' });
    const read = (await ask(`getPlatform?platformId=${platformId}`)).body;
    const form = { platformId, version: read.version, customizationVersion: read.customizationVersion };
    await call('updatePlatform', { ...form, settings: { methods: ['PIX'] }, name: 'Operada de novo' }, second);

    const stale = await call('updatePlatform', { ...form, settings: { methods: ['PIX', 'BILLET'] } });

    expect([stale.status, stale.body.code]).toEqual([409, 'EDIT_CONFLICT']);
    expect(stale.body.details).toMatchObject([
      { field: 'settings.methods', message: expect.stringContaining('Helena') },
    ]);
    const renamed = await call('updatePlatform', { ...form, name: 'Outra' });
    expect(renamed.body).toMatchObject({ code: 'EDIT_CONFLICT', details: [{ field: 'name' }] });
    // The platform saves fields that the other form did not touch, and compares nothing without a version.
    expect((await call('updatePlatform', { ...form, settings: { currencies: ['BRL'] } })).status).toBe(200);
    expect((await call('updatePlatform', { platformId, settings: { methods: ['PIX', 'BILLET'] } })).status).toBe(200);
    const rules = { fees: { ...DEFAULT_PLATFORM_SETTINGS.fees, PIX: { basisPoints: 501, fixed: 0 } } };
    expect((await call('updatePlatform', { platformId, settings: rules }, second)).status).toBe(200);
    const fees = { ...rules.fees, PIX: { basisPoints: 502, fixed: 0 } };
    expect((await call('updatePlatform', { ...form, settings: { fees } })).body).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: [{ field: 'settings.fees' }],
    });
    await call('updatePlatform', { platformId, name: 'Operada' });
  });

  it('names wrong settings by where they stand', async () => {
    const { body } = await call('updatePlatform', { platformId: operated.platformId, settings: { methods: [] } });

    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['settings.methods']);
  });

  it('switches a platform off and on again, but never the own one', async () => {
    const { platformId } = operated;
    expect((await call('updatePlatform', { platformId, status: 'DISABLED' })).status).toBe(200);
    expect((await brandOf('operated.example.com')).json().code).toBe('PLATFORM_NOT_FOUND');
    expect((await ask('listPlatforms', operatedMaster)).body.code).toBe('PLATFORM_NOT_FOUND');
    expect((await ask(`getPlatform?platformId=${platformId}`)).body.status).toBe('DISABLED');

    expect((await call('updatePlatform', { platformId, status: 'ACTIVE' })).status).toBe(200);
    expect((await brandOf('operated.example.com')).statusCode).toBe(200);

    const self = await call('updatePlatform', { platformId: own.platformId, status: 'DISABLED' });
    expect([self.status, self.body.code]).toEqual([422, 'PLATFORM_SELF']);
  });
});

describe('hosts of a platform', () => {
  it('come and go at once, in both logs', async () => {
    const { platformId } = operated;
    expect((await call('addHost', { platformId, host: 'Loja.localhost' })).status).toBe(200);
    expect((await brandOf('loja.localhost:3999')).json().name).toBe('Operada');
    expect((await call('addHost', { platformId, host: 'loja.localhost' })).status).toBe(200);
    expect((await call('addHost', { platformId: own.platformId, host: 'loja.localhost' })).body.code).toBe(
      'DOMAIN_TAKEN',
    );

    expect((await call('removeHost', { platformId, host: 'loja.localhost' })).status).toBe(200);
    // No platform has the host now, so the own platform serves it.
    expect((await brandOf('loja.localhost')).json().name).toBe('Feira de teste');
    expect((await call('removeHost', { platformId, host: 'loja.localhost' })).body.code).toBe('DOMAIN_NOT_FOUND');
    for (const log of [platformId, own.platformId]) {
      expect(await listEvents(log, 'platform.hostAdded')).toHaveLength(1);
      expect((await listEvents(log, 'platform.hostRemoved')).at(-1)?.subject_id).toBe('loja.localhost');
    }
  });

  it('end a claim to the same host', async () => {
    const { platformId } = operated;
    await inspector.rows(`INSERT INTO domain_claim (platform_id, host, token) VALUES ($1, 'dita.example.com', 'x')`, [
      platformId,
    ]);

    await call('addHost', { platformId, host: 'dita.example.com' });

    expect(await inspector.rows(`SELECT 1 FROM domain_claim WHERE host = 'dita.example.com'`)).toEqual([]);
    await call('removeHost', { platformId, host: 'dita.example.com' });
  });

  it('count "*" as one, which can be given up but not added', async () => {
    const { platformId } = own;
    expect((await call('removeHost', { platformId, host: '*' })).body.code).toBe('DOMAIN_LAST');
    expect(
      (await call('removeHost', { platformId: operated.platformId, host: 'operated.example.com' })).body.code,
    ).toBe('DOMAIN_LAST');
    await call('addHost', { platformId, host: 'localhost' });

    expect((await call('removeHost', { platformId, host: '*' })).status).toBe(200);

    expect((await brandOf('nobody.example.com')).json().code).toBe('PLATFORM_NOT_FOUND');
    expect((await call('addHost', { platformId, host: '*' })).body.code).toBe('DOMAIN_INVALID');
  });
});
