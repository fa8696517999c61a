/** The checks refuse every problem, each in a package that has only this one. */
import { CONTRACT_VERSION, type Manifest } from '@feira/schemas/manifest';
import { PACKAGE_CHECKS, PACKAGE_REASONS, type PackageReason } from '@feira/schemas/procedures/marketplace';
import { coversContract } from '@feira/schemas/rules/contract-range';
import { describe, expect, it } from 'vitest';
import {
  buildPackage,
  createPublisher,
  describeBytes,
  type PackageOptions,
  packEntries,
  proveAll,
  type TestPublisher,
} from '../../../test/package-tarballs.ts';
import type { Config } from '../../plugins/config.ts';
import { ArchiveRefused, readArchive } from '../../shared/package-archive.ts';
import { type CheckResult, isInstallable, runChecks } from './checks.ts';
import { readContents } from './contents.ts';
import type { Publisher } from './model.ts';
import { findSigner, readPublicKey } from './signatures.ts';
import type { KnownPackage, Subject } from './subject.ts';
import { toTrust } from './trust.ts';

const OWNER = 'an-operator';
const known = (provider: string, extra: Partial<KnownPackage> = {}): KnownPackage => ({
  provider,
  version: '0.9.0',
  source: 'bundled',
  digest: null,
  owner: null,
  publisher: null,
  manifest: { name: provider, hosts: [] } as unknown as Manifest,
  ...extra,
});
const installed = (provider: string, extra: Partial<KnownPackage> = {}): KnownPackage =>
  known(provider, { source: 'upload', digest: `sha256:${'0'.repeat(64)}`, owner: OWNER, ...extra });

const seenReasons = new Set<PackageReason>();

async function judge(content: Buffer, extra: Partial<Subject> = {}): Promise<CheckResult[]> {
  const read = await readArchive(content).catch((error: unknown) => error as ArchiveRefused);
  const isRefused = read instanceof ArchiveRefused;
  const results = runChecks({
    ...describeBytes(content),
    expected: {},
    hasSignature: false,
    publisher: null,
    requiresSignature: false,
    trusted: [],
    owner: OWNER,
    archiveFinding: isRefused ? { reason: read.reason, details: read.details } : null,
    contents: isRefused ? null : readContents(read),
    known: [known('sandbox', { manifest: { name: 'Sandbox', hosts: [] } as unknown as Manifest })],
    ...extra,
  });
  for (const { reason } of results) if (reason) seenReasons.add(reason);
  return results;
}

/** Returns all refusals of a package. */
async function refusalsOf(options: PackageOptions, extra: Partial<Subject> = {}) {
  const results = await judge((await buildPackage(options)).content, extra);
  return results.filter(({ isRefusal }) => isRefusal).map(({ check, reason, details }) => ({ check, reason, details }));
}

describe('a package as it should be', () => {
  it('passes every check; that nobody signed it, nor the proofs in it, is a warning', async () => {
    const results = await judge((await buildPackage()).content);

    expect(results.map(({ check }) => check)).toEqual(PACKAGE_CHECKS);
    expect(results.filter(({ isPassed }) => !isPassed)).toEqual([
      { check: 'SIGNATURE', isPassed: false, isRefusal: false, reason: 'UNSIGNED', details: {} },
      { check: 'CONFORMANCE', isPassed: false, isRefusal: false, reason: 'REPORT_UNSIGNED', details: {} },
    ]);
    expect(isInstallable(results)).toBe(true);
  });
});

const withManifest = (change: (manifest: Manifest) => void): PackageOptions => ({ manifest: change });
const withJson = (values: Record<string, unknown>): PackageOptions => ({
  packageJson: (json) => Object.assign(json, values),
});
/** A manifest with one base address and one host. */
const withHost = (address: string, host: string): PackageOptions =>
  withManifest((manifest) =>
    Object.assign(manifest, { environments: { sandbox: { default: address } }, hosts: [host] }),
  );

