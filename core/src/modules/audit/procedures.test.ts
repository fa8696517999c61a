import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { type AuditEntry, type Caller, recordEvent } from './service.ts';

interface Listed {
  id: string;
  type: string;
  createdAt: string;
  details: Record<string, unknown>;
}

let node: TestNode;
let inspector: Inspector;
let world: World;
let operated: World;
let foreign: World;
let master: Staff;

beforeAll(async () => {
  node = await buildNode();
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
  await node?.close();
});

const ANA = { id: '00000000-0000-7000-8000-0000000000a1', name: 'Ana Ação', email: 'ana@example.com' };
const NOBODY: Caller = { ip: '203.0.113.9', headers: { 'user-agent': 'Navegador' }, person: null };

/** Inserts an event and moves it to a time. */
async function record(
  entry: AuditEntry,
  { at, home = world, caller = NOBODY }: { at?: string; home?: World; caller?: Caller } = {},
) {
  const statement = recordEvent(home.platformId, caller, entry);
  await node.app.database.write(home.platformId, [statement]);
  if (at) await inspector.rows('UPDATE audit_event SET created_at = $1 WHERE id = $2', [at, statement.values[1]]);
  return statement.values[1] as string;
}

const get = (query: Record<string, string> = {}, headers = master.headers) =>
  node.app.inject({ url: `/api/audit.listEvents?${new URLSearchParams(query)}`, headers });
const list = async (query: Record<string, string> = {}) =>
  (await get(query)).json() as { events: Listed[]; next: string | null };
const ids = async (query: Record<string, string> = {}) => (await list(query)).events.map(({ id }) => id);

describe('audit.listEvents', () => {
  it('tells who did what to whom, from where, and who sat there', async () => {
    const caller = {
      ...NOBODY,
      person: { ...ANA, impersonator: { ...ANA, name: 'Ivo Admin', email: 'ivo@example.com' } },
    } as unknown as Caller;
    const subject = { type: 'person', id: 'p1', name: 'Beto', email: 'beto@example.com' } as const;
    const id = await record(
      { type: 'people.statusChanged', subject, details: { before: 'A', after: 'B' } },
      { caller },
    );

    const { events } = await list({ type: 'people.statusChanged' });

    expect(events).toEqual([
      {
        id,
        createdAt: expect.any(String),
        type: 'people.statusChanged',
        actor: ANA,
        impersonator: { id: ANA.id, name: 'Ivo Admin', email: 'ivo@example.com' },
        subject: { type: 'person', id: 'p1', name: 'Beto' },
        ip: '203.0.113.9',
        userAgent: 'Navegador',
        details: { before: 'A', after: 'B' },
      },
    ]);
  });

  it('finds parts of names, e-mails and addresses of both sides', async () => {
    const actor = { ...ANA, name: 'Zélia Única', email: 'zelia@unica.example' };
    const subject = { type: 'person', id: 'p2', name: 'Yuri Raro', email: 'yuri@raro.example' } as const;
    const id = await record({ type: 'people.invited', actor, subject }, { caller: { ...NOBODY, ip: '2001:db8::77' } });

    for (const search of ['zelia', 'ÚNICA', 'a@unica', 'yuri raro', 'YURI@RARO', '2001:db8::7', ' zélia ']) {
      expect([search, await ids({ search })]).toEqual([search, [id]]);
    }
    for (const search of ['%', '_', '\\', 'zélia%', 'ninguém'])
      expect([search, await ids({ search })]).toEqual([search, []]);
    expect(await ids({ search: 'zelia', type: 'people.exported' })).toEqual([]);
    expect(await ids({ search: 'zelia', type: 'people.invited' })).toEqual([id]);
  });

  it('finds what a person did and what was done to the person, and the events of one thing', async () => {
    const person = { id: newId(), name: 'Nina', email: 'nina@example.com' };
    const did = await record({ type: 'account.passwordChanged', actor: person });
    const happened = await record({ type: 'people.statusChanged', subject: { type: 'person', ...person } });
    const host = await record({ type: 'platform.hostAdded', subject: { type: 'domain', id: 'x.example', name: 'x' } });

    expect(await ids({ personId: person.id })).toEqual([happened, did]);
    expect(await ids({ subjectId: person.id })).toEqual([happened]);
    expect(await ids({ subjectId: 'x.example' })).toEqual([host]);
    expect((await get({ personId: 'x' })).json().code).toBe('VALIDATION_FAILED');
  });

  it('keeps to days in São Paulo, both included', async () => {
    const entry = { type: 'session.refused' } as const;
    const early = await record(entry, { at: '2020-03-10T02:59:59.999Z' });
    const first = await record(entry, { at: '2020-03-10T03:00:00Z' });
    const last = await record(entry, { at: '2020-03-11T02:59:59.999Z' });
    const late = await record(entry, { at: '2020-03-11T03:00:00Z' });

    expect(await ids({ from: '2020-03-10', to: '2020-03-10' })).toEqual([last, first]);
    expect(await ids({ from: '2020-03-09', to: '2020-03-11' })).toEqual([late, last, first, early]);
    expect(await ids({ to: '2020-03-10', type: 'session.refused' })).toEqual([last, first, early]);
    expect((await get({ from: '2020-03-11', to: '2020-03-10' })).json()).toMatchObject({ code: 'PERIOD_INVALID' });
    expect((await get({ from: '2020-01-01', to: '2021-01-01' })).json()).toMatchObject({ code: 'PERIOD_INVALID' });
    expect((await get({ from: '2020-01-01', to: '2020-12-31' })).statusCode).toBe(200);
    expect((await get({ type: 'everything' })).json().code).toBe('VALIDATION_FAILED');
  });

  it('pages through events of the same moment without skipping or repeating any', async () => {
    const at = '2019-05-05T12:00:00.123456Z';
    const wanted = new Set<string>();
    for (let index = 0; index < 7; index++) wanted.add(await record({ type: 'session.signedOut' }, { at }));
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await list({ from: '2019-05-05', to: '2019-05-05', limit: '3', ...(after && { after }) });
      seen.push(...page.events.map(({ id }) => id));
      after = page.next;
    } while (after && seen.length < 20);

    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(wanted);
    expect((await get({ after: 'x' })).json().code).toBe('VALIDATION_FAILED');
  });

  it('shows a master the own platform and those it operates, and nobody else anything', async () => {
    const there = await record({ type: 'platform.changed' }, { home: operated });
    await record({ type: 'platform.changed' }, { home: foreign });
    const admin = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ADMIN_PERMISSIONS.filter((permission) => permission !== 'isFunctionariesAvailable'),
    });
    const lead = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isFunctionariesAvailable'],
    });
    const outsider = await openStaff(node.app, foreign.platformId, {
      roles: ['master'],
      host: 'foreign.example.com',
    });

    expect(await ids({ type: 'platform.changed' })).toEqual([]);
    expect(await ids({ type: 'platform.changed', platformId: operated.platformId })).toEqual([there]);
    expect((await get({ platformId: foreign.platformId })).json().code).toBe('PLATFORM_NOT_FOUND');
    expect((await get({ platformId: operated.platformId }, outsider.headers)).json().code).toBe('PLATFORM_NOT_FOUND');
    expect((await get({}, admin.headers)).json().code).toBe('ACCESS_DENIED');
    expect((await get({}, lead.headers)).statusCode).toBe(200);
    expect((await get({ platformId: operated.platformId }, lead.headers)).json().code).toBe('PLATFORM_NOT_FOUND');
    expect((await get({}, {})).json().code).toBe('LOGIN_REQUIRED');
  });

  it('holds names of any length and spelling', async () => {
    const long = '𝒵'.repeat(120);
    const person = { id: ANA.id, name: long, email: `${'é'.repeat(240)}@example.com` };
    const subject = { type: 'person', id: 'p3', name: long, email: person.email } as const;

    const id = await record({ type: 'account.profileChanged', actor: person, subject });

    expect(await ids({ search: '𝒵𝒵𝒵' })).toEqual([id]);
  });
});

