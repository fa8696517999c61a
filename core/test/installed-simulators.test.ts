/** An installed package of code is tried out with its own simulator, which runs in a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey, readKey, signDigest } from '../../tools/src/provider/pack-provider/keys.ts';
import { packProvider } from '../../tools/src/provider/pack-provider/pack.ts';
import { writeGuideProvider } from '../../tools/src/provider/test-guide.ts';
import { createConnection } from '../src/modules/connections/store.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { findSimulator } from '../src/modules/simulators/service.ts';
import { buildNode, type TestNode } from './build.ts';
import { openStaff, type Staff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { buy, createWorld, pixPurchase, type World } from './world.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Inside the project, so that the package finds the kit while it is packed. */
const SOURCES = path.join(ROOT, '.cache/installed-simulators-test', String(process.pid));
const SMALL = { words: 500, amounts: 0, wireWords: 2 };
const SECRETS = { apiKey: 'jabuti_invented_key_0002', webhookSecret: 'jabuti_invented_secret_0002' };

let node: TestNode;
let world: World;
let master: Staff;
const directory = mkdtempSync(path.join(tmpdir(), 'feira-installed-'));

const call = async (name: string, payload: object) => {
  const { headers } = master;
  const answer = await node.app.inject({ method: 'POST', url: `/api/${name}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};

beforeAll(async () => {
  node = await buildNode({ env: { PACKAGE_DIRECTORY: path.join(directory, 'unpacked') } });
  world = await createWorld(node.app);
  master = await openStaff(node.app, world.platformId, { roles: ['master'] });
  const folder = await writeGuideProvider(SOURCES);
  const { tarball, digest } = await packProvider(folder, { scale: SMALL });
  const key = await createKey('jabuti', path.join(directory, 'keys'));
  await call('marketplace.addPublisher', { name: 'Jabuti', publicKey: key.publicKey });
  const { signature } = signDigest(digest, await readKey(key.privateFile));
  const source = { kind: 'upload', content: tarball.toString('base64') };
  const installed = await call('marketplace.installPackage', { source, signature, digest });
  expect(installed.body).toMatchObject({ provider: 'jabuti', version: '0.1.0' });
  await waitFor(
    'the node has it',
    async () => node.app.providers.get('jabuti', '0.1.0', [world.platformId]) !== undefined,
  );
});
afterAll(async () => {
  await node?.close();
  for (const place of [SOURCES, directory]) rmSync(place, { recursive: true, force: true });
});

const create = async () => {
  const found = { provider: 'jabuti', version: '0.1.0', environment: 'simulator', name: 'Jabuti' } as const;
  return createConnection(node.app, world.platformId, { ...found, methods: ['PIX'], settings: {}, secrets: SECRETS });
};

it('sells through the simulator of an installed package, and sees that it was paid', async () => {
  const { id } = await create();

  const bought = await buy(node.app, pixPurchase(world));

  expect(bought.statusCode, bought.body).toBe(200);
  expect(bought.body).toContain('jabuti.example/pix/');
  const host = (await findSimulator(node.app, id))!;
  expect(host.isForeign).toBe(true);
  const [charge] = await host.simulator.listCharges(10);
  const page = `/simulators/${id}/charges/${charge!.transactionId}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const acted = await node.app.inject({ method: 'POST', url: page, headers: form, payload: 'action=pay' });
  expect(acted.statusCode).toBe(303);
  const [payment] = await node.app.database.list<{ id: string }>(world.platformId, {
    text: 'SELECT id FROM payment',
    values: [],
  });
  await checkPayment(node.app, world.platformId, payment!.id);
  const [paid] = await node.app.database.list<{ status: string }>(world.platformId, {
    text: 'SELECT status FROM payment',
    values: [],
  });
  expect(paid?.status).toBe('APPROVED');
  expect(host.deliveries[0]?.url).toMatch(/\/webhooks\/jabuti\/[\w-]{22}$/);
});

it('gives its pages no origin of ours', async () => {
  const [connectionId] = node.app.simulators.keys();
  const page = await node.app.inject({ url: `/simulators/${connectionId}/nothing` });

  expect(page.statusCode).toBe(401);
  expect(page.headers['content-security-policy']).toBe('sandbox allow-forms');
});
