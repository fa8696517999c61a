/** Builds screens whose checkout is one standalone bundle; the platform's own build made all the rest. */
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { createConfigs } from '../../rspack.config.ts';
import type { CheckoutManifest } from '../src/checkout-manifest.ts';
import { compressAssets } from '../src/compress-assets.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCUMENT = 'checkout-document';

/** Fills an empty folder that a node can take for its SHELLS_DIRECTORY. */
export async function buildStandaloneShells(folder: string): Promise<void> {
  const built = path.join(ROOT, 'dist/shells');
  for (const name of await readdir(built)) {
    // The server module reads the manifest beside itself, and finds itself where links lead: this one is a copy.
    if (name === 'checkout') await cp(path.join(built, name), path.join(folder, name), { recursive: true });
    else if (name !== DOCUMENT) await symlink(path.join(built, name), path.join(folder, name));
  }
  const output = path.join(folder, DOCUMENT);
  const entry = `/assets/${DOCUMENT}/${await bundle(output)}`;
  await compressAssets([output], { isQuick: false });
  const file = path.join(folder, 'checkout/manifest.json');
  const manifest: CheckoutManifest = JSON.parse(await readFile(file, 'utf8'));
  // The document then preloads nothing but what it loads anyway.
  const remotes = { ...manifest.remotes, default: { entry, files: [], later: {} } };
  await writeFile(file, JSON.stringify({ ...manifest, document: { entry }, remotes }));
}

/** Under the very settings of the platform's build; answers the entry's file name. */
async function bundle(output: string): Promise<string> {
  const config = createConfigs('production').find(({ name }) => name === DOCUMENT) as Configuration;
  const compiler = rspack({
    ...config,
    cache: false,
    entry: { main: path.join(import.meta.dirname, 'standalone-main.tsx') },
    output: { ...config.output, path: output },
  });
  const stats = await new Promise<string[]>((resolve, reject) => {
    compiler.run((error, result) => {
      const isBroken = error || !result || result.hasErrors();
      const files = result?.toJson({ all: false, assets: true, cachedAssets: true }).assets?.map(({ name }) => name);
      compiler.close(() =>
        isBroken ? reject(error ?? new Error(result?.toString({ all: false, errors: true }))) : resolve(files ?? []),
      );
    });
  });
  const main = stats.find((name) => /^main\.\w+\.js$/.test(name));
  if (!main) throw new Error('The standalone build made no entry.');
  return main;
}
