import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { captureLog } from '../../../test/capture-log.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { type Applied, createApplier } from './managed.ts';
import { ManagedFileError, managedFileSchema } from './managed-file.ts';
import { findConnection } from './service.ts';

const NOTHING: Applied = { created: [], changed: [], disabled: [], released: [] };
let directory: string;
let file: string;
let nodes: [TestNode, TestNode];
let inspector: Inspector;
let first: World;
let second: World;
let master: Staff;
let version: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-connections-'));
  file = join(directory, 'connections.json');
  await writeFile(join(directory, 'webhook-secret'), 'whsec_from_a_file_0123\n');
  await write([]);
  const env = {
    CONNECTIONS_FILE: file,
    SANDBOX_KEY: 'sk_from_a_variable_01',
    SHORT_KEY: 'short-planted',
    SWEEP_INTERVAL_MS: '600000',
  };
  const node = await buildNode({ env });
  nodes = [node, await buildNode({ env, databaseUrl: node.databaseUrl })];
  inspector = await openInspector(node.databaseUrl);
  first = await createWorld(node.app);
  second = await createWorld(node.app, { host: 'second.example.com' });
  master = await openStaff(node.app, first.platformId, { roles: ['master'] });
  version = node.app.providers.list().find(({ id }) => id === 'sandbox')?.version ?? '';
});
afterAll(async () => {
  await inspector?.close();
  for (const node of nodes?.toReversed() ?? []) await node.close();
  await rm(directory, { recursive: true });
});
/** Each test starts without the rows of the others. */
afterEach(async () => {
  for (const table of ['payment_route', 'webhook_endpoint', 'provider_credential', 'audit_event'])
    await inspector.rows(`DELETE FROM ${table}`);
  const used = 'EXISTS (SELECT 1 FROM payment_attempt a WHERE a.connection_id = c.id)';
  await inspector.rows(`UPDATE provider_connection c SET managed_name = NULL, status = 'DISABLED' WHERE ${used}`);
  await inspector.rows(`DELETE FROM provider_connection c WHERE NOT ${used}`);
});

const write = (platforms: unknown) => writeFile(file, JSON.stringify({ platforms }));
const declare = (more: object = {}) => ({
  name: 'principal',
  provider: 'sandbox',
  version,
  environment: 'simulator',
  methods: ['PIX'],
  settings: { publicKey: 'pk_test_0123456789' },
  secrets: { secretKey: { env: 'SANDBOX_KEY' }, webhookSecret: { file: join(directory, 'webhook-secret') } },
  ...more,
});
const declareOn = (world: World, ...connections: object[]) => ({ id: world.platformId, connections });
const apply = (node: TestNode = nodes[0]) => createApplier(node.app)();
const problemsOf = async (): Promise<readonly string[]> =>
  apply().then(
    () => [],
    (error) => {
      if (error instanceof ManagedFileError) return error.problems;
      throw error;
    },
  );
const readRows = () =>
  inspector.rows<Record<string, unknown> & { id: string }>(
    'SELECT id, platform_id, name, managed_name, status, methods, version, limits FROM provider_connection WHERE managed_name IS NOT NULL ORDER BY created_at, id',
  );
const readRoutes = () =>
  inspector.rows(
    'SELECT method, priority, weight, conditions, is_enabled FROM payment_route ORDER BY method, priority, weight',
  );
const readEvents = () =>
  inspector.rows<{ type: string; details: object }>('SELECT type, details FROM audit_event ORDER BY created_at, id');

describe('docs/connections.md', () => {
  it('shows a file that is one', async () => {
    const text = await readFile(new URL('../../../../docs/connections.md', import.meta.url), 'utf8');
    const [, example = ''] = /```json\n(.*?)```/s.exec(text) ?? [];

    expect(nodes[0].app.findProblems(managedFileSchema, JSON.parse(example), 'en')).toBeNull();
  });
});

