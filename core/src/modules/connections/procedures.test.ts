import type { AdminPermission } from '@feira/schemas/options';
import { CONNECTION_PROBLEMS } from '@feira/schemas/procedures/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODERN, PASSPHRASE } from '../../../../plugins/kit/src/broker/test-containers.ts';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { captureLog } from '../../../test/capture-log.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { writeVariants } from '../../../test/provider-variants.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { checkPayment } from '../payments/service.ts';

let node: TestNode;
/** Another node on the same database. */
let second: TestNode;
let inspector: Inspector;
let world: World;
let operated: World;
let foreign: World;
let master: Staff;
let lines: string[];
let removeVariants: () => Promise<void>;

/** The sandbox, and the same with a client certificate; `broken` answers for a charge that does not exist with an error. */
const file = (format: 'certificate' | 'private-key') =>
  ({ type: 'string', title: { 'pt-BR': 'Arquivo', en: 'File' }, secret: true, format }) as const;

beforeAll(async () => {
  const variants = await writeVariants({
    bank: (manifest) => {
      Object.assign(manifest.credentials.properties, {
        certificate: file('certificate'),
        certificateKey: file('private-key'),
        password: { type: 'string', title: { 'pt-BR': 'Senha', en: 'Password' }, secret: true },
      });
      manifest.clientCertificate = { certificate: 'certificate', privateKey: 'certificateKey', passphrase: 'password' };
    },
    filed: (manifest) => {
      Object.assign(manifest.credentials.properties, {
        certificate: file('certificate'),
        certificateKey: file('private-key'),
      });
      manifest.credentials.required.push('certificate', 'certificateKey');
      manifest.clientCertificate = { certificate: 'certificate', privateKey: 'certificateKey' };
      const [base] = Object.values(Object.values(manifest.environments)[0] ?? {});
      for (const bases of Object.values(manifest.environments)) Object.assign(bases, { out: base });
    },
    owned: (manifest) => {
      Object.assign(manifest.credentials.properties, {
        baseUrl: { type: 'string', title: { 'pt-BR': 'Endereço', en: 'Address' }, format: 'uri' },
        plan: {
          type: 'string',
          title: { 'pt-BR': 'Plano', en: 'Plan' },
          enum: ['pix', 'whole'],
          default: 'whole',
        },
      });
      manifest.credentials.properties.user = {
        type: 'string',
        title: { 'pt-BR': 'Usuário', en: 'User' },
        requiredFor: ['plan=pix'],
      };
      manifest.credentials.required = ['secretKey', 'webhookSecret'];
      manifest.credentials.properties.publicKey!.requiredFor = ['CREDIT_CARD'];
      manifest.environments = { sandbox: { default: { setting: 'baseUrl' } } };
      delete (manifest as Partial<typeof manifest>).hosts;
      manifest.contract = '^1.1.0';
      manifest.variants = [{ setting: 'plan', cases: { pix: { capabilities: { methods: { BILLET: null } } } } }];
    },
    pixonly: (manifest) => {
      manifest.capabilities.methods = { PIX: { refund: 'partial' } };
      manifest.operations = manifest.operations.filter(
        (name) => !['createCardId', 'createCardToken', 'deleteCard', 'capture', 'void'].includes(name),
      );
      delete manifest.tokenizer;
    },
    unplayed: (manifest) => {
      delete manifest.simulator;
    },
  });
  removeVariants = variants.remove;
  const plugins = new URL('../../../../plugins', import.meta.url).pathname;
  const env = { PROVIDER_DIRECTORIES: `${plugins},${variants.directory}` };
  node = await buildNode({ env });
  lines = captureLog(node.app, 'debug');
  second = await buildNode({ env, databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  operated = await createWorld(node.app, { host: 'operated.example.com' });
  foreign = await createWorld(node.app, { host: 'foreign.example.com' });
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    world.platformId,
    operated.platformId,
  ]);
  master = await openStaff(node.app, world.platformId, { roles: ['master'] });
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
  await removeVariants?.();
});

