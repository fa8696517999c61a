import type { AddressInfo } from 'node:net';
import { parseCsv } from 'hucre/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { readSheets } from '../../../test/read-xlsx.ts';
import { insertRows } from '../../../test/rows.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { openUsers } from './export.ts';

interface Listed {
  id: string;
  name: string;
  email: string;
  lastSeenAt: string | null;
}

let node: TestNode;
let inspector: Inspector;
let world: World;
let admin: Staff;
let manager: Staff;

beforeAll(async () => {
  node = await buildNode();
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  const other = await createWorld(node.app, { host: 'other.example.com' });
  await plant({ name: 'Fora Daqui', email: 'fora@example.com', roles: ['seller'] }, other);
  admin = await openStaff(node.app, world.platformId, {
    name: 'Ada Admin',
    email: 'ada@example.com',
    roles: ['admin'],
    permissions: ['isUsersAvailable', 'isManagersAvailable', 'isFunctionariesAvailable', 'isExportUsersAvailable'],
  });
  manager = await openStaff(node.app, world.platformId, { name: 'Gil Gerente', roles: ['manager'] });
  await inspector.rows('DELETE FROM role_grant WHERE person_id = $1', [world.sellerId]);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});

interface Planted {
  id?: string;
  name: string;
  email: string;
  roles?: string[];
  at?: string;
  extra?: Record<string, unknown>;
}

async function plant({ id = newId(), name, email, roles = [], at, extra = {} }: Planted, home = world) {
  await node.app.database.transaction(home.platformId, async (transaction) => {
    const row = { platform_id: home.platformId, id, name, email, ...(at && { created_at: at }), ...extra };
    await transaction.run(insertRows('person', row));
    for (const role of roles) {
      await transaction.run(insertRows('role_grant', { platform_id: home.platformId, person_id: id, role }));
    }
  });
  return id;
}

const get = (name: string, query: Record<string, string> = {}, headers = admin.headers) =>
  node.app.inject({ url: `/api/people.${name}?${new URLSearchParams(query)}`, headers });
const list = async (name: string, query: Record<string, string> = {}, headers = admin.headers) =>
  (await get(name, query, headers)).json() as { people: Listed[]; next: string | null };
const names = async (name: string, query: Record<string, string> = {}) =>
  (await list(name, query)).people.map((person) => person.name);

