import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { connect, createWorld, type World } from '../../../test/world.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
let other: World;
let admin: Staff;
let otherAdmin: Staff;
/** The answers of DNS. */
const texts = new Map<string, string[]>();
/** Every DNS query waits for this promise. */
let isAnswered: Promise<void> = Promise.resolve();

beforeAll(async () => {
  node = await buildNode({
    findTexts: async (name) => {
      await isAnswered;
      return texts.get(name) ?? [];
    },
  });
  inspector = await openInspector(node.databaseUrl);
  const { cardLimits } = DEFAULT_PLATFORM_SETTINGS;
  world = await createWorld(node.app, { settings: { cardLimits } });
  other = await createWorld(node.app, { host: 'other.example.com', settings: { cardLimits } });
  admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });
  otherAdmin = await openStaff(node.app, other.platformId, {
    roles: ['admin'],
    permissions: ['isConfigAvailable'],
    host: 'other.example.com',
  });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

const call = async (name: string, payload: object, { headers } = admin, query = '') => {
  const answer = await node.app.inject({ method: 'POST', url: `/api/settings.${name}${query}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const ask = async (name: string, { headers }: Pick<Staff, 'headers'> = admin) => {
  const answer = await node.app.inject({ url: `/api/settings.${name}`, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const readSettings = async () => (await ask('getSettings')).body.settings;
const listEvents = (platformId: string, type: string) =>
  inspector.rows<{ details: Record<string, Record<string, unknown>>; actor_id: string; subject_id: string }>(
    'SELECT details, actor_id, subject_id FROM audit_event WHERE platform_id = $1 AND type = $2 ORDER BY created_at, id',
    [platformId, type],
  );

describe('GET /api/settings.getSettings', () => {
  it('answers the defaults where nothing was chosen', async () => {
    const { status, body } = await ask('getSettings', otherAdmin);

    expect([status, body]).toEqual([
      200,
      {
        name: 'Feira de teste',
        version: 0,
        customizationVersion: 0,
        settings: DEFAULT_PLATFORM_SETTINGS,
        payers: [],
        expiryLimits: [],
      },
    ]);
  });

  it('says which ends of a PIX or boleto the providers of enabled connections take', async () => {
    const limited = await createWorld(node.app, { host: 'limits.example.com' });
    const reader = await openStaff(node.app, limited.platformId, {
      roles: ['admin'],
      permissions: ['isConfigAvailable'],
      host: 'limits.example.com',
    });
    await connect(node.app, limited, { name: 'Sandbox', methods: ['PIX'] });

    const { body } = await ask('getSettings', reader);

    expect(body.expiryLimits).toEqual([
      { connection: 'Sandbox', method: 'PIX', expiry: 'set', expiresInSeconds: 86_400, maxExpiresInSeconds: 2_592_000 },
    ]);
  });

  it('is closed to administrators without the permission, to masters and to strangers', async () => {
    const plain = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });
    const master = await openStaff(node.app, world.platformId, { roles: ['master'] });

    expect((await ask('getSettings', plain)).status).toBe(403);
    expect((await ask('getSettings', master)).status).toBe(403);
    expect((await ask('getSettings', { headers: { host: 'localhost' } })).status).toBe(401);
    expect((await call('updateRules', { locale: 'en' }, plain)).status).toBe(403);
  });
});

describe('POST /api/settings.updateRules', () => {
  it('changes what is named, leaves the rest, and records both values', async () => {
    const fees = { ...DEFAULT_PLATFORM_SETTINGS.fees, PIX: { basisPoints: 99, fixed: 0 } };
    await call('updateRules', { softDescriptor: 'FEIRA' });

    const { status } = await call('updateRules', { fees, pixExpiresInSeconds: 600 });

    expect(status).toBe(200);
    expect(await readSettings()).toEqual({
      ...DEFAULT_PLATFORM_SETTINGS,
      softDescriptor: 'FEIRA',
      fees,
      pixExpiresInSeconds: 600,
    });
    expect((await listEvents(world.platformId, 'platform.rulesChanged')).at(-1)).toEqual({
      actor_id: admin.id,
      subject_id: world.platformId,
      details: {
        before: { fees: DEFAULT_PLATFORM_SETTINGS.fees, pixExpiresInSeconds: 86_400 },
        after: { fees, pixExpiresInSeconds: 600 },
      },
    });
    expect((await ask('getSettings', otherAdmin)).body.settings).toEqual(DEFAULT_PLATFORM_SETTINGS);
    expect(await listEvents(other.platformId, 'platform.rulesChanged')).toEqual([]);
  });

  it('records nothing where nothing changes', async () => {
    const settings = await readSettings();
    const before = await listEvents(world.platformId, 'platform.rulesChanged');

    await call('updateRules', { fees: settings.fees, locale: settings.locale });

    expect(await listEvents(world.platformId, 'platform.rulesChanged')).toEqual(before);
  });

  it('loses no change where many are saved at once', async () => {
    const changes = [
      { pixExpiresInSeconds: 1234 },
      { billetExpiresInDays: 7 },
      { softDescriptor: 'JUNTOS' },
      { isRegistrationOpen: false },
      { locale: 'en' },
      { fillMissingIdentity: true },
    ];

    const answers = await Promise.all(changes.map((change) => call('updateRules', change)));

    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect(await readSettings()).toMatchObject(Object.assign({}, ...changes));
    await call('updateRules', { isRegistrationOpen: true, fillMissingIdentity: false, locale: 'pt-BR' });
  });

  const { installments } = DEFAULT_PLATFORM_SETTINGS;
  it.each([
    [{ currency: 'BRL', currencies: ['USD'] }, 'currency'],
    [{ currencies: ['USD', 'EUR'] }, 'currencies'],
    [{ methods: [] }, 'methods'],
    [{ installments: { ...installments, max: 3, interestFree: 4 } }, 'installments.interestFree'],
    [{ custody: 'PROVIDER' }, 'custody'],
    [
      { withdrawals: { ...DEFAULT_PLATFORM_SETTINGS.withdrawals, automaticUpTo: 2, secondApprovalAbove: 1 } },
      'withdrawals.automaticUpTo',
    ],
    [
      { installments: { ...installments, feeBasisPoints: [1, ...installments.feeBasisPoints.slice(1)] } },
      'installments.feeBasisPoints.0',
    ],
  ])('refuses %j and names %s', async (change, field) => {
    const before = await readSettings();

    const { status, body } = await call('updateRules', change, admin, '?lang=en');

    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
    // The reason, not the message above all fields.
    expect(body.details[0].message).not.toBe(body.message);
    expect(await readSettings()).toEqual(before);
  });

  it('names as payers only enabled connections of its own that send in that way', async () => {
    const own = await connect(node.app, world, { name: 'Banco' });
    const foreign = await connect(node.app, other, { name: 'Alheio' });
    const { withdrawals } = DEFAULT_PLATFORM_SETTINGS;
    // Another payer takes a second person, unless the platform asks for none.
    const change = (settings: string) =>
      inspector.rows(`UPDATE platform SET settings = ${settings} WHERE platform_id = $1`, [world.platformId]);
    await change(`settings || '{"ruleApprovalAbove": 10000}'`);
    const name = async (payers: object, rules: object = withdrawals) => {
      const { status, body } = await call('updateRules', { withdrawals: { ...rules, payers } }, admin, '?lang=en');
      return status === 200 ? 'ok' : body.details;
    };

    expect((await ask('getSettings')).body.payers).toEqual([
      { id: own.id, name: 'Banco', provider: 'Sandbox', isEnabled: true, methods: ['PIX', 'BANK_ACCOUNT'] },
    ]);
    expect(await name({ BANK_ACCOUNT: foreign.id })).toEqual([
      {
        field: 'withdrawals.payers.BANK_ACCOUNT',
        message: 'The platform has no such connection. Choose one of the list.',
      },
    ]);
    expect(await name({ PIX: own.id })).toBe('ok');
    await inspector.rows(`UPDATE provider_connection SET status = 'DISABLED' WHERE id = $1`, [own.id]);
    node.app.cache.forgetAll();
    // A former choice does not prevent other changes.
    expect(await name({ PIX: own.id }, { ...withdrawals, fee: 1 })).toBe('ok');
    expect(await name({ PIX: own.id, BANK_ACCOUNT: own.id })).toMatchObject([
      { field: 'withdrawals.payers.BANK_ACCOUNT', message: expect.stringContaining('disabled') },
    ]);
    expect(await call('updateRules', { withdrawals })).toMatchObject({ status: 200 });
    expect((await readSettings()).withdrawals).toEqual(withdrawals);
    await change(`settings - 'ruleApprovalAbove'`);
  });

  it('takes neither unknown settings nor those of the looks', async () => {
    expect((await call('updateRules', { customization: {} })).status).toBe(400);
    expect((await call('updateRules', { status: 'DISABLED' })).status).toBe(400);
    expect((await call('updateRules', { platformId: other.platformId, locale: 'en' })).status).toBe(400);
  });

  it('wants a recent proof of who it is', async () => {
    const stale = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ['isConfigAvailable'] });
    await inspector.rows(`UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE person_id = $1`, [
      stale.id,
    ]);

    expect((await call('updateRules', { locale: 'en' }, stale)).body.code).toBe('REAUTHENTICATION_REQUIRED');
  });
});

describe('POST /api/settings.updateCustomization', () => {
  it('replaces named parts, leaves the others, and shows them to everybody', async () => {
    const account = { legalName: 'Feira Ltda', document: '11222333000181' };
    await call('updateCustomization', { account, visuals: { colorPrimary: '#112233', logoUrl: '/media/logo.svg' } });

    await call('updateCustomization', { name: 'Feira Nova', visuals: { colorPrimary: '#445566' } });

    const brand = await ask('getBrand', { headers: { host: 'localhost' } });
    expect(brand.body).toEqual({
      name: 'Feira Nova',
      customization: { account, visuals: { colorPrimary: '#445566' } },
      isRegistrationOpen: true,
    });
    expect((await listEvents(world.platformId, 'platform.customizationChanged')).at(-1)?.details).toEqual({
      before: {
        name: 'Feira de teste',
        'customization.visuals': { colorPrimary: '#112233', logoUrl: '/media/logo.svg' },
      },
      after: { name: 'Feira Nova', 'customization.visuals': { colorPrimary: '#445566' } },
    });
    expect((await ask('getBrand', { headers: { host: 'other.example.com' } })).body.name).toBe('Feira de teste');
  });

  it('tells the log that a document changed, and not the document', async () => {
    await call('updateCustomization', { account: { document: '52998224725' } });

    const event = (await listEvents(world.platformId, 'platform.customizationChanged')).at(-1);
    expect(event?.details).toEqual({
      before: { 'customization.account': { legalName: 'Feira Ltda', document: '…81' } },
      after: { 'customization.account': { document: '…25' } },
    });
    expect((await readSettings()).customization.account).toEqual({ document: '52998224725' });
  });

  it('refuses a form that was read before the same part changed, and saves the other parts', async () => {
    const read = async () => (await ask('getSettings')).body.customizationVersion;
    const version = await read();
    await call('updateCustomization', { visuals: { colorPrimary: '#778899' }, version });

    const late = await call('updateCustomization', { visuals: { colorPrimary: '#000000' }, version });
    const elsewhere = await call('updateCustomization', { redirection: { homeUrl: '/inicio' }, version });

    expect([late.status, late.body.code, late.body.details[0].field]).toEqual([409, 'EDIT_CONFLICT', 'visuals']);
    expect(elsewhere.status).toBe(200);
    expect(await read()).toBe(version + 2);
    expect((await readSettings()).customization.visuals).toEqual({ colorPrimary: '#778899' });
  });

  it('keeps the rules, and rules keep it', async () => {
    await call('updateCustomization', { redirection: { homeUrl: 'https://shop.example.com' } });
    await call('updateRules', { billetExpiresInDays: 9 });

    const settings = await readSettings();

    expect(settings.customization.redirection).toEqual({ homeUrl: 'https://shop.example.com' });
    expect(settings.billetExpiresInDays).toBe(9);
  });

  it('refuses a document that is none, by the field of its form', async () => {
    const { status, body } = await call('updateCustomization', { account: { document: '11222333000180' } });

    expect([status, body.details]).toEqual([
      400,
      [{ field: 'account.document', message: 'Digite um CPF ou CNPJ válido.' }],
    ]);
  });

  it.each(['javascript:alert(1)', 'http://shop.example.com', '//evil.example.com', '/\\evil.example.com'])(
    'refuses %s as an address',
    async (homeUrl) => {
      expect((await call('updateCustomization', { redirection: { homeUrl } })).status).toBe(400);
    },
  );
});

describe('domains', () => {
  const list = async (staff = admin) => (await ask('listDomains', staff)).body.domains;
  const claimOf = async (host: string, staff = admin) =>
    (await list(staff)).find((domain: { host: string }) => domain.host === host);
  /** Ends the pause between two checks. */
  const waitPause = () => inspector.rows('UPDATE domain_claim SET checked_at = NULL');
  const setRecord = async (host: string, staff = admin) => {
    const { record } = await claimOf(host, staff);
    texts.set(record.name, [...(texts.get(record.name) ?? []), record.value]);
  };
  const brandOf = async (host: string) => (await ask('getBrand', { headers: { host } })).body.name;

  beforeEach(() => {
    texts.clear();
    isAnswered = Promise.resolve();
  });

  it('leads a host here once its record is found', async () => {
    await call('claimDomain', { host: 'PAY.Feira.com.br.' });
    const claim = await claimOf('pay.feira.com.br');
    expect(claim).toMatchObject({ isProven: false, record: { name: '_feira.pay.feira.com.br' } });
    expect(claim.record.value).toMatch(/^[\w-]{43}$/);

    texts.set(claim.record.name, ['another text', `${claim.record.value}x`]);
    expect((await call('proveDomain', { host: 'pay.feira.com.br' })).body.code).toBe('DOMAIN_UNPROVEN');
    texts.set(claim.record.name, ['another text', claim.record.value]);
    await waitPause();
    expect((await call('proveDomain', { host: 'pay.feira.com.br' })).status).toBe(200);

    expect(await claimOf('pay.feira.com.br')).toMatchObject({ isProven: true, record: null });
    expect(await brandOf('pay.feira.com.br')).toBe('Feira Nova');
    expect(await listEvents(world.platformId, 'platform.hostAdded')).toMatchObject([
      { subject_id: 'pay.feira.com.br', actor_id: admin.id },
    ]);
  });

  it('looks for one record no more than every five seconds', async () => {
    await call('claimDomain', { host: 'slow.example.com' });
    const prove = () =>
      node.app.inject({
        method: 'POST',
        url: '/api/settings.proveDomain',
        headers: admin.headers,
        payload: { host: 'slow.example.com' },
      });

    const answers = await Promise.all([prove(), prove(), prove()]);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([422, 429, 429]);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('5');
  });

  it('keeps the record of a host that is claimed again', async () => {
    await call('claimDomain', { host: 'again.example.com' });
    const first = await claimOf('again.example.com');
    await call('claimDomain', { host: 'AGAIN.example.com' });

    expect(await claimOf('again.example.com')).toEqual(first);
  });

  it('gives a host that two platforms prove at once to one of them', async () => {
    const host = 'contested.example.com';
    for (const staff of [admin, otherAdmin]) {
      await call('claimDomain', { host }, staff);
      await setRecord(host, staff);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    isAnswered = promise;
    const proving = Promise.all([call('proveDomain', { host }), call('proveDomain', { host }, otherAdmin)]);
    resolve();
    const answers = await proving;

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('DOMAIN_TAKEN');
    const winner = answers[0]?.status === 200 ? world : other;
    expect(await inspector.rows('SELECT platform_id FROM platform_domain WHERE host = $1', [host])).toEqual([
      { platform_id: winner.platformId },
    ]);
  });

  it('does not let a platform claim what another has, nor prove what it never claimed', async () => {
    expect((await call('claimDomain', { host: 'other.example.com' })).body.code).toBe('DOMAIN_TAKEN');
    expect((await call('proveDomain', { host: 'other.example.com' })).body.code).toBe('DOMAIN_NOT_FOUND');
    await call('claimDomain', { host: 'mine.example.com' });
    expect((await call('proveDomain', { host: 'mine.example.com' }, otherAdmin)).body.code).toBe('DOMAIN_NOT_FOUND');
    expect((await call('removeDomain', { host: 'mine.example.com' }, otherAdmin)).body.code).toBe('DOMAIN_NOT_FOUND');
    expect(await claimOf('mine.example.com')).toBeTruthy();
    expect(await claimOf('mine.example.com', otherAdmin)).toBeUndefined();
  });

  it.each(['*', '127.0.0.1', 'https://a.com', 'a.com/b', 'a.com:80', 'shop', ''])(
    'refuses %j as a domain',
    async (host) => {
      expect((await call('claimDomain', { host })).status).toBe(host === '' ? 400 : 422);
    },
  );

  it('has a limit of open claims', async () => {
    const open = (await list(otherAdmin)).filter(({ isProven }: { isProven: boolean }) => !isProven).length;
    const statuses: number[] = [];
    for (let count = open; count < 21; count++) {
      statuses.push((await call('claimDomain', { host: `n${count}.example.com` }, otherAdmin)).status);
    }

    expect(statuses).toEqual([...Array(20 - open).fill(200), 422]);
  });

  it('gives hosts and claims up, but not the last host', async () => {
    await call('claimDomain', { host: 'gone.example.com' });
    expect((await call('removeDomain', { host: 'gone.example.com' })).status).toBe(200);
    expect(await claimOf('gone.example.com')).toBeUndefined();
    for (const { host, isProven } of await list(otherAdmin)) {
      if (isProven && host !== 'other.example.com') await call('removeDomain', { host }, otherAdmin);
    }

    expect((await call('removeDomain', { host: 'other.example.com' }, otherAdmin)).body.code).toBe('DOMAIN_LAST');
    expect(await brandOf('other.example.com')).toBe('Feira de teste');
  });

  it('keeps one host where two are given up at once', async () => {
    for (let round = 1; round <= 5; round++) {
      await inspector.rows(
        `INSERT INTO platform_domain (host, platform_id) VALUES ('other.example.com', $1), ('second.example.com', $1) ON CONFLICT DO NOTHING`,
        [other.platformId],
      );

      const answers = await Promise.all(
        // Each request removes the host that the other one came through; both hosts exist when the requests arrive.
        ['other.example.com', 'second.example.com'].map((host) =>
          call('removeDomain', { host }, { ...otherAdmin, headers: { ...otherAdmin.headers, host } }),
        ),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const left = await inspector.rows('SELECT 1 FROM platform_domain WHERE platform_id = $1', [other.platformId]);
      expect(left).toHaveLength(1);
    }
  });
});