const answers: string[] = [];
const call = async (name: string, payload: object, { headers } = master) => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/connections.${name}`, headers, payload });
  answers.push(answer.body);
  return { status: answer.statusCode, body: answer.json() };
};
const ask = async (path: string, { headers } = master) => {
  const answer = await node.app.inject({ url: `/api/connections.${path}`, headers });
  answers.push(answer.body);
  return { status: answer.statusCode, body: answer.json() };
};
const get = async (connectionId: string) => (await ask(`getConnection?connectionId=${connectionId}`)).body;
const findSummary = async (connectionId: string) =>
  (await ask('listConnections')).body.connections.find(({ id }: { id: string }) => id === connectionId);

const SECRETS = { secretKey: 'planted-secret-key-0001', webhookSecret: 'planted-webhook-secret-0002' };
const toInput = (more: object = {}) => ({
  provider: 'sandbox',
  version: node.app.providers.list().find(({ id }) => id === 'sandbox')?.version,
  environment: 'simulator',
  name: 'Minha conexão',
  methods: ['PIX', 'BILLET'],
  settings: { publicKey: 'pk_test_0123456789' },
  secrets: SECRETS,
  ...more,
});
const create = async (more: object = {}): Promise<string> => {
  const { status, body } = await call('createConnection', toInput(more));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.connectionId;
};
const enable = (connectionId: string, more: object = {}, as = master) =>
  call('updateConnection', { connectionId, status: 'ENABLED', ...more }, as);
const createEnabled = async (more: object = {}): Promise<string> => {
  const connectionId = await create(more);
  await call('testConnection', { connectionId });
  const { status, body } = await enable(connectionId);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return connectionId;
};
const readRoutes = (platformId: string) =>
  inspector.rows(
    'SELECT method, connection_id, priority FROM payment_route WHERE platform_id = $1 ORDER BY method, priority',
    [platformId],
  );
const eventsOf = (platformId: string, id: string) =>
  inspector.rows<{ type: string; details: Record<string, unknown> }>(
    'SELECT type, details FROM audit_event WHERE platform_id = $1 AND subject_id = $2 ORDER BY created_at, id',
    [platformId, id],
  );
const fieldsOf = ({ body }: { body: { details?: { field: string }[] } }) => body.details?.map(({ field }) => field);

describe('POST /api/connections.createConnection', () => {
  it('says of a provider whose API was only inferred that it is', async () => {
    const connectionId = await create({
      provider: 'nextpay',
      version: node.app.providers.list().find(({ id }) => id === 'nextpay')?.version,
      environment: 'production',
      methods: ['PIX'],
      settings: { baseUrl: 'https://pay.example.com', clientId: 'client-0001' },
      secrets: { clientSecret: 'planted-client-secret-0003' },
    });
    expect(await get(connectionId)).toMatchObject({ status: 'DISABLED', evidence: 'inferred' });
    await call('removeConnection', { connectionId });
  });

  it('asks for what its methods and settings need, and for nothing else', async () => {
    const attempt = async (methods: string[], settings: object = {}) => {
      const { status, body } = await call(
        'createConnection',
        toInput({ provider: 'owned', version: '1.0.0', methods, settings }),
      );
      return [status, body.code, body.details?.[0]];
    };
    const missing = (field: string, name: string) => [
      422,
      'CREDENTIALS_INVALID',
      { field, message: `Preencha este campo, necessário para ${name}.` },
    ];

    expect(await attempt(['PIX', 'CREDIT_CARD'])).toEqual(missing('settings.publicKey', 'CREDIT_CARD'));
    expect(await attempt(['PIX'], { plan: 'pix' })).toEqual(missing('settings.user', 'plan=pix'));
    expect((await attempt(['PIX'], { plan: 'pix', user: 'u1' }))[0]).toBe(200);
    const connectionId = await create({ provider: 'owned', version: '1.0.0', methods: ['PIX'], settings: {} });
    const added = await call('updateConnection', { connectionId, methods: ['PIX', 'CREDIT_CARD'] });
    expect([added.status, fieldsOf(added)]).toEqual([422, ['settings.publicKey']]);
    expect((await get(connectionId)).problem).toBeNull();
    const { connections } = (await ask('listConnections')).body;
    for (const { id, provider } of connections)
      if (provider === 'owned') await call('removeConnection', { connectionId: id });
  });

  it('opens a connection that sells once it is enabled, behind others in the routes of its methods', async () => {
    const first = await create();
    const second = await create({ methods: ['PIX'] });

    expect(await readRoutes(world.platformId)).toEqual([
      { method: 'BILLET', connection_id: first, priority: 100 },
      { method: 'PIX', connection_id: first, priority: 100 },
      { method: 'PIX', connection_id: second, priority: 110 },
    ]);
    expect(await get(first)).toMatchObject({ status: 'DISABLED', test: null });
    expect((await buy(node.app, pixPurchase(world))).statusCode).not.toBe(200);
    await call('testConnection', { connectionId: first });
    await enable(first);
    expect((await buy(node.app, pixPurchase(world))).statusCode).toBe(200);
    expect(await eventsOf(world.platformId, first)).toMatchObject([
      {
        type: 'connection.created',
        details: { provider: 'sandbox', environment: 'simulator', methods: ['PIX', 'BILLET'] },
      },
      { type: 'connection.changed', details: { changed: ['status'], status: 'ENABLED' } },
    ]);
    expect(await get(first)).toMatchObject({
      name: 'Minha conexão',
      providerName: 'Sandbox',
      status: 'ENABLED',
      isManaged: false,
      problem: null,
      certificateExpiresAt: null,
      settings: { publicKey: 'pk_test_0123456789' },
      secrets: [{ name: 'secretKey', certificate: null }, { name: 'webhookSecret' }],
      evidence: 'documented',
      capableMethods: ['PIX', 'CREDIT_CARD', 'BILLET'],
      versions: [{ version: toInput().version, isReady: true }],
      webhookUrl: expect.stringMatching(/\/webhooks\/sandbox\/[\w-]{22}$/),
      rollout: null,
      rollouts: [],
    });
    expect((await get(first)).form.properties.secretKey.secret).toBe(true);
  });

  it.each<[string, object, string, string[]]>([
    ['an unknown provider', { provider: 'nobody' }, 'PACKAGE_NOT_FOUND', ['provider', 'version']],
    ['an unknown version', { version: '99.0.0' }, 'PACKAGE_NOT_FOUND', ['provider', 'version']],
    ['an environment the provider lacks', { environment: 'production' }, 'ENVIRONMENT_UNSUPPORTED', ['environment']],
    ['a method the version lacks', { provider: 'pixonly', version: '1.0.0' }, 'METHOD_UNSUPPORTED', ['methods']],
    [
      'limits in the wrong order',
      { limits: { minAmount: 200, maxAmount: 100 } },
      'LIMITS_INVALID',
      ['limits.minAmount', 'limits.maxAmount'],
    ],
    [
      'a day too small for one payment',
      { limits: { minAmount: 200, dailyAmount: 100 } },
      'LIMITS_INVALID',
      ['limits.minAmount', 'limits.dailyAmount'],
    ],
    [
      'a missing secret',
      { secrets: { secretKey: SECRETS.secretKey } },
      'CREDENTIALS_INVALID',
      ['secrets.webhookSecret'],
    ],
    ['a short secret', { secrets: { ...SECRETS, secretKey: 'short' } }, 'CREDENTIALS_INVALID', ['secrets.secretKey']],
    [
      'an unknown setting',
      { settings: { publicKey: 'pk_12345678', other: 1 } },
      'CREDENTIALS_INVALID',
      ['settings.other'],
    ],
    [
      'a word that is no choice',
      { settings: { publicKey: 'pk_12345678', refundOutcome: 'maybe' } },
      'CREDENTIALS_INVALID',
      ['settings.refundOutcome'],
    ],
    [
      'a certificate nobody can read',
      { provider: 'bank', version: '1.0.0', secrets: { ...SECRETS, certificate: 'hello' } },
      'CERTIFICATE_INVALID',
      ['secrets.certificate'],
    ],
    [
      'a certificate with a wrong password',
      {
        provider: 'bank',
        version: '1.0.0',
        secrets: { ...SECRETS, certificate: MODERN, password: 'planted-wrong-password' },
      },
      'CERTIFICATE_INVALID',
      ['secrets.password'],
    ],
  ])('refuses %s, names the field, and writes nothing', async (_what, more, code, fields) => {
    const count = () => inspector.rows('SELECT count(*) FROM provider_connection');
    const before = await count();

    const answer = await call('createConnection', toInput(more));

    expect([answer.body.code, fieldsOf(answer)]).toEqual([code, fields]);
    expect(await count()).toEqual(before);
  });

  it('says of a package without a simulator that it brings none', async () => {
    const { status, body } = await call('createConnection', toInput({ provider: 'unplayed', version: '1.0.0' }));

    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'ENVIRONMENT_UNSUPPORTED',
      details: [{ field: 'environment', message: expect.stringContaining('não traz um simulador') }],
    });
  });

  it('waits until every node has the version', async () => {
    const stranger = newId();
    await inspector.rows(`INSERT INTO node (id, name) VALUES ($1, 'slow')`, [stranger]);

    const answer = await call('createConnection', toInput());

    await inspector.rows('DELETE FROM node WHERE id = $1', [stranger]);
    expect([answer.body.code, fieldsOf(answer)]).toEqual(['PACKAGE_NOT_READY', ['version']]);
  });

  it('shows of a certificate when it ends and whose it is', async () => {
    const id = await create({
      provider: 'bank',
      version: '1.0.0',
      name: 'Com certificado',
      secrets: { ...SECRETS, certificate: MODERN, password: PASSPHRASE },
    });

    const { secrets, certificateExpiresAt } = await get(id);
    const { certificate } = secrets.find(({ name }: { name: string }) => name === 'certificate');
    expect(certificate).toMatchObject({ subject: expect.stringContaining('feira p12'), validTo: certificateExpiresAt });
    expect((await findSummary(id)).certificateExpiresAt).toBe(certificateExpiresAt);
  });
});

describe('enabling a connection', () => {
  const refused = [409, 'CONNECTION_UNTESTED', ['status']];
  const tryIt = async (connectionId: string, more: object = {}) => {
    const answer = await enable(connectionId, more);
    return answer.status === 200 ? 200 : [answer.status, answer.body.code, fieldsOf(answer)];
  };
  const statusOf = async (id: string) => (await get(id)).status;

  it('wants a good test of the credentials as they are', async () => {
    const id = await create();
    expect(await tryIt(id)).toEqual(refused);
    expect(await statusOf(id)).toBe('DISABLED');

    await call('testConnection', { connectionId: id });
    expect((await get(id)).test).toEqual({ testedAt: expect.any(String), code: null, isCurrent: true });
    expect(await tryIt(id, { secrets: { secretKey: 'another-planted-secret-0009' } })).toEqual(refused);
    expect(await tryIt(id, { name: 'Testada' })).toBe(200);

    for (const change of [
      { secrets: { secretKey: 'another-planted-secret-0010' } },
      { settings: { publicKey: 'pk_test_9876543210' } },
    ]) {
      await call('testConnection', { connectionId: id });
      await call('updateConnection', { connectionId: id, status: 'DISABLED' });
      await call('updateConnection', { connectionId: id, ...change });
      expect((await get(id)).test).toMatchObject({ code: null, isCurrent: false });
      expect(await tryIt(id)).toEqual(refused);
      await call('testConnection', { connectionId: id });
      expect(await tryIt(id)).toBe(200);
    }
    // A secret that stays the same changes nothing.
    await call('updateConnection', {
      connectionId: id,
      status: 'DISABLED',
      secrets: { secretKey: 'another-planted-secret-0010' },
    });
    expect(await tryIt(id)).toBe(200);
  });

  it('counts the last test alone, and never one of credentials that were replaced while it ran', async () => {
    const id = await create();
    await call('testConnection', { connectionId: id });
    await inspector.rows(`UPDATE provider_connection SET test_code = 'UNAUTHORIZED' WHERE id = $1`, [id]);
    expect(await tryIt(id)).toEqual(refused);

    const { recordTest } = await import('./model.ts');
    await call('updateConnection', { connectionId: id, settings: { publicKey: 'pk_test_5555555555' } });
    await node.app.database.run(world.platformId, recordTest(world.platformId, id, { revision: 0, code: null }));
    expect(await tryIt(id)).toEqual(refused);
  });

  it('is done without a test for a reason, which the audit log keeps', async () => {
    const id = await create();
    expect((await enable(id, { untestedReason: 'x' })).body.code).toBe('VALIDATION_FAILED');
    expect(await tryIt(id, { untestedReason: 'O provedor só libera a consulta amanhã.' })).toBe(200);

    expect((await eventsOf(world.platformId, id)).at(-1)).toEqual({
      type: 'connection.enabledUntested',
      details: {
        changed: ['status'],
        status: 'ENABLED',
        untestedReason: 'O provedor só libera a consulta amanhã.',
      },
    });
  });

  it('keeps a connection that sells enabled while its credentials change', async () => {
    const id = await createEnabled();
    await call('updateConnection', { connectionId: id, secrets: { secretKey: 'another-planted-secret-0011' } });

    expect(await get(id)).toMatchObject({ status: 'ENABLED', test: { isCurrent: false } });
  });
});

describe('the form of a connection', () => {
  it('that was read before a colleague saved changes nothing, and says whose change it met', async () => {
    const id = await create();
    const { formVersion } = await get(id);
    await call('updateConnection', { connectionId: id, limits: { maxAmount: 9_900 }, formVersion });

    const late = await call('updateConnection', { connectionId: id, limits: { minAmount: 500 }, formVersion });
    const elsewhere = await call('updateConnection', { connectionId: id, name: 'Outra', formVersion });

    expect([late.status, late.body.code, fieldsOf(late)]).toEqual([409, 'EDIT_CONFLICT', ['limits']]);
    expect(elsewhere.status).toBe(200);
    const now = await get(id);
    expect(now).toMatchObject({ name: 'Outra', limits: { maxAmount: 9_900 } });
    const again = { connectionId: id, limits: { minAmount: 500, maxAmount: 9_900 }, formVersion: now.formVersion };
    expect((await call('updateConnection', again)).status).toBe(200);
  });
});

describe('an administrator', () => {
  it('keeps the connections of the own platform with the permission alone, but no versions and keys', async () => {
    const as = (permissions: AdminPermission[]) =>
      openStaff(node.app, operated.platformId, { roles: ['admin'], permissions, host: 'operated.example.com' });
    const keeper = await as(['isConnectionsAvailable']);
    const other = await as(['isConfigAvailable']);

    const { status, body } = await call('createConnection', toInput({ name: 'Própria' }), keeper);
    expect(status).toBe(200);
    const { connectionId } = body;
    expect((await call('testConnection', { connectionId }, keeper)).body.isWorking).toBe(true);
    expect((await enable(connectionId, {}, keeper)).status).toBe(200);
    const listed = await ask('listConnections', keeper);
    expect(listed.body.connections.map(({ name }: { name: string }) => name)).toContain('Própria');

    expect((await ask(`listConnections?platformId=${world.platformId}`, keeper)).body.code).toBe('PLATFORM_NOT_FOUND');
    expect((await ask('listConnections', other)).body.code).toBe('ACCESS_DENIED');
    for (const [name, input] of [
      ['rotateKey', {}],
      ['startRollout', { connectionId, version: '1.0.0', share: 10 }],
    ] as const)
      expect((await call(name, input, keeper)).body.code).toBe('ACCESS_DENIED');
    const packages = await node.app.inject({ url: '/api/marketplace.listPackages', headers: keeper.headers });
    expect(packages.json().packages.map(({ provider }: { provider: string }) => provider)).toContain('sandbox');
  });

  it('sees of a package only who uses it on the own platform', async () => {
    const keeper = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isConnectionsAvailable'],
    });
    const usedBy = async ({ headers }: Staff) => {
      const answer = await node.app.inject({ url: '/api/marketplace.getPackage?provider=sandbox', headers });
      return new Set(answer.json().usedBy.map(({ platformId }: { platformId: string }) => platformId));
    };

    expect(await usedBy(master)).toEqual(new Set([world.platformId, operated.platformId]));
    expect(await usedBy(keeper)).toEqual(new Set([world.platformId]));
  });
});

describe('POST /api/connections.updateConnection', () => {
  it('changes what is given, and leaves the rest', async () => {
    const id = await create();
    const before = await get(id);

    await call('updateConnection', { connectionId: id, name: 'Outro nome', limits: { maxAmount: 5_000 } });
    await call('updateConnection', { connectionId: id, secrets: { secretKey: ' another-planted-secret-0003\n' } });

    const after = await get(id);
    expect(after).toMatchObject({ name: 'Outro nome', limits: { maxAmount: 5_000 }, settings: before.settings });
    const updatedAt = (view: typeof after, name: string) =>
      view.secrets.find((secret: { name: string }) => secret.name === name).updatedAt;
    expect(updatedAt(after, 'secretKey') > updatedAt(before, 'secretKey')).toBe(true);
    expect(updatedAt(after, 'webhookSecret')).toBe(updatedAt(before, 'webhookSecret'));
    expect(await eventsOf(world.platformId, id)).toMatchObject([
      { type: 'connection.created' },
      { type: 'connection.changed', details: { changed: ['name', 'limits'] } },
      { type: 'connection.changed', details: { changed: ['secrets.secretKey'] } },
    ]);
    const { listConnections } = await import('./service.ts');
    const opened = (await listConnections(node.app, world.platformId)).get(id);
    expect(Object.fromEntries(opened?.secrets ?? [])).toEqual({ ...SECRETS, secretKey: 'another-planted-secret-0003' });
  });

  it('records the hosts that are called from now on', async () => {
    const settings = { publicKey: 'pk_test_0123456789', baseUrl: 'https://one.example.com/v1' };
    const id = await create({
      provider: 'owned',
      version: '1.0.0',
      environment: 'sandbox',
      methods: ['PIX'],
      settings,
    });
    const change = (baseUrl: string) =>
      call('updateConnection', { connectionId: id, settings: { ...settings, baseUrl } });

    await change('https://one.example.com/v2');
    await change('https://two.example.com');

    expect(await eventsOf(world.platformId, id)).toEqual([
      expect.objectContaining({ type: 'connection.created' }),
      { type: 'connection.changed', details: { changed: ['settings'] } },
      { type: 'connection.changed', details: { changed: ['settings'], hosts: ['two.example.com'] } },
    ]);
  });

  it('refuses a setting with which the connection loses one of its methods', async () => {
    const settings = { publicKey: 'pk_test_0123456789', baseUrl: 'https://one.example.com' };
    const methods = ['PIX', 'BILLET'];
    const id = await create({ provider: 'owned', version: '1.0.0', methods, settings });
    const change = (more: object) =>
      call('updateConnection', { connectionId: id, settings: { ...settings, plan: 'pix', user: 'u1' }, ...more });

    const refused = await change({});

    expect([refused.status, refused.body.code, fieldsOf(refused)]).toEqual([422, 'METHOD_UNSUPPORTED', ['methods']]);
    expect((await change({ methods: ['PIX'] })).status).toBe(200);
  });

  it('lets a simulated account go on selling with another key', async () => {
    const changing = await createWorld(node.app, { host: 'changing.example.com' });
    const staff = await openStaff(node.app, changing.platformId, { roles: ['master'], host: 'changing.example.com' });
    const { id } = await connect(node.app, changing);
    const buyNow = async () =>
      (await buy(node.app, pixPurchase(changing), undefined, { host: 'changing.example.com' })).statusCode;
    expect(await buyNow()).toBe(200);

    await call('updateConnection', { connectionId: id, secrets: { secretKey: 'yet-another-planted-key' } }, staff);

    expect(await buyNow()).toBe(200);
  });

  it('writes and records nothing where nothing differs', async () => {
    const id = await create();
    const { name, methods, settings } = toInput();
    const read = () => inspector.rows('SELECT * FROM provider_connection WHERE id = $1', [id]);
    const before = await read();

    const answer = await call('updateConnection', {
      connectionId: id,
      name,
      methods,
      settings,
      secrets: SECRETS,
      limits: {},
    });

    expect([answer.status, await read()]).toEqual([200, before]);
    expect(await eventsOf(world.platformId, id)).toHaveLength(1);
  });

  it('counts routes on from the last, and stops at the last place there is', async () => {
    await inspector.rows(
      `UPDATE payment_route SET priority = 995 WHERE platform_id = $1 AND method = 'BILLET' AND priority = 100`,
      [world.platformId],
    );

    const ids = [await create({ methods: ['BILLET'] }), await create({ methods: ['BILLET'] })];

    const places = (await readRoutes(world.platformId)).filter((route) => ids.includes(route.connection_id as string));
    expect(places.map(({ priority }) => priority)).toEqual([1_000, 1_000]);
  });

  it('moves methods in and out of the routes', async () => {
    const id = await create();

    await call('updateConnection', { connectionId: id, methods: ['BILLET', 'CREDIT_CARD'] });

    const mine = (await readRoutes(world.platformId)).filter((route) => route.connection_id === id);
    expect(mine.map(({ method }) => method)).toEqual(['BILLET', 'CREDIT_CARD']);
  });

  it.each<[string, object, string, string[]]>([
    ['a required secret taken away', { secrets: { secretKey: null } }, 'CREDENTIALS_INVALID', ['secrets.secretKey']],
    ['settings without a required one', { settings: {} }, 'CREDENTIALS_INVALID', ['settings.publicKey']],
    ['a bad secret', { secrets: { webhookSecret: 'planted' } }, 'CREDENTIALS_INVALID', ['secrets.webhookSecret']],
    [
      'limits in the wrong order',
      { limits: { minAmount: 9, maxAmount: 8 } },
      'LIMITS_INVALID',
      ['limits.minAmount', 'limits.maxAmount'],
    ],
  ])('refuses %s', async (_what, change, code, fields) => {
    const id = await create();
    const before = await get(id);

    const answer = await call('updateConnection', { connectionId: id, name: 'Nunca', ...change });

    expect([answer.body.code, fieldsOf(answer)]).toEqual([code, fields]);
    expect(await get(id)).toEqual(before);
  });

  it('takes an optional secret away, and another certificate forgets who was told of the last', async () => {
    const secrets = { ...SECRETS, certificate: MODERN, password: PASSPHRASE };
    const id = await create({ provider: 'bank', version: '1.0.0', secrets });
    await inspector.rows('UPDATE provider_credential SET alerted_days = 7 WHERE connection_id = $1', [id]);

    const kept = await call('updateConnection', { connectionId: id, secrets: { password: 'another' } });
    expect(fieldsOf(kept)).toEqual(['secrets.password']);
    await call('updateConnection', { connectionId: id, secrets: { certificate: null, password: null } });
    await call('updateConnection', { connectionId: id, secrets: { certificate: MODERN, password: PASSPHRASE } });

    const rows = await inspector.rows(
      `SELECT alerted_days FROM provider_credential WHERE connection_id = $1 AND name = 'certificate'`,
      [id],
    );
    expect(rows).toEqual([{ alerted_days: null }]);
  });

  it('loses nothing when two change different secrets at once', async () => {
    const id = await create();
    const changes = [
      { secrets: { secretKey: 'raced-planted-secret-key' } },
      { secrets: { webhookSecret: 'raced-planted-webhook-secret' } },
      { name: 'Corrida' },
      { settings: { publicKey: 'pk_raced_0123' } },
    ];

    const results = await Promise.all(
      changes.map((change) => call('updateConnection', { connectionId: id, ...change })),
    );

    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { listConnections } = await import('./service.ts');
    const opened = (await listConnections(node.app, world.platformId)).get(id);
    expect(Object.fromEntries(opened?.secrets ?? [])).toEqual({
      secretKey: 'raced-planted-secret-key',
      webhookSecret: 'raced-planted-webhook-secret',
    });
    expect(await get(id)).toMatchObject({ name: 'Corrida', settings: { publicKey: 'pk_raced_0123' } });
    expect(await eventsOf(world.platformId, id)).toHaveLength(5);
  });

  it('stops sales on every node at the next request, and open payments are asked about still', async () => {
    const alone = await createWorld(node.app, { host: 'alone.example.com' });
    const staff = await openStaff(node.app, alone.platformId, { roles: ['master'], host: 'alone.example.com' });
    const { id } = await connect(node.app, alone);
    const headers = { host: 'alone.example.com' };
    const buyOn = (where: TestNode) => buy(where.app, pixPurchase(alone), undefined, headers);
    const bought = await buyOn(node);
    expect([bought.statusCode, (await buyOn(second)).statusCode]).toEqual([200, 200]);

    await call('updateConnection', { connectionId: id, status: 'DISABLED' }, staff);

    expect((await buyOn(node)).statusCode).toBe(422);
    await waitFor('the other node has heard of it', async () => (await buyOn(second)).statusCode === 422);
    const [payment] = await inspector.rows<{ id: string }>('SELECT id FROM payment WHERE public_id = $1', [
      bought.json().paymentId,
    ]);
    const checked = await checkPayment(node.app, alone.platformId, payment?.id as string);
    expect([checked?.isAnswered, checked?.payment.status]).toEqual([true, 'PENDING']);
    expect((await call('removeConnection', { connectionId: id }, staff)).body.code).toBe('CONNECTION_IN_USE');
  });
});

describe('POST /api/connections.removeConnection', () => {
  it('takes away with it what was only its own', async () => {
    const id = await create();
    await call('testConnection', { connectionId: id });
    await waitFor('the look-up is in the log', async () => {
      const [row] = await inspector.rows('SELECT 1 FROM provider_exchange WHERE connection_id = $1', [id]);
      return row;
    });

    expect((await call('removeConnection', { connectionId: id })).status).toBe(200);

    const tables = ['payment_route', 'webhook_endpoint', 'provider_credential', 'provider_exchange'];
    for (const table of tables)
      expect(await inspector.rows(`SELECT 1 FROM ${table} WHERE connection_id = $1`, [id]), table).toEqual([]);
    expect((await ask(`getConnection?connectionId=${id}`)).body.code).toBe('CONNECTION_NOT_FOUND');
    expect((await eventsOf(world.platformId, id)).at(-1)).toMatchObject({ type: 'connection.removed' });
  });

  it('refuses while an offer is tied to it', async () => {
    const id = await create();
    await inspector.rows('UPDATE offer SET connection_id = $1 WHERE id = $2', [id, world.offerId]);

    const { body } = await call('removeConnection', { connectionId: id });

    await inspector.rows('UPDATE offer SET connection_id = NULL WHERE id = $1', [world.offerId]);
    expect([body.code, body.details[0].message]).toEqual(['CONNECTION_IN_USE', expect.stringContaining('oferta')]);
  });

  it('never removes one that a payment goes through at the same moment', async () => {
    const raced = await createWorld(node.app, { host: 'raced.example.com' });
    const staff = await openStaff(node.app, raced.platformId, { roles: ['master'], host: 'raced.example.com' });
    const { id: sold } = await connect(node.app, raced);
    const { id } = await connect(node.app, raced, { name: 'nova' });
    const bought = await buy(node.app, pixPurchase(raced), undefined, { host: 'raced.example.com' });
    expect(bought.statusCode).toBe(200);

    // The payment is not committed yet when the deletion checks for payments.
    const paying = await openInspector(node.databaseUrl);
    await paying.rows('BEGIN');
    await paying.rows('UPDATE payment_attempt SET connection_id = $1 WHERE connection_id = $2', [id, sold]);
    const removing = call('removeConnection', { connectionId: id }, staff);
    await waitFor('the deletion waits for the payment', async () => {
      const [waiting] = await inspector.rows(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM provider_connection%'`,
      );
      return waiting;
    });
    await paying.rows('COMMIT');
    await paying.close();

    expect((await removing).body.code).toBe('CONNECTION_IN_USE');
    expect(await inspector.rows('SELECT 1 FROM provider_credential WHERE connection_id = $1', [id])).toHaveLength(2);
    expect((await call('removeConnection', { connectionId: sold }, staff)).status).toBe(200);
  });
});