describe('CONNECTIONS_FILE', () => {
  it('opens what it declares, with secrets from where it names them, and it sells', async () => {
    const routes = {
      PIX: [{ priority: 7, weight: 30, conditions: { minAmount: 100, maxAmount: 90_000 } }, { priority: 9 }],
    };
    await write([
      declareOn(first, declare({ routes, limits: { maxAmount: 500_000 } })),
      { host: 'second.example.com', connections: [declare()] },
    ]);

    expect(await apply()).toEqual({ ...NOTHING, created: ['principal', 'principal'] });

    const [row] = await readRows();
    expect(row).toMatchObject({
      platform_id: first.platformId,
      managed_name: 'principal',
      status: 'ENABLED',
      limits: { maxAmount: 500_000 },
    });
    const connection = await findConnection(nodes[0].app, first.platformId, row?.id as string);
    expect(Object.fromEntries(connection?.secrets ?? [])).toEqual({
      secretKey: 'sk_from_a_variable_01',
      webhookSecret: 'whsec_from_a_file_0123',
    });
    expect((await readRoutes()).map(({ priority, weight }) => [priority, weight])).toEqual([
      [7, 30],
      [9, 100],
      [100, 100],
    ]);
    expect((await buy(nodes[0].app, pixPurchase(first))).statusCode).toBe(200);
    expect(await apply()).toEqual(NOTHING);
    expect(await readEvents()).toHaveLength(2);
  });

  it('is applied once, however many nodes read it at the same moment', async () => {
    await write([declareOn(first, declare(), declare({ name: 'reserva' })), declareOn(second, declare())]);

    const results = (await Promise.all([...nodes, ...nodes].map((node) => apply(node)))) as Applied[];

    expect(results.flatMap(({ created }) => created).sort()).toEqual(['principal', 'principal', 'reserva']);
    expect(results.flatMap(({ changed, disabled }) => [...changed, ...disabled])).toEqual([]);
    expect(await readRows()).toHaveLength(3);
    expect((await readEvents()).map(({ type }) => type)).toEqual(Array(3).fill('connection.created'));
  });

  it('changes what differs and records names, never values', async () => {
    await write([declareOn(first, declare({ routes: { PIX: [{ priority: 5 }] } }))]);
    await apply();
    const [before] = await readRows();
    await writeFile(join(directory, 'other-secret'), 'planted-whsec-of-another');

    const secrets = { secretKey: { env: 'SANDBOX_KEY' }, webhookSecret: { file: join(directory, 'other-secret') } };
    await write([
      declareOn(first, declare({ methods: ['BILLET', 'PIX'], secrets, routes: { PIX: [{ priority: 6 }] } })),
    ]);
    expect(await apply()).toEqual({ ...NOTHING, changed: ['principal'] });

    const [after] = await readRows();
    expect(after).toMatchObject({ id: before?.id, methods: ['BILLET', 'PIX'] });
    const [, event] = await readEvents();
    expect(event).toEqual({
      type: 'connection.changed',
      details: { changed: ['methods', 'secrets.webhookSecret', 'routes.PIX'], by: 'file' },
    });
    expect(JSON.stringify(await readEvents())).not.toContain('planted');
  });

  it('disables what disappears, with its platform too, and takes it back as it was', async () => {
    await write([declareOn(first, declare(), declare({ name: 'reserva' })), declareOn(second, declare())]);
    await apply();
    await connect(nodes[0].app, first, { name: 'de ninguém' });
    const before = await readRows();

    await write([declareOn(first, declare())]);
    expect(await apply()).toEqual({ ...NOTHING, disabled: expect.arrayContaining(['principal', 'reserva']) });
    expect((await readRows()).map(({ status }) => status).sort()).toEqual(['DISABLED', 'DISABLED', 'ENABLED']);
    const [other] = await inspector.rows(`SELECT status FROM provider_connection WHERE name = 'de ninguém'`);
    expect(other).toEqual({ status: 'ENABLED' });

    await write([declareOn(second, declare()), declareOn(first, declare({ name: 'reserva' }), declare())]);
    await apply();
    expect(await readRows()).toEqual(before);
  });

  it('gives back to the pages what it releases, as it is', async () => {
    await write([declareOn(first, declare(), declare({ name: 'reserva' }))]);
    await apply();
    const [before] = await readRows();

    await write([{ ...declareOn(first, declare({ name: 'reserva' })), release: ['principal', 'nunca vista'] }]);
    expect(await apply()).toEqual({ ...NOTHING, released: ['principal'] });

    const rows = await inspector.rows('SELECT managed_name, status FROM provider_connection WHERE id = $1', [
      before?.id,
    ]);
    expect(rows).toEqual([{ managed_name: null, status: 'ENABLED' }]);
    expect(await apply()).toEqual(NOTHING);
  });

  it('leaves everything as it was where one connection is wrong', async () => {
    await write([declareOn(first, declare())]);
    await apply();
    const before = await readRows();

    const secrets = { ...declare().secrets, secretKey: { env: 'SHORT_KEY' } };
    await write([
      declareOn(first, declare({ methods: ['BILLET'] }), declare({ name: 'nova' })),
      declareOn(second, declare(), declare({ name: 'errada', secrets })),
    ]);

    expect(await problemsOf()).toEqual(['platforms[1].connections[1].secrets.secretKey: Type at least 16 characters.']);
    expect(await readRows()).toEqual(before);
    expect(await readEvents()).toHaveLength(1);
  });

  it.each<[string, () => unknown, string[]]>([
    ['no platforms', () => ({}), ['platforms: Required field.']],
    ['an unknown word', () => ({ platforms: [{ ...declareOn(first), title: 'x' }] }), ['platforms[0].title: ']],
    [
      'a secret in the file itself',
      () => ({ platforms: [declareOn(first, declare({ secrets: { secretKey: 'planted' } }))] }),
      ['platforms[0].connections[0].secrets.secretKey: '],
    ],
    ['neither id nor host', () => ({ platforms: [{ connections: [] }] }), ['platforms[0]: give either']],
    [
      'a platform nobody has',
      () => ({ platforms: [{ id: newId(), connections: [] }] }),
      ['platforms[0]: no platform has this id.'],
    ],
    [
      'a host nobody has',
      () => ({ platforms: [{ host: 'x.example', connections: [] }] }),
      ['platforms[0]: no platform has the host x.example.'],
    ],
    [
      'a platform twice',
      () => ({ platforms: [declareOn(second), { host: 'second.example.com', connections: [] }] }),
      ['platforms[1]: this platform stands here twice'],
    ],
    [
      'a name twice',
      () => ({ platforms: [declareOn(first, declare(), declare())] }),
      ['platforms[0].connections[1].name: principal stands here twice'],
    ],
    [
      'a name that is released as well',
      () => ({ platforms: [{ ...declareOn(first, declare()), release: ['principal'] }] }),
      ['platforms[0].connections[0].name: principal cannot be declared and released at once.'],
    ],
    [
      'routes of another method',
      () => ({ platforms: [declareOn(first, declare({ routes: { BILLET: [{ priority: 1 }] } }))] }),
      ['platforms[0].connections[0].routes.BILLET: add BILLET'],
    ],
    [
      'an unknown version',
      () => ({ platforms: [declareOn(first, declare({ version: '99.0.0' }))] }),
      ['platforms[0].connections[0].version: sandbox 99.0.0 is not installed'],
    ],
    [
      'an unset variable',
      () => ({ platforms: [declareOn(first, declare({ secrets: { secretKey: { env: 'NOBODY' } } }))] }),
      ['platforms[0].connections[0].secrets.secretKey: the variable NOBODY is not set.'],
    ],
    [
      "one of the node's own",
      () => ({ platforms: [declareOn(first, declare({ secrets: { secretKey: { env: 'ENCRYPTION_KEY' } } }))] }),
      ["platforms[0].connections[0].secrets.secretKey: ENCRYPTION_KEY is the node's own"],
    ],
    [
      'a missing file',
      () => ({ platforms: [declareOn(first, declare({ secrets: { secretKey: { file: '/nowhere/key' } } }))] }),
      ['platforms[0].connections[0].secrets.secretKey: the file /nowhere/key cannot be read (ENOENT).'],
    ],
    [
      'an environment the provider lacks',
      () => ({ platforms: [declareOn(first, declare({ environment: 'production' }))] }),
      ['platforms[0].connections[0].environment: This provider does not have this environment.'],
    ],
    [
      'limits in the wrong order',
      () => ({ platforms: [declareOn(first, declare({ limits: { minAmount: 2, maxAmount: 1 } }))] }),
      ['platforms[0].connections[0].limits.minAmount: ', 'platforms[0].connections[0].limits.maxAmount: '],
    ],
  ])('names the place and the fix: %s', async (_what, toJson, expected) => {
    await writeFile(file, JSON.stringify(toJson()));

    const problems = await problemsOf();

    expect(problems.length).toBe(expected.length);
    expect(problems).toEqual(expected.map((text) => expect.stringContaining(text)));
    expect(JSON.stringify(problems)).not.toContain('planted');
    expect(await readRows()).toEqual([]);
  });

  it('names the file where it is no JSON, without quoting it', async () => {
    await writeFile(file, '{"platforms": planted');

    expect(await problemsOf()).toEqual([expect.stringContaining('it is no valid JSON')]);
    expect(JSON.stringify(await problemsOf())).not.toContain('planted');
  });

  it('does not move a connection to another provider or environment', async () => {
    await write([declareOn(first, declare())]);
    await apply();
    await inspector.rows(`UPDATE provider_connection SET environment = 'sandbox' WHERE managed_name IS NOT NULL`);

    await write([declareOn(first, declare({ methods: ['BILLET'] }))]);

    expect(await problemsOf()).toEqual([
      expect.stringContaining('platforms[0].connections[0].environment: it was sandbox'),
    ]);
  });

  it('waits for a version that not every node has, and applies it then', async () => {
    await write([declareOn(first, declare())]);
    const slow = newId();
    await inspector.rows(`INSERT INTO node (id, name) VALUES ($1, 'slow')`, [slow]);
    const applyAgain = createApplier(nodes[0].app);

    expect(await applyAgain()).toBe('waiting');
    expect(await readRows()).toEqual([]);
    await inspector.rows('DELETE FROM node WHERE id = $1', [slow]);

    expect(await applyAgain()).toEqual({ ...NOTHING, created: ['principal'] });
    expect(await applyAgain()).toBeNull();
  });

  it('is read at boot and watched, secrets with it; the pages only show what it declares', async () => {
    await write([declareOn(first, declare())]);
    const env = {
      CONNECTIONS_FILE: file,
      SANDBOX_KEY: 'sk_from_a_variable_01',
      SWEEP_INTERVAL_MS: '50',
    };
    const watching = await buildNode({ env, databaseUrl: nodes[0].databaseUrl, isListening: true });
    const lines = captureLog(watching.app, 'error');
    try {
      await waitFor('it was applied at boot', async () => (await readRows()).length === 1);
      const [{ id } = { id: '' }] = await readRows();
      const call = async (name: string, payload: object) => {
        const url = `/api/connections.${name}`;
        const answer = await watching.app.inject({ method: 'POST', url, headers: master.headers, payload });
        return answer.json().code;
      };
      expect(await call('updateConnection', { connectionId: id, name: 'Outro' })).toBe('CONNECTION_MANAGED');
      expect(await call('removeConnection', { connectionId: id })).toBe('CONNECTION_MANAGED');
      const url = `/api/connections.getConnection?connectionId=${id}`;
      expect((await watching.app.inject({ url, headers: master.headers })).json().isManaged).toBe(true);

      await writeFile(join(directory, 'webhook-secret'), 'whsec_from_a_file_4567\n');
      await waitFor('the other secret is in use', async () => {
        const connection = await findConnection(watching.app, first.platformId, id);
        return connection?.secrets.get('webhookSecret') === 'whsec_from_a_file_4567';
      });
      await writeFile(file, '{');
      const isRefusal = (line: string) => line.includes('connections-file-refused') && line.includes('no valid JSON');
      await waitFor('the mistake is in the log', () => lines.some(isRefusal));
      expect((await readRows())[0]?.status).toBe('ENABLED');
      await write([]);
      await waitFor('it was disabled', async () => (await readRows())[0]?.status === 'DISABLED');
      // The file was read several times.
      expect(lines.filter(isRefusal)).toHaveLength(1);
      expect(lines.join()).not.toContain('whsec_');
    } finally {
      await watching.close();
      await writeFile(join(directory, 'webhook-secret'), 'whsec_from_a_file_0123\n');
    }
  });
});