describe('GET /exports/audit-log', () => {
  const download = (query: Record<string, string>) =>
    node.app.inject({
      url: `/exports/audit-log?${new URLSearchParams({ format: 'csv', lang: 'pt-BR', ...query })}`,
      headers: master.headers,
    });

  it('writes a sentence for each event of the filter, and itself into the log', async () => {
    const subject = { type: 'person', id: newId(), name: 'Olga; "Ré"' } as const;
    const details = { amount: 123_456, currency: 'BRL', method: 'PIX' };
    await record({ type: 'payout.approved', actor: ANA, subject, details });

    const { body, statusCode } = await download({ subjectId: subject.id });

    expect(statusCode).toBe(200);
    const [head, line, ...more] = body.replaceAll('\u00a0', ' ').trimEnd().split('\r\n');
    expect(more).toEqual([]);
    expect(head).toContain('"Quem";"E-mail";"Agindo como";"O que fez";"Com quem ou com o quê";"Detalhes"');
    expect(line).toContain('"Ana Ação";"ana@example.com";"";"Aprovou um saque de R$ 1.234,56 de Olga; ""Ré"""');
    expect(line).toContain('"Forma: Pix";"payout.approved"');
    const { events } = await list({ type: 'ledger.exported' });
    expect(events[0]!.details).toEqual({ what: 'audit-log', from: null, to: null, format: 'csv' });
  });

  it('is refused for platforms that somebody else operates', async () => {
    expect((await download({ platformId: foreign.platformId })).json().code).toBe('PLATFORM_NOT_FOUND');
    expect((await download({ platformId: operated.platformId })).statusCode).toBe(200);
  });
});

describe('the log', () => {
  const runAs = async (role: string, sql: string) => {
    const client = new pg.Client({ connectionString: node.databaseUrl, options: `-c role=${role}` });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT set_config('app.platform_id', $1, true)`, [world.platformId]);
      return await client.query(sql);
    } finally {
      await client.end();
    }
  };

  it.each([
    ['feira_app', 'DELETE FROM audit_event'] as const,
    ...(['feira_app', 'feira_jobs'] as const).flatMap((role) =>
      [`UPDATE audit_event SET actor_name = 'x'`, `UPDATE audit_event SET details = '{}'`, 'TRUNCATE audit_event'].map(
        (sql) => [role, sql] as const,
      ),
    ),
  ])('refuses the role %s of a node to %s', async (role, sql) => {
    await expect(runAs(role, sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('lets jobs delete events of more than a year, and none that is younger', async () => {
    const [young, old] = [await record({ type: 'platform.changed' }), await record({ type: 'platform.changed' })];
    await inspector.rows(`UPDATE audit_event SET created_at = now() - interval '366 days' WHERE id = $1`, [old]);

    const { rows } = await runAs('feira_jobs', 'DELETE FROM audit_event RETURNING id');

    expect(rows).toContainEqual({ id: old });
    expect(rows).not.toContainEqual({ id: young });
  });
});