describe('people.listUsers', () => {
  it('shows whoever is not only staff, newest first, also who has no role', async () => {
    await plant({ name: 'Um Vendedor', email: 'um@example.com', roles: ['seller'], at: '2020-01-01' });
    await plant({ name: 'Dois Ambos', email: 'dois@example.com', roles: ['admin', 'affiliate'], at: '2020-01-02' });
    await plant({ name: 'Tres Admin', email: 'tres@example.com', roles: ['admin', 'manager'], at: '2020-01-03' });

    expect(await names('listUsers')).toEqual(['Maria Vendedora', 'Dois Ambos', 'Um Vendedor']);
    expect(await names('listUsers', { role: 'affiliate' })).toEqual(['Dois Ambos']);
    expect(await names('listUsers', { role: 'customer' })).toEqual([]);
    expect((await get('listUsers', { role: 'admin' })).json().code).toBe('VALIDATION_FAILED');
    const [ambos] = (await list('listUsers', { search: 'dois' })).people;
    expect(ambos).toMatchObject({ roles: ['admin', 'affiliate'], status: 'ACTIVE', phone: null, lastSeenAt: null });
    expect(Object.keys(ambos ?? {}).sort()).toEqual(
      ['createdAt', 'email', 'id', 'lastSeenAt', 'name', 'phone', 'roles', 'status'].sort(),
    );
  });

  it('finds parts of names and e-mails, with or without accents and capitals, and takes signs as they are', async () => {
    await plant({ name: 'José Antônio_100% Conceição', email: 'zeca@loja.example', roles: ['seller'] });
    await plant({ name: 'Jose Antonio X1005 Silva', email: 'jose@loja.example', roles: ['seller'] });
    const search = (text: string) => names('listUsers', { search: text });

    expect(await search('antonio')).toHaveLength(2);
    expect(await search('CONCEIÇÃO')).toEqual(['José Antônio_100% Conceição']);
    expect(await search('conceicao')).toEqual(['José Antônio_100% Conceição']);
    expect(await search('_100%')).toEqual(['José Antônio_100% Conceição']);
    expect(await search('Zeca@LOJA')).toEqual(['José Antônio_100% Conceição']);
    expect(await search('  silva ')).toEqual(['Jose Antonio X1005 Silva']);
    expect(await search('\\')).toEqual([]);
    expect(await search('fora@example.com')).toEqual([]);
    expect(await search("'; DROP TABLE person; --")).toEqual([]);
    // Few have these among many: they are looked up, with the role and the pages of the list.
    await inspector.rows(
      `INSERT INTO person (platform_id, id, name, email, created_at)
       SELECT $1, gen_random_uuid(), 'Pessoa ' || n, 'pessoa' || n || '@example.net', now() - make_interval(days => 400, secs => n)
       FROM generate_series(1, 300) n`,
      [world.platformId],
    );
    expect(await search('pessoa 277')).toEqual(['Pessoa 277']);
    expect(await search('soa27@EXAMPLE')).toEqual(['Pessoa 27']);
    expect(await search('pessoa 9999')).toEqual([]);
    expect(await search('x1')).toEqual(['Jose Antonio X1005 Silva']);
    expect((await list('listUsers', { search: 'pessoa', limit: '5' })).people).toHaveLength(5);
    expect(await names('listUsers', { search: 'pessoa 12', role: 'seller' })).toEqual([]);
    const first = await list('listUsers', { search: 'pessoa 10', limit: '4' });
    const second = await list('listUsers', { search: 'pessoa 10', limit: '100', after: first.next! });
    expect([...first.people, ...second.people].map((one) => one.name)).toEqual([
      ...['Pessoa 10', 'Pessoa 100', 'Pessoa 101', 'Pessoa 102', 'Pessoa 103', 'Pessoa 104'],
      ...['Pessoa 105', 'Pessoa 106', 'Pessoa 107', 'Pessoa 108', 'Pessoa 109'],
    ]);
    await inspector.rows(`DELETE FROM person WHERE email LIKE '%@example.net'`);
  });

  it('narrows by status', async () => {
    await plant({ name: 'Parado Um', email: 'parado@example.com', roles: ['seller'], extra: { status: 'DISABLED' } });

    expect(await names('listUsers', { status: 'DISABLED' })).toEqual(['Parado Um']);
    expect(await names('listUsers', { status: 'ACTIVE', search: 'parado' })).toEqual([]);
  });

  it('pages through people of the same moment without skipping or repeating any', async () => {
    const at = '2019-05-05T12:00:00.123456Z';
    const wanted = new Set<string>();
    for (let index = 0; index < 7; index++) {
      wanted.add(await plant({ name: `Página ${index}`, email: `pagina${index}@example.com`, roles: ['seller'], at }));
    }
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await list('listUsers', { search: 'página', limit: '3', ...(after && { after }) });
      seen.push(...page.people.map(({ id }) => id));
      after = page.next;
    } while (after && seen.length < 20);

    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(wanted);
    expect((await get('listUsers', { after: 'x' })).json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'after' }],
    });
  });

  it('says when somebody was last seen, but not when an administrator looked as that person', async () => {
    const id = await plant({ name: 'Vista Ontem', email: 'vista@example.com', roles: ['seller'] });
    await openSessionOf(node.app, world.platformId, id);
    await openSessionOf(node.app, world.platformId, id);
    const [first, last] = await inspector.rows<{ id: string }>('SELECT id FROM session WHERE person_id = $1', [id]);
    await inspector.rows(`UPDATE session SET last_seen_at = '2021-01-01T10:00:00Z' WHERE id = $1`, [first?.id]);
    await inspector.rows(
      `UPDATE session SET last_seen_at = '2021-01-02T10:00:00Z', impersonator_session_id = $2 WHERE id = $1`,
      [last?.id, first?.id],
    );

    const [person] = (await list('listUsers', { search: 'vista ontem' })).people;
    expect(person?.lastSeenAt).toBe('2021-01-01T10:00:00.000Z');
  });
});

describe('people.getUser', () => {
  it('shows one user and no staff', async () => {
    const id = await plant({
      name: 'Com Tudo',
      email: 'tudo@example.com',
      roles: ['seller'],
      extra: { phone: '11987654321', locale: 'en', billet_enabled: false, manager_id: manager.id, document: '1' },
    });

    expect((await get('getUser', { personId: id })).json()).toEqual({
      id,
      name: 'Com Tudo',
      email: 'tudo@example.com',
      phone: '11987654321',
      status: 'ACTIVE',
      roles: ['seller'],
      createdAt: expect.any(String),
      lastSeenAt: null,
      locale: 'en',
      pixEnabled: true,
      creditCardEnabled: true,
      billetEnabled: false,
      hasSecondFactor: false,
      manager: { id: manager.id, name: 'Gil Gerente' },
      version: 0,
    });
    expect((await get('getUser', { personId: admin.id })).json().code).toBe('PERSON_NOT_FOUND');
    expect((await get('getUser', { personId: newId() })).json().code).toBe('PERSON_NOT_FOUND');
  });
});

