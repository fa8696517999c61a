/** Packages are installed and removed by the procedures; checks.test.ts has the refusals of a single package. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { type BuiltPackage, buildPackage, createPublisher } from '../../../test/package-tarballs.ts';
import { openSessionOf, openStaff, type Staff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';

let node: TestNode;
/** Another node on the same database. */
let second: TestNode;
let inspector: Inspector;
let registry: Server;
/** The registry's answers by path. */
const published = new Map<string, string | Buffer>();
let registryUrl: string;
/** Operates `operated`, and is unrelated to `foreign`. */
let own: World;
let operated: World;
let foreign: World;
let master: Staff;
let operatedMaster: Staff;
let foreignMaster: Staff;
let moeda: BuiltPackage;

beforeAll(async () => {
  registry = createServer((request, response) => {
    const found = published.get(request.url ?? '');
    response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  const env = { PACKAGE_REGISTRY_URL: registryUrl };
  node = await buildNode({ env });
  second = await buildNode({ env, databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  own = await createWorld(node.app);
  operated = await createWorld(node.app, { host: 'operated.example.com' });
  foreign = await createWorld(node.app, { host: 'foreign.example.com' });
  await inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    own.platformId,
    operated.platformId,
  ]);
  master = await openStaff(node.app, own.platformId, { roles: ['master'], name: 'Márcia Master' });
  operatedMaster = await openStaff(node.app, operated.platformId, { roles: ['master'], host: 'operated.example.com' });
  foreignMaster = await openStaff(node.app, foreign.platformId, { roles: ['master'], host: 'foreign.example.com' });
  moeda = await buildPackage();
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
  await new Promise((resolve) => registry.close(resolve));
});
afterEach(async () => {
  for (const table of ['provider_package', 'package_publisher', 'package_policy']) {
    await inspector.rows(`DELETE FROM ${table}`);
  }
});

const call = async (name: string, payload: object, { headers } = master, { app } = node) => {
  const answer = await app.inject({ method: 'POST', url: `/api/marketplace.${name}`, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const ask = async (path: string, { headers } = master) => {
  const answer = await node.app.inject({ url: `/api/marketplace.${path}`, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const upload = ({ content }: { content: Buffer }) => ({ kind: 'upload', content: content.toString('base64') });
const install = (built: BuiltPackage, staff = master, extra: object = {}, on = node) =>
  call('installPackage', { source: upload(built), digest: built.digest, ...extra }, staff, on);
const remove = (provider: string, version: string, staff = master) =>
  call('removePackage', { provider, version }, staff);
const listEvents = (platformId: string, type: string) =>
  inspector.rows<{ actor_name: string; subject_id: string; details: Record<string, unknown> }>(
    'SELECT actor_name, subject_id, details FROM audit_event WHERE platform_id = $1 AND type = $2 ORDER BY created_at, id',
    [platformId, type],
  );
const findListed = async (provider: string, staff = master) =>
  (await ask('listPackages', staff)).body.packages.find((one: { provider: string }) => one.provider === provider);

describe('POST /api/marketplace.inspectPackage', () => {
  it('tells what a package is and may do, and changes nothing', async () => {
    const { status, body } = await call('inspectPackage', { source: upload(moeda) });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      digest: moeda.digest,
      bytes: moeda.content.length,
      provider: 'moeda',
      version: '1.0.0',
      isInstallable: true,
      hasCode: true,
      switchedOff: [],
      publisher: null,
      replaces: null,
      manifest: { name: 'Moeda Pagamentos', hosts: ['sandbox.acquirer.invalid'] },
      changelog: expect.stringContaining('What Moeda Pagamentos can do'),
    });
    expect(await inspector.rows('SELECT 1 FROM provider_package')).toEqual([]);
  });

  it('tells what is refused, of what could not even be read, too', async () => {
    const evil = await buildPackage({ packageJson: (json) => Object.assign(json, { scripts: { postinstall: 'x' } }) });
    const refused = (await call('inspectPackage', { source: upload(evil) })).body;
    const unread = (await call('inspectPackage', { source: upload({ content: Buffer.from('nonsense') }) })).body;

    expect(refused).toMatchObject({ isInstallable: false, provider: 'moeda' });
    expect(refused.checks.filter(({ isRefusal }: { isRefusal: boolean }) => isRefusal)).toEqual([
      {
        check: 'SCRIPTS',
        isPassed: false,
        isRefusal: true,
        reason: 'INSTALL_SCRIPT',
        details: { script: 'postinstall' },
      },
    ]);
    expect(unread).toMatchObject({ isInstallable: false, provider: null, version: null, manifest: null, files: 0 });
    expect(unread.checks[0]).toMatchObject({ check: 'ARCHIVE', reason: 'NOT_GZIP', isRefusal: true });
  });

  it('says of a package that it is data only', async () => {
    const described = await buildPackage({ files: { 'description.json': '{}', 'dist/index.js': null } });
    const both = await buildPackage({ files: { 'description.json': '{}' } });

    const inspectIt = async (built: typeof moeda) =>
      (await call('inspectPackage', { source: upload(built) })).body.hasCode;
    expect([await inspectIt(described), await inspectIt(both)]).toEqual([false, true]);
  });

  it('knows the bundled providers: neither their ids nor their names can be taken', async () => {
    const imitation = await buildPackage({ id: 'pagarrne', name: 'Pagarne' });
    const { body } = await call('inspectPackage', { source: upload(imitation) });

    expect(body.checks.find(({ check }: { check: string }) => check === 'NAME')).toMatchObject({
      isRefusal: true,
      reason: 'IMITATES_ID',
      details: { id: 'pagarrne', other: 'pagarme' },
    });
  });

  it('compares a new version with the newest there is', async () => {
    await install(moeda);
    const next = await buildPackage({
      version: '1.1.0',
      manifest(manifest) {
        manifest.hosts.push('events.moeda.example');
        manifest.credentials.properties.account = { type: 'string', title: { 'pt-BR': 'Conta', en: 'Account' } };
      },
    });

    expect((await call('inspectPackage', { source: upload(next) })).body.replaces).toEqual({
      version: '1.0.0',
      newHosts: ['events.moeda.example'],
      newCredentials: ['account'],
    });
  });

  it('takes a package as large as may be, and no body beyond that', async () => {
    const noise = Buffer.alloc(8 * 1024 * 1024, 7);
    const large = await call('inspectPackage', { source: upload({ content: noise }) });
    const tooLarge = await call('inspectPackage', { source: upload({ content: Buffer.alloc(10 * 1024 * 1024) }) });

    expect([large.status, large.body.checks[0].reason]).toEqual([200, 'NOT_GZIP']);
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

describe('POST /api/marketplace.installPackage', () => {
  it('stores the bytes for every node, and who brought them', async () => {
    const { status, body } = await install(moeda);

    expect([status, body]).toEqual([200, { provider: 'moeda', version: '1.0.0' }]);
    const [row] = await inspector.rows<Record<string, unknown>>('SELECT * FROM provider_package');
    expect(row).toMatchObject({
      platform_id: own.platformId,
      provider: 'moeda',
      version: '1.0.0',
      digest: moeda.digest,
      source: 'upload',
      installed_by: master.id,
      installed_by_name: 'Márcia Master',
      publisher: null,
      switched_off: [],
      manifest: moeda.manifest,
    });
    expect(moeda.content.equals(row?.content as Buffer)).toBe(true);
    expect((await listEvents(own.platformId, 'package.installed')).slice(-1)).toMatchObject([
      { actor_name: 'Márcia Master', subject_id: 'moeda@1.0.0', details: { digest: moeda.digest, source: 'upload' } },
    ]);
  });

  it('does nothing more for the very same bytes', async () => {
    const before = (await listEvents(own.platformId, 'package.installed')).length;
    await install(moeda);
    const again = await install(moeda);

    expect(again.status).toBe(200);
    expect(await listEvents(own.platformId, 'package.installed')).toHaveLength(before + 1);
  });

  it('refuses other bytes than those that were inspected, and other bytes of a version it has', async () => {
    const other = await buildPackage({ files: { 'README.md': 'Other words' } });
    const changed = await call('installPackage', { source: upload(other), digest: moeda.digest });
    await install(moeda);
    const taken = await install(other);

    expect([changed.status, changed.body.code, changed.body.details[0].field]).toEqual([
      422,
      'PACKAGE_REFUSED',
      'digest',
    ]);
    expect([taken.status, taken.body.code]).toEqual([422, 'PACKAGE_REFUSED']);
    expect(taken.body.details[0]).toMatchObject({ field: 'source', message: expect.stringContaining('VERSION_TAKEN') });
    expect(await inspector.rows('SELECT digest FROM provider_package')).toEqual([{ digest: moeda.digest }]);
  });

  it('gives one version to one of two masters on two nodes who bring different bytes at once', async () => {
    const others = await Promise.all(
      [1, 2, 3, 4].map((number) => buildPackage({ files: { 'README.md': `Words of master ${number}` } })),
    );
    const answers = await Promise.all(
      others.map((built, index) => install(built, master, {}, index % 2 === 0 ? node : second)),
    );

    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [others[index]?.digest] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'PACKAGE_REFUSED')).toHaveLength(3);
    expect(await inspector.rows('SELECT digest FROM provider_package')).toEqual([{ digest: winners[0] }]);
  });

  it('gives one of two names that imitate each other to one of two at once', async () => {
    const names = ['moedinha', 'moedlnha'];
    const built = await Promise.all(names.map((id) => buildPackage({ id, name: id })));
    const answers = await Promise.all(built.map((one, index) => install(one, master, {}, index === 0 ? node : second)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('switches off what is not proven', async () => {
    await install(await buildPackage({ isProven: false }));

    const [{ switched_off: off } = { switched_off: [] }] = await inspector.rows<{ switched_off: string[] }>(
      'SELECT switched_off FROM provider_package',
    );
    expect(off).toEqual(expect.arrayContaining(['PIX', 'CREDIT_CARD', 'BILLET', 'splits', 'webhooks']));
  });

  it('wants the person to have proved who they are a moment ago', async () => {
    const headers = await openSessionOf(node.app, own.platformId, master.id, { confirmedMinutesAgo: 60 });

    expect((await install(moeda, { ...master, headers })).body.code).toBe('REAUTHENTICATION_REQUIRED');
  });
});

describe('signatures', () => {
  it('are required once the owner says so, of publishers they believe', async () => {
    const [publisher, stranger] = [createPublisher(), createPublisher()];
    expect((await ask('getTrust')).body).toEqual({ requiresSignature: false, publishers: [] });
    await call('setSignatureRequired', { requiresSignature: true });
    const added = await call('addPublisher', { name: 'Moeda S.A.', publicKey: publisher.publicKey });

    expect(added.body).toEqual({ fingerprint: publisher.fingerprint });
    expect((await ask('getTrust')).body).toMatchObject({
      requiresSignature: true,
      publishers: [{ name: 'Moeda S.A.', fingerprint: publisher.fingerprint, addedBy: 'Márcia Master' }],
    });
    const missing = await install(moeda);
    expect([missing.body.code, missing.body.details[0].field]).toEqual(['PACKAGE_REFUSED', 'signature']);
    const wrong = await install(moeda, master, { signature: stranger.sign(moeda.content) });
    expect([wrong.body.code, wrong.body.details[0].field]).toEqual(['PACKAGE_REFUSED', 'signature']);
    const signature = publisher.sign(moeda.content);
    expect((await call('inspectPackage', { source: upload(moeda), signature })).body.publisher).toBe('Moeda S.A.');
    expect((await install(moeda, master, { signature })).status).toBe(200);
    expect((await findListed('moeda')).versions[0].publisher).toBe('Moeda S.A.');

    await call('removePublisher', { fingerprint: publisher.fingerprint });
    expect((await findListed('moeda')).versions[0].publisher).toBe(publisher.fingerprint);
    const next = await buildPackage({ version: '1.1.0' });
    const late = await install(next, master, { signature: publisher.sign(next.content) });
    expect(late.body.code).toBe('PACKAGE_REFUSED');
  });

  it('are believed by each operator alone', async () => {
    const publisher = createPublisher();
    await call('addPublisher', { name: 'Moeda S.A.', publicKey: publisher.publicKeyDer });

    for (const staff of [operatedMaster, foreignMaster]) {
      expect((await ask('getTrust', staff)).body.publishers).toEqual([]);
    }
  });

  it('tell a key that is none, and add none twice', async () => {
    const { publicKey, publicKeyDer, fingerprint } = createPublisher();
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
    const secret = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    for (const wrong of [rsa, secret, 'x'.repeat(60), publicKeyDer.slice(0, -8), `${publicKey.slice(0, 40)}!`]) {
      const { status, body } = await call('addPublisher', { name: 'Moeda', publicKey: wrong });
      expect([status, body.code]).toEqual(
        String(wrong).length > 1000 ? [400, 'VALIDATION_FAILED'] : [422, 'PUBLIC_KEY_INVALID'],
      );
    }

    const before = (await listEvents(own.platformId, 'package.trustChanged')).length;
    await call('addPublisher', { name: 'Moeda', publicKey });
    const again = await call('addPublisher', { name: 'Another name', publicKey: publicKeyDer });

    expect(again.body).toEqual({ fingerprint });
    expect((await ask('getTrust')).body.publishers).toMatchObject([{ name: 'Moeda' }]);
    expect(await listEvents(own.platformId, 'package.trustChanged')).toHaveLength(before + 1);
    expect((await call('removePublisher', { fingerprint: 'nobody' })).body.code).toBe('PUBLISHER_NOT_FOUND');
  });

  it('record a change of what is required, and no repetition of it', async () => {
    const before = (await listEvents(own.platformId, 'package.trustChanged')).length;
    for (const requiresSignature of [true, true, false]) await call('setSignatureRequired', { requiresSignature });

    const events = (await listEvents(own.platformId, 'package.trustChanged')).slice(before);
    expect(events.map(({ details }) => details)).toEqual([{ requiresSignature: true }, { requiresSignature: false }]);
  });
});

describe('a package of a registry', () => {
  const publish = ({ content }: BuiltPackage, name = '@moeda/provider-moeda', version = '1.0.0') => {
    published.set(
      `/${name.replace('/', '%2f')}`,
      JSON.stringify({
        versions: { [version]: { dist: { tarball: `${registryUrl}/tarball.tgz` } } },
      }),
    );
    published.set('/tarball.tgz', content);
    return { kind: 'registry', name, version, integrity: '' };
  };

  it('is installed by name, exact version and sha512 together', async () => {
    const source = { ...publish(moeda), integrity: moeda.integrity };
    const inspected = await call('inspectPackage', { source });
    const answer = await call('installPackage', { source, digest: inspected.body.digest });

    expect(inspected.body).toMatchObject({ digest: moeda.digest, isInstallable: true });
    expect(answer.body).toEqual({ provider: 'moeda', version: '1.0.0' });
    expect((await findListed('moeda')).versions[0].source).toBe('registry');
  });

  it('is refused where the registry gives other bytes, or another package', async () => {
    const other = await buildPackage({ version: '2.0.0' });
    const reasonsOf = async (source: object) =>
      (await call('inspectPackage', { source })).body.checks.flatMap((one: { isRefusal: boolean; reason: string }) =>
        one.isRefusal ? [one.reason] : [],
      );

    expect(await reasonsOf({ ...publish(other), integrity: moeda.integrity })).toEqual(['INTEGRITY_DIFFERS']);
    expect(await reasonsOf({ ...publish(other), integrity: other.integrity })).toEqual(['PUBLISHED_AS_OTHER']);
  });

  it('is told to be missing, and a registry to be silent', async () => {
    const source = { ...publish(moeda), integrity: moeda.integrity };
    const missing = await call('inspectPackage', { source: { ...source, version: '1.0.9' } });
    published.set('/@moeda%2fprovider-moeda', 'no JSON');
    const silent = await call('installPackage', { source, digest: moeda.digest });

    expect([missing.status, missing.body.code, missing.body.details[0].field]).toEqual([
      422,
      'PACKAGE_NOT_PUBLISHED',
      'source.version',
    ]);
    expect([silent.status, silent.body.code]).toEqual([503, 'REGISTRY_UNAVAILABLE']);
  });

  it('is asked for with all three, each in its form', async () => {
    const source = { ...publish(moeda), integrity: moeda.integrity };
    for (const change of [
      { integrity: undefined },
      { version: '^1.0.0' },
      { integrity: 'sha1-abc' },
      { name: '../x' },
    ]) {
      expect((await call('inspectPackage', { source: { ...source, ...change } })).status).toBe(400);
    }
  });
});

describe('the list of packages', () => {
  it('is asked for by GET alone: nobody needs the headers of a procedure', async () => {
    const head = (url: string) => node.app.inject({ method: 'HEAD', url, headers: master.headers });

    expect((await head('/api/marketplace.listPackages')).statusCode).toBe(404);
    expect((await head('/health/live')).statusCode).toBe(200);
  });

  it('is sent compressed to whoever takes that, and small answers as they are', async () => {
    const get = (path: string, accepted?: string) =>
      node.app.inject({
        url: `/api/marketplace.${path}`,
        headers: { ...master.headers, ...(accepted && { 'accept-encoding': accepted }) },
      });
    const plain = await get('listPackages');
    const packed = await get('listPackages', 'gzip, br;q=0.9');
    const small = await get('getTrust', 'br');

    expect([plain, packed].map(({ headers }) => [headers['content-encoding'], headers.vary])).toEqual([
      [undefined, 'accept-encoding'],
      ['br', 'accept-encoding'],
    ]);
    expect(Number(packed.headers['content-length'])).toBeLessThan(plain.rawPayload.length / 4);
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(plain.json());
    expect([small.statusCode, small.headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('leaves out what only forms need where a brief list is asked for, and keeps what it is filtered by', async () => {
    const whole = (await ask('listPackages')).body;
    const brief = (await ask('listPackages?isBrief=true')).body;

    expect(JSON.stringify(brief).length * 2).toBeLessThan(JSON.stringify(whole).length);
    for (const [index, { manifest, ...rest }] of brief.packages.entries()) {
      const { manifest: known, ...others } = whole.packages[index];
      expect(rest).toEqual(others);
      expect(known).toMatchObject(manifest);
      const { description, logo, capabilities, operations, evidence, evidenceByOperation } = known;
      expect(manifest).toMatchObject({
        description,
        capabilities,
        operations,
        evidence,
        ...(logo && { logo }),
        ...(evidenceByOperation && { evidenceByOperation }),
      });
    }
  });

  it('has those that come with Feira, with their reports, and those installed, newest first', async () => {
    await install(moeda);
    await install(await buildPackage({ version: '1.10.0', isProven: false }));
    await install(await buildPackage({ version: '1.9.0' }));

    const { packages } = (await ask('listPackages')).body;
    const names = packages.map(({ name }: { name: string }) => name);
    expect(names).toEqual(names.toSorted((a: string, b: string) => a.localeCompare(b, 'pt-BR')));
    const sandbox = packages.find(({ provider }: { provider: string }) => provider === 'sandbox');
    expect(sandbox).toMatchObject({
      proofs: { failed: 0, total: expect.any(Number) },
      versions: [{ source: 'bundled', digest: null, hasCode: true }],
    });
    expect((await findListed('bravive')).versions[0].hasCode).toBe(false);
    const listed = await findListed('moeda');
    expect(listed).toMatchObject({ name: 'Moeda Pagamentos', newest: '1.10.0', proofs: null });
    expect(listed.versions.map(({ version }: { version: string }) => version)).toEqual(['1.10.0', '1.9.0', '1.0.0']);
    expect(listed.versions[2]).toMatchObject({
      source: 'upload',
      digest: moeda.digest,
      installedBy: 'Márcia Master',
      connections: 0,
      switchedOff: [],
      installedAt: expect.stringMatching(/Z$/),
    });
  });

  it('shows an operator’s packages to the platforms it operates, and to nobody else', async () => {
    await install(moeda);
    await install(await buildPackage({ id: 'estrela', name: 'Estrela' }), foreignMaster);

    expect((await findListed('moeda', operatedMaster))?.versions[0].digest).toBe(moeda.digest);
    expect((await ask('getPackage?provider=moeda', operatedMaster)).body.readme).toContain('# Moeda');
    expect(await findListed('moeda', foreignMaster)).toBeUndefined();
    expect((await ask('getPackage?provider=moeda', foreignMaster)).body.code).toBe('PACKAGE_NOT_FOUND');
    expect(await findListed('estrela')).toBeUndefined();
    expect(await findListed('estrela', operatedMaster)).toBeUndefined();
    expect((await remove('moeda', '1.0.0', operatedMaster)).body.code).toBe('PACKAGE_NOT_FOUND');
    expect((await remove('moeda', '1.0.0', foreignMaster)).body.code).toBe('PACKAGE_NOT_FOUND');
    expect((await install(await buildPackage({ files: { a: '' } }), operatedMaster)).body.code).toBe('PACKAGE_REFUSED');
    expect((await install(await buildPackage({ files: { a: '' } }), foreignMaster)).status).toBe(200);
  });

  it('tells how many of the living nodes can serve a version, and why one cannot', async () => {
    await install(moeda);
    const key = `${own.platformId}:moeda@1.0.0`;
    const health = async () => (await findListed('moeda')).versions[0].nodes;
    await expect.poll(health).toEqual({ healthy: 2, total: 2, problem: null });

    await inspector.rows(
      `UPDATE node_package SET state = 'FAILED', reason = 'It does not start.' WHERE package_key = $1 AND node_id = $2`,
      [key, second.app.nodes.id],
    );

    expect(await health()).toEqual({ healthy: 1, total: 2, problem: 'It does not start.' });
  });
});

describe('GET /api/marketplace.getPackage', () => {
  it('tells everything about the newest version, or the one that is named', async () => {
    await install(moeda);
    const next = await buildPackage({ version: '1.1.0' });
    await install(next);

    const newest = (await ask('getPackage?provider=moeda')).body;
    expect(newest).toMatchObject({ version: '1.1.0', readme: '# Moeda Pagamentos\n', usedBy: [] });
    expect(newest.changelog).toContain('## 1.1.0');
    expect(newest.report).toMatchObject({
      provider: 'moeda',
      version: '1.1.0',
      capabilities: { PIX: { isProven: true } },
    });
    expect((await ask('getPackage?provider=moeda&version=1.0.0')).body.changelog).toContain('## 1.0.0');
    const missing = await ask('getPackage?provider=moeda&version=3.0.0');
    expect([missing.status, missing.body.code, missing.body.details[0].field]).toEqual([
      404,
      'PACKAGE_NOT_FOUND',
      'version',
    ]);
    expect((await ask('getPackage?provider=nobody')).body.details[0].field).toBe('provider');
  });

  it('tells the pages and the report of a bundled one, and who of the own platforms uses it', async () => {
    const { id: mine } = await connect(node.app, own, { name: 'Minha caixa' });
    const { id: theirs } = await connect(node.app, operated, { name: 'Caixa operada' });
    await connect(node.app, foreign, { name: 'Caixa de fora' });

    const { body } = await ask('getPackage?provider=sandbox');

    expect(body.readme).toContain('Sandbox');
    expect(body.report).toMatchObject({ provider: 'sandbox' });
    expect(body.usedBy).toHaveLength(2);
    expect(body.usedBy).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ platformId: own.platformId, connectionId: mine, connectionName: 'Minha caixa' }),
        expect.objectContaining({ platformId: operated.platformId, connectionId: theirs, environment: 'simulator' }),
      ]),
    );
    expect((await findListed('sandbox')).versions[0].connections).toBe(2);
    expect((await findListed('sandbox', operatedMaster)).versions[0].connections).toBe(1);
  });
});

describe('POST /api/marketplace.removePackage', () => {
  /** Moves a connection of a platform to the installed package, which has another name than the bundled one. */
  const connectMoeda = async (world: World, version = '1.0.0'): Promise<string> => {
    const { id } = await connect(node.app, world);
    await inspector.rows(`UPDATE provider_connection SET provider = 'moeda', version = $2 WHERE id = $1`, [
      id,
      version,
    ]);
    return id;
  };
  const forget = (id: string) => inspector.rows(`UPDATE provider_connection SET version = '0.0.1' WHERE id = $1`, [id]);

  it('takes an unused version away and records it', async () => {
    await install(moeda);

    expect((await remove('moeda', '1.0.0')).status).toBe(200);
    expect(await findListed('moeda')).toBeUndefined();
    expect((await listEvents(own.platformId, 'package.removed')).at(-1)).toMatchObject({
      subject_id: 'moeda@1.0.0',
      details: { digest: moeda.digest },
    });
    expect((await remove('moeda', '1.0.0')).body.code).toBe('PACKAGE_NOT_FOUND');
    expect((await remove('sandbox', '0.1.0')).body.code).toBe('PACKAGE_NOT_FOUND');
  });

  it('refuses while a connection of the own or an operated platform uses it', async () => {
    await install(moeda);
    for (const world of [own, operated]) {
      const id = await connectMoeda(world);
      const refused = await remove('moeda', '1.0.0');
      expect([refused.status, refused.body.code, refused.body.details[0].field]).toEqual([
        409,
        'PACKAGE_IN_USE',
        'version',
      ]);
      expect((await findListed('moeda')).versions[0].connections).toBe(1);
      await forget(id);
    }
    await connectMoeda(foreign);

    expect((await remove('moeda', '1.0.0')).status).toBe(200);
  });

  it('refuses while a connection is on its way to it or from it', async () => {
    await install(moeda);
    const id = await connectMoeda(operated, '0.0.1');
    for (const [from, to] of [
      ['0.0.1', '1.0.0'],
      ['1.0.0', '0.0.1'],
    ]) {
      await inspector.rows(
        `INSERT INTO connection_rollout (platform_id, id, connection_id, from_version, to_version, share, started_by_name)
         VALUES ($1, gen_random_uuid(), $2, $3, $4, 10, 'Márcia')`,
        [operated.platformId, id, from, to],
      );
      expect((await remove('moeda', '1.0.0')).body.code).toBe('PACKAGE_IN_USE');
      await inspector.rows('UPDATE connection_rollout SET ended_at = now() WHERE connection_id = $1', [id]);
    }

    expect((await remove('moeda', '1.0.0')).status).toBe(200);
  });

  it('refuses while a payment that it made is not over', async () => {
    await install(moeda);
    const { platformId } = operated;
    const id = await connectMoeda(operated, '0.0.1');
    const payment = await addPayment(operated, id, 'operated.example.com');
    const set = (changes: string) => inspector.rows(`UPDATE payment SET ${changes} WHERE id = $1`, [payment]);
    const attempt = await inspector.rows<{ id: string }>('SELECT id FROM payment_attempt WHERE payment_id = $1', [
      payment,
    ]);
    await inspector.rows(
      `INSERT INTO refund (platform_id, id, payment_id, attempt_id, amount, cause, state)
       VALUES ($1, gen_random_uuid(), $2, $3, 100, 'EXCESS', 'DONE')`,
      [platformId, payment, attempt[0]?.id],
    );

    const open = [
      `status = 'PENDING'`,
      `status = 'REJECTED', is_provisional = true, next_check_at = NULL`,
      `is_provisional = false, status = 'CANCELED', next_check_at = now()`,
    ];
    for (const changes of open) {
      await set(changes);
      expect([changes, (await remove('moeda', '1.0.0')).body.code]).toEqual([changes, 'PACKAGE_IN_USE']);
    }
    await set(`status = 'APPROVED', next_check_at = NULL`);
    await inspector.rows(`UPDATE refund SET state = 'UNKNOWN' WHERE payment_id = $1`, [payment]);
    expect((await remove('moeda', '1.0.0')).body.code).toBe('PACKAGE_IN_USE');
    await inspector.rows(`UPDATE refund SET state = 'DONE' WHERE payment_id = $1`, [payment]);
    await inspector.rows(`UPDATE payment_attempt SET provider_version = '0.0.1' WHERE payment_id = $1`, [payment]);
    await set(`status = 'PENDING'`);
    // Another version made the payment.
    expect((await remove('moeda', '1.0.0')).status).toBe(200);
  });

  /** Adds a payment of the version that is to be removed. */
  async function addPayment(world: World, connectionId: string, host: string): Promise<string> {
    await connect(node.app, world);
    const bought = await buy(node.app, pixPurchase(world), undefined, { host });
    const [row] = await inspector.rows<{ id: string }>(
      `UPDATE payment_attempt SET connection_id = $2, provider = 'moeda', provider_version = '1.0.0'
       WHERE payment_id = (SELECT id FROM payment WHERE public_id = $1) RETURNING payment_id AS id`,
      [bought.json().paymentId, connectionId],
    );
    return row?.id as string;
  }
});
