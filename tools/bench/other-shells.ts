/** Builds screens whose checkout differs from the platform's: one standalone bundle, or drawn by Preact. The platform's own build made all the rest. */
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Configuration, type MultiStats, rspack } from '@rspack/core';
import { createConfigs } from '../../rspack.config.ts';
import { listBundles } from '../src/build/build-shells.ts';
import { type CheckoutManifest, LAYOUTS, writeCheckoutManifest } from '../src/build/checkout-manifest.ts';
import { compressAssets } from '../src/build/compress-assets.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUILT = path.join(ROOT, 'dist/shells');
const DOCUMENT = 'checkout-document';

/** Fills an empty folder that a node can take for its SHELLS_DIRECTORY, with the checkout's page as one bundle. */
export async function buildStandaloneShells(folder: string): Promise<void> {
  // The server module reads the manifest beside itself, and finds itself where links lead: this one is a copy.
  await cp(path.join(BUILT, 'checkout'), path.join(folder, 'checkout'), { recursive: true });
  const config = createConfigs('production').find(({ name }) => name === DOCUMENT) as Configuration;
  const output = path.join(folder, DOCUMENT);
  const stats = await bundle([
    {
      ...config,
      cache: false,
      entry: { main: path.join(import.meta.dirname, 'standalone-main.tsx') },
      output: { ...config.output, path: output },
    },
  ]);
  const main = listBundles(stats)[0]?.assets?.find(({ name }) => /^main\.\w+\.js$/.test(name));
  if (!main) throw new Error('The standalone build made no entry.');
  const entry = `/assets/${DOCUMENT}/${main.name}`;
  await compressAssets([output], { isQuick: false });
  const file = path.join(folder, 'checkout/manifest.json');
  const manifest: CheckoutManifest = JSON.parse(await readFile(file, 'utf8'));
  // The document then preloads nothing but what it loads anyway.
  const remotes = { ...manifest.remotes };
  for (const layout of LAYOUTS) remotes[layout] = { entry, files: [], later: {} };
  await writeFile(file, JSON.stringify({ ...manifest, document: { entry }, remotes }));
  await linkOthers(folder);
}

/** Fills an empty folder in the same way, with a checkout that Preact draws. */
export async function buildPreactShells(folder: string): Promise<void> {
  const own = createConfigs('production', 'preact').filter(({ name }) => /^(?:checkout|card|pixel)-/.test(name!));
  const configs = own.map((config) => {
    const output = path.join(folder, path.relative(BUILT, config.output!.path!));
    return { ...config, cache: false, output: { ...config.output, path: output } } satisfies Configuration;
  });
  const stats = await bundle(configs);
  const served = configs.filter(({ target }) => target !== 'node24').map(({ output }) => output.path);
  await compressAssets(served, { isQuick: false });
  const built = new Map(listBundles(stats).map((child) => [child.name!, child]));
  await writeCheckoutManifest(built, path.join(folder, 'checkout'), false);
  await linkOthers(folder);
}

/** Takes what the folder has not from the platform's build. */
async function linkOthers(folder: string): Promise<void> {
  const present = new Set(await readdir(folder));
  for (const name of await readdir(BUILT)) {
    if (!present.has(name)) await symlink(path.join(BUILT, name), path.join(folder, name));
  }
}

function bundle(configs: Configuration[]): Promise<MultiStats> {
  const compiler = rspack(configs);
  return new Promise((resolve, reject) => {
    compiler.run((error, result) => {
      const isBroken = error || !result || result.hasErrors();
      compiler.close(() =>
        isBroken ? reject(error ?? new Error(result?.toString({ all: false, errors: true }))) : resolve(result),
      );
    });
  });
}