describe('lists of staff', () => {
  it('show managers with their users, and administrators with what they may open', async () => {
    const { people } = await list('listFunctionaries', { search: 'ada@' });
    expect(people).toMatchObject([
      {
        id: admin.id,
        roles: ['admin'],
        permissions: expect.arrayContaining(['isUsersAvailable']),
        hasSecondFactor: false,
      },
    ]);
    expect(await names('listFunctionaries')).toEqual(['Ada Admin', 'Tres Admin', 'Dois Ambos']);
    expect(await names('listManagers')).toEqual(['Gil Gerente', 'Tres Admin']);
    expect((await list('listManagers', { search: 'gil' })).people).toMatchObject([{ userCount: 1 }]);
  });
});

describe('GET /exports/users', () => {
  const download = (query: Record<string, string> = {}, headers = admin.headers) =>
    node.app.inject({ url: `/exports/users?${new URLSearchParams({ format: 'csv', ...query })}`, headers });
  const readLines = (text: string) => text.split('\r\n');

  it('answers what the filter finds as a table that Excel opens', async () => {
    await plant({
      name: '=HYPERLINK("http://evil.example";"ganhe")',
      email: 'formula@example.com',
      roles: ['seller', 'affiliate'],
      at: '2026-01-02T01:30:00Z',
      extra: { phone: '11987654321', document: '52998224725', pix_enabled: false, manager_id: manager.id },
    });

    const answer = await download({ search: 'formula@' });

    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="usuarios-\d{4}-\d\d-\d\d\.csv"$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(readLines(answer.body.slice(1))).toEqual([
      '"Nome";"E-mail";"Telefone";"Situação";"Papéis";"Pix";"Cartão";"Boleto";"Gerente";"Criado em";"Último acesso"',
      `"'=HYPERLINK(""http://evil.example"";""ganhe"")";"formula@example.com";"(11) 98765-4321";"Ativo";"afiliado, vendedor";"não";"sim";"sim";"Gil Gerente";"2026-01-01 22:30:00";""`,
      '',
    ]);
    const english = await download({ search: 'formula@', lang: 'en' });
    expect(english.body).toContain(
      '"Active","affiliate, seller","no","yes","yes","Gil Gerente","2026-01-01 22:30:00",""',
    );
    expect(english.headers['content-disposition']).toContain('filename="users-');
    const [sheet] = await readSheets((await download({ search: 'formula@', format: 'xlsx' })).rawPayload);
    expect(sheet).toMatchObject({ name: 'Usuários' });
  });

  it('has documents only for whoever may see them', async () => {
    await plant({
      name: 'Empresa',
      email: 'cnpj@example.com',
      roles: ['seller'],
      extra: { document: '12ABC34501DE35' },
    });
    const reader = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isExportUsersAvailable', 'isUserDocumentsAvailable'],
    });

    const without = await download({ search: '@example.com' });
    const [header = '', ...rows] = readLines((await download({ search: '@example.com' }, reader.headers)).body);

    expect(without.body).not.toContain('CPF/CNPJ');
    expect(without.body).not.toContain('529');
    expect(header.endsWith(';"CPF/CNPJ"')).toBe(true);
    expect(rows.find((row) => row.includes('formula@'))).toMatch(/;"529\.982\.247-25"$/);
    expect(rows.find((row) => row.includes('cnpj@'))).toMatch(/;"12\.ABC\.345\/01DE-35"$/);
    const recorded = await inspector.rows<{ details: object }>(
      `SELECT details FROM audit_event WHERE type = 'people.exported' AND actor_id = $1`,
      [reader.id],
    );
    expect(recorded).toEqual([
      { details: { role: null, status: null, isSearched: true, hasDocuments: true, format: 'csv' } },
    ]);
  });

  it('is refused to whoever lacks the permission, and to links on other sites', async () => {
    const powerless = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isUsersAvailable'],
    });
    const code = async (headers: Record<string, string>) => (await download({}, headers)).json().code;

    expect(await code(powerless.headers)).toBe('ACCESS_DENIED');
    expect(await code({})).toBe('LOGIN_REQUIRED');
    expect(await code(manager.headers)).toBe('ACCESS_DENIED');
    expect(await code({ ...admin.headers, 'sec-fetch-site': 'cross-site' })).toBe('CROSS_SITE_REQUEST');
    expect((await download({ platformId: world.platformId })).json().code).toBe('VALIDATION_FAILED');
    expect((await download({ role: 'admin' })).json().code).toBe('VALIDATION_FAILED');
  });

  it('reads a batch at a time, and all of them', async () => {
    await inspector.rows(
      `INSERT INTO person (platform_id, id, name, email, created_at)
       SELECT $1, gen_random_uuid(), 'Muitos ' || n, 'muitos' || n || '@example.com', timestamptz '2018-01-01' - (n / 3) * interval '1 second'
       FROM generate_series(1, 2500) n`,
      [world.platformId],
    );
    const wanted = {
      group: { kind: 'users' },
      filter: { search: 'muitos' },
      locale: 'pt-BR',
      hasDocuments: false,
    } as const;

    const batches: string[][] = [];
    for await (const rows of openUsers(node.app, world.platformId, wanted).batches)
      batches.push(rows.map(([, email]) => String(email)));

    expect(batches.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    const emails = batches.flat();
    expect(new Set(emails).size).toBe(2500);
    const sent = await download({ search: 'muitos' });
    expect(sent.body.match(/muitos\d+@example\.com/g)).toEqual(emails);
  });

  it('breaks off where a batch fails, so that half a file does not look like a whole one', async () => {
    const listening = await buildNode({ databaseUrl: node.databaseUrl, isListening: true });
    try {
      const { database } = listening.app;
      const read = database.read.bind(database);
      let batches = 0;
      database.read = (...parameters) => {
        batches += 1;
        return batches === 2 ? Promise.reject(new Error('The connection broke.')) : read(...parameters);
      };
      const { port } = listening.app.server.address() as AddressInfo;
      const { host: _, ...headers } = admin.headers;
      const answer = await fetch(`http://localhost:${port}/exports/users?format=csv&search=muitos`, { headers });

      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
      expect(batches).toBe(2);
      expect((await fetch(`http://localhost:${port}/api/people.listUsers`, { headers })).status).toBe(200);
    } finally {
      await listening.close();
    }
  });

  it('finds members of a large group as it finds those of a small one', async () => {
    await inspector.rows(
      `INSERT INTO role_grant (platform_id, person_id, role)
       SELECT platform_id, id, 'customer' FROM person WHERE name LIKE 'Muitos %' AND length(name) = 11 ORDER BY id LIMIT 1400`,
    );
    const read = async (query: Record<string, string>) => {
      const lines = parseCsv((await download({ role: 'customer', ...query })).body, { delimiter: ';' });
      return lines.filter(([name]) => String(name).startsWith('Muitos')).map(([, email]) => String(email));
    };
    const small = await read({});
    await inspector.rows(
      `INSERT INTO role_grant (platform_id, person_id, role)
       SELECT platform_id, id, 'customer' FROM person WHERE name LIKE 'Muitos %' AND length(name) < 11`,
    );

    const large = await read({});

    expect(small).toHaveLength(1400);
    expect(large).toHaveLength(2399);
    expect(large.filter((email) => small.includes(email))).toEqual(small);
    expect(await read({ search: 'muitos77' })).toEqual(large.filter((email) => email.startsWith('muitos77')));
    const paged = await list('listUsers', { role: 'customer', limit: '5' });
    const next = await list('listUsers', { role: 'customer', limit: '5', after: paged.next ?? '' });
    expect([...paged.people, ...next.people].map(({ email }) => email)).toEqual(large.slice(0, 10));
  });
});