describe('POST /api/connections.testConnection', () => {
  const tryIt = async (connectionId: string) => (await call('testConnection', { connectionId })).body;

  it('says that a connection works, and charges nothing', async () => {
    const id = await create();

    expect(await tryIt(id)).toMatchObject({ isWorking: true, code: null, message: null });

    const host = await node.app.simulators.get(id);
    expect(await host?.simulator.listCharges(10)).toEqual([]);
  });

  it('reaches a simulator without the certificate that the provider asks for', async () => {
    const id = await create({ provider: 'filed', version: '1.0.0' });

    expect(await tryIt(id)).toMatchObject({ isWorking: true, code: null });
    expect(await findSummary(id)).toMatchObject({ problem: null });
  });

  it('says in words why one does not', async () => {
    const id = await create();
    await tryIt(id);
    const host = await node.app.simulators.get(id);
    host?.addFault({ kind: 'error-500', times: 1 });

    expect(await tryIt(id)).toMatchObject({
      isWorking: false,
      code: 'UNAVAILABLE',
      message: expect.stringContaining('500'),
    });
    host?.addFault({ kind: 'refuse', times: 1 });
    expect(await tryIt(id)).toMatchObject({ isWorking: false, code: 'UNAVAILABLE' });
  });

  it('says so of one that cannot be opened, whose problem the list tells', async () => {
    const missing = await create();
    const unreadable = await create();
    const incomplete = await create();
    await inspector.rows(`UPDATE provider_connection SET version = '99.0.0' WHERE id = $1`, [missing]);
    await inspector.rows(`UPDATE provider_credential SET sealed = '\\x00' WHERE connection_id = $1`, [unreadable]);
    await inspector.rows(`DELETE FROM provider_credential WHERE connection_id = $1`, [incomplete]);
    node.app.cache.forgetAll();

    const problems = [missing, unreadable, incomplete].map(async (id) => (await findSummary(id)).problem);
    expect(await Promise.all(problems)).toEqual(CONNECTION_PROBLEMS);
    expect(await tryIt(missing)).toMatchObject({ isWorking: false, code: 'UNSUPPORTED' });
    expect((await call('updateConnection', { connectionId: missing, settings: {} })).body.code).toBe(
      'PACKAGE_NOT_FOUND',
    );
    expect((await call('updateConnection', { connectionId: missing, status: 'DISABLED' })).status).toBe(200);
    expect(
      fieldsOf(await call('updateConnection', { connectionId: unreadable, settings: { publicKey: 'pk_87654321' } })),
    ).toEqual(['secrets.secretKey', 'secrets.webhookSecret']);
    expect((await call('updateConnection', { connectionId: unreadable, secrets: SECRETS })).status).toBe(200);
    expect((await findSummary(unreadable)).problem).toBeNull();
  });

  it('may be asked six times a minute', async () => {
    const id = await create();
    for (let count = 0; count < 6; count++) expect((await tryIt(id)).isWorking).toBe(true);

    const answer = await node.app.inject({
      method: 'POST',
      url: '/api/connections.testConnection',
      headers: master.headers,
      payload: { connectionId: id },
    });

    expect([answer.json().code, Number(answer.headers['retry-after']) > 0]).toEqual(['TOO_MANY_REQUESTS', true]);
  });
});

