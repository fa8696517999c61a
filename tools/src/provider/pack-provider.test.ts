/** Tests that a packed provider suits a marketplace: the same bytes every time, readable, signed, and able to make a charge. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkedProvider, digestPackage, switchOffUnproven } from '@feira/plugin-kit/broker';
import { createIsolatedModule } from '@feira/plugin-kit/isolation';
import type { Manifest } from '@feira/schemas/manifest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ArchiveFile, readArchive } from '../../../core/src/shared/package-archive.ts';
// Not by way of their package: that also brings the mock of the network, through which a whole suite would crawl.
import { testContext } from '../../../plugins/kit/src/testing/context.ts';
import { sampleTransaction } from '../../../plugins/kit/src/testing/samples.ts';
import { startSimulator } from '../../../plugins/kit/src/testing/start-simulator.ts';
import { loadPackage } from './conformance/load-package.ts';
import { createKey, readKey, signDigest } from './pack-provider/keys.ts';
import { type Packed, packProvider } from './pack-provider/pack.ts';
import { makeTarball } from './pack-provider/tarball.ts';
import { runPackTask } from './pack-provider.ts';
import { writeGuideProvider } from './test-guide.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SMALL = { words: 500, amounts: 0, wireWords: 2 };
const place = mkdtempSync(path.join(tmpdir(), 'feira-pack-'));
const CACHE = path.join(ROOT, '.cache/pack-test', String(process.pid));
afterAll(() => {
  for (const folder of [place, CACHE]) rmSync(folder, { recursive: true, force: true });
});
afterEach(() => vi.restoreAllMocks());

function unpack(files: readonly ArchiveFile[], folder: string): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file.path)), { recursive: true });
    writeFileSync(path.join(folder, file.path), file.content);
  }
}

const readJson = <T>(files: readonly ArchiveFile[], name: string) =>
  JSON.parse(files.find((file) => file.path === name)!.content.toString()) as T;

// A small one; providers with more to them are packed for the marketplace in core/test/packed-providers.test.ts.
describe('a packed provider', () => {
  let folder: string;
  let packed: Packed;
  let files: ArchiveFile[];
  beforeAll(async () => {
    folder = await writeGuideProvider(CACHE);
    packed = await packProvider(folder, { scale: SMALL });
    files = await readArchive(packed.tarball);
  }, 120_000);

  it('is the same to the byte when it is packed again', async () => {
    const again = await packProvider(folder, { scale: SMALL });

    expect(again.digest).toBe(packed.digest);
    expect(again.tarball.equals(packed.tarball)).toBe(true);
  });

  it('holds compiled code, types and pages, and nothing that stays at home', () => {
    const paths = files.map((file) => file.path);

    expect(paths).toEqual([...paths].sort());
    expect(paths).toEqual(
      expect.arrayContaining([
        'package.json',
        'plugin.json',
        'README.md',
        'CHANGELOG.md',
        'src/index.js',
        'src/index.d.ts',
      ]),
    );
    expect(paths.filter((name) => /(?<!\.d)\.ts$|\.test\.|fixtures|node_modules/.test(name))).toEqual([]);
    expect(readJson(files, 'package.json')).toMatchObject({ main: './src/index.js', type: 'module', version: '0.1.0' });
    expect(readJson(files, 'package.json')).not.toHaveProperty('private');
    expect(readJson<Manifest>(files, 'plugin.json').simulator).toMatch(/src\/simulator\.js$/);
  });

  it('carries a report of its own files, with nothing switched off', () => {
    const manifest = readJson<Manifest>(files, 'plugin.json');
    const report = readJson<Packed['report']>(files, 'conformance.json');

    const { switchedOff } = switchOffUnproven(manifest, report, digestPackage(files));

    expect(packed.digest).toBe(`sha256:${createHash('sha256').update(packed.tarball).digest('hex')}`);
    expect(switchedOff).toEqual([]);
    expect(packed.switchedOff).toEqual([]);
    expect(packed.failures).toEqual([]);
  });

  it('makes a PIX charge in a process of its own', async () => {
    const directory = path.join(place, 'unpacked');
    unpack(files, directory);
    const manifest = readJson<Manifest>(files, 'plugin.json');
    const { simulator } = await loadPackage(folder);
    const credentials = simulator.samples!.credentials;
    const served = await startSimulator(simulator, { credentials });
    const log = { info: () => undefined, warn: () => undefined };
    const module = createIsolatedModule({ manifest, directory, entry: 'src/index.js', log });
    try {
      const context = testContext(manifest, { credentials, baseUrl: served.url });
      const provider = checkedProvider(module.createProvider(context), manifest);

      const result = await provider.createTransaction(sampleTransaction('PIX'));

      expect(result.pixCode).toMatch(/^000201/);
      expect(await served.simulator.getCharge(result.transactionId)).toMatchObject({ amount: 12_345 });
    } finally {
      module.close();
      await served.close();
    }
  });

  it('switches off what is promised and not kept', async () => {
    const broken = path.join(CACHE, 'broken');
    cpSync(path.join(ROOT, 'plugins/asaas'), broken, { recursive: true });
    rmSync(path.join(broken, 'conformance.json'));
    const manifest = path.join(broken, 'plugin.json');
    const promised = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
    promised.capabilities.methods!.BILLET!.refund = 'partial';
    writeFileSync(manifest, JSON.stringify(promised));

    const { switchedOff, failures } = await packProvider(broken, { scale: SMALL });

    expect(switchedOff).toEqual(['BILLET.refund']);
    expect(failures.join('\n')).toContain('BILLET.refund');
  });

  it('is not made of a package of which only events are left', async () => {
    const broken = mkdtempSync(path.join(CACHE, 'unpaid-'));
    cpSync(folder, broken, { recursive: true });
    const manifest = path.join(broken, 'plugin.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"moneyUnit": "reais"', '"moneyUnit": "cents"'));

    await expect(packProvider(broken, { scale: SMALL })).rejects.toThrow(
      /No payment method, withdrawal or receiver of the package is proved.*PIX, amounts/s,
    );
  });

  it('is not made beside the report of another state', async () => {
    const stale = mkdtempSync(path.join(CACHE, 'stale-'));
    cpSync(folder, stale, { recursive: true });
    writeFileSync(path.join(stale, 'conformance.json'), JSON.stringify({ ...packed.report, digest: 'sha256:00' }));

    await expect(packProvider(stale, { scale: SMALL })).rejects.toThrow('is not about the files that lie beside it');
  });

  it('may offer nothing at all, where its manifest says so', async () => {
    const empty = mkdtempSync(path.join(CACHE, 'empty-'));
    mkdirSync(path.join(empty, 'src'));
    const { description, contract, idempotency } = readJson<Manifest>(files, 'plugin.json');
    const nothing = {
      id: 'nada',
      contract,
      name: 'Nada',
      description,
      evidence: 'inferred',
      environments: {},
      hosts: [],
      auth: { type: 'none' },
      credentials: { type: 'object', required: [], properties: {} },
      capabilities: {},
      operations: [],
      status: { payment: { map: {}, unknown: 'PENDING' } },
      webhook: { authentication: { type: 'none' } },
      moneyUnit: 'cents',
      idempotency: { ...idempotency, header: undefined, supported: false },
      lookup: { byReference: false, lagSeconds: 0 },
    };
    writeFileSync(path.join(empty, 'plugin.json'), JSON.stringify(nothing));
    writeFileSync(path.join(empty, 'package.json'), '{"name":"nada","version":"0.1.0","type":"module","exports":{}}');
    const code =
      "import { defineProvider } from '@feira/plugin-kit';\nexport default defineProvider({ createProvider: () => ({}) });\n";
    writeFileSync(path.join(empty, 'src/index.ts'), code);

    const { report, switchedOff, failures } = await packProvider(empty, { scale: SMALL });

    expect({ switchedOff, failures }).toEqual({ switchedOff: [], failures: [] });
    expect(Object.keys(report.capabilities)).toEqual(['package']);
  });

  it.each([
    ['types that do not fit', 'export const wrong: number = "text";\n', /does not compile:\n.*more\.ts.*TS2322/s],
    ['something to fill in', '// FILL IN: all of it.\n', /left to fill in:\n {2}src\/more\.ts:1: all of it\./],
  ])('is not made of %s', async (_case, text, message) => {
    const broken = mkdtempSync(path.join(CACHE, 'wrong-'));
    cpSync(folder, broken, { recursive: true });
    writeFileSync(path.join(broken, 'src/more.ts'), text);

    await expect(packProvider(broken, { scale: SMALL })).rejects.toThrow(message);
  });
});

describe('makeTarball', () => {
  it('keeps names that are longer than one field', async () => {
    const long = `${'folder/'.repeat(18)}file.js`;

    const files = await readArchive(makeTarball([{ path: long, content: Buffer.from('x') }]));

    expect(files.map((file) => file.path)).toEqual([long]);
  });

  it('does not care in which order, or when, files were made', () => {
    const [one, two] = ['a.js', 'b.js'].map((name) => ({ path: name, content: Buffer.from(name) }));

    expect(makeTarball([one!, two!]).equals(makeTarball([two!, one!]))).toBe(true);
  });
});

describe('keys', () => {
  it('sign what only their public half confirms', async () => {
    const { privateFile, publicKey, fingerprint } = await createKey('acme', path.join(place, 'keys'));

    const { signature, fingerprint: signer } = signDigest('sha256:00', await readKey(privateFile));

    expect(statSync(privateFile).mode & 0o777).toBe(0o600);
    const check = (text: string) =>
      verify(null, Buffer.from(text), createPublicKey(publicKey), Buffer.from(signature, 'base64'));
    expect([check('sha256:00'), check('sha256:01')]).toEqual([true, false]);
    expect(signer).toBe(fingerprint);
  });

  it('are never made over others, nor inside a project', async () => {
    const folder = path.join(place, 'once');
    await createKey('acme', folder);
    const first = readFileSync(path.join(folder, 'acme.private.pem'), 'utf8');

    await expect(createKey('acme', folder)).rejects.toThrow('exists already');
    await expect(createKey('acme', path.join(ROOT, 'plugins/asaas/keys'))).rejects.toThrow('name another --out');

    expect(readFileSync(path.join(folder, 'acme.private.pem'), 'utf8')).toBe(first);
  });

  it('that are none are named, not quoted', async () => {
    const file = path.join(place, 'none.pem');
    writeFileSync(file, 'very private words');

    const error = await readKey(file).catch((thrown: Error) => thrown);

    expect(String(error)).toContain('is no ed25519 private key');
    expect(String(error)).not.toContain('very private');
  });
});

describe('npm run pack:provider', () => {
  it.each([[[]], [['one', 'two']], [['one', '--new-key=acme']]])(
    'explains itself when given %j',
    async (parameters) => {
      await expect(runPackTask(parameters)).rejects.toThrow('Say which package to pack');
    },
  );

  it('writes nothing where the key cannot be read', async () => {
    const [key, out] = [path.join(place, 'lost.private.pem'), path.join(place, 'unsigned')];

    await expect(runPackTask(['plugins/bravive', `--key=${key}`, `--out=${out}`])).rejects.toThrow(
      `--key names ${key}, which does not exist.`,
    );

    expect(existsSync(out)).toBe(false);
  });
});