describe('the search for people', () => {
  it('finds whoever has a whole e-mail or phone alone, and by document for those who may read it', async () => {
    const extra = { phone: '11988887766', document: '11144477735' };
    await plant({ name: 'Ana Exata', email: 'ana@exata.example', roles: ['seller'], extra });
    await plant({ name: 'Mariana Exata', email: 'mariana@exata.example', roles: ['seller'] });
    await plant({ name: 'Cargo 11988887700', email: 'cargo@exata.example', roles: ['seller'] });
    const reader = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isUsersAvailable', 'isUserDocumentsAvailable', 'isExportUsersAvailable'],
    });
    const search = async (text: string, by = admin) =>
      (await list('listUsers', { search: text }, by.headers)).people.map(({ name }) => name);

    expect(await search(' Ana@EXATA.example ')).toEqual(['Ana Exata']);
    expect(await search('iana@exata.example')).toEqual(['Mariana Exata']);
    for (const phone of ['11988887766', '(11) 98888-7766', '+55 11 98888-7766'])
      expect([phone, await search(phone)]).toEqual([phone, ['Ana Exata']]);
    expect(await search('11988887700')).toEqual(['Cargo 11988887700']);
    expect(await search('988887766')).toEqual([]);
    expect(await search('111.444.777-35')).toEqual([]);
    for (const document of ['111.444.777-35', '11144477735'])
      expect([document, await search(document, reader)]).toEqual([document, ['Ana Exata']]);
    expect(await names('listUsers', { search: 'ana@exata.example', status: 'DISABLED' })).toEqual([]);
    expect((await list('listUsers', { search: '(11) 98888-7766' }, manager.headers)).people).toBeUndefined();
    expect((await list('listManagedUsers', { search: '(11) 98888-7766' }, manager.headers)).people).toEqual([]);
    const file = await node.app.inject({
      url: `/exports/users?${new URLSearchParams({ format: 'csv', search: '111.444.777-35' })}`,
      headers: reader.headers,
    });
    expect(file.body).toContain('Ana Exata');
    expect(file.body).not.toContain('Mariana Exata');
  });
});