describe('whose connections they are', () => {
  it('masters reach the own platform and those it operates, and no other', async () => {
    const { id } = await connect(node.app, operated);
    const { id: strange } = await connect(node.app, foreign);
    const there = { platformId: operated.platformId };

    expect((await call('updateConnection', { ...there, connectionId: id, name: 'De fora' })).status).toBe(200);
    expect((await ask(`getConnection?platformId=${operated.platformId}&connectionId=${id}`)).body.name).toBe('De fora');
    const events = await eventsOf(world.platformId, id);
    expect(events).toMatchObject([{ type: 'connection.changed', details: { platformId: operated.platformId } }]);
    expect(await eventsOf(operated.platformId, id)).toHaveLength(1);

    for (const name of ['updateConnection', 'removeConnection', 'testConnection']) {
      expect((await call(name, { connectionId: strange })).body.code, name).toBe('CONNECTION_NOT_FOUND');
      expect((await call(name, { ...there, connectionId: strange })).body.code, name).toBe('CONNECTION_NOT_FOUND');
      const refused = await call(name, { platformId: foreign.platformId, connectionId: strange });
      expect(refused.body.code, name).toBe('PLATFORM_NOT_FOUND');
    }
    expect(await inspector.rows('SELECT name FROM provider_connection WHERE id = $1', [strange])).toEqual([
      { name: 'sandbox' },
    ]);
  });

  it('is closed to administrators', async () => {
    const admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });

    expect((await ask('listConnections', admin)).status).toBe(403);
    expect((await call('createConnection', toInput(), admin)).status).toBe(403);
  });
});

