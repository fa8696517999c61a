/**
 * `npm run build:remote -- admin` builds a dashboard to be served apart from the nodes; `-- path/to/folder` builds a page of the owner's own. It
 * prints the digest that the configuration names (docs/remotes.md).
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { RemoteFiles } from '@feira/schemas/remotes';
import { type Configuration, rspack, type StatsCompilation } from '@rspack/core';
import { ACCEPTED_BY_REMOTES, createFederatedConfig, exposeRegister } from '../../../rspack.config.ts';
import { describeDashboard } from '../build/dashboard-manifest.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

interface RemoteBuild {
  /** The name of a dashboard, or the folder of a page of the owner's own. */
  source: string;
  /** The folder that gets the files. */
  out: string;
  version?: string | undefined;
  /** The versions that the remote accepts of what the host lends. */
  accepts?: Record<string, string>;
}

const toDigest = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Builds a remote and returns the digest of its manifest. */
export async function buildRemote({
  source,
  out,
  version,
  accepts = ACCEPTED_BY_REMOTES,
}: RemoteBuild): Promise<string> {
  const isDashboard = source in DASHBOARD_PATHS;
  const folder = isDashboard ? path.join(ROOT, 'shells', source) : path.resolve(source);
  const about = await readPackage(folder);
  const name = isDashboard ? source : about.name;
  const exposes = isDashboard
    ? exposeRegister(name)
    : { './page': { import: path.join(folder, 'src/page.tsx'), name: 'page' } };
  const config = createFederatedConfig({ name, mode: 'production', exposes, accepts });
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const child = await compile({ ...config, cache: false, output: { ...config.output, path: out } });
  const described = isDashboard ? await describeDashboard(child, about.version) : describeOwnPage(child, about.version);
  const toName = (file: string) => path.posix.basename(file);
  const toNames = (groups: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(groups).map(([group, files]) => [group, files.map(toName)]));
  const files: RemoteFiles = {
    version: version ?? about.version,
    entry: toName(described.entry),
    preloads: described.preloads.map(toName),
    providers: described.providers.map(toName),
    texts: toNames(described.texts),
    pages: toNames(described.pages),
    accepts,
    integrity: await digestFiles(out),
  };
  const place = path.join(out, 'mf-manifest.json');
  const manifest = Buffer.from(JSON.stringify({ ...JSON.parse(await readFile(place, 'utf8')), feira: files }));
  await writeFile(place, manifest);
  return toDigest(manifest);
}

async function readPackage(folder: string): Promise<{ name: string; version: string }> {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) {
    const known = Object.keys(DASHBOARD_PATHS).join(', ');
    throw new Error(`${folder} has no package.json: name a dashboard (${known}) or the folder of a page.`);
  }
  return JSON.parse(await readFile(file, 'utf8'));
}

const describeOwnPage = (child: StatsCompilation, version: string) => {
  const assets = (group: string) => (child.namedChunkGroups?.[group]?.assets ?? []).map(({ name }) => name);
  const entry = assets(child.name!).find((file) => file.endsWith('.js'))!;
  return { version, entry, preloads: [entry, ...assets('page')], providers: [], texts: {}, pages: {}, accepts: {} };
};

async function compile(config: Configuration): Promise<StatsCompilation> {
  const compiler = rspack(config);
  const stats = await new Promise<StatsCompilation>((resolve, reject) => {
    compiler.run((error, found) => {
      if (error || !found) return reject(error ?? new Error('The build gave no result.'));
      if (found.hasErrors()) return reject(new Error(found.toString({ all: false, errors: true })));
      resolve(found.toJson({ all: false, assets: true, chunkGroups: true, cachedAssets: true, assetsSpace: 100_000 }));
    });
  });
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  return { ...stats, name: config.name! };
}

/** Digests what browsers load as modules and styles; the build's own reports are left out. */
async function digestFiles(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name)).sort();
  const digests = names.map(async (name) => [name, toDigest(await readFile(path.join(folder, name)))] as const);
  return Object.fromEntries(await Promise.all(digests));
}

if (import.meta.main) {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { out: { type: 'string' }, version: { type: 'string' } },
    });
    const [source] = positionals;
    if (!source) throw new Error('Say what to build: npm run build:remote -- admin, or the folder of a page.');
    const out = path.resolve(values.out ?? path.join(ROOT, 'dist/remotes', path.basename(source)));
    const digest = await buildRemote({ source, out, version: values.version });
    console.log(
      `Built ${path.relative(process.cwd(), out)}. Serve it by https with Access-Control-Allow-Origin: *, and name it as`,
    );
    console.log(`  https://YOUR-HOST/mf-manifest.json#${digest}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
