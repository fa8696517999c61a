import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration, MultiStats, StatsCompilation } from '@rspack/core';
import { waitForLock } from '../../process-lock.mjs';
import { writeApiReference } from './api-reference.ts';
import { writeCheckoutManifest } from './checkout-manifest.ts';
import { readCheckoutRenderer } from './checkout-renderer.ts';
import { compressAssets } from './compress-assets.ts';
import { writeDashboardFiles } from './dashboard-manifest.ts';

export interface BuildOptions {
  mode: 'production' | 'development';
  /** Builds again whenever a source changes, until the process ends. */
  watch?: boolean;
  /** For a start on this machine: compresses lightly and measures nothing, which no budget can be held against. */
  isQuick?: boolean;
  log?: (line: string) => void;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SHELLS = path.join(ROOT, 'dist/shells');
const STAMP = path.join(SHELLS, 'build.json');
/** The files that finishBuild writes besides the bundler's files, below the folder of a bundle. */
const WRITTEN = ['manifest.json', 'remotes.json', 'index.html', 'server/documents.mjs'];
const KEPT_MS = 24 * 60 * 60 * 1000;
const LOCK = path.join(ROOT, '.cache/build.lock');
const SKIPPED = new Set(['node_modules', 'dist', '.cache']);

async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map((entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listFiles(place);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [place];
    }),
  );
  return found.flat();
}

