import { readFileSync } from 'node:fs';

/** Reads the build's manifest; the core serves the files under its addresses. */
export interface AssetManifest {
  document: { entry: string };
  remote: { entry: string; exposes: Record<string, string[]> };
  cardFrame: { entry: string };
}

let manifest: AssetManifest | undefined;

/** The first document reads it; a new build also means a new server module. */
export function assetManifest(): AssetManifest {
  manifest ??= JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8')) as AssetManifest;
  return manifest;
}
