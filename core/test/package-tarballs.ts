/** Packs provider packages as an author would: the sandbox's adapter as JavaScript, under any id, with any change. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CONFORMANCE_FILE, type ConformanceReport, digestPackage, switchOffUnproven } from '@feira/plugin-kit/broker';
import type { Manifest } from '@feira/schemas/manifest';
import { CONTRACT_VERSION } from '@feira/schemas/manifest';
import { type Header, pack } from 'tar-stream';
import { digestOf } from '../src/shared/package-archive.ts';

const SANDBOX = resolve(import.meta.dirname, '../../plugins/sandbox');

export interface PackageOptions {
  id?: string;
  name?: string;
  version?: string;
  manifest?(manifest: Manifest): void;
  packageJson?(json: Record<string, unknown>): void;
  /** Additional or replaced files; null removes one. */
  files?: Record<string, string | Buffer | null>;
  /** false: without a report. Default: a report that proves every capability. */
  isProven?: boolean;
}

export interface BuiltPackage {
  id: string;
  version: string;
  content: Buffer;
  /** sha256 of the tarball. */
  digest: string;
  /** sha512 in a registry's format. */
  integrity: string;
  manifest: Manifest;
}

/** A package that passes every check, unless the options change it. */
export async function buildPackage(options: PackageOptions = {}): Promise<BuiltPackage> {
  const { id = 'moeda', name = 'Moeda Pagamentos', version = '1.0.0', isProven = true } = options;
  const manifest = JSON.parse(await readFile(join(SANDBOX, 'plugin.json'), 'utf8')) as Manifest;
  Object.assign(manifest, { id, name });
  // Only the bundled sandbox has a built tokenizer, and its simulator imports more than an adapter may.
  delete manifest.tokenizer;
  delete manifest.simulator;
  Object.assign(manifest.capabilities.methods?.CREDIT_CARD ?? {}, { tokenization: 'server' });
  options.manifest?.(manifest);
  const json: Record<string, unknown> = {
    name: `@moeda/provider-${id}`,
    version,
    type: 'module',
    exports: { '.': './dist/index.js' },
    peerDependencies: { '@feira/plugin-kit': '^0.1.0', '@feira/schemas': '^0.1.0' },
  };
  options.packageJson?.(json);
  const parts: Record<string, string | Buffer | null> = {
    'package.json': JSON.stringify(json, null, 2),
    'plugin.json': JSON.stringify(manifest, null, 2),
    'README.md': `# ${name}\n`,
    'CHANGELOG.md': `# Changes\n\n## ${version}\n\nWhat ${name} can do in ${version}.\n`,
    ...(await compileAdapter()),
    ...options.files,
  };
  const files = Object.entries(parts).flatMap(([path, content]) =>
    content === null ? [] : [{ path, content: Buffer.from(content) }],
  );
  if (isProven && !('conformance.json' in (options.files ?? {}))) {
    files.push({ path: CONFORMANCE_FILE, content: Buffer.from(JSON.stringify(proveAll(manifest, version, files))) });
  }
  const content = await packEntries(
    files.map(({ path, content: body }) => ({ header: { name: `package/${path}` }, body })),
  );
  return { id, version, content, ...describeBytes(content), manifest };
}

export const describeBytes = (content: Buffer): { digest: string; integrity: string } => ({
  digest: digestOf(content),
  integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
});

/** The sandbox's adapter without its types. */
async function compileAdapter(): Promise<Record<string, string>> {
  const names = (await readdir(join(SANDBOX, 'src'))).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const adapter = names.filter((name) => !/simulator|test/.test(name));
  const compiled = await Promise.all(
    adapter.map(async (name) => {
      const source = stripTypeScriptTypes(await readFile(join(SANDBOX, 'src', name), 'utf8'));
      const path = `dist/${name.replace(/\.ts$/, '.js')}`;
      return [path, source.replace(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'")] as const;
    }),
  );
  return Object.fromEntries(compiled);
}

interface PackedFile {
  path: string;
  content: Uint8Array;
}

/** A report of these files in which everything the manifest declares is proven. */
export function proveAll(manifest: Manifest, version: string, files: PackedFile[]): ConformanceReport {
  const digest = digestPackage(files);
  const capabilities: ConformanceReport['capabilities'] = { package: { isProven: true, proofs: {} } };
  const report: ConformanceReport = {
    format: 1,
    provider: manifest.id,
    version,
    digest,
    contractVersion: CONTRACT_VERSION,
    kitVersion: '0.1.0',
    seed: 1,
    date: '2026-11-21T00:00:00.000Z',
    counts: { cases: 1, proofs: 1, failed: 0 },
    capabilities,
  };
  // Some capabilities are only required once another one is proven.
  for (;;) {
    const { switchedOff } = switchOffUnproven(manifest, report, digest);
    if (switchedOff.length === 0) return report;
    for (const capability of switchedOff) {
      capabilities[capability] = { isProven: true, proofs: { works: { cases: 1, failures: [] } } };
    }
  }
}

export interface TarEntry {
  header: Partial<Header> & { name: string };
  body?: Buffer;
}

/** Packs any entries, even those that no author would pack. */
export async function packEntries(entries: TarEntry[]): Promise<Buffer> {
  const archive = pack();
  const chunks: Buffer[] = [];
  archive.on('data', (chunk) => chunks.push(chunk as Buffer));
  const done = new Promise<void>((resolve, reject) => archive.on('end', resolve).on('error', reject));
  // The same files give the same bytes.
  const mtime = new Date(0);
  for (const { header, body } of entries) {
    if (body) archive.entry({ mtime, ...header }, body);
    else archive.entry({ mtime, size: 0, ...header }, '');
  }
  archive.finalize();
  await done;
  return promisify(gzip)(Buffer.concat(chunks));
}

export interface TestPublisher {
  /** PEM. */
  publicKey: string;
  /** SPKI DER in base64. */
  publicKeyDer: string;
  fingerprint: string;
  /** Over the digest of these bytes, in base64. */
  sign(content: Buffer): string;
}

export function createPublisher(): TestPublisher {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    publicKeyDer: der.toString('base64'),
    fingerprint: createHash('sha256').update(der).digest('base64url'),
    sign: (content) => sign(null, Buffer.from(digestOf(content)), privateKey).toString('base64'),
  };
}