type Refusal = [what: string, options: PackageOptions, check: string, reason: PackageReason, details?: object];
const REFUSALS: Refusal[] = [
  ['package.json is missing', { files: { 'package.json': null } }, 'MANIFEST', 'PACKAGE_JSON_MISSING'],
  ['package.json is no JSON', { files: { 'package.json': '{' } }, 'MANIFEST', 'PACKAGE_JSON_INVALID'],
  ['package.json is a list', { files: { 'package.json': '[]' } }, 'MANIFEST', 'PACKAGE_JSON_INVALID'],
  ['the version is a range', withJson({ version: '^1.0.0' }), 'MANIFEST', 'PACKAGE_JSON_INVALID'],
  ['the name is none', withJson({ name: '../evil' }), 'MANIFEST', 'PACKAGE_JSON_INVALID'],
  ['plugin.json is missing', { files: { 'plugin.json': null } }, 'MANIFEST', 'MANIFEST_MISSING'],
  ['plugin.json is no JSON', { files: { 'plugin.json': 'null' } }, 'MANIFEST', 'MANIFEST_INVALID'],
  [
    'plugin.json cannot be stored',
    withManifest((manifest) => Object.assign(manifest, { docs: 'a\u0000b' })),
    'MANIFEST',
    'MANIFEST_INVALID',
  ],
  [
    'the manifest lacks a part',
    withManifest((manifest) => void Reflect.deleteProperty(manifest, 'status')),
    'MANIFEST',
    'MANIFEST_INVALID',
    { problem: 'plugin.json lacks "status": add it.' },
  ],
  [
    'an unknown status would be approved',
    withManifest(({ status }) => Object.assign(status.payment, { unknown: 'APPROVED' })),
    'MANIFEST',
    'MANIFEST_INVALID',
  ],
  [
    'the contract is of another time',
    withManifest((manifest) => Object.assign(manifest, { contract: '^2.0.0' })),
    'CONTRACT',
    'CONTRACT_RANGE',
    { range: '^2.0.0', version: CONTRACT_VERSION },
  ],
  [
    'the contract is newer than this core',
    withManifest((manifest) => Object.assign(manifest, { contract: '^1.99.0' })),
    'CONTRACT',
    'CONTRACT_RANGE',
  ],
  ...['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'].map(
    (script): Refusal => [
      `it has the script ${script}`,
      withJson({ scripts: { [script]: 'node evil.js', test: 'vitest' } }),
      'SCRIPTS',
      'INSTALL_SCRIPT',
      { script },
    ],
  ),
  ['something is built at installation', { files: { 'binding.gyp': '{}' } }, 'SCRIPTS', 'INSTALL_SCRIPT'],
  ...['dependencies', 'optionalDependencies'].map(
    (field): Refusal => [
      `it has ${field}`,
      withJson({ [field]: { 'left-pad': '1.0.0' } }),
      'DEPENDENCIES',
      'DEPENDENCY',
      { dependency: 'left-pad', field },
    ],
  ),
  ['it bundles dependencies', withJson({ bundledDependencies: ['a'] }), 'DEPENDENCIES', 'DEPENDENCY'],
  ['it bundles all dependencies', withJson({ bundleDependencies: true }), 'DEPENDENCIES', 'DEPENDENCY'],
  ['it needs another peer', withJson({ peerDependencies: { undici: '7' } }), 'DEPENDENCIES', 'DEPENDENCY'],
  ['it brings node_modules', { files: { 'node_modules/a/index.js': '' } }, 'DEPENDENCIES', 'NODE_MODULES'],
  ['it brings machine code', { files: { 'build/addon.node': '' } }, 'DEPENDENCIES', 'NATIVE_MODULE'],
  ['no entry is named', withJson({ exports: undefined }), 'MODULE', 'ENTRY_MISSING'],
  [
    'the entry is not there',
    withJson({ exports: './nowhere.js' }),
    'MODULE',
    'ENTRY_NOT_FOUND',
    { entry: 'nowhere.js' },
  ],
  [
    'the entry is TypeScript',
    { ...withJson({ exports: './index.ts' }), files: { 'index.ts': 'export {};' } },
    'MODULE',
    'ENTRY_NOT_MODULE',
  ],
  [
    'the entry is CommonJS',
    { ...withJson({ exports: './index.cjs' }), files: { 'index.cjs': '' } },
    'MODULE',
    'ENTRY_NOT_MODULE',
  ],
  ['its .js is CommonJS', withJson({ type: 'commonjs' }), 'MODULE', 'ENTRY_NOT_MODULE'],
  [
    'the tokenizer is not there',
    withManifest((manifest) => {
      Object.assign(manifest, { tokenizer: { entry: './tokenizer.js', hosts: ['api.moeda.example'] } });
      Object.assign(manifest.capabilities.methods?.CREDIT_CARD ?? {}, { tokenization: 'browser' });
    }),
    'MODULE',
    'ENTRY_NOT_FOUND',
    { entry: 'tokenizer.js' },
  ],
  ['an address is plain http', withHost('http://api.moeda.example', 'api.moeda.example'), 'HOSTS', 'HOST_NOT_HTTPS'],
  [
    'a host is not declared',
    withHost('https://evil.example', 'api.moeda.example'),
    'HOSTS',
    'HOST_UNDECLARED',
    { host: 'evil.example' },
  ],
  ['an address is none', withHost('nowhere', 'api.moeda.example'), 'HOSTS', 'HOST_INVALID'],
  ['an address has a user', withHost('https://u@api.moeda.example', 'api.moeda.example'), 'HOSTS', 'HOST_INVALID'],
  [
    'an address ends with a slash',
    withHost('https://api.moeda.example/', 'api.moeda.example'),
    'HOSTS',
    'HOST_INVALID',
  ],
  ...[
    ...['127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '[::1]', '[fd00::1]'],
    ...['[::ffff:10.0.0.1]', 'localhost', 'postgres', 'metadata.google.internal', 'db.local', 'api.localhost:8080'],
  ].map((host): Refusal => {
    const canonical = new URL(`https://${host}`).host;
    return [`${host} is private`, withHost(`https://${canonical}`, canonical), 'HOSTS', 'HOST_PRIVATE'];
  }),
  ...['0x7f.1', '2130706433', '127.1', 'API.moeda.example', 'a.example/path', 'u@a.example', '', 'a b'].map(
    (host): Refusal => [
      `"${host}" is no host as it should be written`,
      withHost('https://api.moeda.example', host),
      'HOSTS',
      'HOST_INVALID',
    ],
  ),
  ['its id imitates', { id: 'sandbo-x' }, 'NAME', 'IMITATES_ID', { id: 'sandbo-x', other: 'sandbox' }],
  ['its name imitates', { name: 'Sаndbox' }, 'NAME', 'IMITATES_NAME', { name: 'Sаndbox', other: 'Sandbox' }],
  ['it takes a bundled id', { id: 'sandbox' }, 'NAME', 'BUNDLED_NAME', { id: 'sandbox' }],
];

describe('a package is refused when', () => {
  for (const [what, options, check, reason, details] of REFUSALS) {
    it(what, async () => {
      const refusals = await refusalsOf(options);

      expect(refusals).toEqual([{ check, reason, details: details ?? expect.any(Object) }]);
    });
  }

  it('its archive cannot be read, and then nothing else is said of it', async () => {
    const content = await packEntries([{ header: { name: 'package/../x' }, body: Buffer.from('x') }]);

    const results = await judge(content);

    expect(results.filter(({ isRefusal }) => isRefusal).map(({ reason }) => reason)).toEqual(['PATH_OUTSIDE']);
    const others = results.filter(({ check }) => !['ARCHIVE', 'INTEGRITY', 'SIGNATURE'].includes(check));
    expect(new Set(others.map(({ reason }) => reason))).toEqual(new Set(['NOT_CHECKED']));
  });

  it('several things are wrong at once: all are named', async () => {
    const refusals = await refusalsOf({
      ...withJson({ scripts: { install: 'x' }, dependencies: { a: '1' } }),
      ...withManifest((manifest) => Object.assign(manifest, { contract: '^9.0.0' })),
    });

    expect(refusals.map(({ reason }) => reason)).toEqual(['CONTRACT_RANGE', 'INSTALL_SCRIPT', 'DEPENDENCY']);
  });
});

describe('coversContract', () => {
  it('takes later contracts of the same major number, and no earlier one', () => {
    const covered = (version: string) =>
      ['^1.0.0', '^1.1.4', '^1.2.0', '^1.2.3', '^1.2.4', '^1.3.0', '^2.0.0', '^0.9.0', '1.2.3', '>=1.0.0', '*'].filter(
        (range) => coversContract(range, version),
      );

    expect(covered('1.2.3')).toEqual(['^1.0.0', '^1.1.4', '^1.2.0', '^1.2.3']);
    expect(covered('1.0.0')).toEqual(['^1.0.0']);
  });
});

describe('integrity', () => {
  it('refuses one changed byte', async () => {
    const { content, digest, integrity } = await buildPackage();
    const changed = Buffer.from(content);
    // A byte of gzip's header, which does not change the content.
    changed[4] = 1;

    const byDigest = await judge(changed, { expected: { digest } });
    const byIntegrity = await judge(changed, { expected: { integrity } });

    expect(byDigest.filter(({ isRefusal }) => isRefusal)).toMatchObject([
      { reason: 'DIGEST_DIFFERS', details: { expected: digest } },
    ]);
    expect(byIntegrity.filter(({ isRefusal }) => isRefusal)).toMatchObject([{ reason: 'INTEGRITY_DIFFERS' }]);
    expect(isInstallable(await judge(content, { expected: { digest, integrity } }))).toBe(true);
  });

  it('refuses what a registry holds under another name or version', async () => {
    const asked = { name: '@moeda/provider-moeda', version: '1.0.1' };

    expect(await refusalsOf({}, { expected: asked })).toMatchObject([
      {
        reason: 'PUBLISHED_AS_OTHER',
        details: { expected: '@moeda/provider-moeda@1.0.1', actual: '@moeda/provider-moeda@1.0.0' },
      },
    ]);
    expect(await refusalsOf({ version: '1.0.1' }, { expected: asked })).toEqual([]);
  });
});

describe('a new version', () => {
  const [first, second] = [createPublisher(), createPublisher()];
  const trust = (...publishers: TestPublisher[]): Publisher[] =>
    publishers.map(({ publicKey }, index) => ({ ...readPublicKey(publicKey), name: `Publisher ${index}` }));
  const signedBy = async (signer: TestPublisher, trusted: Publisher[], older: KnownPackage[], id = 'moeda') => {
    const { content, digest } = await buildPackage({ id });
    const publisher = findSigner(digest, signer.sign(content), trusted);
    const results = await judge(content, { hasSignature: true, publisher, trusted, known: older });
    return results.filter(({ isRefusal }) => isRefusal).map(({ reason }) => reason);
  };

  it('follows an unsigned one, signed or not', async () => {
    expect(await refusalsOf({}, { known: [installed('moeda')] })).toEqual([]);
    expect(await signedBy(first, trust(first), [installed('moeda')])).toEqual([]);
  });

  it('follows a signed one only with the same signature', async () => {
    const older = [installed('moeda', { publisher: first.fingerprint })];
    const trusted = trust(first, second);

    expect(await signedBy(first, trusted, older)).toEqual([]);
    expect(await signedBy(second, trusted, older)).toEqual(['PUBLISHER_DIFFERS']);
    expect(await refusalsOf({}, { known: older, trusted })).toMatchObject([
      { reason: 'PUBLISHER_DIFFERS', details: { id: 'moeda', publisher: 'Publisher 0' } },
    ]);
  });

  it('follows one whose key is believed no more with any that is', async () => {
    const older = [installed('moeda', { publisher: first.fingerprint })];

    expect(await signedBy(second, trust(second), older)).toEqual([]);
    expect((await refusalsOf({}, { known: older, trusted: trust(second) }))[0]?.reason).toBe('PUBLISHER_DIFFERS');
  });

  it('of a bundled provider needs a trusted signature', async () => {
    expect(await signedBy(first, trust(first), [known('sandbox')], 'sandbox')).toEqual([]);
  });

  it('is refused where it is there with other bytes, in whatever way it came', async () => {
    const { content, digest } = await buildPackage();
    const there = installed('moeda', { version: '1.0.0' });

    expect(await refusalsOf({}, { known: [there] })).toMatchObject([
      { check: 'VERSION', reason: 'VERSION_TAKEN', details: { version: '1.0.0', digest: there.digest } },
    ]);
    expect(isInstallable(await judge(content, { known: [{ ...there, digest }] }))).toBe(true);
    const folder = known('moeda', { version: '1.0.0', source: 'folder' });
    expect(await refusalsOf({}, { known: [folder] })).toMatchObject([{ details: { source: 'folder' } }]);
    const operators = { ...there, digest, owner: 'somebody-else' };
    expect((await judge(content, { known: [operators] })).find(({ isRefusal }) => isRefusal)?.reason).toBe(
      'VERSION_TAKEN',
    );
  });

  it('that is older than what is there can be installed, and says so', async () => {
    const versionOf = async (version: string) =>
      (await judge((await buildPackage()).content, { known: [installed('moeda', { version })] })).find(
        ({ check }) => check === 'VERSION',
      );

    expect(await versionOf('1.10.0')).toMatchObject({
      isRefusal: false,
      reason: 'VERSION_OLDER',
      details: { version: '1.0.0', newest: '1.10.0' },
    });
    expect(await versionOf('0.9.0')).toMatchObject({ isPassed: true });
  });
});

describe('a signature', () => {
  it('is asked for where it is required, and has to be that of a trusted key over these bytes', async () => {
    const publisher = createPublisher();
    const stranger = createPublisher();
    const trusted = [{ ...readPublicKey(publisher.publicKeyDer), name: 'Moeda' }];
    const { content, digest } = await buildPackage();
    const other = await buildPackage({ version: '1.0.1' });
    const reasonOf = async (signature: string | null, requiresSignature: boolean) => {
      const found = signature === null ? null : findSigner(digest, signature, trusted);
      const results = await judge(content, {
        hasSignature: signature !== null,
        publisher: found,
        requiresSignature,
        trusted,
      });
      const { isRefusal, reason } = results.find(({ check }) => check === 'SIGNATURE') as CheckResult;
      return [isRefusal, reason];
    };

    expect(await reasonOf(publisher.sign(content), true)).toEqual([false, null]);
    expect(await reasonOf(null, true)).toEqual([true, 'SIGNATURE_MISSING']);
    expect(await reasonOf(null, false)).toEqual([false, 'UNSIGNED']);
    for (const isRequired of [true, false]) {
      expect(await reasonOf(stranger.sign(content), isRequired)).toEqual([true, 'SIGNATURE_WRONG']);
      expect(await reasonOf(publisher.sign(other.content), isRequired)).toEqual([true, 'SIGNATURE_WRONG']);
      expect(await reasonOf(Buffer.alloc(64).toString('base64'), isRequired)).toEqual([true, 'SIGNATURE_WRONG']);
    }
  });
});

describe('a key', () => {
  const derOf = (point: string) => Buffer.from(`302a300506032b6570032100${point}`, 'hex').toString('base64');
  const ZEROS = '00'.repeat(31);

  it.each([
    `01${ZEROS}`,
    `01${'00'.repeat(30)}80`,
    `00${ZEROS}`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    `ec${'ff'.repeat(30)}7f`,
    `ed${'ff'.repeat(31)}`,
    `ee${'ff'.repeat(30)}7f`,
  ])('of small order, which signs for anybody, is refused: %s', (point) => {
    expect(() => readPublicKey(derOf(point))).toThrow(expect.objectContaining({ code: 'PUBLIC_KEY_INVALID' }));
  });
});

describe('whether a signature is required', () => {
  it('is what the operator said, and otherwise depends on whether the node is public', () => {
    const requires = (isPublic: boolean, policies: { requiresSignature: boolean }[]) =>
      toTrust({ config: { isPublic } as Config }, policies, []).requiresSignature;

    expect([requires(true, []), requires(false, [])]).toEqual([true, false]);
    for (const requiresSignature of [true, false])
      expect(requires(!requiresSignature, [{ requiresSignature }])).toBe(requiresSignature);
  });
});

describe('a conformance report', () => {
  const warningOf = async (options: PackageOptions) => {
    const results = await judge((await buildPackage(options)).content);
    expect(isInstallable(results)).toBe(true);
    const { reason, details } = results.find(({ check }) => check === 'CONFORMANCE') as CheckResult;
    return { reason, details };
  };

  it('that is missing, broken or of other bytes refuses nothing', async () => {
    const { manifest } = await buildPackage();
    const foreign = proveAll(manifest, '1.0.0', [{ path: 'other.js', content: Buffer.from('x') }]);

    expect((await warningOf({ isProven: false })).reason).toBe('REPORT_MISSING');
    for (const report of ['{', '[]', '{"format":1}', JSON.stringify({ ...foreign, capabilities: null })]) {
      expect((await warningOf({ files: { 'conformance.json': report } })).reason).toBe('REPORT_INVALID');
    }
    expect((await warningOf({ files: { 'conformance.json': JSON.stringify(foreign) } })).reason).toBe('REPORT_FOREIGN');
  });

  it('that does not prove everything names what is switched off', async () => {
    const { content, manifest } = await buildPackage({ isProven: false });
    const report = proveAll(manifest, '1.0.0', await readArchive(content));
    for (const name of ['BILLET', 'PIX.refund']) Reflect.deleteProperty(report.capabilities, name);

    expect(await warningOf({ files: { 'conformance.json': JSON.stringify(report) } })).toEqual({
      reason: 'UNPROVEN',
      details: { capabilities: 'PIX.refund, BILLET' },
    });
  });
});

/** Refusals while an archive is read; package-archive.test.ts has a tarball for each. */
const OF_ARCHIVES = PACKAGE_REASONS.slice(
  PACKAGE_REASONS.indexOf('NOT_GZIP'),
  PACKAGE_REASONS.indexOf('DIGEST_DIFFERS'),
);

describe('the words of a refusal', () => {
  it('have all come up in the tests above, for what no test provokes nobody knows to work', () => {
    expect(PACKAGE_REASONS.filter((reason) => !seenReasons.has(reason) && !OF_ARCHIVES.includes(reason))).toEqual([]);
  });
});
