/** The state of a host is told from outside: whose addresses it has, and whether browsers would trust it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { createWorld, type World } from '../../../test/world.ts';
import type { ShownCertificate } from '../../plugins/site-checks.ts';

const HOST = 'pagar.flores.com.br';
const TARGET = 'feira.com.br';
let node: TestNode;
let inspector: Inspector;
let world: World;
let admin: Staff;
let dns: Record<string, string[] | null>;
let certificate: ShownCertificate | null;
let asked: string[];

beforeAll(async () => {
  node = await buildNode({
    env: { PUBLIC_URL: `https://${TARGET}`, SIMULATORS: 'off' },
    siteChecks: {
      findAddresses: async (host) => dns[host] ?? null,
      readCertificate: async (host, address) => {
        asked.push(`${host} ${address}`);
        return certificate;
      },
    },
  });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app, { host: HOST });
  const foreign = await createWorld(node.app, { host: 'vizinha.com.br' });
  expect(foreign.platformId).not.toBe(world.platformId);
  admin = await openStaff(node.app, world.platformId, {
    roles: ['admin'],
    permissions: ['isConfigAvailable'],
    host: HOST,
  });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});
beforeEach(() => {
  dns = { [TARGET]: ['203.0.113.7', '2001:db8::7'], [HOST]: ['203.0.113.7'] };
  certificate = { isTrusted: true, validTo: '2099-01-01T00:00:00.000Z', issuer: "Let's Encrypt" };
  asked = [];
});

const read = async (host: string) =>
  (await node.app.inject({ url: `/api/settings.getDomainState?host=${host}`, headers: admin.headers })).json();

it('says what to point a host at, and that it points there with a certificate', async () => {
  expect(await read(HOST)).toEqual({
    target: TARGET,
    targetAddresses: ['203.0.113.7', '2001:db8::7'],
    addresses: ['203.0.113.7'],
    dns: 'HERE',
    certificate: 'TRUSTED',
    certificateEndsAt: '2099-01-01T00:00:00.000Z',
    issuer: "Let's Encrypt",
  });
  expect(asked).toEqual([`${HOST} 203.0.113.7`]);
});

it.each<[string, () => void, { dns: string; certificate: string }]>([
  ['without an address', () => (dns[HOST] = []), { dns: 'MISSING', certificate: 'UNKNOWN' }],
  ['where DNS does not answer', () => (dns[HOST] = null), { dns: 'UNKNOWN', certificate: 'UNKNOWN' }],
  ['that leads elsewhere', () => (dns[HOST] = ['198.51.100.9']), { dns: 'ELSEWHERE', certificate: 'TRUSTED' }],
  ['where nothing answers', () => (certificate = null), { dns: 'HERE', certificate: 'MISSING' }],
  ['that browsers refuse', () => (certificate!.isTrusted = false), { dns: 'HERE', certificate: 'UNTRUSTED' }],
  [
    'whose certificate ends soon',
    () => (certificate!.validTo = new Date(node.app.clock.now().getTime() + 86_400_000).toISOString()),
    { dns: 'HERE', certificate: 'ENDING' },
  ],
])('says so of a host %s', async (_what, change, state) => {
  change();

  expect(await read(HOST)).toMatchObject(state);
});

it('looks at no host but those that the platform has proved', async () => {
  await inspector.rows(`INSERT INTO domain_claim (platform_id, host, token) VALUES ($1, 'alheia.com.br', 'x')`, [
    world.platformId,
  ]);
  for (const host of ['vizinha.com.br', 'alheia.com.br', 'localhost', '127.0.0.1', 'x'])
    expect([host, (await read(host)).code]).toEqual([host, 'DOMAIN_NOT_FOUND']);
  expect(asked).toEqual([]);
});