/** Changes when anything changes that a build reads. */
async function hashSources(mode: string): Promise<string> {
  const plugins = await readdir(path.join(ROOT, 'plugins'));
  const folders = ['shells', 'schemas', ...plugins.map((plugin) => `plugins/${plugin}/browser`)];
  const listed = await Promise.all(folders.map((folder) => listFiles(path.join(ROOT, folder))));
  const tools = [
    'browser-procedures.ts',
    'build-shells.ts',
    'api-reference.ts',
    'compress-assets.ts',
    'checkout-manifest.ts',
    'checkout-renderer.ts',
    'dashboard-manifest.ts',
  ].map((file) => `tools/src/build/${file}`);
  const single = ['rspack.config.ts', 'package-lock.json', ...tools].map((file) => path.join(ROOT, file));
  const hash = createHash('sha256').update(`${mode} ${readCheckoutRenderer()}`);
  for (const file of [...listed.flat(), ...single].sort()) {
    hash.update(`\0${path.relative(ROOT, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Returns whether the last build was of these sources and its files still exist. A full build serves where a quick one would do. */
async function isBuilt(hash: string, isQuick: boolean): Promise<boolean> {
  try {
    const stamp = JSON.parse(await readFile(STAMP, 'utf8')) as { hash: string; isQuick: boolean; outputs: string[] };
    if (stamp.hash !== hash || (stamp.isQuick && !isQuick)) return false;
    return stamp.outputs.every((output) => existsSync(path.join(ROOT, output)));
  } catch {
    return false;
  }
}

/** The modules and files of each bundle, as the manifests need them. */
export function listBundles(stats: MultiStats): StatsCompilation[] {
  // Without these the lists are folded: what came from the cache, joined modules, and (Infinity is not understood) the rest.
  const everything = {
    cachedAssets: true,
    assetsSpace: 100_000,
    cachedModules: true,
    orphanModules: true,
    modulesSpace: 100_000,
    nestedModulesSpace: 100_000,
  };
  const { children = [] } = stats.toJson({
    all: false,
    assets: true,
    chunkGroups: true,
    modules: true,
    nestedModules: true,
    timings: true,
    ...everything,
  });
  return children;
}

async function finishBuild(
  built: Map<string, StatsCompilation>,
  stats: MultiStats,
  configs: Configuration[],
  { mode, isQuick = false, log }: BuildOptions,
): Promise<void> {
  const children = listBundles(stats);
  for (const child of children) built.set(child.name!, child);
  const served = configs.filter(({ target }) => target !== 'node24').map((config) => config.output!.path!);
  if (mode === 'production') await compressAssets(served, { isQuick });
  await writeApiReference({ isQuick: isQuick || mode !== 'production' });
  const isMeasured = mode === 'production' && !isQuick;
  await writeCheckoutManifest(built, path.join(SHELLS, 'checkout'), isMeasured);
  await writeDashboardFiles(built, path.join(SHELLS, 'host'), isMeasured);
  for (const config of configs) await removeOldFiles(config.output!.path!, listCurrent(config, built));
  log?.(`Built ${children.length} bundles in ${Math.max(...children.map(({ time }) => time ?? 0))} ms`);
}

/** Returns the files that this build made, below the folder of the bundle. */
function listCurrent({ name, output }: Configuration, built: Map<string, StatsCompilation>): Set<string> {
  const assets = built.get(name!)?.assets?.map((asset) => asset.name) ?? [];
  return new Set([...assets, ...WRITTEN].filter((file) => existsSync(path.join(output!.path!, file))));
}

const nameWithoutEncoding = (file: string) => file.replace(/\.(br|gz)$/, '');

/** Returns the files of the last build, from the root, without those of former builds that stay for nodes that still run. */
export async function listBuiltFiles(): Promise<string[]> {
  const { outputs, current } = JSON.parse(await readFile(STAMP, 'utf8')) as { outputs: string[]; current: string[] };
  const wanted = new Set(current);
  const folders = [
    SHELLS,
    ...outputs.map((output) => path.join(ROOT, output)).filter((output) => !output.startsWith(SHELLS)),
  ];
  const found = (await Promise.all(folders.map(listFiles))).flat().map((file) => path.relative(ROOT, file));
  // Files that no bundle writes, such as the script of the API's page, has one version.
  const isBundled = (file: string) => outputs.some((output) => file.startsWith(`${output}/`));
  return found.filter((file) => !isBundled(file) || wanted.has(nameWithoutEncoding(file))).sort();
}

/** Files of former builds stay a day: a server that is still running serves pages that name them. */
async function removeOldFiles(folder: string, current: Set<string>, now = Date.now()): Promise<void> {
  for (const file of await listFiles(folder)) {
    const name = nameWithoutEncoding(path.relative(folder, file));
    if (!current.has(name) && now - (await stat(file)).mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
}

function failure(error: Error | null, stats: MultiStats | undefined): Error | undefined {
  if (error) return error;
  if (!stats?.hasErrors()) return undefined;
  return new Error(`The shells do not build:\n${stats.toString({ all: false, errors: true, colors: false })}`);
}

/** Builds every browser bundle. Nothing is done when the sources are those of the last build. */
export async function buildShells(options: BuildOptions): Promise<{ cached: boolean }> {
  const { isQuick = false } = options;
  if (!options.watch && (await isBuilt(await hashSources(options.mode), isQuick))) return { cached: true };
  // Two builds at once, say a start and a test run, would write into the same folders and the bundler's one cache.
  const lock = await waitForLock(LOCK, ({ pid }) =>
    options.log?.(`Process ${pid} is building the screens; waiting for it`),
  );
  try {
    return await build(options);
  } finally {
    lock.release();
  }
}

async function build(options: BuildOptions): Promise<{ cached: boolean }> {
  const hash = await hashSources(options.mode);
  const { isQuick = false } = options;
  if (!options.watch && (await isBuilt(hash, isQuick))) return { cached: true };
  // Only a real build pays for loading the bundler.
  const [{ rspack }, { createConfigs }] = await Promise.all([
    import('@rspack/core'),
    import('../../../rspack.config.ts'),
  ]);
  const configs = createConfigs(options.mode);
  // From here on the folders hold neither the former build nor this one; only its end makes them trustworthy again.
  await rm(STAMP, { force: true });
  const compiler = rspack(configs);
  // While watching, only the bundles that changed are reported; the manifest is made of the newest of each.
  const built = new Map<string, StatsCompilation>();
  const finish = async (error: Error | null, stats: MultiStats | undefined) => {
    const problem = failure(error, stats);
    if (problem) throw problem;
    await finishBuild(built, stats!, configs, options);
  };
  if (options.watch) {
    await new Promise<void>((resolve, reject) => {
      let isFirst = true;
      compiler.watch({ aggregateTimeout: 50 }, (error, stats) => {
        // A mistake in a source must not end the watching; the next save may repair it.
        finish(error, stats).then(resolve, (problem: Error) =>
          isFirst ? reject(problem) : options.log?.(problem.message),
        );
        isFirst = false;
      });
    });
    return { cached: false };
  }
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      finish(error, stats).then(
        () => compiler.close(() => resolve()),
        (problem) => compiler.close(() => reject(problem)),
      );
    });
  });
  const folders = configs.map((config) => config.output!.path!);
  await mkdir(SHELLS, { recursive: true });
  const outputs = folders.map((folder) => path.relative(ROOT, folder));
  const current = configs.flatMap((config) =>
    [...listCurrent(config, built)].map((file) => path.relative(ROOT, path.join(config.output!.path!, file))),
  );
  const written = [
    'dist/shells/checkout/manifest.json',
    'dist/shells/host/manifest.json',
    'dist/shells/host/remotes.json',
    'dist/shells/host/index.html',
    'dist/shells/remote-frame/index.html',
  ];
  await writeFile(STAMP, JSON.stringify({ hash, isQuick, outputs: [...outputs, ...written], current }));
  return { cached: false };
}
