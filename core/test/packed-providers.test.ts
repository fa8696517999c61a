/** Packages made by `npm run pack:provider` can be inspected, signed, installed, isolated and paid through. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, readKey, signDigest } from '../../tools/src/provider/pack-provider/keys.ts';
import { type Packed, packProvider } from '../../tools/src/provider/pack-provider/pack.ts';
import { buildNode, type TestNode } from './build.ts';
import { drawCases, rounds } from './draw.ts';
import { type Inspector, openInspector } from './inspect.ts';
import { openStaff, type Staff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, type World } from './world.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Inside the project, so that a package finds the kit while it is packed. */
const SOURCES = path.join(ROOT, '.cache/packed-providers-test', String(process.pid));
const SMALL = {
  words: rounds({ short: 500, long: 10_000 }),
  amounts: rounds({ short: 0, long: 10 }),
  wireWords: rounds({ short: 2, long: 5 }),
};
/** Higher than every version in the repository, and than the frozen one. */
const VERSION = '0.9.0';
/** Asaas, packed on the last day of contract 1.0: the file is never packed anew. Its version is 0.3.0. */
const FROZEN = path.join(import.meta.dirname, 'fixtures/contract-1.0-package.tgz');
const ACCOUNTS: Record<string, Parameters<typeof connect>[2]> = {
  sandbox: {},
  asaas: {
    settings: { webhookEmail: 'avisos@example.com' },
    secrets: { apiKey: '$aact_invented_0123456789', webhookAuthToken: 'invented_token_0123456789abcdef0123' },
  },
};

let node: TestNode;
let inspector: Inspector;
let world: World;
let master: Staff;
let keyFile: string;
const directory = mkdtempSync(path.join(tmpdir(), 'feira-packed-'));

const call = async (name: string, payload: object) => {
  const { headers } = master;
  const answer = await node.app.inject({ method: 'POST', url: `/api/marketplace.${name}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};

beforeAll(async () => {
  node = await buildNode({ env: { PACKAGE_DIRECTORY: path.join(directory, 'unpacked') } });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  master = await openStaff(node.app, world.platformId, { roles: ['master'] });
  const key = await createKey('feira', path.join(directory, 'keys'));
  keyFile = key.privateFile;
  // New versions of a built-in id are only accepted from trusted publishers.
  const added = await call('addPublisher', { name: 'Feira', publicKey: key.publicKey });
  expect(added.body).toEqual({ fingerprint: key.fingerprint });
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
  for (const folder of [SOURCES, directory]) rmSync(folder, { recursive: true, force: true });
});

type Tarball = Pick<Packed, 'tarball' | 'digest'>;

async function packVersion(id: string): Promise<Tarball> {
  const folder = path.join(SOURCES, id);
  mkdirSync(SOURCES, { recursive: true });
  cpSync(path.join(ROOT, 'plugins', id), folder, { recursive: true });
  // Its report is about the version in the repository.
  rmSync(path.join(folder, 'conformance.json'));
  const file = path.join(folder, 'package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: VERSION }));
  return packProvider(folder, { scale: SMALL });
}

async function readFrozen(): Promise<Tarball> {
  const tarball = readFileSync(FROZEN);
  return { tarball, digest: `sha256:${createHash('sha256').update(tarball).digest('hex')}` };
}

describe.each([
  // Before its newer version: an older one is installed against a warning.
  ['asaas, packed for contract 1.0', 'asaas', '0.3.0', readFrozen] as const,
  ...drawCases(
    ['sandbox', 'asaas'].map((id) => [`${id}, packed`, id, VERSION, () => packVersion(id)] as const),
    { short: 1 },
  ),
])('%s', (_name, id, version, readPackage) => {
  let packed: Tarball;
  let source: object;
  let signature: string;
  beforeAll(async () => {
    packed = await readPackage();
    source = { kind: 'upload', content: packed.tarball.toString('base64') };
    ({ signature } = signDigest(packed.digest, await readKey(keyFile)));
  }, 120_000);

  it('passes every check before any code of it runs', async () => {
    const { status, body } = await call('inspectPackage', { source, signature });

    expect(status).toBe(200);
    // Older than the bundled one, which is a warning and no refusal.
    const warnings = readPackage === readFrozen ? [{ reason: 'VERSION_OLDER', isRefusal: false }] : [];
    expect(body.checks.filter(({ isPassed }: { isPassed: boolean }) => !isPassed)).toMatchObject(warnings);
    expect(body).toMatchObject({
      provider: id,
      version,
      digest: packed.digest,
      bytes: packed.tarball.length,
      isInstallable: true,
      switchedOff: [],
      publisher: 'Feira',
    });
  });

  it('is installed, runs in a process of its own, and takes a PIX payment', async () => {
    const installed = await call('installPackage', { source, signature, digest: packed.digest });
    expect(installed.body).toMatchObject({ provider: id, version });
    const find = () => node.app.providers.get(id, version, [world.platformId]);
    await waitFor('the node has it', async () => find() !== undefined);

    const { id: connectionId } = await connect(node.app, world, {
      provider: id,
      version,
      methods: ['PIX'],
      ...ACCOUNTS[id],
    });
    const { statusCode, body } = await buy(node.app, pixPurchase(world));

    expect(find()).toMatchObject({ isBundled: false, digest: packed.digest, switchedOff: [] });
    expect(statusCode, body).toBe(200);
    expect(body).toContain('000201');
    const [attempt] = await inspector.rows(
      'SELECT provider, provider_version AS version, connection_id AS "connectionId", state FROM payment_attempt ORDER BY created_at DESC LIMIT 1',
    );
    expect(attempt).toEqual({ provider: id, version, connectionId, state: 'ANSWERED' });
    // The next provider's payment must not use this connection.
    await inspector.rows("UPDATE provider_connection SET status = 'DISABLED'");
  });
});
