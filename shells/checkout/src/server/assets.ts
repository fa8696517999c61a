import { readFileSync } from 'node:fs';

/** What the build wrote about itself; addresses are those under which the core serves the files. */
export interface AssetManifest {
  document: { entry: string };
  remote: { entry: string; exposes: Record<string, string[]> };
  cardFrame: { entry: string };
}

let manifest: AssetManifest | undefined;

/** Read at the first document and kept: a new build means a new server module too. */
export function assetManifest(): AssetManifest {
  manifest ??= JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8')) as AssetManifest;
  return manifest;
}