/** Runs last, so that the log of all tests is searched. */
describe('secrets', () => {
  it('stand in no answer, no log line and no record', async () => {
    const id = await create({
      provider: 'bank',
      version: '1.0.0',
      secrets: { ...SECRETS, certificate: MODERN, password: PASSPHRASE },
    });
    await call('updateConnection', { connectionId: id, secrets: { secretKey: 'planted', other: 'planted-unknown' } });
    await call('testConnection', { connectionId: id });
    await call('rotateKey', {});
    await get(id);
    await ask('listConnections');

    const rows = await inspector.rows<{ text: string }>(
      `SELECT to_jsonb(e)::text AS text FROM audit_event e UNION ALL SELECT to_jsonb(x)::text FROM provider_exchange x
       UNION ALL SELECT to_jsonb(n)::text FROM notification n UNION ALL SELECT to_jsonb(c)::text FROM provider_connection c`,
    );
    const texts = [...answers, ...lines, ...rows.map(({ text }) => text)];
    const words = ['planted', MODERN.slice(100, 160), `"${PASSPHRASE}"`];
    expect(texts.filter((text) => words.some((word) => text.includes(word)))).toEqual([]);
    expect(answers.length).toBeGreaterThan(80);
    expect(lines.length).toBeGreaterThan(0);
  });
});
